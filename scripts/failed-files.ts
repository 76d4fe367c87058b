import { writeFileSync } from "node:fs"
import type { Reporter } from "vitest/node"

/** What a run leaves for the command that started it: a JSON object in the file that `TEST_FAILURES` names. */
interface Failures {
  /** Absolute paths. */
  readonly files: ReadonlyArray<string>
  /** Errors outside of any test, which no run of a file alone can excuse. */
  readonly unhandled: number
}

/** Vitest's reporter of the files that failed. */
export default class FailedFiles implements Reporter {
  onTestRunEnd(...[modules, unhandled]: Parameters<NonNullable<Reporter["onTestRunEnd"]>>) {
    const target = process.env["TEST_FAILURES"]
    if (target === undefined) return
    const files = modules.filter((module) => !module.ok()).map(({ moduleId }) => moduleId)
    writeFileSync(target, JSON.stringify({ files, unhandled: unhandled.length } satisfies Failures))
  }
}
