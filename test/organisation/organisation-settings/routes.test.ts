import { assert } from "#test/support/suite"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Role } from "@svc/contract/kernel/permissions"
import { Retention } from "@svc/contract/organisation-settings/schema"
import { DateTime, Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { queuedMails } from "#test/support/mails"
import { start, TestApp } from "#test/support/TestApp"
import { aMember, aSession, aSuperAdmin } from "#test/support/people"
import { as, send as sendBare, withStatus } from "#test/support/requests"
import { entriesOf } from "#test/support/log"
import { systemSql } from "#test/support/tables"
import { layerOfFile } from "#test/support/layer-of-file"
import { errorOf, path } from "./support.ts"

const withTestApp = layerOfFile(TestApp)

const inDays = (days: number) => Effect.map(DateTime.now, (now) => DateTime.formatIso(DateTime.add(now, { days })))

const retentionEntries = (orgId: OrgId) =>
  Effect.map(entriesOf(orgId, { action: "organization_retention_changed" }), (entries) =>
    entries.map(({ details }) => details)
  )

withTestApp("GET /api/organizations/me", (it) => {
  // settings-1: `GET /api/organizations/me` returns the organization for every role, and null for a user without one.
  it.status(200, "the organisation, for every role", function* () {
    const { orgId } = yield* aSuperAdmin({ timezone: "Europe/Berlin" })
    for (const role of Role.literals) {
      const { body } = yield* withStatus(200, as(yield* aMember(orgId, role)).get(path))
      assert.deepInclude(body, {
        id: orgId,
        plan: "enterprise",
        plan_status: "active",
        trial_ends_at: null,
        deletion_scheduled_at: null,
        had_subscription_before_deletion: false,
        default_jurisdiction: null,
        benefits_region: null,
        timezone: "Europe/Berlin",
        auto_revoke_at_exit: true,
        names_in_notifications: true,
        advance_when_ready: false,
        begin_revocation_on_last_day: false,
        offboarding_retention_months: null
      })
    }
  })

  it.status(200, "a row with every field of the document", function* () {
    const { body } = yield* as(yield* aSuperAdmin()).get(path)
    const row = yield* Schema.decodeUnknownEffect(
      Schema.Struct({
        id: Schema.String,
        name: Schema.String,
        plan: Schema.Literal("enterprise"),
        plan_status: Schema.Literal("active"),
        deletion_scheduled_at: Schema.Null,
        had_subscription_before_deletion: Schema.Boolean,
        default_jurisdiction: Schema.Null,
        timezone: Schema.Literal("UTC"),
        auto_revoke_at_exit: Schema.Boolean
      })
    )(body)
    assert.match(row.name, /^Acme /)
  })

  it.status(200, "a trial that is over reads trial_expired at its very end", function* () {
    const member = yield* aSuperAdmin({ plan: "trial", planStatus: "trialing" })
    const end = DateTime.add(start, { days: 14 })
    assert.deepInclude((yield* as(member).get(path)).body, {
      plan_status: "trialing",
      trial_ends_at: DateTime.formatIso(end)
    })
    yield* TestClock.setTime(end.epochMilliseconds - 1)
    assert.deepInclude((yield* as(member).get(path)).body, { plan_status: "trialing" })
    yield* TestClock.setTime(end.epochMilliseconds)
    assert.deepInclude((yield* as(member).get(path)).body, { plan: "trial", plan_status: "trial_expired" })
  })
})

withTestApp("PATCH /api/organizations/me", (it) => {
  // settings-3: Omitted fields stay, and a change is audited with old and new values.
  it.status(
    200,
    "the updated organisation row; omitted fields are unchanged; audited with before and after",
    function* () {
      const member = yield* aSuperAdmin()
      const all = {
        name: "  Acme & Söhne  ",
        benefitsRegion: "us",
        defaultJurisdiction: "us-ca",
        timezone: "America/New_York",
        autoRevokeAtExit: false,
        returnInstructions: " 12 Mill Lane, Bath "
      }
      const changed = {
        name: "  Acme & Söhne  ",
        benefits_region: "us",
        default_jurisdiction: "US-CA",
        timezone: "America/New_York",
        auto_revoke_at_exit: false,
        return_instructions: "12 Mill Lane, Bath"
      }
      const first = yield* withStatus(200, as(member).patch(path, all))
      assert.deepInclude(first.body, changed)
      assert.deepStrictEqual((yield* as(member).get(path)).body, first.body)

      const named = yield* as(member).patch(path, { name: "Acme" })
      assert.deepInclude(named.body, { ...changed, name: "Acme" })
      const entries = yield* entriesOf(member.orgId, { action: "organization_updated" })
      assert.lengthOf(entries, 2)
      assert.strictEqual(entries[0]?.actor_id, member.userId)
      for (const change of [
        "benefits_region: none -> us",
        "default_jurisdiction: none -> US-CA",
        "timezone: UTC -> America/New_York",
        "auto_revoke_at_exit: true -> false",
        "return_instructions: none -> 12 Mill Lane, Bath"
      ]) {
        assert.include(entries[0]?.details ?? "", change)
      }
      assert.strictEqual(entries[1]?.details, "name:   Acme & Söhne   -> Acme")
    }
  )

  // settings-4: `benefitsRegion` is `us`, null or empty; an unknown region, jurisdiction or time zone is 400.
  it.status(200, "null and empty text mean neutral copy, null means no default jurisdiction", function* () {
    const member = yield* aSuperAdmin()
    for (const benefitsRegion of [null, ""]) {
      yield* as(member).patch(path, { name: "Acme", benefitsRegion: "us", defaultJurisdiction: "DE" })
      const { body } = yield* as(member).patch(path, { name: "Acme", benefitsRegion, defaultJurisdiction: null })
      assert.deepInclude(body, { benefits_region: null, default_jurisdiction: null })
    }
  })

  // settings-12: A change that changes nothing returns 200 and is not recorded.
  it.status(
    200,
    "a call that changes nothing is not recorded, and fields that are not in the table are ignored",
    function* () {
      const member = yield* aSuperAdmin()
      yield* as(member).patch(path, { name: "Acme" })
      const { body } = yield* as(member).patch(path, {
        name: "Acme",
        plan: "none",
        plan_status: "canceled",
        suspended: true,
        timezone_: "Mars",
        deletion_scheduled_at: "2026-01-01T00:00:00Z"
      })
      assert.deepInclude(body, {
        plan: "enterprise",
        plan_status: "active",
        suspended: false,
        deletion_scheduled_at: null
      })
      assert.lengthOf(yield* entriesOf(member.orgId, { action: "organization_updated" }), 1)
    }
  )

  // settings-2: Only a Super Admin sends `PATCH`; `name` is required on every call, not blank, and has at most 100
  //   characters.
  it.status(400, "name is required on every call, non-blank, and has at most 100 characters", function* () {
    const member = yield* aSuperAdmin()
    const long = "ä".repeat(100)
    assert.strictEqual((yield* as(member).patch(path, { name: long })).status, 200)
    for (const name of [undefined, null, "", "   ", "\u200b", `${long}x`, 7]) {
      const { body } = yield* withStatus(400, as(member).patch(path, { name, timezone: "UTC" }))
      assert.match(yield* errorOf(body), /^name: /)
    }
  })

  // settings-4
  it.status(400, "a region, a jurisdiction, a zone or a switch that is none", function* () {
    const member = yield* aSuperAdmin()
    const wrong = {
      benefitsRegion: ["de", "US", true],
      defaultJurisdiction: ["XX", "Germany", "US-ZZ", "", 1],
      timezone: ["Mars/Olympus", "+02:00", "", null],
      autoRevokeAtExit: ["true", null, 1]
    }
    for (const [field, values] of Object.entries(wrong)) {
      for (const value of values) {
        const { body, status } = yield* as(member).patch(path, { name: "Acme", [field]: value })
        assert.strictEqual(status, 400, `${field} ${value}`)
        assert.include(yield* errorOf(body), field)
      }
    }
  })

  it.status(200, "two changes at once: both are kept, whichever was first", function* () {
    const member = yield* aSuperAdmin()
    yield* as(member).patch(path, { name: "Acme" })
    const answers = yield* Effect.forEach(
      [
        { timezone: "Asia/Tokyo" },
        { autoRevokeAtExit: false },
        { defaultJurisdiction: "JP" },
        { benefitsRegion: "us" }
      ],
      (change) => as(member).patch(path, { name: "Acme", ...change }),
      { concurrency: "unbounded" }
    )
    assert.deepStrictEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200]
    )
    assert.deepInclude((yield* as(member).get(path)).body, {
      timezone: "Asia/Tokyo",
      auto_revoke_at_exit: false,
      default_jurisdiction: "JP",
      benefits_region: "us"
    })
  })
})

