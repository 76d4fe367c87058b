import { assert, layer } from "#test/support/suite"
import { CalendarDate } from "@svc/contract/kernel/dates"
import type { LeaverTestParameters } from "@svc/contract/leaver-test/schema"
import { DateTime, Effect, Layer, Schema, Stream } from "effect"
import { hash } from "node:crypto"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"
import { Randomness } from "#platform/crypto/random"
import { LeaverFactsRepo } from "#evidence/leaver-test/facts-repo"
import { LeaverPopulation } from "#evidence/leaver-test/population"
import type { ScratchFile } from "#platform/files/scratch-file"
import { AppWithFolder } from "#test/audit/archives/support"
import { erase } from "#test/erasure/support"
import type { Member } from "#test/support/people"
import { as } from "#test/support/requests"
import { aYearOf, made } from "./job-support.ts"
import { danglingIn, decodeOscal } from "./oscal-model.ts"
import { recount, redrawn } from "./recount.ts"
import { expected } from "./year-expected.ts"
import { asOf, period } from "./year.ts"

const parameters: LeaverTestParameters = {
  from: CalendarDate.make(period.from),
  to: CalendarDate.make(period.to),
  clock: "last_working_moment",
  preset: "soc2",
  tiers: [
    { name: "critical", hours: 24, apps: ["okta", "github", "google-workspace"] },
    { name: "standard", hours: 72, apps: null }
  ],
  apps: null,
  words: "",
  sample_size: 25
}

const textOf = ({ read }: ScratchFile) => Stream.mkString(Stream.decodeText(read))

const aFolderOf = (files: Iterable<readonly [name: string, content: string | Uint8Array]>) =>
  Effect.acquireRelease(
    Effect.promise(() => mkdtemp(path.join(tmpdir(), "svc-leaver-test-"))),
    (folder) => Effect.promise(() => rm(folder, { recursive: true }))
  ).pipe(
    Effect.tap((folder) =>
      Effect.promise(async () => {
        for (const [name, content] of files) await writeFile(path.join(folder, name), content)
      })
    )
  )

const ofEmployees = Schema.Array(Schema.Struct({ employee_id: Schema.String }))
const ofCases = Schema.Array(Schema.Struct({ case_id: Schema.String }))
const decodeCompleteness = Schema.decodeUnknownEffect(
  Schema.fromJsonString(
    Schema.Struct({
      leavers_without_case: ofEmployees,
      cases_without_record: ofCases,
      accounts_off_without_case: ofEmployees,
      terminated_but_active: Schema.Array(Schema.Struct({ employee_id: Schema.String, why: Schema.String })),
      cancelled_cases: ofCases,
      deleted_cases: Schema.Array(Schema.Struct({ seq: Schema.Int }))
    })
  )
)
const decodeSample = Schema.decodeUnknownEffect(
  Schema.fromJsonString(
    Schema.Struct({ anchor_hash: Schema.String, words: Schema.String, drawn: Schema.Array(Schema.String) })
  )
)

/** Cells of rows whose values have no quotes, by the row's first. */
const rowsOf = (csv: string) => {
  const [names = [], ...rows] = csv
    .trimEnd()
    .split("\r\n")
    .map((line) => line.split(","))
  return new Map(rows.map((row) => [row[0] ?? "", Object.fromEntries(names.map((name, at) => [name, row[at] ?? ""]))]))
}

const Populations = LeaverPopulation.layerNoDeps.pipe(
  Layer.provide([LeaverFactsRepo.layer, Randomness.layer]),
  Layer.provideMerge(AppWithFolder)
)

/** A folder with the files that the second program reads, by other parameters. */
const tested = Effect.fnUntraced(function* ({ orgId }: Member, of: LeaverTestParameters) {
  const population = yield* (yield* LeaverPopulation).write(orgId, of, asOf, () => Effect.void)
  const csv = {
    population: yield* textOf(population.population),
    removals: yield* textOf(population.removals)
  }
  const statistics = {
    format: "svc-leaver-test-statistics/v1",
    as_of: DateTime.formatIso(asOf),
    parameters: of,
    ...population.statistics
  }
  return yield* aFolderOf([
    ["population.csv", csv.population],
    ["removals.csv", csv.removals],
    ["statistics.json", JSON.stringify(statistics)]
  ])
})

const holds = Effect.fnUntraced(function* (folder: string, about: string) {
  const told = yield* recount(folder)
  assert.isTrue(told.holds, `${about}\n${told.lines.join("\n")}`)
})

