import { assert, layer } from "#test/support/suite"
import { ResidualAccessPage } from "@svc/contract/residual-access/schema"
import { DateTime, Deferred, Effect, Fiber, Layer, Schema } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { Integrations } from "#connections/integrations/service"
import * as NotificationsDomain from "#outgoing/notifications/index"
import { Outbox } from "#outgoing/outbox/service"
import { ResidualAccessChecks } from "#access-removal/residual-access/checks"
import * as ResidualAccessDomain from "#access-removal/residual-access/index"
import { ResidualAccessLimits } from "#access-removal/residual-access/limits"
import { quick, within } from "#test/access-removal/revocations/carrying-out"
import { aCase, aScimVendor } from "#test/access-removal/revocations/support"
import { RevocationRuns } from "#access-removal/revocations/runs"
import { TestApp } from "#test/support/TestApp"
import { aMember, asCaller, aSession, aSuperAdmin, type Member } from "#test/support/people"
import { as, send, withStatus } from "#test/support/requests"
import { asSystem, systemSql, untilItWaits } from "#test/support/tables"
import { entriesOf, mailsTo } from "#test/support/log"
import { aFinding } from "./finding.ts"

const Surface = Layer.mergeAll(NotificationsDomain.reactions, ResidualAccessDomain.reactions).pipe(
  Layer.provideMerge(TestApp)
)

const handOut = Effect.fnUntraced(function* (member: Member) {
  const outbox = yield* Outbox
  yield* Effect.repeat(outbox.dispatch(member.orgId), { until: (dispatched) => dispatched === 0 })
})

const look = Effect.fnUntraced(function* (member: Member) {
  const checks = yield* ResidualAccessChecks
  return yield* checks.look(member.orgId)
})
const aNightLater = TestClock.adjust("1 day")

/** Ann's case is completed, her account at the vendor was revoked as `Notion`. */
const annLeft = Effect.fnUntraced(function* (options: { readonly apps?: ReadonlyArray<string> } = {}) {
  const admin = yield* aSuperAdmin()
  const vendor = yield* aScimVendor()
  const integrations = yield* Integrations
  const apps = options.apps ?? ["Notion"]
  for (const service_name of apps) {
    yield* integrations
      .connectRevocationTarget({ service_name, protocol: "scim", base_url: vendor.baseUrl, token: vendor.token })
      .pipe(asCaller(admin))
  }
  const account = vendor.add({ userName: "ann.lee@acme.test", active: false })
  const id = yield* aCase(admin.orgId, { email: "ann.lee@acme.test", apps, status: "completed" })
  const now = DateTime.toDateUtc(yield* DateTime.now)
  yield* asSystem((sql) =>
    Effect.gen(function* () {
      yield* sql`UPDATE offboardings SET completed_at = ${now} WHERE id = ${id}`
      yield* sql`UPDATE revocation_apps SET outcome = 'revoked', verified = true, revoked_at = ${now} WHERE offboarding_id = ${id}`
    })
  )
  return { admin, vendor, account, id }
})

const list = Effect.fnUntraced(function* (member: Member, query = "") {
  const answer = yield* withStatus(200, as(member).get(`/api/residual-access${query}`))
  return yield* Schema.decodeUnknownEffect(Schema.toCodecJson(ResidualAccessPage))(answer.body)
})

const decodeSeen = Schema.decodeUnknownEffect(
  Schema.Struct({
    apps: Schema.Array(
      Schema.Struct({
        outcome: Schema.String,
        verified: Schema.Boolean,
        finding: Schema.NullOr(Schema.String),
        still_active: Schema.Boolean
      })
    )
  })
)
const decodeRuns = Schema.decodeUnknownEffect(
  Schema.Struct({
    rows: Schema.Array(Schema.Struct({ results: Schema.Array(Schema.Struct({ still_active: Schema.Boolean })) }))
  })
)

const resolve = Effect.fnUntraced(function* (member: Member, id: string, body: unknown) {
  return yield* as(member).post(`/api/residual-access/${id}/resolve`, body)
})

const noticesOf = (member: Member) =>
  Effect.gen(function* () {
    yield* handOut(member)
    const rows =
      yield* systemSql`SELECT id FROM notifications WHERE user_id = ${member.userId} AND type = 'residual_access.found'`
    return rows.length
  })

