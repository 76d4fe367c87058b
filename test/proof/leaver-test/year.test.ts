import { assert, layer } from "@effect/vitest"
import { CalendarDate } from "@svc/contract/kernel/dates"
import type { LeaverTestParameters } from "@svc/contract/leaver-test/schema"
import { DateTime, Effect, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"
import { Randomness } from "#platform/crypto/random"
import { LeaverFactsRepo } from "#proof/leaver-test/facts-repo"
import { LeaverPopulation } from "#proof/leaver-test/population"
import type { ScratchFile } from "#platform/files/scratch-file"
import { erase } from "#test/proof/erasure/support"
import { aSuperAdmin } from "#test/support/people"
import { TestApp } from "#test/support/TestApp"
import { recount } from "./recount.ts"
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

const aYear = Effect.gen(function* () {
  yield* TestClock.setTime(DateTime.toEpochMillis(asOf))
  const member = yield* aSuperAdmin()
  const year = yield* writeYear(member, { leavers: 500, seed: 22 })
  const { body, status } = yield* erase(member, year.planted.erased.id)
  assert.strictEqual(status, 200, JSON.stringify(body))
  const population = yield* (yield* LeaverPopulation).write(member.orgId, parameters, asOf, () => Effect.void)
  return { year, population }
})

layer(Populations)("a made-up year of 500 leavers", (it) => {
  it.effect("names each planted fault and no other, and the second program recounts it", () =>
    Effect.gen(function* () {
      const { population, year } = yield* aYear
      const files = {
        "population.csv": yield* textOf(population.population),
        "removals.csv": yield* textOf(population.removals),
        "statistics.json": JSON.stringify({
          format: "svc-leaver-test-statistics/v1",
          as_of: DateTime.formatIso(asOf),
          parameters,
          ...population.statistics
        })
      }
      const folder = yield* aFolder
      yield* Effect.promise(() =>
        Promise.all(Object.entries(files).map(([name, text]) => writeFile(path.join(folder, name), text)))
      )

      const rows = rowsOf(files["population.csv"])
      assert.strictEqual(rows.size, 500)
      const { cells, completeness, rows: told } = expected(year)
      const planted = told.map(({ leaverId, name }) => {
        const { cause, deciding_app, hours, result } = rows.get(leaverId) ?? {}
        return { name, leaverId, verdict: [result, cause, deciding_app, hours] }
      })
      assert.deepStrictEqual(
        planted,
        told.map((row) => ({ ...row, verdict: [...row.verdict] }))
      )
      const ids = new Set(told.map(({ leaverId }) => leaverId))
      const others = [...rows.values()].filter(({ leaver_id = "" }) => !ids.has(leaver_id))
      assert.lengthOf(others, 500 - ids.size)
      assert.deepStrictEqual(
        others.filter(
          ({ reactivations, residual_findings, result }) =>
            !(result === "in_time" && reactivations === "0" && residual_findings === "0")
        ),
        []
      )
      for (const [name, of] of Object.entries(cells)) {
        const leaverId = told.find((row) => row.name === name)?.leaverId ?? ""
        const row = rows.get(leaverId) ?? {}
        assert.deepStrictEqual(Object.fromEntries(Object.keys(of).map((cell) => [cell, row[cell]])), of, name)
      }

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

      const { holds, lines } = yield* recount(folder)
      assert.isTrue(holds, lines.join("\n"))
    })
  )
})