withTestApp("GET /api/organizations/me/retention", (it) => {
  it.status(200, "for ever until somebody says otherwise", function* () {
    const member = yield* aSuperAdmin()
    assert.deepInclude(yield* as(member).get(`${path}/retention`), {
      status: 200,
      body: { offboarding_retention_months: null, months_in_effect: null, applies_from: null }
    })
  })
})

withTestApp("PUT /api/organizations/me/retention", (it) => {
  // settings-8: Retention is 6 to 120 months, or unlimited.
  it.status(200, "6 to 120 months or null, audited with before and after", function* () {
    const member = yield* aSuperAdmin()
    const applies = yield* inDays(30)
    for (const offboarding_retention_months of [6, 120, 120, null]) {
      const { body } = yield* withStatus(200, as(member).put(`${path}/retention`, { offboarding_retention_months }))
      assert.include(body, { offboarding_retention_months })
      assert.deepStrictEqual((yield* as(member).get(`${path}/retention`)).body, body)
    }
    assert.deepStrictEqual(yield* retentionEntries(member.orgId), [
      `closed offboardings are kept: indefinitely -> 6 months, applies from ${applies}`,
      `closed offboardings are kept: 6 months -> 120 months, applies from ${applies}`,
      "closed offboardings are kept: 120 months -> indefinitely"
    ])
  })

  // settings-10: A first or shorter retention of offboardings takes effect after 30 days and can be withdrawn until
  //   then; a longer one takes effect immediately. Every Super Admin gets an email about a pending change and about its
  //   withdrawal.
  it.status(200, "a first or shorter retention applies after 30 days, a longer one at once", function* () {
    const member = yield* aSuperAdmin()
    const put = (offboarding_retention_months: number | null) =>
      Effect.map(as(member).put(`${path}/retention`, { offboarding_retention_months }), ({ body }) => body)
    const first = yield* inDays(30)
    assert.deepStrictEqual(yield* put(24), {
      offboarding_retention_months: 24,
      months_in_effect: null,
      applies_from: first
    })
    yield* TestClock.adjust("30 days")
    const applied = { offboarding_retention_months: 24, months_in_effect: 24, applies_from: null }
    assert.deepStrictEqual((yield* as(member).get(`${path}/retention`)).body, applied)
    const second = yield* inDays(30)
    assert.deepStrictEqual(yield* put(12), {
      offboarding_retention_months: 12,
      months_in_effect: 24,
      applies_from: second
    })
    // Set once more, it waits no longer.
    yield* TestClock.adjust("10 days")
    assert.include(yield* put(12), { applies_from: second })
    assert.deepStrictEqual(yield* put(24), applied)
    assert.deepStrictEqual(yield* put(36), { ...applied, offboarding_retention_months: 36, months_in_effect: 36 })
    assert.deepStrictEqual(yield* put(null), {
      offboarding_retention_months: null,
      months_in_effect: null,
      applies_from: null
    })
    assert.deepInclude((yield* as(member).get(path)).body, { offboarding_retention_months: null })
  })

  // settings-10
  it.status(
    200,
    "a change that waits and its withdrawal are mailed to every Super Admin, another change to no one",
    function* () {
      yield* TestClock.setTime(Date.parse("2026-03-02T09:00:00Z"))
      const member = yield* aSuperAdmin()
      const second = yield* aMember(member.orgId)
      yield* aMember(member.orgId, "admin")
      const put = (offboarding_retention_months: number | null) =>
        as(member).put(`${path}/retention`, { offboarding_retention_months })
      const mails = Effect.map(queuedMails, (all) => all.filter(({ orgId }) => orgId === member.orgId))
      yield* put(12)
      const sent = yield* mails
      assert.deepStrictEqual(sent.map(({ to }) => to).toSorted(), [member.email, second.email].toSorted())
      assert.strictEqual(sent[0]?.subject, "Offboardings will be deleted after 12 months")
      assert.include(sent[0]?.text ?? "", "to 12 months, starting Apr 1, 2026 (UTC). Previously: indefinitely.")
      assert.include(sent[0]?.text ?? "", "On Apr 2, 2026 (UTC), 0 offboardings will be permanently deleted")
      yield* put(null)
      const subjects = (yield* mails).map(({ subject }) => subject)
      assert.lengthOf(
        subjects.filter((subject) => subject === "Closed offboardings are kept indefinitely"),
        2
      )
      yield* systemSql`UPDATE organisations SET offboarding_retention_months = 12 WHERE id = ${member.orgId}`
      yield* put(24)
      yield* put(null)
      assert.lengthOf(yield* mails, 4)
    }
  )

  it.status(200, "of many changes at the same moment the last one applies, and no step lacks its entry", function* () {
    const member = yield* aSuperAdmin()
    yield* systemSql`UPDATE organisations SET offboarding_retention_months = 24 WHERE id = ${member.orgId}`
    const months = [6, 12, 24, 36, 18, null]
    const answers = yield* Effect.forEach(
      months,
      (offboarding_retention_months) => as(member).put(`${path}/retention`, { offboarding_retention_months }),
      { concurrency: "unbounded" }
    )
    assert.isTrue(answers.every(({ status }) => status === 200))
    const steps = (yield* retentionEntries(member.orgId)).map((details) =>
      details
        .replace("closed offboardings are kept: ", "")
        .replace(/, applies from .*/, "")
        .split(" -> ")
    )
    for (const [index, [from]] of steps.entries()) {
      assert.strictEqual(from, index === 0 ? "24 months" : steps[index - 1]?.[1])
    }
    const { body } = yield* as(member).get(`${path}/retention`)
    const set = Schema.decodeUnknownSync(Retention)(body).offboarding_retention_months
    assert.strictEqual(steps.at(-1)?.[1], set === null ? "indefinitely" : `${set} months`)
  })

  it.status(400, "anything else", function* () {
    const member = yield* aSuperAdmin()
    for (const offboarding_retention_months of [5, 121, 6.5, 0, -6, "12", undefined, true]) {
      const { body } = yield* withStatus(400, as(member).put(`${path}/retention`, { offboarding_retention_months }))
      assert.match(yield* errorOf(body), /^offboarding_retention_months: /)
    }
  })
})

