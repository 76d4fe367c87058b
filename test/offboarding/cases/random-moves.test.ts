import { assert, layer } from "#test/support/suite"
import { DateTime, Effect, Layer, Predicate, Schema } from "effect"
import { TestClock } from "effect/testing"
import { AuditVerification } from "#audit/verification/service"
import { Outbox } from "#outgoing/outbox/service"
import { Jobs } from "#platform/jobs/jobs"
import { Loops } from "#App"
import { TestApp } from "#test/support/TestApp"
import { type Sent } from "#test/support/requests"
import { ask, type Asked, type happenings, type Move, type Step, walks } from "./walk-moves.ts"
import { askAs, offices, type Offices } from "./walk-offices.ts"
import { changed, type Digest, makeDigest, type Picture, pictureOf } from "./walk-picture.ts"
import { asked, completedBy, flawsBeside, flawsOf, idsOf, keptOf, missingOf, toldSince } from "./walk-rules.ts"

/** Cases of two walks each. To be raised by hand for a long look: 25, of walks of 60. */
const cases = 5
const length = 40

const App = Loops.pipe(Layer.provideMerge(TestApp))

type Office = Offices[number]

const today = Effect.map(DateTime.now, DateTime.formatIsoDateUtc)
const Missing = Schema.Struct({ missing: Schema.Array(Schema.Struct({ kind: Schema.String })) })
/** The kinds of what a closed gate names. */
const missingIn = (body: unknown) => (Schema.is(Missing)(body) ? body.missing.map(({ kind }) => kind) : [])
const codeIn = (body: unknown) => (Predicate.hasProperty(body, "code") ? body.code : undefined)

/** Tables that a refusal may not touch are all; these an effective change writes beside what it changes. */
const beside = new Set(["outbox_events", "audit_entries", "audit_heads", "audit_person_keys"])

