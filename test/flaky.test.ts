import { assert, describe, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"

const passes = `it("passes", () => {})`
const fails = `it("fails", () => { throw new Error("always") })`
/** Fails in the first run, passes in the second. */
const fickle = (name: string) => `it("passes the second time", () => {
  const seen = ${JSON.stringify(name)} + ".seen"
  if (!existsSync(seen)) { writeFileSync(seen, ""); throw new Error("the first time") }
})`
const strayError = `it("passes", () => { setTimeout(() => { throw new Error("stray") }, 0); return new Promise((done) => setTimeout(done, 20)) })`

/** Runs these suites as `npm test` does, in an empty folder. */
const runSuites = (suites: Readonly<Record<string, string>>) => {
  const root = mkdtempSync(join(tmpdir(), "svc-flaky-"))
  try {
    mkdirSync(join(root, "test"))
    symlinkSync(resolve("node_modules"), join(root, "node_modules"))
    writeFileSync(join(root, "package.json"), `{ "type": "module" }`)
    for (const [name, text] of Object.entries(suites)) {
      const head = `import { existsSync, writeFileSync } from "node:fs"\nimport { it } from "vitest"\n`
      writeFileSync(join(root, "test", `${name}.test.ts`), head + text)
    }
    const command = `import { runEveryTest } from ${JSON.stringify(resolve("scripts/flaky.ts"))}; process.exitCode = runEveryTest([])`
    const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", command], {
      cwd: root,
      encoding: "utf8"
    })
    return {
      status,
      flaky: [...(stderr.split("Flaky: ")[1] ?? "").matchAll(/(\w+)\.test\.ts/g)].map(([, name]) => name)
    }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

describe("a failed file runs once more, alone", () => {
  it("one that passes then is listed as flaky and does not fail the run", () => {
    assert.deepStrictEqual(runSuites({ a: passes, b: fickle("b") }), { status: 0, flaky: ["b"] })
  })

  it("one that fails again fails the run", () => {
    assert.deepStrictEqual(runSuites({ a: fails, b: fickle("b") }), { status: 1, flaky: ["b"] })
  })

  it("more than three flaky files fail the run", () => {
    const names = ["a", "b", "c", "d"]
    const { flaky, status } = runSuites(Object.fromEntries(names.map((name) => [name, fickle(name)])))
    assert.deepStrictEqual({ status, flaky: flaky.toSorted() }, { status: 1, flaky: names })
  })

  it("an error outside of a test fails the run", () => {
    assert.strictEqual(runSuites({ a: strayError }).status, 1)
  })
})