layer(Surface)("the nightly look at revoked accounts", (it) => {
  // revocation-18: What was revoked is looked at again later, and who is active once more is told of.
  it.effect(
    "an account that is active again is told once, in the app and by mail, and audited; it only reads",
    function* () {
      const { account, admin, id, vendor } = yield* annLeft()
      const [hr, keeper] = [
        yield* aMember(admin.orgId, "hr"),
        yield* aMember(admin.orgId, { permissions: ["access_revoke"] })
      ]
      assert.deepStrictEqual(yield* look(admin), { checked: 1, found: 0 })
      assert.deepStrictEqual(yield* look(admin), { checked: 0, found: 0 })
      vendor.setActive(account, true)
      yield* aNightLater
      assert.deepStrictEqual(yield* look(admin), { checked: 1, found: 1 })
      yield* aNightLater
      assert.deepStrictEqual(yield* look(admin), { checked: 1, found: 0 })
      assert.strictEqual(vendor.writes(), 0)
      assert.deepStrictEqual([yield* noticesOf(admin), yield* noticesOf(keeper), yield* noticesOf(hr)], [1, 1, 0])
      const mails = yield* mailsTo(admin.email)
      assert.deepStrictEqual(
        mails.map(({ subject }) => subject),
        ["Ann Lee has access again: Notion"]
      )
      const entries = yield* entriesOf(admin.orgId, { action: "residual_access_found" })
      assert.lengthOf(entries, 1)
      assert.isNull(entries[0]?.actor_id)
      assert.include(entries[0]?.details, "Notion")
      assert.notInclude(entries[0]?.stored, "Ann")
      const { rows, total } = yield* list(admin)
      assert.strictEqual(total, 1)
      assert.strictEqual((yield* list(admin, `?offboarding_id=${id}`)).total, 1, "of this case")
      assert.strictEqual((yield* list(admin, `?offboarding_id=${crypto.randomUUID()}`)).total, 0, "of another")
      assert.deepInclude(rows[0], { offboarding_id: id, service: "Notion", employee_name: "Ann Lee", status: "open" })
      assert.isTrue(
        DateTime.isGreaterThan(
          rows[0]?.last_seen_at ?? DateTime.makeUnsafe(0),
          rows[0]?.found_at ?? DateTime.makeUnsafe(0)
        )
      )
    }
  )

  // revocation-44: A finding ends when a run or check reads the account as inactive, and is reported again if it
  //   becomes active.
  it.effect(
    "one that was inactive meanwhile is over by itself, and told anew when it is active once more",
    function* () {
      const { account, admin, vendor } = yield* annLeft()
      for (const [active, found] of [
        [true, 1],
        [false, 0],
        [true, 1]
      ] as const) {
        vendor.setActive(account, active)
        assert.deepStrictEqual(yield* look(admin), { checked: 1, found })
        yield* aNightLater
      }
      const { rows } = yield* list(admin, "?status=all")
      assert.deepStrictEqual(
        rows.map(({ resolution }) => resolution),
        [null, "gone"]
      )
      assert.lengthOf(yield* entriesOf(admin.orgId, { action: "residual_access_ended" }), 1)
    }
  )

  // revocation-44
  it.effect("a run that sees the account inactive ends the finding", function* () {
    const { account, admin, id, vendor } = yield* annLeft()
    vendor.setActive(account, true)
    yield* look(admin)
    yield* withStatus(202, as(admin).post("/api/revoke-access", { offboardingId: id, apps: ["Notion"] }))
    const runs = yield* RevocationRuns
    yield* runs.settleScheduled(admin.orgId).pipe(within(quick))
    yield* handOut(admin)
    assert.isFalse(vendor.find(account)?.active)
    assert.strictEqual((yield* list(admin)).total, 0)
    assert.strictEqual((yield* list(admin, "?status=resolved")).rows[0]?.resolution, "revoked")
  })

  // revocation-21: What the app accepted and shows as active afterwards is told at once, and stays a finding until it
  //   is gone.
  it.effect(
    "an account that the run itself reads back as active is a finding at once, and stays one until it is gone",
    function* () {
      const { account, admin, id, vendor } = yield* annLeft()
      vendor.setActive(account, true)
      yield* asSystem((sql) =>
        Effect.gen(function* () {
          yield* sql`UPDATE offboardings SET status = 'it_revocation', completed_at = NULL WHERE id = ${id}`
          yield* sql`UPDATE revocation_apps SET outcome = NULL, verified = false, revoked_at = NULL WHERE offboarding_id = ${id}`
        })
      )
      const run = Effect.gen(function* () {
        yield* TestClock.adjust("1 minute")
        yield* withStatus(202, as(admin).post("/api/revoke-access", { offboardingId: id, apps: ["Notion"] }))
        const runs = yield* RevocationRuns
        yield* runs.settleScheduled(admin.orgId).pipe(within(quick))
      })
      const shown = Effect.gen(function* () {
        const found = yield* decodeSeen((yield* as(admin).get(`/api/employees/${id}`)).body)
        const { rows } = yield* decodeRuns((yield* as(admin).get(`/api/employees/${id}/revocation-runs`)).body)
        return [
          found.apps[0]?.outcome,
          found.apps[0]?.verified,
          found.apps[0]?.finding,
          rows[0]?.results[0]?.still_active
        ]
      })
      vendor.behaviour.pretendsToWrite = true
      yield* run
      assert.deepStrictEqual(yield* shown, ["revoked", false, "open", true])
      assert.deepInclude((yield* list(admin)).rows[0], { offboarding_id: id, service: "Notion", status: "open" })
      yield* run
      assert.strictEqual((yield* list(admin, "?status=all")).total, 1, "seen again, it is no news")
      assert.strictEqual(yield* noticesOf(admin), 1)
      assert.deepStrictEqual(
        (yield* mailsTo(admin.email)).map(({ subject }) => subject),
        ["Ann Lee still has access: Notion"]
      )
      const [entry, ...more] = yield* entriesOf(admin.orgId, { action: "residual_access_found" })
      assert.lengthOf(more, 0)
      assert.include(entry?.details, "Notion accepted the removal and shows the account as active")
      vendor.behave()
      yield* run
      yield* handOut(admin)
      assert.deepStrictEqual(yield* shown, ["revoked", true, "revoked", false])
      assert.strictEqual((yield* list(admin)).total, 0)
    }
  )

  // revocation-43: A vendor that gives no answer neither opens nor ends a finding.
  it.effect(
    "a vendor that refuses, fails or says nothing is no news, ends no finding, and holds up no other",
    function* () {
      const { account, admin, vendor } = yield* annLeft()
      vendor.setActive(account, true)
      yield* look(admin)
      for (const refusesWith of [401, 403, 500]) {
        yield* aNightLater
        vendor.behaviour.refusesWith = refusesWith
        assert.deepStrictEqual(yield* look(admin), { checked: 1, found: 0 })
      }
      yield* aNightLater
      yield* Effect.promise(() => vendor.close())
      assert.deepStrictEqual(yield* look(admin), { checked: 0, found: 0 })
      assert.strictEqual((yield* list(admin)).total, 1)
    }
  )

  // revocation-41: A person who is active in the directory again, or has a later offboarding, is not residual access.
  it.effect("who came back is not residual: active in the directory, or with a later case", function* () {
    const back = yield* annLeft()
    back.vendor.setActive(back.account, true)
    const hired = yield* as(back.admin).post("/api/org-employees", {
      full_name: "Ann Lee",
      email: "Ann.Lee@acme.test"
    })
    assert.strictEqual(hired.status, 201, hired.text)
    assert.deepStrictEqual(yield* look(back.admin), { checked: 0, found: 0 })

    const again = yield* annLeft()
    again.vendor.setActive(again.account, true)
    yield* TestClock.adjust("1 second")
    yield* aCase(again.admin.orgId, { email: "ann.lee@acme.test", apps: ["Notion"], status: "pending" })
    assert.deepStrictEqual(yield* look(again.admin), { checked: 0, found: 0 })
  })

  // revocation-40: Accounts are checked every night until 90 days after completion, then weekly for a year.
  it.effect(
    "goes on after completion: each night for 90 days, each week for a year, then no more; nightly while a case is open",
    function* () {
      const { admin, id } = yield* annLeft()
      const checkedAfter = (days: number) =>
        Effect.gen(function* () {
          yield* TestClock.adjust(`${days} days`)
          return (yield* look(admin)).checked
        })
      assert.strictEqual((yield* look(admin)).checked, 1)
      assert.strictEqual(yield* checkedAfter(1), 1)
      assert.strictEqual(yield* checkedAfter(90), 1)
      assert.strictEqual(yield* checkedAfter(1), 0)
      assert.strictEqual(yield* checkedAfter(6), 1)
      assert.strictEqual(yield* checkedAfter(270), 0)
      yield* systemSql`UPDATE offboardings SET completed_at = now() + interval '10 years', status = 'it_revocation' WHERE id = ${id}`
      assert.strictEqual((yield* look(admin)).checked, 1)
      assert.strictEqual(yield* checkedAfter(1), 1)
    }
  )

  it.effect("is spread: a round goes no further than its budget, the next goes on where it ended", function* () {
    const { admin } = yield* annLeft({ apps: ["Notion", "Wiki", "Chat"] })
    const rounds: Array<number> = []
    for (let round = 0; round < 3; round++) {
      const { checked } = yield* look(admin).pipe(
        Effect.provideService(ResidualAccessLimits, { ...ResidualAccessLimits.defaultValue(), perRound: 2 })
      )
      rounds.push(checked)
    }
    assert.deepStrictEqual(rounds, [2, 1, 0])
  })

  it.effect("an app that is being taken off its case at the moment is not noted, and holds up no other", function* () {
    const { account, admin, id, vendor } = yield* annLeft({ apps: ["Notion", "Wiki"] })
    vendor.setActive(account, true)
    const taken = yield* Deferred.make<void>()
    const looking = yield* Effect.forkChild(Effect.andThen(Deferred.await(taken), look(admin)))
    yield* asSystem((sql) =>
      Effect.gen(function* () {
        yield* sql`DELETE FROM revocation_apps WHERE offboarding_id = ${id} AND service_name = 'Notion'`
        yield* Deferred.succeed(taken, undefined)
        yield* untilItWaits(sql, looking)
      })
    )
    assert.deepStrictEqual(yield* Fiber.join(looking), { checked: 2, found: 1 })
    assert.deepStrictEqual(
      (yield* list(admin)).rows.map(({ service }) => service),
      ["Wiki"]
    )
  })

  it.effect("an app confirmed removed by hand is looked at too; one that is not connected is not", function* () {
    const { account, admin, id, vendor } = yield* annLeft()
    vendor.setActive(account, true)
    yield* systemSql`UPDATE revocation_apps SET outcome = 'skipped', removal_confirmed_at = now() WHERE offboarding_id = ${id}`
    yield* systemSql`UPDATE integrations SET connection_status = false WHERE org_id = ${admin.orgId}`
    assert.deepStrictEqual(yield* look(admin), { checked: 0, found: 0 })
    yield* systemSql`UPDATE integrations SET connection_status = true WHERE org_id = ${admin.orgId}`
    assert.deepStrictEqual(yield* look(admin), { checked: 1, found: 1 })
  })
})

