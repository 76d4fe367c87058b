import { assert, layer } from "#test/support/suite"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import type { LeftBehindId, LeftBehindItem } from "@svc/contract/left-behind/schema"
import { EmailAddress } from "@svc/contract/kernel/text"
import { DateTime, Deferred, Effect, Fiber, Layer, Option } from "effect"
import { Integrations } from "#connections/integrations/service"
import { Offboardings } from "#offboarding/offboardings/service"
import { Outbox } from "#outgoing/outbox/service"
import { Db } from "#platform/database/db"
import { LeftBehindLimits } from "#access-removal/left-behind/limits"
import { LeftBehindLooks } from "#access-removal/left-behind/looks"
import { LeftBehinds } from "#access-removal/left-behind/service"
import { RevocationRuns } from "#access-removal/revocations/runs"
import { Revocations } from "#access-removal/revocations/service"
import { lastResults, quick, within } from "#test/access-removal/revocations/carrying-out"
import { aCase, aScimVendor } from "#test/access-removal/revocations/support"
import { aMember, asCaller, asProvenCaller, asSystemCaller, aSuperAdmin, type Member } from "#test/support/people"
import { Statements } from "#test/support/statements"
import { systemSql } from "#test/support/tables"
import { entriesOf } from "#test/support/log"
import { aPausedClock } from "#test/support/paused-clock"
import { looksForIt } from "./item.ts"
import { Scripted, shelfOf, thing } from "./scripted.ts"

let people = 0

const handOut = Effect.fnUntraced(function* (member: Member) {
  const outbox = yield* Outbox
  yield* Effect.repeat(outbox.dispatch(member.orgId), { until: (dispatched) => dispatched === 0 })
})

/** Somebody who leaves, with an account at each of these apps, and who manages them. */
const aLeaver = Effect.fnUntraced(function* (options: { readonly apps?: ReadonlyArray<string> } = {}) {
  people += 1
  const email = `leaver${people}@acme.test`
  const admin = yield* aSuperAdmin()
  yield* looksForIt(admin.orgId)
  const manager = yield* aMember(admin.orgId, "manager")
  const vendor = yield* aScimVendor([{ userName: email }])
  const integrations = yield* Integrations
  const apps = options.apps ?? ["Notion"]
  for (const service_name of apps) {
    yield* integrations
      .connectRevocationTarget({ service_name, protocol: "scim", base_url: vendor.baseUrl, token: vendor.token })
      .pipe(asCaller(admin))
  }
  const id = yield* aCase(admin.orgId, { email, apps, managerEmail: manager.email })
  const shelf = shelfOf(email)
  const isActive = () => vendor.requests.every(({ method }) => method === "GET")
  return { admin, manager, vendor, id, email, shelf, isActive }
})
type Leaver = Effect.Success<ReturnType<typeof aLeaver>>

const begins = Effect.fnUntraced(function* ({ admin, id }: Leaver) {
  const outbox = yield* Outbox
  const db = yield* Db
  yield* outbox
    .append(admin.orgId, { _tag: "offboarding.created", offboardingId: id, employeeName: "Ann Lee", source: "app" })
    .pipe(db.transact, asSystemCaller(admin.orgId))
  yield* handOut(admin)
})

/** The looks that are due, at once. */
const look = Effect.fnUntraced(function* ({ admin }: Leaver) {
  const looks = yield* LeftBehindLooks
  return yield* looks.lookDue(admin.orgId).pipe(within(quick))
})

const lookAgain = Effect.fnUntraced(function* (leaver: Leaver) {
  const leftBehind = yield* LeftBehinds
  yield* leftBehind.look(leaver.id).pipe(asCaller(leaver.admin))
  assert.deepStrictEqual(yield* look(leaver), { looked: 1, failed: 0 })
})

const shown = Effect.fnUntraced(function* ({ admin, id }: Leaver) {
  const leftBehind = yield* LeftBehinds
  return yield* leftBehind.ofCase(id).pipe(asCaller(admin))
})

const itemOf = Effect.fnUntraced(function* (leaver: Leaver, externalId: string) {
  const item = (yield* shown(leaver)).items.find((one) => one.external_id === externalId)
  return yield* Effect.fromNullishOr(item)
})

const start = Effect.fnUntraced(function* ({ admin, id }: Leaver, apps?: ReadonlyArray<string>) {
  const revocations = yield* Revocations
  return yield* revocations.start({ offboardingId: id, ...(apps === undefined ? {} : { apps }) }).pipe(asCaller(admin))
})