const walk = Effect.fnUntraced(function* (steps: ReadonlyArray<Step>) {
  const both = yield* offices
  const digestOf = yield* makeDigest
  const outbox = yield* Outbox
  const jobs = yield* Jobs
  const notes: Array<string> = []
  const completedOnce = new Set<string>()
  let fresh = 0

  const sceneOf = Effect.fnUntraced(function* (
    office: Office,
    seen: Picture,
    { pick, way }: Pick<Move, "pick" | "way">
  ) {
    const now = yield* DateTime.now
    fresh += 1
    return {
      office,
      seen,
      pick,
      way,
      fresh: `${fresh}`,
      day: (later: number) => DateTime.formatIsoDateUtc(DateTime.add(now, { days: later }))
    }
  })

  /** Does something and judges what it left; `alone` when nothing else went on at the same time. */
  const judged = Effect.fnUntraced(function* <E, R>(
    office: Office,
    other: Office,
    did: {
      readonly does: string
      readonly moves: ReadonlyArray<{ readonly move: Move; readonly asked: Asked }>
      readonly effect: Effect.Effect<ReadonlyArray<Sent>, E, R>
    },
    before: Picture
  ) {
    // No two steps happen at the same moment.
    yield* TestClock.adjust("1 second")
    const now = (yield* DateTime.now).epochMilliseconds
    const digests: readonly [Digest, Digest] = [yield* digestOf(office.orgId), yield* digestOf(other.orgId)]
    const answers = yield* did.effect
    const after = yield* pictureOf(office.orgId)
    for (const { id, status } of after.cases) if (status === "completed") completedOnce.add(id)
    const others = changed(digests[1], yield* digestOf(other.orgId))
    const own = changed(digests[0], yield* digestOf(office.orgId))
    const statuses = answers.map(({ status }) => status)
    notes.push(`${did.does}: ${statuses.join(" ")}`)
    const about = () => `${notes.slice(-12).join("\n")}\n${answers.map(({ text }) => text.slice(0, 400)).join("\n")}`

    assert.deepStrictEqual(others, [], `the other organisation changed\n${about()}`)
    for (const { status } of answers) assert.include([200, 201, 202, 204, 400, 403, 404, 409], status, about())
    assert.deepStrictEqual(flawsOf(after, completedOnce), [], about())
    const ids = idsOf(after)
    assert.deepStrictEqual(
      keptOf(before, now).filter((id) => !ids.has(id)),
      [],
      `a frozen case lost something\n${about()}`
    )

    const told = toldSince(before, after)
    const wanted = asked(before, after, did.does, yield* today)
    const alone = did.moves.length < 2
    const refused = answers.length > 0 && statuses.every((status) => status >= 400)
    if (refused) {
      assert.deepStrictEqual(own, [], `a refusal changed something\n${about()}`)
    } else if (alone) {
      assert.deepStrictEqual(told, wanted, about())
    } else {
      assert.deepStrictEqual(flawsBeside(before, after, told, wanted), [], about())
    }
    if (did.moves.length > 0 && own.some((name) => !beside.has(name))) {
      assert.isAbove(after.entries, before.entries, `nothing in the audit log of ${own.join(", ")}\n${about()}`)
    }
    if (own.length === 0) assert.strictEqual(after.entries, before.entries, about())

    for (const { asked: question, move } of did.moves) {
      const answer = answers[did.moves.findIndex((one) => one.move === move)]
      const fine = answer !== undefined && answer.status < 400
      if (move.by === "reader" && question.method !== "DELETE") assert.isFalse(fine, `a reader writes\n${about()}`)
      const of = before.cases.find(({ id }) => id === question.case)
      if (fine && of !== undefined && move.by === "manager" && alone) {
        assert.strictEqual(of.manager, office.callers.manager.email, `not the manager's\n${about()}`)
      }
      if (fine && of !== undefined && move.by === "research" && alone)
        assert.strictEqual(of.department, "Research", about())
      if (alone && of !== undefined && codeIn(answer?.body) === "stage_gate") {
        const open = missingOf(before, of)
        const past = Predicate.hasProperty(question.body, "status") && question.body.status === "asset_recovery"
        const expected = past ? open.filter((kind) => kind === "app") : open
        const passed = Predicate.hasProperty(question.body, "override") && question.body.override === true
        assert.deepStrictEqual(
          missingIn(answer?.body).toSorted(),
          expected.filter((kind) => !(passed && kind === "task")).toSorted(),
          about()
        )
      }
    }
    for (const one of completedBy(before, after)) {
      const mayPass = did.moves.some(
        ({ asked: { body }, move }) =>
          (move.by === "superadmin" || move.by === "admin") &&
          Predicate.hasProperty(body, "override") &&
          body.override === true
      )
      const open = missingOf(after, one).filter((kind) => !(kind === "task" && mayPass))
      // An asset that goes out at the same moment may do so behind the completion.
      assert.deepStrictEqual(
        alone ? open : open.filter((kind) => kind !== "asset"),
        [],
        `completed too early\n${about()}`
      )
      if (alone) {
        const was = before.cases.find(({ id }) => id === one.id)
        const missing = was === undefined ? [] : missingOf(before, was).filter((kind) => !(kind === "task" && mayPass))
        assert.deepStrictEqual(missing, [], `completed past a gate\n${about()}`)
      }
    }
    return after
  })

  const moved = Effect.fnUntraced(function* (office: Office, other: Office, moves: ReadonlyArray<Move>, seen: Picture) {
    const made = yield* Effect.forEach(moves, (move) =>
      Effect.map(sceneOf(office, seen, move), (scene) => ({ move, asked: ask(move.does, scene) }))
    )
    const effect = Effect.all(
      made.map(({ asked: question, move }) => askAs(office.callers[move.by], question)),
      { concurrency: "unbounded" }
    )
    const [only] = moves
    const does = moves.length === 1 && only !== undefined ? only.does : moves.map(({ does }) => does).join(" beside ")
    return yield* judged(office, other, { does, moves: made, effect }, seen)
  })

  /** Closes what is open of the newest case, as people do. */
  const ready = Effect.fnUntraced(function* (office: Office, other: Office, from: Picture) {
    let seen = from
    const [one] = seen.cases
    if (one === undefined) return seen
    const by = { by: "superadmin", pick: 0, way: 0 } as const
    for (const does of ["confirmRemoved", "confirmNoApps", "confirmAssetReturn"] as const) {
      seen = yield* moved(office, other, [{ ...by, does }], seen)
    }
    seen = yield* moved(office, other, [{ ...by, does: "giveBackMany", pick: 99 }], seen)
    for (const task of seen.tasks.filter((item) => item.case === one.id && !item.done)) {
      const question: Asked = {
        method: "PATCH",
        path: `/api/employees/checklist/${task.id}`,
        body: { completed: true },
        case: one.id
      }
      const effect = Effect.map(askAs(office.callers.superadmin, question), (answer) => [answer])
      const move: Move = { ...by, does: "tick" }
      seen = yield* judged(office, other, { does: "ready tick", moves: [{ move, asked: question }], effect }, seen)
    }
    return seen
  })

  const happened = Effect.fnUntraced(function* (office: Office, other: Office, happens: (typeof happenings)[number]) {
    const seen = yield* pictureOf(office.orgId)
    switch (happens) {
      case "ready":
        return yield* ready(office, other, seen)
      case "hand out":
        return yield* Effect.repeat(outbox.dispatch(office.orgId), { until: (count) => count === 0 })
      case "a day":
        return yield* TestClock.adjust("1 day")
      case "8 days":
        return yield* TestClock.adjust("8 days")
      case "400 days":
        return yield* TestClock.adjust("400 days")
      default: {
        const effect = Effect.as(jobs.run(happens, office.orgId), [])
        return yield* judged(office, other, { does: happens, moves: [], effect }, seen)
      }
    }
  })

  for (const step of steps) {
    const [first, second] = both
    const [office, other] = step.in === 0 ? [first, second] : [second, first]
    if (step.happens !== undefined) {
      notes.push(step.happens)
      yield* happened(office, other, step.happens)
    } else {
      const moves = [step.move, step.beside].filter((move) => move !== undefined)
      yield* moved(office, other, moves, yield* pictureOf(office.orgId))
    }
  }

  const verification = yield* AuditVerification
  for (const { orgId } of both) {
    const report = yield* verification.verify(orgId)
    assert.deepInclude(report, { ok: true }, JSON.stringify(report))
  }
  return true
})

layer(App)("cases under random moves", (it) => {
  const property = ({ steps }: { readonly steps: ReadonlyArray<Step> }) => walk(steps)
  for (let each = 1; each <= cases; each += 1) {
    it.effect.prop(`no walk breaks a rule, the same ones each time (${each})`, { steps: walks(length) }, property, {
      timeout: 300_000,
      arbitrary: { runs: 2, size: 4 * length, seed: `cases ${each}`, maxShrinks: 60 }
    })
  }
  it.effect.prop("no walk breaks a rule, others each time", { steps: walks(length) }, property, {
    timeout: 300_000,
    arbitrary: { runs: 3, size: 4 * length, maxShrinks: 60 }
  })
})
