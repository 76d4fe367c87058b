import { Effect, Random } from "effect"
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import process from "node:process"
import { parseArgs } from "node:util"
import { lineOf, type Mutant, mutantsOf, planted } from "./mutants.ts"

/**
 * `npm run plant -- DISTRICT/DOMAIN`: changes one operator of a domain at a time, in a copy, and runs the domain's tests. A
 * mutant that they do not see is equivalent, or a case is missing (platform-85).
 */
const usage = `Usage: npm run plant -- DISTRICT/DOMAIN [OPTION…], for example work/assets
  --count N       so many mutants, drawn by the seed (20)
  --seed N        which ones: a run with the same seed tries the same (1)
  --all           every mutant
  --at FILE:LINE  those of this line only, FILE relative to the domain
  --tests PATH    further tests to run, any number of times
`

const fail = (message: string): never => {
  process.stderr.write(message)
  process.exit(2)
}

const readOptions = () => {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        count: { type: "string", default: "20" },
        seed: { type: "string", default: "1" },
        all: { type: "boolean", default: false },
        at: { type: "string" },
        tests: { type: "string", multiple: true, default: [] }
      }
    })
  } catch {
    return fail(usage)
  }
}

const {
  positionals: [domain = ""],
  values
} = readOptions()
const root = path.resolve(import.meta.dirname, "..")
const source = path.join("src", domain)
const tests = [path.join("test", domain), ...values.tests]
const count = Number(values.count)
if (!/^[a-z-]+(?:\/[a-z-]+)?$/.test(domain) || !Number.isInteger(count) || count < 1) fail(usage)
for (const folder of [source, ...tests]) {
  if (!fs.existsSync(path.join(root, folder))) fail(`There is no ${folder}\n`)
}

/** Doors and wiring have their cases elsewhere, and the types hold most of them. */
const untouched = new Set(["index.ts", "http.ts", "rpc.ts"])

interface Planted {
  readonly file: string
  readonly text: string
  readonly mutant: Mutant
}
const everything = fs
  .globSync("**/*.ts", { cwd: path.join(root, source) })
  .filter((name) => !untouched.has(path.basename(name)))
  .toSorted()
  .flatMap((name) => {
    const file = path.join(source, name)
    const text = fs.readFileSync(path.join(root, file), "utf8")
    return mutantsOf(text).map((mutant): Planted => ({ file, text, mutant }))
  })

const place = ({ file, mutant, text }: Planted) => `${file}:${lineOf(text, mutant)}`
const drawn = Effect.runSync(Random.shuffle(everything).pipe(Random.withSeed(values.seed))).slice(0, count)
const chosen =
  values.at === undefined
    ? values.all
      ? everything
      : everything.filter((each) => drawn.includes(each))
    : everything.filter((each) => place(each) === path.join(source, values.at ?? ""))

/** A copy, so that the checkout is never dirty. Packages are linked: nothing of them is changed. */
const copy = fs.mkdtempSync(path.join(os.tmpdir(), "svc-plant-"))
const isCopied = (from: string) => !/(?:^|[/\\])(?:node_modules|\.[^/\\]+)(?:$|[/\\])/.test(from)
fs.cpSync(root, copy, { recursive: true, filter: (from) => isCopied(path.relative(root, from)) })
fs.symlinkSync(path.join(root, "node_modules"), path.join(copy, "node_modules"), "junction")

let running: ChildProcess | undefined

/** What is still running, with the database that it started: both end on a signal, and by force after a while. */
const stop = (child: ChildProcess) => {
  child.kill("SIGTERM")
  setTimeout(() => child.kill("SIGKILL"), 10_000).unref()
}

/** What the tests said last. */
const log = path.join(copy, "tests.log")

type Ending = "passed" | "failed" | "timed out"

const runTests = (limit: number) =>
  new Promise<Ending>((resolve) => {
    let ending: Ending | undefined
    const output = fs.openSync(log, "w")
    const child = spawn("vitest", ["run", "--bail", "1", "--reporter", "dot", ...tests], {
      cwd: copy,
      stdio: ["ignore", output, output]
    })
    running = child
    const timer = setTimeout(() => {
      ending = "timed out"
      stop(child)
    }, limit)
    child.once("error", (error) => fail(`${error.message}\n`))
    child.once("exit", (status) => {
      clearTimeout(timer)
      fs.closeSync(output)
      resolve(ending ?? (status === 0 ? "passed" : "failed"))
    })
  })

const onlySource = { extends: "./tsconfig.json", compilerOptions: { incremental: true }, include: ["src"] }
fs.writeFileSync(path.join(copy, "tsconfig.plant.json"), JSON.stringify(onlySource))
const compiles = () => spawnSync("tsc", ["--checkers", "1", "-p", "tsconfig.plant.json"], { cwd: copy }).status === 0

const say = (text: string) => process.stdout.write(`${text}\n`)
const lineAt = (text: string, line: number) => (text.split("\n")[line - 1] ?? "").trim()
const survivors: Array<Planted> = []

const summary = () => {
  for (const each of survivors) {
    const line = lineOf(each.text, each.mutant)
    say(`\n${place(each)}  ${each.mutant.what}`)
    say(`- ${lineAt(each.text, line)}\n+ ${lineAt(planted(each.text, each.mutant), line)}`)
  }
}

let ending = false
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  // A second one finds this under way: who started it may pass on what the whole group got.
  process.on(signal, () => {
    if (ending) return undefined
    ending = true
    const end = () => process.exit(128 + os.constants.signals[signal])
    summary()
    if (running === undefined || running.exitCode !== null) return end()
    running.once("exit", end)
    return stop(running)
  })
}
process.once("exit", () => fs.rmSync(copy, { recursive: true, force: true }))

say(`${domain}: ${chosen.length} of ${everything.length} mutants, seed ${values.seed}`)
const before = performance.now()
if ((await runTests(600_000)) !== "passed") fail(`${fs.readFileSync(log, "utf8")}\nThe tests fail without any mutant\n`)
const limit = 3 * (performance.now() - before) + 30_000

for (const [index, each] of chosen.entries()) {
  const file = path.join(copy, each.file)
  const since = performance.now()
  fs.writeFileSync(file, planted(each.text, each.mutant))
  const ending = await runTests(limit)
  // The types are slow to ask, so only about what the tests let pass, and of SQL they know nothing.
  const lives = ending === "passed" && (each.mutant.isSql || compiles())
  fs.writeFileSync(file, each.text)
  if (lives) survivors.push(each)
  const verdict = { passed: lives ? "SURVIVED" : "does not compile", failed: "killed", "timed out": "timed out" }[
    ending
  ]
  const seconds = Math.round((performance.now() - since) / 1000)
  say(`${index + 1}/${chosen.length}  ${verdict}  ${place(each)}  ${each.mutant.what}  (${seconds} s)`)
}
say(`\n${survivors.length} of ${chosen.length} survived`)
summary()