/** Until its end, and answers what became of each app. */
const carryOut = Effect.fnUntraced(function* ({ admin, id }: Leaver) {
  const runs = yield* RevocationRuns
  yield* runs.settleScheduled(admin.orgId).pipe(within(quick))
  // What is handed out is no more in the outbox.
  const results = yield* lastResults(id)
  yield* handOut(admin)
  return results
})

const run = (leaver: Leaver) => Effect.andThen(start(leaver), carryOut(leaver))

const standing = ({ disposition, evidence }: LeftBehindItem) => [disposition, evidence]

const tasksOf = (id: OffboardingId) =>
  systemSql<{
    readonly task: string
    readonly assigned_to: string
    readonly done: boolean
    readonly due: boolean
  }>`
      SELECT task, assigned_to, completed_at IS NOT NULL AS done, due_date IS NOT NULL AS due
      FROM checklist_items WHERE offboarding_id = ${id} ORDER BY position`

layer(Scripted.pipe(Layer.provideMerge(Statements.layer)))("what stays behind", (it) => {
  // left-behind-7: Where an organisation has not turned it on, no app is asked more than before and nothing waits for
  //   it.
  it.effect("where it is not turned on, no app is asked more than before", function* () {
    const leaver = yield* aLeaver()
    const leftBehind = yield* LeftBehinds
    yield* leftBehind.setSettings({ on: false }).pipe(asCaller(leaver.admin))
    leaver.shelf.items = [thing("ssh_key", "laptop")]
    yield* begins(leaver)
    yield* look(leaver)
    const results = yield* run(leaver)
    assert.deepStrictEqual(
      results.map(({ outcome }) => outcome),
      ["revoked"]
    )
    yield* look(leaver)
    assert.strictEqual(leaver.shelf.looks, 0)
    assert.deepInclude(yield* shown(leaver), { on: false, total: 0 })
  })

  // left-behind-1: What a leaver leaves behind is listed by app and kind from the beginning of the case on, and what is
  //   hidden is said with what would show it.
  it.effect("a new case is looked at, which only reads; what is hidden is said, never shown as nothing", function* () {
    const leaver = yield* aLeaver()
    leaver.shelf.items = [thing("ssh_key", "laptop"), thing("deploy_key", "ci")]
    leaver.shelf.hidden.set("api_key", "The app lacks the permission to read keys. Give it that")
    const before = yield* shown(leaver)
    assert.deepStrictEqual(
      before.apps[0]?.kinds.map(({ sight }) => sight),
      ["not_looked", "not_looked", "not_looked", "not_looked"]
    )
    yield* begins(leaver)
    assert.isTrue((yield* shown(leaver)).looking)
    assert.deepStrictEqual(yield* look(leaver), { looked: 1, failed: 0 })
    const found = yield* shown(leaver)
    assert.isFalse(found.looking)
    assert.deepStrictEqual(
      found.apps[0]?.kinds.map(({ kind, pending, sight, why }) => [kind, sight, why, pending]),
      [
        ["ssh_key", "seen", null, 1],
        ["deploy_key", "seen", null, 1],
        ["ownership", "seen", null, 0],
        ["api_key", "not_visible", "The app lacks the permission to read keys. Give it that", 0]
      ]
    )
    assert.deepStrictEqual(leaver.shelf.calls, [])
    assert.strictEqual(leaver.vendor.writes(), 0)
    const entries = yield* entriesOf(leaver.admin.orgId, { action: "left_behind_found" })
    assert.deepStrictEqual(
      entries.map(({ details }) => details),
      ["Notion, found: SSH keys: 1, deploy keys: 1"]
    )
    assert.deepStrictEqual(yield* tasksOf(leaver.id), [
      { task: "Resolve orphaned items at Notion: deploy keys", assigned_to: "IT Admin", done: false, due: true }
    ])
  })

  // left-behind-2: A run ends it while the account lives and reads it back; a vendor that does not answer never stops
  //   the cut.
  it.effect("a run looks first, ends what it can while the account lives, and reads it back", function* () {
    const leaver = yield* aLeaver()
    leaver.shelf.items = [thing("ssh_key", "laptop"), thing("ssh_key", "desktop")]
    const alive: Array<boolean> = []
    leaver.shelf.onEnd = Effect.sync(() => void alive.push(leaver.isActive()))
    const results = yield* run(leaver)
    assert.deepStrictEqual(alive, [true, true])
    assert.deepStrictEqual(
      results.map(({ outcome, verified }) => [outcome, verified]),
      [["revoked", true]]
    )
    assert.deepStrictEqual((yield* shown(leaver)).items.map(standing), [
      ["revoked", "read_back"],
      ["revoked", "read_back"]
    ])
    const entries = yield* entriesOf(leaver.admin.orgId, { action: "left_behind_ended" })
    assert.lengthOf(entries, 2)
    assert.notInclude(entries[0]?.stored, "laptop")
    yield* look(leaver)
    assert.lengthOf(leaver.shelf.calls, 2, "and nothing more once the run has ended")
  })

  it.effect(
    "what a first look finds is written by one statement, what is known already is not written again",
    function* () {
      const leaver = yield* aLeaver()
      const { since } = yield* Statements
      const written = Effect.map(
        since,
        (statements) => statements.filter((text) => text.includes("INSERT INTO left_behind_items")).length
      )
      leaver.shelf.items = Array.from({ length: 30 }, (_, place) =>
        thing("ssh_key", `key ${place}`, {
          privileges: ["read", 'write, "all"'],
          lastUsedAt: DateTime.makeUnsafe(place)
        })
      )
      yield* since
      yield* lookAgain(leaver)
      assert.strictEqual(yield* written, 1)
      const { items } = yield* shown(leaver)
      assert.lengthOf(items, 30)
      const seventh = items.find(({ external_id }) => external_id === "key 7")
      assert.deepStrictEqual(seventh?.privileges, ["read", 'write, "all"'])
      assert.strictEqual(seventh?.last_used_at?.epochMilliseconds, 7)
      yield* lookAgain(leaver)
      assert.strictEqual(yield* written, 0)
      assert.lengthOf((yield* shown(leaver)).items, 30)
    }
  )

  // left-behind-2
  it.effect("a vendor that does not answer the look never stops the cut, and is noted as not seen", function* () {
    const leaver = yield* aLeaver()
    leaver.shelf.items = [thing("ssh_key", "laptop")]
    leaver.shelf.silent = true
    yield* start(leaver)
    const results = yield* carryOut(leaver).pipe(
      Effect.provideService(LeftBehindLimits, { ...LeftBehindLimits.defaultValue(), beforeCut: "50 millis" })
    )
    assert.deepStrictEqual(
      results.map(({ outcome }) => outcome),
      ["revoked"]
    )
    const { apps } = yield* shown(leaver)
    assert.deepStrictEqual(apps[0]?.kinds.map(({ phase, sight, why }) => [sight, phase, why])[0], [
      "not_visible",
      "before_cut",
      "The app did not answer in time"
    ])
    leaver.shelf.silent = false
    yield* look(leaver)
    assert.deepStrictEqual((yield* shown(leaver)).items.map(standing), [["revoked", "read_back"]])
  })

  // left-behind-15: A scan concludes nothing about a kind that is not visible, or about items found or resolved after
  //   it started.
  it.effect("what is shown no more is over, read back; of a kind that is hidden nothing is concluded", function* () {
    const leaver = yield* aLeaver()
    leaver.shelf.items = [thing("deploy_key", "ci"), thing("deploy_key", "site"), thing("api_key", "sync")]
    yield* lookAgain(leaver)
    leaver.shelf.items = [thing("deploy_key", "site")]
    leaver.shelf.hidden.set("api_key", "Hidden")
    yield* lookAgain(leaver)
    assert.deepStrictEqual(standing(yield* itemOf(leaver, "ci")), ["revoked", "read_back"])
    assert.deepStrictEqual(standing(yield* itemOf(leaver, "site")), ["pending", "not_observed"])
    assert.deepStrictEqual(standing(yield* itemOf(leaver, "sync")), ["pending", "not_observed"])
    assert.isFalse((yield* tasksOf(leaver.id))[0]?.done)
    leaver.shelf.items = []
    yield* lookAgain(leaver)
    assert.isTrue((yield* tasksOf(leaver.id))[0]?.done, "its task completes itself with the last of the kind")
  })

  // left-behind-6: What somebody said to have ended and is shown again is pending again.
  it.effect("what was done by hand and is shown again is pending again; what may stay, stays", function* () {
    const leaver = yield* aLeaver()
    leaver.shelf.items = [thing("deploy_key", "ci"), thing("deploy_key", "site")]
    yield* lookAgain(leaver)
    const leftBehind = yield* LeftBehinds
    const done = yield* leftBehind
      .done((yield* itemOf(leaver, "ci")).id, { reason: "Deleted in the settings" })
      .pipe(asCaller(leaver.admin), within(quick))
    assert.deepStrictEqual(standing(done), ["revoked", "confirmed_by_hand"])
    assert.strictEqual(done.reason, "Deleted in the settings")
    yield* leftBehind
      .accept((yield* itemOf(leaver, "site")).id, { reason: "The build server has it" })
      .pipe(asCaller(leaver.admin), within(quick))
    yield* lookAgain(leaver)
    assert.deepStrictEqual(standing(yield* itemOf(leaver, "ci")), ["pending", "not_observed"])
    assert.deepStrictEqual(standing(yield* itemOf(leaver, "site")), ["accepted", "not_observed"])
    const again = yield* Effect.flip(
      leftBehind.accept((yield* itemOf(leaver, "site")).id, { reason: "Once more" }).pipe(asCaller(leaver.admin))
    )
    assert.strictEqual(again._tag, "LeftBehindSettled")
  })

  // left-behind-4: What would be nobody's stops the cut of its app until somebody takes over or a Super Admin says go.
  it.effect("what stops the cut refuses a start and is in the preview, until the manager takes over", function* () {
    const leaver = yield* aLeaver()
    leaver.shelf.items = [thing("ownership", "acme", { stopsTheCut: "Last owner of acme" })]
    yield* lookAgain(leaver)
    yield* handOut(leaver.admin)
    const told = yield* systemSql<{ readonly user_id: string }>`
          SELECT user_id FROM notifications WHERE org_id = ${leaver.admin.orgId} AND type = 'left_behind.waiting'`
    assert.sameMembers(
      told.map(({ user_id }) => user_id),
      [leaver.admin.userId, leaver.manager.userId]
    )
    const refused = yield* Effect.flip(start(leaver))
    assert.strictEqual(refused._tag, "TakeoverNeeded")
    assert.include(refused.error, "Last owner of acme (Notion)")
    const revocations = yield* Revocations
    const preview = yield* revocations.preview({ offboardingId: leaver.id }).pipe(asCaller(leaver.admin))
    assert.deepStrictEqual(
      preview.blockers.map(({ service, why }) => [service, why]),
      [["Notion", "Last owner of acme"]]
    )
    const item = yield* itemOf(leaver, "acme")
    assert.strictEqual(item.new_owner?.email, leaver.manager.email)
    const leftBehind = yield* LeftBehinds
    const notTheirs = yield* Effect.flip(leftBehind.acceptTransfer(item.id).pipe(asCaller(leaver.admin)))
    assert.strictEqual(notTheirs._tag, "PermissionDenied")
    yield* takenOver(leaver, item.id)
    assert.deepStrictEqual(leaver.shelf.calls, [], "handed over with the cut")
    const results = yield* run(leaver)
    assert.deepStrictEqual(leaver.shelf.calls, ["transfer acme"])
    assert.deepStrictEqual(standing(yield* itemOf(leaver, "acme")), ["transferred", "read_back"])
    assert.deepStrictEqual(
      results.map(({ outcome }) => outcome),
      ["revoked"]
    )
  })

  // left-behind-11
  it.effect("the preview lists what the run ends and hands over, and nothing that it leaves", function* () {
    const leaver = yield* aLeaver()
    leaver.shelf.items = [
      thing("ssh_key", "laptop"),
      thing("api_key", "nightly"),
      thing("deploy_key", "site"),
      thing("ownership", "acme"),
      thing("ownership", "nobody's")
    ]
    yield* lookAgain(leaver)
    const leftBehind = yield* LeftBehinds
    yield* leftBehind.acceptTransfer((yield* itemOf(leaver, "acme")).id).pipe(asCaller(leaver.manager), within(quick))
    yield* leftBehind.accept((yield* itemOf(leaver, "nightly")).id, { reason: "It stays" }).pipe(asCaller(leaver.admin))
    const revocations = yield* Revocations
    const preview = revocations.preview({ offboardingId: leaver.id }).pipe(asCaller(leaver.admin))
    assert.deepStrictEqual(
      (yield* preview).apps.flatMap(({ left_behind }) =>
        left_behind.map(({ calls, closing, label, new_owner_email }) => [label, closing, new_owner_email, calls])
      ),
      [
        ["ownership acme", "transfer", leaver.manager.email, [{ method: "POST", url: "https://notion.test/acme" }]],
        ["ssh_key laptop", "revoke", null, [{ method: "DELETE", url: "https://notion.test/laptop" }]]
      ]
    )
    assert.deepStrictEqual(leaver.shelf.calls, [])
    yield* run(leaver)
    assert.deepStrictEqual(leaver.shelf.calls, ["transfer acme", "revoke laptop"])
    assert.deepStrictEqual(
      (yield* revocations.planned(Option.none(), ["Notion"]).pipe(asCaller(leaver.admin))).flatMap(
        ({ left_behind }) => left_behind
      ),
      []
    )
  })

  // left-behind-4
  it.effect(
    "a run of the schedule holds back only the app that it stops; a Super Admin's go lets it end",
    function* () {
      const leaver = yield* aLeaver({ apps: ["Notion", "Wiki"] })
      leaver.shelf.items = [thing("ownership", "acme", { stopsTheCut: "Last owner of acme", closing: "by_hand" })]
      yield* lookAgain(leaver)
      yield* systemSql`DELETE FROM left_behind_items WHERE service_name = 'Wiki'`
      leaver.shelf.hidden.set("ownership", "Hidden for the rest of this")
      const revocations = yield* Revocations
      const db = yield* Db
      yield* revocations
        .plan({
          offboardingId: leaver.id,
          apps: ["Notion", "Wiki"],
          revokeAt: DateTime.makeUnsafe("2026-03-01T00:00:00Z")
        })
        .pipe(db.transact, asSystemCaller(leaver.admin.orgId))
      yield* revocations.queueDue(leaver.admin.orgId)
      const results = yield* carryOut(leaver)
      assert.deepStrictEqual(
        results.map(({ outcome, service }) => [service, outcome]),
        [
          ["Notion", "manual_required"],
          ["Wiki", "revoked"]
        ]
      )
      assert.include(results[0]?.message, "Held back: Last owner of acme")
      const leftBehind = yield* LeftBehinds
      const let_go = yield* leftBehind
        .go((yield* itemOf(leaver, "acme")).id, { reason: "Nobody needs it" })
        .pipe(asCaller(leaver.admin))
      assert.strictEqual(let_go.go?.reason, "Nobody needs it")
      yield* start(leaver, ["Notion"])
      assert.deepStrictEqual(
        (yield* carryOut(leaver)).map(({ outcome }) => outcome),
        ["revoked"]
      )
    }
  )

  /** The admin names the manager, who accepts: what blocks revocation is not lifted by its new owner alone. */
  const takenOver = Effect.fnUntraced(function* (leaver: Leaver, id: LeftBehindId) {
    const leftBehind = yield* LeftBehinds
    yield* leftBehind.transfer(id, { email: EmailAddress.make(leaver.manager.email) }).pipe(asCaller(leaver.admin))
    yield* leftBehind.acceptTransfer(id).pipe(asProvenCaller(leaver.manager), within(quick))
  })

  /** At two apps of which a run of the schedule has held back the first, until somebody takes over what is there. */
  const aHeldLeaver = Effect.fnUntraced(function* (
    stops: ReadonlyArray<string> = ["Last owner of acme"],
    whileItRuns: Effect.Effect<void, never, never> = Effect.void
  ) {
    const leaver = yield* aLeaver({ apps: ["Notion", "Wiki"] })
    leaver.shelf.items = [
      ...stops.map((why) => thing("ownership", why, { stopsTheCut: why, closing: "by_hand" })),
      thing("ssh_key", "laptop")
    ]
    yield* lookAgain(leaver)
    yield* systemSql`DELETE FROM left_behind_items WHERE org_id = ${leaver.admin.orgId} AND service_name = 'Wiki'`
    leaver.shelf.hidden.set("ownership", "Hidden for the rest of this")
    leaver.shelf.onEnd = whileItRuns
    return leaver
  })

  const plan = Effect.fnUntraced(function* ({ admin, id }: Leaver, revokeAt: string) {
    const revocations = yield* Revocations
    const db = yield* Db
    yield* revocations
      .plan({ offboardingId: id, apps: ["Notion", "Wiki"], revokeAt: DateTime.makeUnsafe(revokeAt) })
      .pipe(db.transact, asSystemCaller(admin.orgId))
    return yield* revocations.queueDue(admin.orgId)
  })

  const runsOf = Effect.fnUntraced(function* ({ admin, id }: Leaver) {
    const rows = yield* systemSql<{ readonly apps: string }>`
        SELECT (SELECT string_agg(x.service_name || ' ' || coalesce(x.outcome, 'queued'), ', ' ORDER BY x.position)
          FROM revocation_results x WHERE x.org_id = r.org_id AND x.run_id = r.id) AS apps
        FROM revocation_runs r WHERE r.org_id = ${admin.orgId} AND r.offboarding_id = ${id} ORDER BY r.created_at`
    return rows.map(({ apps }) => apps)
  })

  const firstRun = "Notion manual_required, Wiki revoked"

  // left-behind-4
  // left-behind-18: An app that a run held back is revoked automatically once the last blocking item is resolved.
  it.effect(
    "an app that a run held back is cut by itself once the last that stopped it is taken over or let go",
    function* () {
      const leaver = yield* aHeldLeaver(["Last owner of acme", "Only sponsor of an agent"])
      const leftBehind = yield* LeftBehinds
      yield* plan(leaver, "2026-03-01T00:00:00Z")
      yield* carryOut(leaver)
      assert.deepStrictEqual(yield* runsOf(leaver), [firstRun])
      const owned = yield* itemOf(leaver, "Last owner of acme")
      yield* takenOver(leaver, owned.id)
      assert.deepStrictEqual(yield* runsOf(leaver), [firstRun], "one of two is not enough")
      const sponsored = yield* itemOf(leaver, "Only sponsor of an agent")
      yield* leftBehind.go(sponsored.id, { reason: "Nobody needs it" }).pipe(asCaller(leaver.admin), within(quick))
      assert.deepStrictEqual(yield* runsOf(leaver), [firstRun, "Notion queued"])
      yield* carryOut(leaver)
      assert.deepStrictEqual(yield* runsOf(leaver), [firstRun, "Notion revoked"])
      const begun = yield* entriesOf(leaver.admin.orgId, { action: "access_revocation_started" })
      assert.deepStrictEqual(
        begun.map(({ actor_id, details }) => [actor_id, details]),
        [
          [null, "At the end of the last day: Notion, Wiki"],
          [null, "The block was resolved: Notion"]
        ]
      )
    }
  )

  // left-behind-18
  it.effect("or a look sees that it was ended at the app", function* () {
    const leaver = yield* aHeldLeaver()
    yield* plan(leaver, "2026-03-01T00:00:00Z")
    yield* carryOut(leaver)
    yield* lookAgain(leaver)
    assert.deepStrictEqual(yield* runsOf(leaver), [firstRun], "nothing is concluded of what is hidden")
    leaver.shelf.hidden.clear()
    leaver.shelf.items = []
    yield* lookAgain(leaver)
    assert.deepStrictEqual(yield* runsOf(leaver), [firstRun, "Notion queued"])
  })

  // left-behind-18
  it.effect("accepted while the run that holds it back goes on, the app is cut after it", function* () {
    const leftBehind = yield* LeftBehinds
    let accepts: Effect.Effect<void> = Effect.void
    const leaver = yield* aHeldLeaver(
      undefined,
      Effect.suspend(() => accepts)
    )
    const owned = yield* itemOf(leaver, "Last owner of acme")
    yield* leftBehind
      .transfer(owned.id, { email: EmailAddress.make(leaver.manager.email) })
      .pipe(asCaller(leaver.admin))
    accepts = leftBehind.acceptTransfer(owned.id).pipe(asProvenCaller(leaver.manager), Effect.orDie, Effect.asVoid)
    yield* plan(leaver, "2026-03-01T00:00:00Z")
    yield* carryOut(leaver)
    assert.deepStrictEqual(yield* runsOf(leaver), [firstRun, "Notion revoked"])
  })

  // left-behind-4
  it.effect(
    "nothing is cut by itself that no run held back, that was turned off, that a later schedule has, or of somebody who returns",
    function* () {
      const leftBehind = yield* LeftBehinds
      const accept = Effect.fnUntraced(function* (leaver: Leaver) {
        const owned = yield* itemOf(leaver, "Last owner of acme")
        yield* takenOver(leaver, owned.id)
      })
      const refused = yield* aHeldLeaver()
      assert.strictEqual((yield* Effect.flip(start(refused)))._tag, "TakeoverNeeded")
      yield* accept(refused)
      assert.deepStrictEqual(yield* runsOf(refused), [])

      const off = yield* aHeldLeaver()
      yield* plan(off, "2026-03-01T00:00:00Z")
      yield* carryOut(off)
      yield* leftBehind.setSettings({ on: false }).pipe(asCaller(off.admin))
      yield* accept(off)
      assert.deepStrictEqual(yield* runsOf(off), [firstRun])

      const moved = yield* aHeldLeaver()
      yield* plan(moved, "2026-03-01T00:00:00Z")
      yield* carryOut(moved)
      yield* plan(moved, "2040-03-01T00:00:00Z")
      yield* accept(moved)
      assert.deepStrictEqual(yield* runsOf(moved), [firstRun])

      const back = yield* aHeldLeaver()
      yield* plan(back, "2026-03-01T00:00:00Z")
      yield* carryOut(back)
      const revocations = yield* Revocations
      const db = yield* Db
      yield* revocations.accessStands(back.id, "Wiki").pipe(db.transact, asSystemCaller(back.admin.orgId))
      yield* accept(back)
      assert.deepStrictEqual(yield* runsOf(back), [firstRun])
    }
  )

  // left-behind-5: What is pending holds up the completion, and what only a person can do is a task with a day.
  it.effect("what could not be ended is a task, tried again, and holds up the completion", function* () {
    const leaver = yield* aLeaver()
    leaver.shelf.items = [thing("ssh_key", "laptop")]
    leaver.shelf.refuses = true
    yield* run(leaver)
    const item = yield* itemOf(leaver, "laptop")
    assert.deepStrictEqual(standing(item), ["pending", "not_observed"])
    assert.strictEqual(item.message, "The app answered 403 Forbidden")
    yield* look(leaver)
    assert.deepStrictEqual(
      (yield* tasksOf(leaver.id)).map(({ task }) => task),
      ["Resolve orphaned items at Notion: SSH keys"]
    )
    yield* systemSql`UPDATE offboardings SET asset_return_confirmed_at = created_at WHERE id = ${leaver.id}`
    const offboardings = yield* Offboardings
    const complete = offboardings.update(leaver.id, { status: "completed" }, { source: "app" })
    const closed = yield* Effect.flip(complete.pipe(asCaller(leaver.admin)))
    assert.strictEqual(closed._tag, "StageGateClosed")
    assert.deepInclude(closed, {
      missing: [{ kind: "task", name: "Resolve orphaned items at Notion: SSH keys" }]
    })
    leaver.shelf.refuses = false
    yield* systemSql`UPDATE left_behind_items SET next_attempt_at = NULL WHERE id = ${item.id}`
    yield* lookAgain(leaver)
    assert.deepStrictEqual(standing(yield* itemOf(leaver, "laptop")), ["revoked", "read_back"])
    yield* complete.pipe(asCaller(leaver.admin))
  })

  // left-behind-10
  it.effect("what the app accepted and still shows is pending, a task, and tried again", function* () {
    const leaver = yield* aLeaver()
    leaver.shelf.items = [thing("ssh_key", "laptop")]
    leaver.shelf.lies = true
    yield* run(leaver)
    const item = yield* itemOf(leaver, "laptop")
    assert.deepStrictEqual(standing(item), ["pending", "not_observed"])
    assert.strictEqual(item.message, "Accepted, but still shown")
    yield* look(leaver)
    assert.deepStrictEqual(
      (yield* tasksOf(leaver.id)).map(({ task }) => task),
      ["Resolve orphaned items at Notion: SSH keys"]
    )
    leaver.shelf.lies = false
    yield* systemSql`UPDATE left_behind_items SET next_attempt_at = NULL WHERE id = ${item.id}`
    yield* lookAgain(leaver)
    assert.deepStrictEqual(standing(yield* itemOf(leaver, "laptop")), ["revoked", "read_back"])
  })

  // left-behind-3: A process that dies in the midst ends nothing twice and forgets nothing.
  it.effect.each([
    { name: "was carried out", carriedOut: true, calls: 1 },
    { name: "was not", carriedOut: false, calls: 2 }
  ])(
    "killed in the midst of ending one whose call $name: the next worker looks first, none is ended twice, none forgotten",
    function* ({ calls, carriedOut }) {
      const leaver = yield* aLeaver()
      leaver.shelf.items = [thing("ssh_key", "laptop"), thing("ssh_key", "desktop")]
      const before = leaver.shelf.items
      leaver.shelf.onEnd = Effect.suspend(() => {
        if (!carriedOut) leaver.shelf.items = before
        return Effect.never
      })
      yield* start(leaver)
      const runs = yield* RevocationRuns
      const dying = yield* runs.settleScheduled(leaver.admin.orgId).pipe(within(quick), Effect.forkChild)
      yield* Effect.repeat(systemSql`SELECT 1`, {
        until: () => leaver.shelf.calls.length === 1 || dying.pollUnsafe() !== undefined
      })
      yield* systemSql`UPDATE revocation_runs SET leased_until = now() - interval '1 minute' WHERE offboarding_id = ${leaver.id}`
      leaver.shelf.onEnd = Effect.void
      assert.lengthOf(yield* carryOut(leaver), 1)
      yield* Fiber.interrupt(dying)
      const [cutOff, ...others] = leaver.shelf.calls
      assert.strictEqual(others.filter((call) => call === cutOff).length, calls - 1)
      assert.strictEqual(others.filter((call) => call !== cutOff).length, 1)
      assert.deepStrictEqual((yield* shown(leaver)).items.map(standing), [
        ["revoked", "read_back"],
        ["revoked", "read_back"]
      ])
    }
  )

  // left-behind-19: A member with `access_revoke` accepts for a new owner without an account; the leaver is never a new
  //   owner.
  it.effect(
    "a new owner who is no member is answered for by whoever may revoke access; the leaver is none",
    function* () {
      const leaver = yield* aLeaver()
      leaver.shelf.items = [thing("ownership", "acme")]
      yield* lookAgain(leaver)
      const leftBehind = yield* LeftBehinds
      const { id } = yield* itemOf(leaver, "acme")
      const own = yield* Effect.flip(
        leftBehind.transfer(id, { email: EmailAddress.make(leaver.email) }).pipe(asCaller(leaver.admin))
      )
      assert.strictEqual(own._tag, "NewOwnerIsLeaver")
      const offered = yield* leftBehind
        .transfer(id, { email: EmailAddress.make("partner@else.test"), name: "A Partner" })
        .pipe(asCaller(leaver.admin))
      assert.deepStrictEqual(offered.new_owner, {
        email: "partner@else.test",
        name: "A Partner",
        named_by: leaver.admin.userId,
        accepted_at: null
      })
      const notHr = yield* Effect.flip(
        leftBehind.acceptTransfer(id).pipe(asCaller(yield* aMember(leaver.admin.orgId, "hr")))
      )
      assert.strictEqual(notHr._tag, "PermissionDenied")
      const accepted = yield* leftBehind.acceptTransfer(id).pipe(asCaller(leaver.admin))
      assert.isNotNull(accepted.new_owner?.accepted_at)
      yield* leftBehind
        .setSuccessors({ successors: [{ kind: "ownership", email: EmailAddress.make(leaver.admin.email) }] })
        .pipe(asCaller(leaver.admin))
      leaver.shelf.items.push(thing("ownership", "other"))
      yield* lookAgain(leaver)
      assert.strictEqual((yield* itemOf(leaver, "other")).new_owner?.email, leaver.admin.email, "chosen by kind")
    }
  )

  it.effect.each([
    { pause: "46 seconds", of: "call", answered: { looked: 1, failed: 0 } },
    { pause: "11 minutes", of: "look", answered: { looked: 0, failed: 0 } }
  ] as const)(
    "a worker that was paused past the lease of its $of ends nothing; a later look does",
    function* ({ answered, pause }) {
      const leaver = yield* aLeaver()
      yield* run(leaver)
      yield* look(leaver)
      leaver.shelf.items = [thing("ssh_key", "laptop")]
      const clock = aPausedClock()
      const reached = yield* Deferred.make<void>()
      const goesOn = yield* Deferred.make<void>()
      leaver.shelf.beforeWrite = Effect.andThen(Deferred.succeed(reached, undefined), Deferred.await(goesOn))
      const leftBehind = yield* LeftBehinds
      const looks = yield* LeftBehindLooks
      yield* leftBehind.look(leaver.id).pipe(asCaller(leaver.admin))
      const paused = yield* Effect.forkChild(clock.on(looks.lookDue(leaver.admin.orgId)))
      yield* Deferred.await(reached)
      clock.pause(pause)
      yield* Deferred.succeed(goesOn, undefined)
      assert.deepStrictEqual(yield* Fiber.join(paused), answered)
      assert.lengthOf(leaver.shelf.items, 1)
      assert.deepStrictEqual((yield* shown(leaver)).items.map(standing), [["pending", "not_observed"]])
      leaver.shelf.beforeWrite = Effect.void
      yield* leftBehind.look(leaver.id).pipe(asCaller(leaver.admin))
      assert.deepStrictEqual(yield* clock.on(looks.lookDue(leaver.admin.orgId)), { looked: 1, failed: 0 })
      assert.deepStrictEqual((yield* shown(leaver)).items.map(standing), [["revoked", "read_back"]])
    }
  )

  // left-behind-17: An offboarding whose access was revoked is scanned once a night.
  it.effect("at night a case whose access was cut is looked at again, once a night", function* () {
    const leaver = yield* aLeaver()
    leaver.shelf.items = [thing("deploy_key", "ci")]
    yield* run(leaver)
    yield* look(leaver)
    const looks = yield* LeftBehindLooks
    assert.strictEqual(yield* looks.queueNightly(leaver.admin.orgId).pipe(within(quick)), 0)
    yield* systemSql`UPDATE left_behind_looks SET last_attempt_at = last_attempt_at - interval '1 day' WHERE offboarding_id = ${leaver.id}`
    assert.strictEqual(yield* looks.queueNightly(leaver.admin.orgId).pipe(within(quick)), 1)
    leaver.shelf.items = []
    yield* look(leaver)
    assert.deepStrictEqual((yield* shown(leaver)).items.map(standing), [["revoked", "read_back"]])
  })
})
