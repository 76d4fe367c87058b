import { Schema } from "effect"
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** More failed files than this are no flakes: none runs again. */
const maxRetriedFiles = 10
const maxFlakyFiles = 3

const Failures = Schema.fromJsonString(Schema.Struct({ files: Schema.Array(Schema.String), unhandled: Schema.Number }))

/** Runs vitest with these options; undefined where it ended without a report. */
const vitest = (options: ReadonlyArray<string>) => {
  const folder = mkdtempSync(join(tmpdir(), "svc-failures-"))
  try {
    const report = join(folder, "failures.json")
    const reporter = join(import.meta.dirname, "failed-files.ts")
    const { status } = spawnSync("vitest", ["run", "--reporter=default", `--reporter=${reporter}`, ...options], {
      stdio: "inherit",
      env: { ...process.env, TEST_FAILURES: report }
    })
    if (status === 0) return { files: [], unhandled: 0 }
    return Schema.decodeSync(Failures)(readFileSync(report, "utf8"))
  } catch {
    return undefined
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const passesAlone = (file: string, options: ReadonlyArray<string>) => {
  process.stderr.write(`
failed, running once more alone: ${file}
`)
  const failures = vitest([...options, file])
  return failures?.files.length === 0 && failures.unhandled === 0
}

const say = (title: string, files: ReadonlyArray<string>) => {
  if (files.length > 0) process.stderr.write(`\n${title}:\n${files.map((file) => `  ${file}\n`).join("")}`)
}

/**
 * Every test. A failed file runs once more, alone: one that passes then is listed as flaky. Returns the exit status: 1 for
 * a file that fails twice, for errors outside of tests, and for more than three flaky files.
 */
export const runEveryTest = (options: ReadonlyArray<string>): number => {
  const first = vitest(options)
  if (first === undefined || first.unhandled > 0 || first.files.length > maxRetriedFiles) return 1
  const { failed = [], flaky = [] } = Object.groupBy(first.files, (file) =>
    passesAlone(file, options) ? "flaky" : "failed"
  )
  say("Failed twice", failed)
  say("Flaky: failed, and passed alone", flaky)
  if (flaky.length > maxFlakyFiles) process.stderr.write(`More than ${maxFlakyFiles} flaky files fail the run\n`)
  return failed.length > 0 || flaky.length > maxFlakyFiles ? 1 : 0
}