layer(Surface)("GET /api/residual-access", (it) => {
  it.status(200, "within the caller's records, page by page", function* () {
    const admin = yield* aSuperAdmin()
    const manager = yield* aMember(admin.orgId, "manager")
    const own = yield* aCase(admin.orgId, { managerEmail: manager.email })
    const other = yield* aCase(admin.orgId)
    const findings = [yield* aFinding(admin.orgId, own, "github"), yield* aFinding(admin.orgId, other, "github")]
    assert.sameMembers(
      (yield* list(admin)).rows.map(({ id }) => String(id)),
      findings
    )
    assert.deepStrictEqual(
      (yield* list(manager)).rows.map(({ offboarding_id }) => offboarding_id),
      [own]
    )
    const page = yield* list(admin, "?limit=1&offset=1")
    assert.deepInclude(page, { total: 2, limit: 1, offset: 1 })
    assert.lengthOf(page.rows, 1)
    assert.strictEqual((yield* list(admin, "?status=resolved")).total, 0)
  })

  it.status(400, "a status that there is not, a limit over 100", function* () {
    const bearer = yield* aSession(yield* aSuperAdmin())
    for (const query of ["?status=new", "?limit=101", "?offset=-1"]) {
      assert.strictEqual((yield* send("GET", `/api/residual-access${query}`, { bearer })).status, 400)
    }
  })
})

