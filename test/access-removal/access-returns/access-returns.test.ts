import { assert } from "#test/support/suite"
import { CalendarDate } from "@svc/contract/kernel/dates"
import { PersonKeyId } from "@svc/contract/kernel/ids"
import { Deferred, Effect, Fiber } from "effect"
import { Integrations } from "#connections/integrations/service"
import { Outbox } from "#outgoing/outbox/service"
import { AccessReturnLimits } from "#access-removal/access-returns/limits"
import { AccessReturnWork } from "#access-removal/access-returns/returning"
import { AccessReturns } from "#access-removal/access-returns/service"
import { EntitlementLimits } from "#access-removal/entitlements/limits"
import { Entitlements } from "#access-removal/entitlements/service"
import { LeftBehindLooks } from "#access-removal/left-behind/looks"
import { RevocationRuns } from "#access-removal/revocations/runs"
import { Revocations } from "#access-removal/revocations/service"
import { Db } from "#platform/database/db"
import { quick, within } from "#test/access-removal/revocations/carrying-out"
import { aCase, aScimVendor } from "#test/access-removal/revocations/support"
import { holding, lockerOf, Scripted } from "#test/access-removal/entitlements/scripted"
import { looksForIt } from "#test/access-removal/left-behind/item"
import { asCaller, asSystemCaller, aSuperAdmin, type Member } from "#test/support/people"
import { entriesOf } from "#test/support/log"
import { aPausedClock } from "#test/support/paused-clock"
import { systemSql } from "#test/support/tables"
import { layerOfFile } from "#test/support/layer-of-file"

let people = 0

const aLeaver = Effect.fnUntraced(function* ({ apps = ["Notion"], on = true } = {}) {
  people += 1
  const email = `holder${people}@acme.test`
  const admin = yield* aSuperAdmin()
  if (on) yield* looksForIt(admin.orgId)
  const vendor = yield* aScimVendor()
  const locker = lockerOf(email)
  locker.account = { id: vendor.add({ userName: email }), name: email }
  const integrations = yield* Integrations
  for (const service_name of apps) {
    yield* integrations
      .connectRevocationTarget({ service_name, protocol: "scim", base_url: vendor.baseUrl, token: vendor.token })
      .pipe(asCaller(admin))
  }
  const id = yield* aCase(admin.orgId, { email, apps })
  return { admin, vendor, id, email, locker }
})
type Leaver = Effect.Success<ReturnType<typeof aLeaver>>

const handOut = Effect.fnUntraced(function* (member: Member) {
  const outbox = yield* Outbox
  yield* Effect.repeat(outbox.dispatch(member.orgId), { until: (dispatched) => dispatched === 0 })
})

const look = Effect.fnUntraced(function* ({ admin }: Leaver) {
  const looks = yield* LeftBehindLooks
  yield* looks.lookDue(admin.orgId).pipe(within(quick))
})

/** A run until its end, and the look that follows it. */
const cut = Effect.fnUntraced(function* (leaver: Leaver, apps?: ReadonlyArray<string>) {
  const revocations = yield* Revocations
  const runs = yield* RevocationRuns
  yield* revocations
    .start({ offboardingId: leaver.id, ...(apps === undefined ? {} : { apps }) })
    .pipe(asCaller(leaver.admin))
  yield* runs.settleScheduled(leaver.admin.orgId).pipe(within(quick))
  yield* handOut(leaver.admin)
  yield* look(leaver)
})

const shown = Effect.fnUntraced(function* ({ admin, id }: Leaver) {
  const entitlements = yield* Entitlements
  return yield* entitlements.ofCase(id).pipe(asCaller(admin))
})

const statesOf = (leaver: Leaver) =>
  Effect.map(shown(leaver), ({ items }) =>
    Object.fromEntries(items.map(({ external_id, state }) => [external_id, state]))
  )

const propose = Effect.fnUntraced(function* ({ admin, id }: Leaver, services?: ReadonlyArray<string>) {
  const returns = yield* AccessReturns
  return yield* returns
    .propose(id, {
      ground: "wrong_person",
      reason: "The other Ann leaves",
      ...(services === undefined ? {} : { services })
    })
    .pipe(asCaller(admin))
})

