import { spawnSync } from "node:child_process"

/** Types, lint and import rules, format: what must hold before a commit. */
const steps: ReadonlyArray<readonly [string, string, ...Array<string>]> = [
  ["types", "tsc", "--noEmit"],
  ["types of the verifier's page", "tsc", "--noEmit", "-p", "packages/verify/page"],
  ["types of the dashboard", "tsc", "--noEmit", "-p", "packages/dashboard"],
  ["types of its pure tests", "tsc", "--noEmit", "-p", "test/dashboard/pure"],
  ["lint and import rules", "oxlint"],
  ["format", "oxfmt", "--check"]
]

for (const [name, command, ...options] of steps) {
  process.stderr.write(`${name} …\n`)
  const { status } = spawnSync(command, options, { stdio: "inherit" })
  if (status !== 0) {
    process.stderr.write(`${name}: failed\n`)
    process.exit(status ?? 1)
  }
}
process.stderr.write("types, lint, import rules and format hold\n")
