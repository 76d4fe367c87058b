import { spawnSync } from "node:child_process"

/** Types, lint and import rules, format: what must hold before a commit. */
const steps: ReadonlyArray<readonly [string, string, ...Array<string>]> = [
  ["types", "tsc", "--noEmit"],
  ["types of the verifier's page", "tsc", "--noEmit", "-p", "packages/verify/page"],
  ["types of the dashboard", "tsc", "--noEmit", "-p", "packages/dashboard"],
  ["types of its pure tests", "tsc", "--noEmit", "-p", "test/dashboard/pure"],
  ["lint and import rules", "oxlint"]
]

const run = (command: string, ...options: ReadonlyArray<string>) =>
  spawnSync(command, options, { stdio: "inherit" }).status

const mustHold = (name: string, status: number | null) => {
  if (status === 0) return
  process.stderr.write(`${name}: failed\n`)
  process.exit(status ?? 1)
}

for (const [name, command, ...options] of steps) {
  process.stderr.write(`${name} …\n`)
  mustHold(name, run(command, ...options))
}

process.stderr.write("format …\n")
// CI refuses what a developer's machine repairs.
const formatted = run("oxfmt", "--check")
if (formatted === 0 || process.env["CI"] !== undefined) mustHold("format", formatted)
else {
  mustHold("format", run("oxfmt"))
  process.stderr.write("format: repaired the files above; commit them\n")
}
process.stderr.write("types, lint, import rules and format hold\n")