const approve = Effect.fnUntraced(function* (
  { admin }: Leaver,
  { digest, id }: { readonly id: Parameters<AccessReturns["Service"]["approve"]>[0]; readonly digest: string }
) {
  const returns = yield* AccessReturns
  return yield* returns.approve(id, { digest }).pipe(asCaller(admin))
})

const giveBack = Effect.fnUntraced(function* ({ admin }: Leaver) {
  const work = yield* AccessReturnWork
  return yield* work.giveBackDue(admin.orgId).pipe(within(quick))
})

const latest = Effect.fnUntraced(function* ({ admin, id }: Leaver) {
  const returns = yield* AccessReturns
  const all = yield* returns.ofCase(id).pipe(asCaller(admin))
  return yield* Effect.fromNullishOr(all.returns[0])
})

const usual = ({ locker }: Leaver) => {
  locker.items = [
    holding("account", "u1"),
    holding("group", "platform"),
    holding("group", "all"),
    holding("licence", "seat")
  ]
  for (const id of ["u1", "platform", "seat"]) locker.goesWithTheCut.add(id)
}

const withScripted = layerOfFile(Scripted)

withScripted("before and after a cut", (it) => {
  // entitlements-2: No app is asked for it before an organisation turns it on, and none that does not answer stops a
  //   cut.
  it.effect("where it is not turned on, no app is asked", function* () {
    const leaver = yield* aLeaver({ on: false })
    usual(leaver)
    yield* cut(leaver)
    assert.strictEqual(leaver.locker.looks, 0)
    assert.deepInclude(yield* shown(leaver), { on: false, total: 0 })
  })

  // entitlements-1: What was held before a cut is kept, and what went with it is listed.
  it.effect("what was held before it is kept, and what went with it is listed", function* () {
    const leaver = yield* aLeaver()
    usual(leaver)
    assert.strictEqual((yield* shown(leaver)).apps[0]?.note, "Scanned right before revocation")
    yield* cut(leaver)
    assert.deepStrictEqual(yield* statesOf(leaver), { u1: "taken", seat: "taken", platform: "taken", all: "kept" })
    assert.strictEqual(leaver.locker.looks, 2)
    yield* look(leaver)
    assert.strictEqual(leaver.locker.looks, 2, "what became of it is known: nobody is asked again")
    const kept = yield* entriesOf(leaver.admin.orgId, { action: "entitlements_kept" })
    const taken = yield* entriesOf(leaver.admin.orgId, { action: "entitlements_taken" })
    assert.deepStrictEqual(
      [...kept, ...taken].map(({ details }) => details),
      [
        "Notion, held before revocation: accounts: 1, groups: 2, licences: 1",
        "Notion, no longer held after revocation: accounts: 1, licences: 1, groups: 1"
      ]
    )
  })

  // entitlements-1
  it.effect(
    "what is hidden before the cut is said, and what is hidden after it stays held: nothing is concluded",
    function* () {
      const leaver = yield* aLeaver()
      usual(leaver)
      leaver.locker.hidden.set("licence", "The connection needs licences:read")
      yield* cut(leaver)
      const { apps } = yield* shown(leaver)
      assert.deepStrictEqual(
        apps[0]?.sights.flatMap(({ kind, phase, why }) => (why === null ? [] : [[kind, phase, why]])),
        [
          ["licence", "before_cut", "The connection needs licences:read"],
          ["licence", "after", "The connection needs licences:read"]
        ]
      )
      assert.notProperty(yield* statesOf(leaver), "seat")

      const other = yield* aLeaver()
      usual(other)
      const revocations = yield* Revocations
      const runs = yield* RevocationRuns
      yield* revocations.start({ offboardingId: other.id }).pipe(asCaller(other.admin))
      yield* runs.settleScheduled(other.admin.orgId).pipe(within(quick))
      yield* handOut(other.admin)
      other.locker.hidden.set("group", "The connection needs groups:read")
      yield* look(other)
      assert.deepStrictEqual(yield* statesOf(other), { u1: "taken", seat: "taken", platform: "held", all: "held" })
    }
  )

  // entitlements-2
  it.effect("a vendor that does not answer the look never stops the cut", function* () {
    const leaver = yield* aLeaver()
    usual(leaver)
    leaver.locker.silent = true
    const soon = { ...EntitlementLimits.defaultValue(), app: "200 millis" } as const
    yield* cut(leaver).pipe(Effect.provideService(EntitlementLimits, soon))
    assert.isFalse(
      leaver.vendor.requests.every(({ method }) => method === "GET"),
      "the account was cut"
    )
    const { apps, total } = yield* shown(leaver)
    assert.strictEqual(total, 0)
    assert.include(apps[0]?.sights[0]?.why, "in time")
  })

  // entitlements-8: A worker that takes over a run does not take a second snapshot before revocation.
  it.effect("a worker that takes a run over does not look again: its own cut is not somebody else's", function* () {
    const leaver = yield* aLeaver()
    usual(leaver)
    const entitlements = yield* Entitlements
    const [row] = yield* systemSql<{
      readonly person_key_id: string
    }>`SELECT person_key_id FROM offboardings WHERE id = ${leaver.id}`
    const offboarding = {
      id: leaver.id,
      status: "it_revocation" as const,
      employee_name: "Ann Lee",
      employee_email: leaver.email,
      employee_personal_email: null,
      exit_date: CalendarDate.make("2026-03-02"),
      manager_email: null,
      org_employee_id: null,
      person_key_id: PersonKeyId.make(row?.person_key_id ?? ""),
      identity: 1,
      legal_hold: false,
      legal_hold_released_at: null,
      source_control_username: null
    }
    const before = (runId: string) =>
      entitlements.beforeCut(offboarding, ["Notion"], runId).pipe(asSystemCaller(leaver.admin.orgId), within(quick))
    const run = "7b0e9c52-6a54-4f0e-9d0f-6b8f4d6c1a2e"
    yield* before(run)
    leaver.locker.items = []
    yield* before(run)
    assert.deepStrictEqual([...new Set(Object.values(yield* statesOf(leaver)))], ["held"])
    assert.strictEqual(leaver.locker.looks, 1)
  })

  // entitlements-5: Freed seats are counted with their price, those that are still paid for apart.
  it.effect("seats that were freed are counted with their price, and no more once they are given back", function* () {
    const leaver = yield* aLeaver()
    usual(leaver)
    const entitlements = yield* Entitlements
    const price = { service: "notion", licence: "seat", seat_price: 21.5, currency: "EUR", billed_until: null }
    yield* entitlements.setLicencePrices({ prices: [price] }).pipe(asCaller(leaver.admin))
    yield* cut(leaver)
    const saved = [{ currency: "EUR", saved: 21.5, still_paid: 0, seats: 1 }]
    assert.deepStrictEqual((yield* shown(leaver)).money, saved)
    const all = yield* entitlements.savings.pipe(asCaller(leaver.admin))
    assert.deepStrictEqual(all.money, saved)
    assert.deepInclude(all.licences[0], { service: "Notion", licence: "seat", seats: 1, standing: "saved" })
    yield* approve(leaver, yield* propose(leaver))
    yield* giveBack(leaver)
    assert.deepStrictEqual(yield* entitlements.savings.pipe(asCaller(leaver.admin)), { money: [], licences: [] })
  })
})

