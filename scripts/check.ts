import { spawn, spawnSync } from "node:child_process"

/** A step: what it is called, and its command. */
type Step = readonly [name: string, command: string, ...options: ReadonlyArray<string>]

/** By one checker: several instantiate the same types again, for more than twice the CPU. */
const typesOf = (name: string, project: string): Step => [name, "tsc", "--noEmit", "--checkers", "1", "-p", project]

/** Types, lint and import rules: what must hold before a commit. Side by side, as each step uses one core. */
const lanes: ReadonlyArray<ReadonlyArray<Step>> = [
  [typesOf("types", ".")],
  [
    typesOf("types of the verifier's page", "packages/verify/page"),
    typesOf("types of the dashboard", "packages/dashboard"),
    typesOf("types of its pure tests", "test/dashboard/pure"),
    ["lint and import rules", "oxlint"]
  ]
]

/** What the step prints is shown as it ends, so that two lanes do not mix theirs. */
const holds = ([name, command, ...options]: Step) =>
  new Promise<boolean>((resolve, reject) => {
    process.stderr.write(`${name} …\n`)
    const child = spawn(command, options, { stdio: ["ignore", "pipe", "pipe"] })
    const printed: Array<Buffer> = []
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => printed.push(chunk))
    child.once("error", reject)
    child.once("close", (status) => {
      process.stderr.write(Buffer.concat(printed))
      if (status !== 0) process.stderr.write(`${name}: failed\n`)
      resolve(status === 0)
    })
  })

const laneHolds = async (steps: ReadonlyArray<Step>) => {
  for (const step of steps) if (!(await holds(step))) return false
  return true
}

if ((await Promise.all(lanes.map(laneHolds))).includes(false)) process.exit(1)

process.stderr.write("format …\n")
const format = (...options: ReadonlyArray<string>) => spawnSync("oxfmt", options, { stdio: "inherit" }).status === 0
// CI refuses what a developer's machine repairs.
if (!format("--check")) {
  if (process.env["CI"] !== undefined || !format()) {
    process.stderr.write("format: failed\n")
    process.exit(1)
  }
  process.stderr.write("format: repaired the files above; commit them\n")
}
process.stderr.write("types, lint, import rules and format are correct\n")
