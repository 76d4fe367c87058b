import { spawnSync } from "node:child_process"

/** `npm test`: the checks, then every test. Further words go to vitest: `npm test -- test/audit/record`. */
const run = (command: string, ...options: ReadonlyArray<string>) => {
  const { status } = spawnSync(command, options, { stdio: "inherit" })
  if (status !== 0) process.exit(status ?? 1)
}

run(process.execPath, "scripts/check.ts")
// Once here, and not by each of the processes that the tests start.
run(process.execPath, "packages/dashboard/build.ts")
run("vitest", "run", ...process.argv.slice(2))