withTestApp("POST /api/organizations/me/deletion", (it) => {
  // deletion-1: A deletion is scheduled 30 days ahead; `deletion_scheduled_at` is the moment when it runs.
  it.status(200, "deletion_scheduled_at is the moment at which it will be carried out, 30 days ahead", function* () {
    const member = yield* aSuperAdmin()
    const second = yield* aMember(member.orgId)
    yield* aMember(member.orgId, "admin")
    const { body } = yield* withStatus(200, as(member).post(`${path}/deletion`))
    const at = DateTime.formatIso(DateTime.add(yield* DateTime.now, { days: 30 }))
    assert.deepInclude(body, { deletion_scheduled_at: at, had_subscription_before_deletion: true })
    const [entry] = yield* entriesOf(member.orgId, { action: "organization_deletion_scheduled" })
    assert.strictEqual(entry?.actor_id, member.userId)
    assert.include(entry?.details ?? "", at)
    const mails = (yield* queuedMails).filter(({ orgId }) => orgId === member.orgId)
    assert.deepStrictEqual(mails.map(({ to }) => to).toSorted(), [member.email, second.email].toSorted())
    assert.match(mails[0]?.text ?? "", /on Apr 1, 2026, 9:00\sAM \(UTC\)/)
    // During the grace everything works as before.
    assert.strictEqual((yield* as(member).patch(path, { name: "Still here" })).status, 200)
  })

  // deletion-2: `had_subscription_before_deletion` records whether the organization had a paid plan.
  it.status(200, "had_subscription_before_deletion is whether it had a paid plan", function* () {
    const cases = [
      ["none", "active", false],
      ["trial", "trialing", false],
      ["starter", "active", true],
      ["team", "past_due", true],
      ["enterprise", "canceled", false]
    ] as const
    for (const [plan, planStatus, had] of cases) {
      const member = yield* aSuperAdmin({ plan, planStatus })
      const { body } = yield* as(member).post(`${path}/deletion`)
      assert.deepInclude(body, { had_subscription_before_deletion: had }, plan)
    }
  })

  it.status(409, "it is scheduled already; of two at once one schedules it", function* () {
    const member = yield* aSuperAdmin()
    const answers = yield* Effect.replicateEffect(as(member).post(`${path}/deletion`), 2, { concurrency: 2 })
    assert.deepStrictEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
    assert.lengthOf(yield* entriesOf(member.orgId, { action: "organization_deletion_scheduled" }), 1)
  })

  it.status(200, "asks for no step-up, and is possible while the organisation is read-only", function* () {
    const member = yield* aSuperAdmin({ plan: "team", planStatus: "canceled" })
    const bearer = yield* aSession(member, { steppedUp: false })
    assert.strictEqual((yield* sendBare("POST", `${path}/deletion`, { bearer })).status, 200)
    assert.strictEqual((yield* as(member).delete(`${path}/deletion`)).status, 200)
  })
})

