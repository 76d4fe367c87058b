import { assert, describe, it } from "#test/support/suite"
import { Effect, Schema, Stream } from "effect"
import { createHash } from "node:crypto"
import { tmpdir } from "node:os"
import path from "node:path"
import { makeJudge } from "#evidence/leaver-test/judging"
import type { MissingFacts } from "#evidence/leaver-test/missing-repo"
import { PopulationWriter } from "#evidence/leaver-test/population-writer"
import { Randomness } from "#platform/crypto/random"
import { openScratchFile, type ScratchFile } from "#platform/files/scratch-file"
import { app, hour, leaver, parameters, start } from "./leavers.ts"

const noneMissing: MissingFacts = {
  accounts_off_without_case: [],
  terminated_but_active: [],
  cancelled_cases: [],
  deleted_cases: [],
  deleted_records: [],
  leavers_without_day: [],
  withdrawn_leavers: [],
  sources: [],
  coverage: [],
  log: { whole: true, since: null }
}

const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`

/** A leaver with or without offboarding, directory record, and an app that was removed after so many hours, if at all. */
const Leaver = Schema.Struct({
  offboarded: Schema.Boolean,
  recorded: Schema.Boolean,
  erased: Schema.Boolean,
  hours: Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 60 })))
})

const judge = makeJudge(parameters, start + 1_000 * hour)
const judged = ({ erased, hours, offboarded, recorded }: typeof Leaver.Type, index: number) =>
  judge({
    ...leaver,
    leaverId: idOf(index),
    employeeId: recorded ? idOf(index + 100) : null,
    name: erased ? "[erased]" : `Leaver ${index}`,
    offboarding: offboarded ? leaver.offboarding : null,
    apps: [hours === null ? app : { ...app, evidence: "read_back", removedAt: start + hours * hour }]
  })

const contentOf = (file: ScratchFile) =>
  Effect.map(Stream.runCollect(file.read), (chunks) => Buffer.concat([...chunks]))

/** Written in pages of this size. */
const written = Effect.fnUntraced(
  function* (leavers: ReadonlyArray<ReturnType<typeof judged>>, pageSize: number, missing = noneMissing) {
    const scratch = openScratchFile(path.join(tmpdir(), `population-writer-${process.pid}`))
    const writer = new PopulationWriter({
      population: yield* scratch,
      removals: yield* scratch,
      leftBehind: yield* scratch
    })
    yield* writer.begin()
    for (let first = 0; first < leavers.length; first += pageSize) {
      yield* writer.add(leavers.slice(first, first + pageSize))
      assert.strictEqual(writer.done(), Math.min(first + pageSize, leavers.length))
    }
    const { leftBehind, population, removals, ...figures } = writer.finish(missing, true)
    return {
      figures,
      population: yield* contentOf(population),
      removals: (yield* contentOf(removals)).toString(),
      leftBehind:
        leftBehind === null
          ? null
          : { figures: leftBehind.figures, rows: (yield* contentOf(leftBehind.file)).toString() }
    }
  },
  Effect.scoped,
  Effect.provide(Randomness.layer)
)

const linesOf = (csv: Buffer | string) => csv.toString().trimEnd().split(/\r?\n/)

describe("the population of a leaver test", () => {
  it.effect.prop(
    "is the same however it is paged, has a row per leaver, and the hash is the file's",
    {
      leavers: Schema.Array(Leaver).check(Schema.isMaxLength(12)),
      pageSize: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 5 }))
    },
    ({ leavers, pageSize }) =>
      Effect.gen(function* () {
        const all = leavers.map(judged)
        const paged = yield* written(all, pageSize)
        assert.deepStrictEqual(paged, yield* written(all, 100))
        assert.deepStrictEqual(
          linesOf(paged.population)
            .slice(1)
            .map((line) => line.slice(0, 36)),
          all.map(({ facts }) => facts.leaverId)
        )
        assert.lengthOf(linesOf(paged.removals), 1 + all.length)
        assert.strictEqual(paged.figures.sha256, createHash("sha256").update(paged.population).digest("hex"))
        assert.deepStrictEqual(
          paged.figures.leaversWithoutCase.map(({ id }) => id),
          leavers.flatMap(({ offboarded }, index) => (offboarded ? [] : [idOf(index)]))
        )
      }),
    { arbitrary: { runs: 25 } }
  )

  it.effect(
    "lists the worst exceptions first: without a case, then open, then late by the hours beyond what is allowed",
    function* () {
      const about = { offboarded: true, recorded: true, erased: false }
      const all = [
        { ...about, hours: 30 },
        { ...about, hours: 1 },
        { ...about, hours: null },
        { ...about, hours: 50 }
      ]
      const noCase = judge({ ...leaver, leaverId: idOf(9), employeeId: idOf(109), offboarding: null, apps: [] })
      const { figures } = yield* written([...all.map(judged), noCase], 2)
      assert.deepStrictEqual(
        figures.exceptions.map(({ leaver_id, result }) => [leaver_id, result]),
        [
          [idOf(9), "no_case"],
          [idOf(2), "open"],
          [idOf(3), "late"],
          [idOf(0), "late"]
        ]
      )
    }
  )

  it.effect(
    "names every subject once: leavers, records, approvers, acceptors and people who are missing; the erased are not listed",
    function* () {
      const accepted = { ...app, acceptedById: idOf(501) }
      const approved = leaver.offboarding === null ? null : { ...leaver.offboarding, approvedById: idOf(502) }
      const one = judge({
        ...leaver,
        leaverId: idOf(1),
        employeeId: idOf(101),
        offboarding: approved,
        apps: [accepted, accepted]
      })
      const unrecorded = judged({ offboarded: true, recorded: false, erased: false, hours: 1 }, 2)
      const erased = judged({ offboarded: true, recorded: false, erased: true, hours: 1 }, 3)
      const off = { employee_id: idOf(601), name: "", email: "", since: "2026-01-01" }
      const { figures } = yield* written([one, unrecorded, erased], 1, {
        ...noneMissing,
        accounts_off_without_case: [off, { ...off, employee_id: idOf(101) }],
        cancelled_cases: [{ case_id: idOf(602), name: "", last_working_day: "2026-01-01", cancelled_at: null }]
      })
      assert.sameMembers([...figures.subjects], [1, 2, 3, 101, 501, 502, 601, 602].map(idOf))
      assert.deepStrictEqual(
        figures.casesWithoutRecord.map(({ id }) => id),
        [idOf(2)]
      )
      assert.deepStrictEqual(figures.evidence, {
        read_back: 2,
        vendor_answer: 0,
        confirmed_by_hand: 0,
        not_observed: 2
      })
    }
  )
})
