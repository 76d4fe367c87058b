import { spawnSync } from "node:child_process"
import { runEveryTest } from "./flaky.ts"

/**
 * `npm test`: the checks, then every test. `npm test -- FILE` runs that file alone and at once; further words go to
 * vitest.
 */
const run = (command: string, ...options: ReadonlyArray<string>) => {
  const { status } = spawnSync(command, options, { stdio: "inherit" })
  if (status !== 0) process.exit(status ?? 1)
}

const words = process.argv.slice(2)
if (words.some((word) => !word.startsWith("-"))) run("vitest", "run", ...words)
else {
  run(process.execPath, "scripts/check.ts")
  // Once here, and not by each of the processes that the tests start.
  run(process.execPath, "packages/dashboard/build.ts")
  process.exitCode = runEveryTest(words)
}
