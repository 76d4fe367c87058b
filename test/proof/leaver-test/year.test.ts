import { assert, layer } from "@effect/vitest"
import { CalendarDate } from "@svc/contract/kernel/dates"
import type { LeaverTestParameters } from "@svc/contract/leaver-test/schema"
import { DateTime, Effect, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"
import { hash } from "node:crypto"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"
import { Randomness } from "#platform/crypto/random"
import { drawn, seedOf } from "#proof/leaver-test/draw"
import { LeaverFactsRepo } from "#proof/leaver-test/facts-repo"
import { LeaverPopulation } from "#proof/leaver-test/population"
import type { ScratchFile } from "#platform/files/scratch-file"
import { erase } from "#test/proof/erasure/support"
import { aSuperAdmin, type Member } from "#test/support/people"
import { as } from "#test/support/requests"
import { TestApp } from "#test/support/TestApp"
import { recount, redrawn } from "./recount.ts"
import { expected } from "./year-expected.ts"
import { asOf, period, writeYear } from "./year.ts"

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

const aFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(path.join(tmpdir(), "svc-leaver-test-"))),
  (folder) => Effect.promise(() => rm(folder, { recursive: true }))
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
  Layer.provideMerge(TestApp)
)

const aYear = Effect.fnUntraced(function* (options: Parameters<typeof writeYear>[1]) {
  yield* TestClock.setTime(DateTime.toEpochMillis(asOf))
  const member = yield* aSuperAdmin()
  return { member, year: yield* writeYear(member, options) }
})

/** The population of that moment, and its files in a folder. */
const tested = Effect.fnUntraced(function* ({ orgId }: Member, of: LeaverTestParameters) {
  const population = yield* (yield* LeaverPopulation).write(orgId, of, asOf, () => Effect.void)
  const folder = yield* aFolder
  const csv = yield* textOf(population.population)
  const files = {
    "population.csv": csv,
    "removals.csv": yield* textOf(population.removals),
    "statistics.json": JSON.stringify({
      format: "svc-leaver-test-statistics/v1",
      as_of: DateTime.formatIso(asOf),
      parameters: of,
      ...population.statistics
    })
  }
  yield* Effect.promise(() =>
    Promise.all(Object.entries(files).map(([name, text]) => writeFile(path.join(folder, name), text)))
  )
  return { population, folder, rows: rowsOf(csv) }
})

const holds = Effect.fnUntraced(function* (folder: string, about: string) {
  const told = yield* recount(folder)
  assert.isTrue(told.holds, `${about}\n${told.lines.join("\n")}`)
})

layer(Populations)("a made-up year of 500 leavers", (it) => {
  it.effect("names each planted fault and no other, and the second program recounts it", () =>
    Effect.gen(function* () {
      const { member, year } = yield* aYear({ leavers: 500, seed: 22 })
      const { body, status } = yield* erase(member, year.planted.erased.id)
      assert.strictEqual(status, 200, JSON.stringify(body))
      assert.include((yield* as(member).get("/api/audit-log/verify")).body, { ok: true })
      const { folder, population, rows } = yield* tested(member, parameters)
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

      const { missing } = population
      assert.deepStrictEqual(
        {
          leavers_without_case: population.leaversWithoutCase.map(({ id }) => id),
          cases_without_record: population.casesWithoutRecord.map(({ id }) => id),
          accounts_off_without_case: missing.accounts_off_without_case.map(({ employee_id }) => employee_id),
          terminated_but_active: missing.terminated_but_active.map(({ employee_id, why }) => [employee_id, why]),
          cancelled_cases: missing.cancelled_cases.map(({ case_id }) => case_id),
          deleted_cases: missing.deleted_cases.length
        },
        completeness
      )
      yield* holds(folder, "500 leavers")

      const from = { anchorHash: hash("sha256", "an anchor"), words: 'It\'s 50 % "où"' }
      const sample = drawn(seedOf({ ...from, populationSha256: population.sha256 }), population.leaverIds, 25)
      assert.lengthOf(new Set(sample), 25)
      assert.deepStrictEqual(yield* redrawn(path.join(folder, "population.csv"), { ...from, size: 25 }), sample)
    })
  )

  it.effect("is recounted whatever the clock, the hours, the apps in scope and the period", () =>
    Effect.gen(function* () {
      const { member } = yield* aYear({ leavers: 90, seed: 7 })
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
        const { folder } = yield* tested(member, of)
        yield* holds(folder, JSON.stringify(of))
      }
    })
  )
})