withScripted("a return of access", (it) => {
  // entitlements-3: A return gives back exactly what was taken, whatever others changed meanwhile.
  it.effect("gives back exactly what was taken, the account first, and leaves what others changed", function* () {
    const leaver = yield* aLeaver()
    usual(leaver)
    yield* cut(leaver)
    // Others meanwhile: a new group, and one that the cut had left is gone.
    leaver.locker.items = [holding("group", "alumni")]
    const proposal = yield* propose(leaver)
    assert.deepStrictEqual(
      proposal.lines.map(({ kind, label }) => [kind, label]),
      [
        ["account", "account u1"],
        ["licence", "licence seat"],
        ["group", "group platform"]
      ]
    )
    assert.deepStrictEqual(leaver.locker.given, [], "nothing before somebody approves it")
    yield* giveBack(leaver)
    assert.deepStrictEqual(leaver.locker.given, [])
    yield* approve(leaver, proposal)
    assert.deepStrictEqual(yield* giveBack(leaver), { done: 1, failed: 0 })
    assert.deepStrictEqual(leaver.locker.given, ["u1", "seat", "platform"])
    assert.sameMembers(
      leaver.locker.items.map(({ externalId }) => externalId),
      ["alumni", "u1", "seat", "platform"]
    )
    const done = yield* latest(leaver)
    assert.strictEqual(done.status, "done")
    assert.deepStrictEqual(
      [...new Set(done.lines.map(({ outcome, verified }) => `${outcome} ${verified}`))],
      ["returned true"]
    )
    assert.deepStrictEqual(yield* statesOf(leaver), {
      u1: "returned",
      seat: "returned",
      platform: "returned",
      all: "kept"
    })
    const ended = yield* entriesOf(leaver.admin.orgId, { action: "access_return_ended" })
    assert.deepStrictEqual(
      ended.map(({ details }) => details),
      ["restored: 3"]
    )
  })

  // entitlements-9: Restored access counts as not revoked, so that the stage waits for it and the next run revokes it
  //   again.
  it.effect("the access that stands again counts as revoked no more, and the next run cuts it anew", function* () {
    const leaver = yield* aLeaver()
    usual(leaver)
    yield* cut(leaver)
    const revocations = yield* Revocations
    const db = yield* Db
    const missing = () =>
      db.transact(revocations.gate(leaver.id)).pipe(
        asCaller(leaver.admin),
        Effect.map((gate) => gate.missing)
      )
    assert.deepStrictEqual(yield* missing(), [])
    yield* approve(leaver, yield* propose(leaver))
    yield* giveBack(leaver)
    assert.deepStrictEqual(yield* missing(), ["Notion"])
    yield* cut(leaver)
    assert.deepStrictEqual(yield* missing(), [])
    assert.deepStrictEqual(yield* statesOf(leaver), { u1: "taken", seat: "taken", platform: "taken", all: "kept" })
  })

  // entitlements-10: Access that is already back is not written again, and what failed can be proposed again.
  it.effect(
    "what somebody else gave back meanwhile is not written again, and what fails stays to be proposed",
    function* () {
      const leaver = yield* aLeaver()
      usual(leaver)
      yield* cut(leaver)
      leaver.locker.items.push(holding("account", "u1"))
      leaver.locker.refuses.add("platform")
      yield* approve(leaver, yield* propose(leaver))
      yield* giveBack(leaver)
      assert.deepStrictEqual(
        (yield* latest(leaver)).lines.map(({ kind, outcome }) => [kind, outcome]),
        [
          ["account", "held_already"],
          ["licence", "returned"],
          ["group", "failed"]
        ]
      )
      leaver.locker.refuses.clear()
      const again = yield* propose(leaver)
      assert.deepStrictEqual(
        again.lines.map(({ label }) => label),
        ["group platform"]
      )
    }
  )

  // entitlements-13: What depends on an account that was not restored is not tried.
  it.effect(
    "what hangs on an account that could not be given back is not tried, and what only a person can is said",
    function* () {
      const leaver = yield* aLeaver()
      usual(leaver)
      leaver.locker.items.push(holding("group", "synced", { byHand: "A directory feeds this group" }))
      leaver.locker.goesWithTheCut.add("synced")
      yield* cut(leaver)
      leaver.locker.refuses.add("u1")
      yield* approve(leaver, yield* propose(leaver))
      yield* giveBack(leaver)
      const { lines } = yield* latest(leaver)
      assert.deepStrictEqual(
        lines.map(({ label, outcome }) => [label, outcome]),
        [
          ["account u1", "failed"],
          ["licence seat", "failed"],
          ["group platform", "failed"],
          ["group synced", "by_hand"]
        ]
      )
      assert.deepStrictEqual(leaver.locker.given, ["u1"])
      assert.strictEqual(lines[3]?.message, "A directory feeds this group")
    }
  )

  it.effect("at the apps that were named alone", function* () {
    const leaver = yield* aLeaver({ apps: ["Notion", "Wiki"] })
    usual(leaver)
    yield* cut(leaver)
    const proposal = yield* propose(leaver, ["wiki"])
    assert.deepStrictEqual([...new Set(proposal.lines.map(({ service }) => service))], ["Wiki"])
  })

  // entitlements-4: Nothing is given back that nobody approved, nor by a plan that nobody read, nor twice.
  it.effect("a plan that is another by now is refused, and one that is not the plan that was read", function* () {
    const leaver = yield* aLeaver()
    usual(leaver)
    yield* cut(leaver)
    const proposal = yield* propose(leaver)
    const unread = yield* Effect.flip(approve(leaver, { ...proposal, digest: "0".repeat(64) }))
    assert.strictEqual(unread._tag, "ReturnPlanChanged")
    yield* systemSql`UPDATE entitlements SET terms = '{"role":"owner"}' WHERE offboarding_id = ${leaver.id} AND kind = 'group'`
    const changed = yield* Effect.flip(approve(leaver, proposal))
    assert.strictEqual(changed._tag, "ReturnPlanChanged")
    assert.include(changed.error, "have a new one proposed")
  })

  it.effect("of two that are proposed at once one stands", function* () {
    const leaver = yield* aLeaver()
    usual(leaver)
    yield* cut(leaver)
    const tried = yield* Effect.all([Effect.result(propose(leaver)), Effect.result(propose(leaver))], {
      concurrency: "unbounded"
    })
    assert.sameMembers(
      tried.map((result) => (result._tag === "Success" ? "made" : result.failure._tag)),
      ["made", "ReturnOpen"]
    )
  })

  // entitlements-4
  it.effect(
    "two workers give each back once, and one whose lease has passed is taken up where it stands",
    function* () {
      const leaver = yield* aLeaver()
      usual(leaver)
      yield* cut(leaver)
      yield* approve(leaver, yield* propose(leaver))
      const reached = yield* Deferred.make<void>()
      const hold = yield* Deferred.make<void>()
      leaver.locker.onGive = Effect.andThen(Deferred.succeed(reached, undefined), Deferred.await(hold))
      const work = yield* AccessReturnWork
      const short = { ...AccessReturnLimits.defaultValue(), lease: "0 seconds" } as const
      const first = yield* Effect.forkChild(
        work.giveBackDue(leaver.admin.orgId).pipe(Effect.provideService(AccessReturnLimits, short), within(quick))
      )
      yield* Deferred.await(reached)
      leaver.locker.onGive = Effect.void
      assert.deepStrictEqual(yield* giveBack(leaver), { done: 1, failed: 0 })
      yield* Deferred.succeed(hold, undefined)
      assert.deepStrictEqual(yield* Fiber.join(first), { done: 0, failed: 0 })
      assert.deepStrictEqual(
        leaver.locker.items.map(({ externalId }) => externalId).toSorted(),
        ["all", "platform", "seat", "u1"],
        "nothing twice"
      )
      assert.deepStrictEqual([...new Set((yield* latest(leaver)).lines.map(({ verified }) => verified))], [true])
    }
  )

  // entitlements-15: A return restores nothing after its lease has passed, and nothing to an erased person.
  it.effect("a worker that was paused past its lease between look and write gives nothing back", function* () {
    const leaver = yield* aLeaver()
    usual(leaver)
    yield* cut(leaver)
    yield* approve(leaver, yield* propose(leaver))
    const { on, pause } = aPausedClock()
    const reached = yield* Deferred.make<void>()
    const goesOn = yield* Deferred.make<void>()
    leaver.locker.onGive = Effect.andThen(Deferred.succeed(reached, undefined), Deferred.await(goesOn))
    const work = yield* AccessReturnWork
    const paused = yield* Effect.forkChild(on(work.giveBackDue(leaver.admin.orgId)))
    yield* Deferred.await(reached)
    pause("3 minutes")
    leaver.locker.onGive = Effect.void
    assert.deepStrictEqual(yield* on(work.giveBackDue(leaver.admin.orgId)), { done: 1, failed: 0 })
    // Cut again before the paused worker goes on.
    leaver.locker.items = []
    yield* Deferred.succeed(goesOn, undefined)
    assert.deepStrictEqual(yield* Fiber.join(paused), { done: 0, failed: 0 })
    assert.deepStrictEqual(leaver.locker.items, [])
  })

  // entitlements-15
  it.effect("an erased person is given nothing back", function* () {
    const leaver = yield* aLeaver()
    usual(leaver)
    yield* cut(leaver)
    const proposal = yield* propose(leaver)
    yield* systemSql`UPDATE offboardings SET employee_email = NULL WHERE id = ${leaver.id}`
    assert.strictEqual((yield* Effect.flip(approve(leaver, proposal)))._tag, "ReturnOfNobody")
  })
})