withTestApp("DELETE /api/organizations/me/deletion", (it) => {
  // deletion-3: Until then a Super Admin can cancel it, and every Super Admin is notified.
  it.status(200, "calls it off, audited and told to every Super Admin; it can be scheduled anew", function* () {
    const member = yield* aSuperAdmin()
    yield* as(member).post(`${path}/deletion`)
    const { body } = yield* withStatus(200, as(member).delete(`${path}/deletion`))
    assert.deepInclude(body, { deletion_scheduled_at: null, had_subscription_before_deletion: false })
    assert.lengthOf(yield* entriesOf(member.orgId, { action: "organization_deletion_cancelled" }), 1)
    const subjects = (yield* queuedMails).filter(({ orgId }) => orgId === member.orgId).map(({ subject }) => subject)
    assert.lengthOf(
      subjects.filter((subject) => subject.endsWith("will not be deleted")),
      1
    )
    assert.strictEqual((yield* as(member).post(`${path}/deletion`)).status, 200)
  })

  it.status(409, "none is scheduled", function* () {
    assert.strictEqual((yield* as(yield* aSuperAdmin()).delete(`${path}/deletion`)).status, 409)
  })
})

withTestApp("GET /api/billing/subscription", (it) => {
  // settings-9: `GET /api/billing/subscription` returns the effective plan; there is no usage endpoint.
  it.status(200, "the effective plan; no payment processor is connected", function* () {
    const member = yield* aSuperAdmin({ plan: "trial", planStatus: "trialing" })
    const ends = DateTime.add(yield* DateTime.now, { days: 14 })
    const running = {
      plan: "trial",
      plan_status: "trialing",
      billing_interval: null,
      subscription_status: null,
      trial_ends_at: DateTime.formatIso(ends),
      read_only: false
    }
    const billing = "/api/billing/subscription"
    assert.deepInclude(yield* as(member).get(billing), { status: 200, body: running })
    yield* TestClock.setTime(ends.epochMilliseconds)
    assert.deepStrictEqual((yield* as(member).get(billing)).body, {
      ...running,
      plan_status: "trial_expired",
      read_only: true
    })
  })

  // settings-9
  it.status(404, "there is no usage endpoint", function* () {
    const member = yield* aSuperAdmin()
    for (const at of ["/api/billing/usage", "/api/billing", "/api/organizations/me/usage", "/api/usage"]) {
      assert.strictEqual((yield* as(member).get(at)).status, 404, at)
    }
  })

  it.status(200, "for every role, as no gate is stated for it", function* () {
    const { orgId } = yield* aSuperAdmin()
    for (const role of Role.literals) {
      const { body, status } = yield* as(yield* aMember(orgId, role)).get("/api/billing/subscription")
      assert.strictEqual(status, 200, role)
      assert.deepInclude(body, { plan: "enterprise", plan_status: "active", read_only: false })
    }
  })
})
