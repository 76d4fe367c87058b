import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Cause, Effect, Exit, Option } from "effect"
import { type BenchName, benches, benchNames, isBench, rehearsals } from "./benches.ts"
import { BenchServer } from "./database.ts"
import { moved } from "./moved.ts"
import { BenchFailed, installOpponents } from "./opponents.ts"
import { table } from "./report.ts"
import { costOf, keep, lastMeasured, measured, type Measurements } from "./watch.ts"

const usage = `npm run bench [-- OPTION… NAME…]

Runs the benchmarks named, or all but those that are left to be named, one after the other, and prints the table of all
pairs with the line of each.

  --compare  also names what moved since the last measurement on this machine by more than its rounds are apart, keeps
             the new figures (.bench/measured.json), and writes the table of docs/performance.md
  --list     the names, what each took when it was measured last, and which are left to be named

BENCH_ROUNDS (5) is how often each side of a pair is measured. For quick tries: GROWTH_ROWS (1000000), GROWTH_ROUTES (those whose
name has this in it), GROWTH_KEEP=on (the rows stay for the next run), SOAK_MINUTES (30), BENCH_ENTRIES (of verify, 2000000).
`

const print = (text: string) => Effect.sync(() => process.stdout.write(`${text}\n`))

const listed = Effect.gen(function* () {
  const before = yield* lastMeasured
  const line = (name: BenchName) =>
    [
      name.padEnd(20),
      Option.getOrElse(costOf(before, name), () => "not timed yet").padEnd(22),
      rehearsals[name] === undefined ? "" : `left to be named: ${rehearsals[name]}`
    ]
      .join(" ")
      .trimEnd()
  yield* print(benchNames.map(line).join("\n"))
})

/** One after the other; a bench that fails is told of at the end, and does not cost the figures of the others. */
const runAll = Effect.fnUntraced(function* (names: ReadonlyArray<BenchName>) {
  const done: Record<string, Measurements[string]> = {}
  const failed: Array<string> = []
  for (const name of names) {
    yield* Effect.logInfo(name)
    const outcome = yield* Effect.exit(Effect.scoped(measured(benches[name]())))
    if (Exit.isSuccess(outcome)) {
      done[name] = outcome.value
      yield* Effect.logInfo(`${name} took ${outcome.value.seconds} s`)
    } else if (Cause.hasInterruptsOnly(outcome.cause)) return yield* Effect.failCause(outcome.cause)
    else {
      failed.push(name)
      yield* Effect.logError(`${name} was not measured`, outcome.cause)
    }
  }
  return { done, failed }
})

const compare = Effect.fnUntraced(function* (done: Measurements) {
  const before = yield* lastMeasured
  const changes = moved(before, done)
  const sentences = (worse: boolean) =>
    changes.filter((change) => change.worse === worse).map(({ sentence }) => `  ${sentence}`)
  for (const [title, lines] of [
    ["Worse than when it was measured last, by more than the rounds are apart:", sentences(true)],
    ["Better:", sentences(false)]
  ] as const) {
    yield* print(`\n${title}\n${lines.length === 0 ? "  nothing" : lines.join("\n")}`)
  }
  yield* keep({ ...before, ...done })
})

const main = Effect.gen(function* () {
  const words = process.argv.slice(2)
  const options = words.filter((word) => word.startsWith("-"))
  if (options.includes("--help")) return yield* print(usage)
  if (options.includes("--list")) return yield* listed
  const asked = words.filter((word) => !word.startsWith("-"))
  const unknown = [...asked.filter((name) => !isBench(name)), ...options.filter((option) => option !== "--compare")]
  if (unknown.length > 0) {
    return yield* new BenchFailed({
      message: `There is no benchmark or option ${unknown.join(", ")}. There are: --compare, --list, --help, ${benchNames.join(", ")}`
    })
  }
  const leftOut = asked.length > 0 ? [] : benchNames.filter((name) => rehearsals[name] !== undefined)
  const names = asked.length > 0 ? asked.filter(isBench) : benchNames.filter((name) => !leftOut.includes(name))
  yield* installOpponents
  const { done, failed } = yield* runAll(names).pipe(Effect.provide(BenchServer.layer))
  yield* print(`\n${table(Object.values(done).flatMap(({ lines }) => lines))}`)
  for (const name of leftOut) yield* print(`Left out: ${name}, ${rehearsals[name]}. npm run bench -- ${name}`)
  if (options.includes("--compare")) yield* compare(done)
  if (failed.length > 0) return yield* new BenchFailed({ message: `Not measured, see above: ${failed.join(", ")}` })
}).pipe(Effect.provide(NodeServices.layer))

NodeRuntime.runMain(main)