layer(Populations)("a made-up year of 500 leavers", (it) => {
  // leaver-test-1: Every leaver of a period is judged by a published rule, and what is wrong is named with its cause.
  it.effect("names each planted fault and no other, and the second program recounts it", function* () {
    const { member, year } = yield* aYearOf(500)
    const { body, status } = yield* erase(member, year.planted.erased.id)
    assert.strictEqual(status, 200, JSON.stringify(body))
    assert.include((yield* as(member).get("/api/audit-log/verify")).body, { ok: true })
    const { files } = yield* made(member)
    const rows = rowsOf(String(files.get("population.csv")))
    assert.strictEqual(rows.size, 500)

    const { cells, completeness, rows: told } = expected(year)
    assert.deepStrictEqual(
      told.map(({ leaverId, name }) => {
        const { cause, deciding_app, hours, result } = rows.get(leaverId) ?? {}
        return { name, leaverId, verdict: [result, cause, deciding_app, hours] }
      }),
      told.map((row) => ({ ...row, verdict: [...row.verdict] }))
    )
    for (const [name, of] of Object.entries(cells)) {
      const row = rows.get(told.find((one) => one.name === name)?.leaverId ?? "") ?? {}
      assert.deepStrictEqual(Object.fromEntries(Object.keys(of).map((cell) => [cell, row[cell]])), of, name)
    }

    const ids = new Set<string>(told.map(({ leaverId }) => leaverId))
    const others = [...rows.values()].filter(({ leaver_id = "" }) => !ids.has(leaver_id))
    assert.lengthOf(others, 500 - ids.size)
    const faultless = {
      result: "in_time",
      cause: "",
      not_observed: "0",
      reactivations: "0",
      residual_findings: "0",
      open_tasks: "0",
      open_assets: "0",
      open_documents: "0"
    }
    for (const row of others) assert.include(row, faultless)

    const missing = yield* decodeCompleteness(String(files.get("completeness.json")))
    assert.deepStrictEqual(
      {
        leavers_without_case: missing.leavers_without_case.map(({ employee_id }) => employee_id),
        cases_without_record: missing.cases_without_record.map(({ case_id }) => case_id),
        accounts_off_without_case: missing.accounts_off_without_case.map(({ employee_id }) => employee_id),
        terminated_but_active: missing.terminated_but_active.map(({ employee_id, why }) => [employee_id, why]),
        cancelled_cases: missing.cancelled_cases.map(({ case_id }) => case_id),
        deleted_cases: missing.deleted_cases.length
      },
      completeness
    )

    const folder = yield* aFolderOf(files)
    yield* holds(folder, "500 leavers")
    const { anchor_hash, drawn, words } = yield* decodeSample(String(files.get("sample.json")))
    assert.lengthOf(new Set(drawn), 25)
    assert.deepStrictEqual(
      yield* redrawn(path.join(folder, "population.csv"), { anchorHash: anchor_hash, words, size: 25 }),
      drawn
    )

    const oscal = decodeOscal(String(files.get("assessment-results.json")))
    assert.deepStrictEqual(danglingIn(oscal), [])
    const {
      "back-matter": { resources },
      results
    } = oscal["assessment-results"]
    const hashed = resources.flatMap(({ rlinks }) =>
      rlinks.flatMap(({ hashes = [], href }) => hashes.map(({ value }) => ({ href, value })))
    )
    assert.includeMembers(
      hashed.map(({ href }) => href),
      ["population.csv", "removals.csv", "completeness.json", "statistics.json", "sample.json"]
    )
    for (const { href, value } of hashed) assert.strictEqual(value, hash("sha256", files.get(href) ?? ""), href)
    // Each exception is of one app here, or of none.
    const exceptions = told.filter(({ verdict: [result] }) => ["late", "open", "no_case"].includes(result))
    const idOf = (props: ReadonlyArray<{ readonly name: string; readonly value: string }> = []) =>
      props.find(({ name }) => name === "leaver-id")?.value
    assert.sameMembers(
      results.flatMap(({ observations }) => observations.flatMap(({ props }) => idOf(props) ?? [])),
      exceptions.map(({ leaverId }) => leaverId)
    )
  })

  // leaver-test-2: Every figure can be recounted from the two CSV files alone.
  it.effect("is recounted whatever the clock, the hours, the apps in scope and the period", function* () {
    const { member } = yield* aYearOf(90, 7)
    const own = { ...parameters, preset: "own" } as const
    const others: ReadonlyArray<LeaverTestParameters> = [
      { ...parameters, clock: "notice", tiers: [{ name: "all", hours: 720, apps: null }] },
      { ...parameters, clock: "end_of_employment" },
      { ...parameters, apps: ["GitHub", "SLACK"] },
      { ...parameters, apps: ["nothing of that name"] },
      { ...own, tiers: [{ name: "at once", hours: 0, apps: null }] },
      {
        ...own,
        tiers: [
          { name: "quarter", hours: 0.25, apps: ["okta"] },
          { name: "odd", hours: 7.35, apps: ["Wiki", "zoom"] }
        ]
      },
      { ...parameters, from: CalendarDate.make("2026-03-10"), to: CalendarDate.make("2026-03-13") },
      { ...parameters, from: CalendarDate.make("2025-01-01"), to: CalendarDate.make("2025-12-31") }
    ]
    for (const of of others) {
      yield* holds(yield* tested(member, of), JSON.stringify(of))
    }
  })
})
