import { Effect, FileSystem, Option, Schema } from "effect"
import { execFileSync } from "node:child_process"
import os from "node:os"
import path from "node:path"
import { benchNames } from "./benches.ts"
import { BenchFailed, benchFolder, root } from "./opponents.ts"
import { type Line, markdown, verdict } from "./report.ts"

const files = { figures: path.join(benchFolder, "measured.json"), page: path.join(root, "docs", "performance.md") }
const marks = { begin: "<!-- written by npm run bench -- --compare -->", end: "<!-- end of what is written -->" }

const Measurement = Schema.Struct({
  /** The day it was measured on. */
  date: Schema.String,
  /** What was measured, with "and changes" where the files were not those of the commit. */
  commit: Schema.String,
  /** What the bench took. */
  seconds: Schema.Finite,
  cores: Schema.Int,
  /** Processes that ran or waited to when it began, of the minute before. */
  load: Schema.Finite,
  lines: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      what: Schema.String,
      measured: Schema.String,
      bar: Schema.String,
      met: Schema.NullOr(Schema.Boolean),
      missedBy: Schema.Finite,
      watched: Schema.NullOr(
        Schema.Struct({
          better: Schema.Literals(["more", "less"]),
          rounds: Schema.Array(Schema.Finite),
          value: Schema.Finite
        })
      )
    })
  )
})
type Measurement = typeof Measurement.Type

/** The last measurement of each bench, by its name. */
const Measurements = Schema.fromJsonString(Schema.Record(Schema.String, Measurement))
export type Measurements = Readonly<Record<string, Measurement>>

const git = (...words: ReadonlyArray<string>) =>
  Effect.try({
    try: () => execFileSync("git", words, { cwd: root, encoding: "utf8" }).trim(),
    catch: (cause) => new BenchFailed({ message: `git ${words.join(" ")}: ${String(cause)}` })
  })

/** What was measured last; nothing where there is no record yet. */
export const lastMeasured = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  if (!(yield* fs.exists(files.figures))) return {}
  return yield* Schema.decodeUnknownEffect(Measurements)(yield* fs.readFileString(files.figures))
})

/** Runs a bench and keeps what it took, with the day, the commit and how busy the machine was. */
export const measured = Effect.fnUntraced(function* <E, R>(bench: Effect.Effect<ReadonlyArray<Line>, E, R>) {
  const load = os.loadavg()[0] ?? 0
  const started = performance.now()
  const lines = yield* bench
  const changed = (yield* git("status", "--porcelain", "--untracked-files=no", "--", ".", ":!docs")) !== ""
  return {
    date: new Date().toISOString().slice(0, 10),
    commit: `${yield* git("rev-parse", "--short=10", "HEAD")}${changed ? " and changes" : ""}`,
    seconds: Math.round((performance.now() - started) / 1000),
    cores: os.availableParallelism(),
    load: Math.round(load * 100) / 100,
    lines
  } satisfies Measurement
})

/** Of a bench with more rows than this the page shows those that missed their line. */
const maxRows = 40

/** The rows of a bench: its lines to reach. */
const rowsOf = (name: string, { commit, date, lines }: Measurement) => {
  const bound = lines.filter(({ met }) => met !== null)
  const missed = bound.filter(({ met }) => met === false)
  const shown = bound.length > maxRows ? missed : bound
  return [
    [
      `**${name}**`,
      `${bound.length - missed.length} of ${bound.length} reach their line (${date}, ${commit})`,
      "",
      "",
      bound.length > maxRows ? "missed:" : ""
    ],
    ...shown.map((line) => [
      name,
      line.what.replaceAll("|", String.raw`\|`),
      line.measured,
      line.bar.replace(">=", "≥").replace("<=", "≤"),
      verdict(line)
    ])
  ]
}

/** The rows of a page that is there, by bench: a run of some benches leaves those of the others. */
const rowsOfPage = (text: string) => {
  const rows = text
    .split("\n")
    .slice(2)
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))
    .map((cells) => cells.slice(1, -1))
  return Map.groupBy(rows, ([name = ""]) => name.replaceAll("*", ""))
}

const page = (former: string, measurements: Measurements) => {
  const before = rowsOfPage(former)
  return markdown([
    ["Bench", "Pair", "Measured", "Line", ""],
    ...benchNames.flatMap((name) => {
      const one = measurements[name]
      return one === undefined ? (before.get(name) ?? []) : rowsOf(name, one)
    })
  ])
}

/** Keeps the figures with those of the benches that did not run, and writes the table of the page. */
export const keep = Effect.fnUntraced(function* (all: Measurements) {
  const fs = yield* FileSystem.FileSystem
  const sorted = Object.fromEntries(benchNames.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])))
  yield* fs.makeDirectory(benchFolder, { recursive: true })
  yield* fs.writeFileString(files.figures, `${JSON.stringify(sorted, null, 2)}\n`)
  const text = yield* fs.readFileString(files.page)
  const [begin, end] = [text.indexOf(marks.begin), text.indexOf(marks.end)]
  if (begin < 0 || end < begin) {
    return yield* new BenchFailed({
      message: `${files.page} has no place for the table: add the lines ${marks.begin} and ${marks.end}`
    })
  }
  const table = text.slice(begin + marks.begin.length, end).trim()
  yield* fs.writeFileString(
    files.page,
    `${text.slice(0, begin + marks.begin.length)}\n\n${page(table, sorted)}\n\n${text.slice(end)}`
  )
})

/** What a bench took when it was measured last. */
export const costOf = (measurements: Measurements, name: string) =>
  Option.map(Option.fromUndefinedOr(measurements[name]), ({ date, seconds }) => `${seconds} s on ${date}`)