layer(Surface)("POST /api/residual-access/{id}/resolve", (it) => {
  // revocation-42: A finding resolved as `removed` is reported again if the account is still active; an accepted one
  //   only once it was inactive.
  it.status(
    200,
    "removed by hand, with its reason sealed; still active the night after, it is found again",
    function* () {
      const { account, admin, vendor } = yield* annLeft()
      vendor.setActive(account, true)
      yield* look(admin)
      const id = String((yield* list(admin)).rows[0]?.id)
      const answer = yield* withStatus(200, resolve(admin, id, { reason: "Ann handed it over" }))
      assert.deepInclude(answer.body, { id, status: "resolved", resolution: "removed", resolved_by: admin.userId })
      // Once more changes nothing.
      assert.deepInclude((yield* resolve(admin, id, { reason: "for ever and ever", resolution: "accepted" })).body, {
        resolution: "removed"
      })
      const [entry, ...more] = yield* entriesOf(admin.orgId, { action: "residual_access_resolved" })
      assert.lengthOf(more, 0)
      assert.include(entry?.details, "Notion: removed manually")
      assert.notInclude(entry?.stored, "handed")
      yield* aNightLater
      assert.deepStrictEqual(yield* look(admin), { checked: 1, found: 1 })
    }
  )

  // revocation-42
  it.status(200, "accepted as it is, it is no news until it was inactive meanwhile", function* () {
    const { account, admin, vendor } = yield* annLeft()
    vendor.setActive(account, true)
    yield* look(admin)
    const id = String((yield* list(admin)).rows[0]?.id)
    yield* resolve(admin, id, { reason: "a shared mailbox", resolution: "accepted" })
    for (const [active, found] of [
      [true, 0],
      [true, 0],
      [false, 0],
      [true, 1]
    ] as const) {
      yield* aNightLater
      vendor.setActive(account, active)
      assert.deepStrictEqual(yield* look(admin), { checked: 1, found })
    }
  })

  it.status(400, "no reason, one of under 5 characters, a resolution that is not offered", function* () {
    const admin = yield* aSuperAdmin()
    const id = yield* aFinding(admin.orgId, yield* aCase(admin.orgId))
    for (const body of [{}, { reason: "ok" }, { reason: "removed by hand", resolution: "gone" }]) {
      assert.strictEqual((yield* resolve(admin, id, body)).status, 400)
    }
  })

  it.status(404, "an unknown finding, another organisation's, one outside the caller's records", function* () {
    const admin = yield* aSuperAdmin()
    const id = yield* aFinding(admin.orgId, yield* aCase(admin.orgId))
    const body = { reason: "removed by hand" }
    assert.strictEqual((yield* resolve(admin, randomUUID(), body)).status, 404)
    assert.strictEqual((yield* resolve(yield* aSuperAdmin(), id, body)).status, 404)
    const lead = yield* aMember(admin.orgId, {
      permissions: ["access_revoke"],
      scope: "departments",
      departments: ["Sales"]
    })
    assert.strictEqual((yield* resolve(lead, id, body)).status, 404)
  })

  // revocation-24: Accounts are looked at from their removal on, also while the case is open.
  it.effect(
    "an open case is looked at from its cut on, and one that is active again asks for a run or a confirmation",
    function* () {
      const { account, admin, id, vendor } = yield* annLeft()
      yield* systemSql`UPDATE offboardings SET status = 'it_revocation', completed_at = NULL WHERE id = ${id}`
      yield* withStatus(201, as(admin).post("/api/org-employees", { full_name: "Ann Lee", email: "ann.lee@acme.test" }))
      const seen = Effect.gen(function* () {
        const { apps } = yield* decodeSeen((yield* as(admin).get(`/api/employees/${id}`)).body)
        return [apps[0]?.outcome, apps[0]?.finding, apps[0]?.still_active]
      })
      const move = as(admin).patch(`/api/employees/${id}/status`, { status: "asset_recovery" })
      vendor.setActive(account, true)
      assert.deepStrictEqual(
        yield* look(admin),
        { checked: 1, found: 1 },
        "still in the directory, as all of an open case"
      )
      assert.deepStrictEqual(yield* seen, ["revoked", "open", true])
      const refused = yield* withStatus(409, move)
      assert.deepInclude(refused.body, {
        code: "stage_gate",
        missing: [{ kind: "app", name: "Notion", still_active: true }]
      })
      assert.include(refused.text, "still active when read")

      vendor.setActive(account, false)
      yield* aNightLater
      assert.deepStrictEqual(yield* look(admin), { checked: 1, found: 0 })
      assert.deepStrictEqual(yield* seen, ["revoked", "gone", false])
      assert.strictEqual((yield* move).status, 200)
    }
  )

  // revocation-25: What was read as active after its removal opens no stage until a run or a look reads it as inactive,
  //   or a person confirms.
  it.effect(
    "what a run read back as active opens the gate with a confirmation by hand, which ends the finding",
    function* () {
      const { account, admin, id, vendor } = yield* annLeft()
      vendor.setActive(account, true)
      yield* asSystem((sql) =>
        Effect.gen(function* () {
          yield* sql`UPDATE offboardings SET status = 'it_revocation', completed_at = NULL WHERE id = ${id}`
          yield* sql`UPDATE revocation_apps SET outcome = NULL, verified = false, revoked_at = NULL WHERE offboarding_id = ${id}`
        })
      )
      vendor.behaviour.pretendsToWrite = true
      yield* as(admin).post("/api/revoke-access", { offboardingId: id })
      const runs = yield* RevocationRuns
      yield* runs.settleScheduled(admin.orgId).pipe(within(quick))
      const move = as(admin).patch(`/api/employees/${id}/status`, { status: "asset_recovery" })
      const refused = yield* move
      assert.deepInclude(refused.body, { missing: [{ kind: "app", name: "Notion", still_active: true }] })

      yield* TestClock.adjust("1 hour")
      const now = yield* TestClock.withLive(DateTime.now)
      yield* TestClock.setTime(now.epochMilliseconds + 60_000)
      yield* withStatus(200, as(admin).post(`/api/employees/${id}/apps/Notion/confirm-removed`, {}))
      const [found] = (yield* list(admin, `?status=all&offboarding_id=${id}`)).rows
      assert.deepInclude(found, { resolution: "removed", resolved_by: admin.userId })
      assert.strictEqual((yield* move).status, 200)

      vendor.setActive(account, true)
      yield* aNightLater
      assert.deepStrictEqual(yield* look(admin), { checked: 1, found: 1 }, "confirmed, and active all the same")
      const { apps } = yield* decodeSeen((yield* as(admin).get(`/api/employees/${id}`)).body)
      assert.deepInclude(apps[0], { finding: "open", still_active: true })
      yield* withStatus(200, as(admin).post(`/api/employees/${id}/apps/Notion/confirm-removed`, {}))
      assert.strictEqual((yield* list(admin, `?offboarding_id=${id}`)).total, 0)
      assert.lengthOf(yield* entriesOf(admin.orgId, { action: "access_removal_confirmed" }), 2)
    }
  )

  it.effect("a cancelled case is not looked at, nor one whose access was not removed yet", function* () {
    const { admin, id } = yield* annLeft()
    yield* systemSql`UPDATE offboardings SET status = 'cancelled', completed_at = NULL WHERE id = ${id}`
    assert.deepStrictEqual(yield* look(admin), { checked: 0, found: 0 })
    yield* asSystem((sql) =>
      Effect.gen(function* () {
        yield* sql`UPDATE offboardings SET status = 'pending' WHERE id = ${id}`
        yield* sql`UPDATE revocation_apps SET outcome = 'failed', verified = false, revoked_at = NULL WHERE offboarding_id = ${id}`
      })
    )
    assert.deepStrictEqual(yield* look(admin), { checked: 0, found: 0 })
  })
})
