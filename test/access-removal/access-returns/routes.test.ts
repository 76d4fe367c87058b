import { assert, layer } from "#test/support/suite"
import {
  AccessReturn,
  AccessReturns,
  CaseEntitlements,
  LicencePrices,
  Savings
} from "@svc/contract/entitlements/schema"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { PersonKeyId } from "@svc/contract/kernel/ids"
import { makeSealedAccounts } from "#audit/record/sealed-account"
import { Db } from "#platform/database/db"
import { TestApp } from "#test/support/TestApp"
import { aMember, asSystemCaller, aSuperAdmin } from "#test/support/people"
import { as, withStatus } from "#test/support/requests"
import { entriesOf } from "#test/support/log"
import { systemSql } from "#test/support/tables"
import { anEntitlement, aReturn } from "#test/access-removal/entitlements/held"
import { looksForIt } from "#test/access-removal/left-behind/item"
import { aCase } from "#test/access-removal/revocations/support"

const decodeCase = Schema.decodeUnknownEffect(Schema.toCodecJson(CaseEntitlements))
const decodeReturn = Schema.decodeUnknownEffect(Schema.toCodecJson(AccessReturn))
const decodeReturns = Schema.decodeUnknownEffect(Schema.toCodecJson(AccessReturns))
const decodePrices = Schema.decodeUnknownEffect(Schema.toCodecJson(LicencePrices))
const decodeSavings = Schema.decodeUnknownEffect(Schema.toCodecJson(Savings))

const aWorld = Effect.gen(function* () {
  const admin = yield* aSuperAdmin()
  yield* looksForIt(admin.orgId)
  const offboardingId = yield* aCase(admin.orgId, { apps: ["crm"] })
  return { admin, offboardingId }
})

/** Who does not see the case, and who is of another organisation. */
const outsiders = Effect.fnUntraced(function* (orgId: Parameters<typeof aMember>[0]) {
  return [
    yield* aSuperAdmin(),
    yield* aMember(orgId, { permissions: ["offboardings_view", "access_revoke"], scope: "departments" })
  ]
})

const notFound = Effect.fnUntraced(function* (path: string) {
  const { admin, offboardingId } = yield* aWorld
  for (const member of yield* outsiders(admin.orgId)) {
    assert.strictEqual((yield* as(member).get(`/api/employees/${offboardingId}/${path}`)).status, 404)
  }
  assert.strictEqual((yield* as(admin).get(`/api/employees/${randomUUID()}/${path}`)).status, 404)
})

const noId = Effect.fnUntraced(function* (path: string) {
  const { admin } = yield* aWorld
  assert.strictEqual((yield* as(admin).get(`/api/employees/x/${path}`)).status, 400)
})

const price = { service: "crm", licence: "seat", seat_price: 21.5, currency: "EUR", billed_until: "2099-12-31" }
const reason = "The other Ann leaves"

layer(TestApp)("GET /api/employees/{id}/entitlements", (it) => {
  it.status(200, "what was held, what became of it, and what its seats cost", function* () {
    const { admin, offboardingId } = yield* aWorld
    yield* anEntitlement(admin.orgId, offboardingId, { kind: "licence", external_id: "seat", label: "Seat" })
    yield* anEntitlement(admin.orgId, offboardingId, { state: "kept", taken_at: null, label: "all hands" })
    assert.strictEqual((yield* as(admin).put("/api/entitlements/licence-prices", { prices: [price] })).status, 200)
    const answer = yield* withStatus(200, as(admin).get(`/api/employees/${offboardingId}/entitlements`))
    const found = yield* decodeCase(answer.body)
    assert.deepInclude(found, { on: true, total: 2 })
    assert.deepStrictEqual(
      found.items.map(({ cost, label, state }) => [label, state, cost?.standing ?? null]),
      [
        ["Seat", "taken", "still_paid"],
        ["all hands", "kept", null]
      ]
    )
    assert.deepStrictEqual(found.money, [{ currency: "EUR", saved: 0, still_paid: 21.5, seats: 1 }])
  })

  it.status(404, "another organisation's, outside the caller's records, unknown", () => notFound("entitlements"))

  it.status(400, "an id that is none", () => noId("entitlements"))
})

layer(TestApp)("GET /api/employees/{id}/access-returns", (it) => {
  it.status(200, "the latest first, each with its lines", function* () {
    const { admin, offboardingId } = yield* aWorld
    const { id } = yield* aReturn(admin.orgId, offboardingId)
    yield* as(admin).post(`/api/access-returns/${id}/decline`, { reason })
    yield* TestClock.adjust("1 minute")
    const later = yield* aReturn(admin.orgId, offboardingId)
    const answer = yield* withStatus(200, as(admin).get(`/api/employees/${offboardingId}/access-returns`))
    const { returns } = yield* decodeReturns(answer.body)
    assert.deepStrictEqual(
      returns.map((one) => [one.id, one.status, one.lines.map(({ label }) => label)]),
      [
        [later.id, "proposed", ["platform team"]],
        [id, "declined", ["platform team"]]
      ]
    )
  })

  it.status(404, "another organisation's, outside the caller's records, unknown", () => notFound("access-returns"))

  it.status(400, "an id that is none", () => noId("access-returns"))
})

layer(TestApp)("GET /api/entitlements/savings", (it) => {
  it.status(200, "what freed seats cost a month, by their prices", function* () {
    const { admin } = yield* aWorld
    yield* as(admin).put("/api/entitlements/licence-prices", { prices: [price] })
    yield* systemSql`INSERT INTO freed_seats (org_id, service_name, licence, label, seats) VALUES (${admin.orgId}, 'CRM', 'seat', 'Seat', 3)`
    const savings = yield* decodeSavings((yield* as(admin).get("/api/entitlements/savings")).body)
    assert.deepStrictEqual(savings.money, [{ currency: "EUR", saved: 0, still_paid: 64.5, seats: 3 }])
  })
})

layer(TestApp)("GET /api/entitlements/licence-prices", (it) => {
  it.status(200, "none before any was entered", function* () {
    const { admin } = yield* aWorld
    const answer = yield* withStatus(200, as(admin).get("/api/entitlements/licence-prices"))
    assert.deepStrictEqual(yield* decodePrices(answer.body), { prices: [] })
  })
})

layer(TestApp)("PUT /api/entitlements/licence-prices", (it) => {
  it.status(200, "prices of seats are set all at once, and audited", function* () {
    const { admin } = yield* aWorld
    const put = (prices: ReadonlyArray<unknown>) => as(admin).put("/api/entitlements/licence-prices", { prices })
    assert.strictEqual((yield* put([price, { ...price, licence: "guest", billed_until: null }])).status, 200)
    const set = yield* put([price])
    assert.deepStrictEqual((yield* decodePrices(set.body)).prices.length, 1)
    assert.deepStrictEqual(
      yield* decodePrices((yield* as(admin).get("/api/entitlements/licence-prices")).body),
      yield* decodePrices(set.body)
    )
    assert.lengthOf(yield* entriesOf(admin.orgId, { action: "licence_prices_updated" }), 2)
  })

  it.status(400, "a price below zero, a currency that is none, a licence twice, a day that is none", function* () {
    const { admin } = yield* aWorld
    for (const prices of [
      [{ ...price, seat_price: -1 }],
      [{ ...price, currency: "euro" }],
      [price, { ...price, service: "CRM" }],
      [{ ...price, billed_until: "2026-02-30" }]
    ]) {
      yield* withStatus(400, as(admin).put("/api/entitlements/licence-prices", { prices }))
    }
  })
})

layer(TestApp)("POST /api/employees/{id}/access-returns", (it) => {
  it.status(201, "proposes what was taken, and is listed with its plan", function* () {
    const { admin, offboardingId } = yield* aWorld
    yield* anEntitlement(admin.orgId, offboardingId)
    const path = `/api/employees/${offboardingId}/access-returns`
    const answer = yield* withStatus(201, as(admin).post(path, { ground: "rehire", reason }))
    const made = yield* decodeReturn(answer.body)
    assert.deepInclude(made, { status: "proposed", ground: "rehire", reason, decided_at: null })
    const { returns } = yield* decodeReturns((yield* as(admin).get(path)).body)
    assert.deepStrictEqual(returns, [made])
    const [entry] = yield* entriesOf(admin.orgId, { action: "access_return_proposed" })
    assert.include(entry?.details, made.digest)
    const email = made.address ?? ""
    assert.match(email, /@/)
    assert.include(entry?.details, `to ${email}`)
    assert.notInclude(entry?.stored, email)
    assert.notInclude(entry?.stored, reason)
  })

  it.status(400, "a reason too short, a ground that is none, no app in the list", function* () {
    const { admin, offboardingId } = yield* aWorld
    for (const body of [
      { ground: "rehire", reason: "no" },
      { ground: "x", reason },
      { ground: "rehire", reason, services: [] }
    ]) {
      assert.strictEqual((yield* as(admin).post(`/api/employees/${offboardingId}/access-returns`, body)).status, 400)
    }
  })

  it.status(404, "another organisation's, outside the caller's records", function* () {
    const { admin, offboardingId } = yield* aWorld
    for (const member of yield* outsiders(admin.orgId)) {
      const answer = yield* as(member).post(`/api/employees/${offboardingId}/access-returns`, {
        ground: "rehire",
        reason
      })
      assert.strictEqual(answer.status, 404)
    }
  })

  it.status(409, "nothing was taken; another is open; access is being revoked; nobody is named any more", function* () {
    const { admin, offboardingId } = yield* aWorld
    const propose = as(admin).post(`/api/employees/${offboardingId}/access-returns`, { ground: "rehire", reason })
    const code = (expected: string) =>
      Effect.map(propose, (answer) => {
        assert.strictEqual(answer.status, 409, answer.text)
        assert.include(answer.text, expected)
      })
    yield* code("nothing_to_return")
    yield* aReturn(admin.orgId, offboardingId)
    yield* code("return_open")
    yield* systemSql`DELETE FROM access_returns WHERE org_id = ${admin.orgId}`
    yield* as(admin).post("/api/revoke-access", { offboardingId, apps: ["crm"] })
    yield* code("revocation_under_way")
    yield* systemSql`UPDATE offboardings SET employee_email = NULL WHERE id = ${offboardingId}`
    yield* code("no longer has an email address")
  })
})

layer(TestApp)("POST /api/access-returns/{id}/approve", (it) => {
  it.status(200, "approves the plan that was read, once", function* () {
    const { admin, offboardingId } = yield* aWorld
    const { digest, id } = yield* aReturn(admin.orgId, offboardingId)
    const approve = as(admin).post(`/api/access-returns/${id}/approve`, { digest })
    const answer = yield* withStatus(200, approve)
    assert.strictEqual((yield* decodeReturn(answer.body)).status, "running")
    const again = yield* withStatus(409, approve)
    assert.include(again.text, "return_decided")
    assert.lengthOf(yield* entriesOf(admin.orgId, { action: "access_return_approved" }), 1)
  })

  // entitlements-12: An approval is 409 once the email of the offboarding or an account has changed since the plan was
  //   read.
  it.status(409, "the email of the offboarding is another since the plan was read, or an account is", function* () {
    const { admin, offboardingId } = yield* aWorld
    const { digest, entitlementId, id } = yield* aReturn(admin.orgId, offboardingId)
    const approved = as(admin).post(`/api/access-returns/${id}/approve`, { digest })
    const emailOf = (email: string) =>
      systemSql`UPDATE offboardings SET employee_email = ${email} WHERE id = ${offboardingId}`
    const [before] = yield* systemSql<{
      readonly employee_email: string
    }>`SELECT employee_email FROM offboardings WHERE id = ${offboardingId}`
    yield* emailOf("somebody.else@acme.test")
    const other = yield* withStatus(409, approved)
    assert.include(other.text, "return_plan_changed")
    yield* emailOf(before?.employee_email ?? "")
    const { sealAccount } = yield* makeSealedAccounts
    const db = yield* Db
    const [key] = yield* systemSql<{
      readonly person_key_id: string
    }>`SELECT person_key_id FROM offboardings WHERE id = ${offboardingId}`
    const account = { id: "another", name: null }
    const sealed = yield* sealAccount(admin.orgId, PersonKeyId.make(key?.person_key_id ?? ""), account).pipe(
      db.transact,
      asSystemCaller(admin.orgId)
    )
    yield* systemSql`UPDATE entitlements SET sealed_account = ${sealed} WHERE id = ${entitlementId}`
    yield* withStatus(409, approved)
    yield* systemSql`UPDATE entitlements SET sealed_account = NULL WHERE id = ${entitlementId}`
    assert.strictEqual((yield* approved).status, 200)
  })

  it.status(400, "a digest that is none", function* () {
    const { admin, offboardingId } = yield* aWorld
    const { id } = yield* aReturn(admin.orgId, offboardingId)
    assert.strictEqual((yield* as(admin).post(`/api/access-returns/${id}/approve`, { digest: "x" })).status, 400)
  })

  // entitlements-4
  // entitlements-14: A Super Admin may approve their own proposal; other members may not.
  it.status(403, "by who proposed it, unless a Super Admin", function* () {
    const { admin, offboardingId } = yield* aWorld
    const proposer = yield* aMember(admin.orgId, {
      permissions: ["offboardings_view", "access_revoke"],
      scope: "all"
    })
    const own = yield* aReturn(admin.orgId, offboardingId, proposer.userId)
    const refused = yield* as(proposer).post(`/api/access-returns/${own.id}/approve`, { digest: own.digest })
    assert.strictEqual(refused.status, 403, refused.text)
    assert.include(refused.error, "another person or a Super Admin must approve it")
    yield* withStatus(200, as(admin).post(`/api/access-returns/${own.id}/approve`, { digest: own.digest }))
  })

  it.status(404, "another organisation's, outside the caller's records, unknown", function* () {
    const { admin, offboardingId } = yield* aWorld
    const { digest, id } = yield* aReturn(admin.orgId, offboardingId)
    for (const member of yield* outsiders(admin.orgId)) {
      assert.strictEqual((yield* as(member).post(`/api/access-returns/${id}/approve`, { digest })).status, 404)
    }
    assert.strictEqual((yield* as(admin).post(`/api/access-returns/${randomUUID()}/approve`, { digest })).status, 404)
  })

  it.status(409, "another plan; access is being revoked; nobody is named any more", function* () {
    const { admin, offboardingId } = yield* aWorld
    const { digest, id } = yield* aReturn(admin.orgId, offboardingId)
    const approve = (read = digest) => as(admin).post(`/api/access-returns/${id}/approve`, { digest: read })
    const other = yield* approve("0".repeat(64))
    assert.deepStrictEqual([other.status, other.text.includes("return_plan_changed")], [409, true])
    yield* as(admin).post("/api/revoke-access", { offboardingId, apps: ["crm"] })
    const busy = yield* approve()
    assert.deepStrictEqual([busy.status, busy.text.includes("revocation_under_way")], [409, true])
    yield* systemSql`UPDATE offboardings SET employee_email = NULL WHERE id = ${offboardingId}`
    assert.strictEqual((yield* approve()).status, 409)
  })
})

layer(TestApp)("POST /api/access-returns/{id}/decline", (it) => {
  it.status(200, "declines it, and why is kept sealed", function* () {
    const { admin, offboardingId } = yield* aWorld
    const { id } = yield* aReturn(admin.orgId, offboardingId)
    const answer = yield* withStatus(200, as(admin).post(`/api/access-returns/${id}/decline`, { reason }))
    assert.deepInclude(yield* decodeReturn(answer.body), { status: "declined", decline_reason: reason })
    const [entry] = yield* entriesOf(admin.orgId, { action: "access_return_declined" })
    assert.notInclude(entry?.stored, reason)
  })

  it.status(400, "a reason too short", function* () {
    const { admin, offboardingId } = yield* aWorld
    const { id } = yield* aReturn(admin.orgId, offboardingId)
    assert.strictEqual((yield* as(admin).post(`/api/access-returns/${id}/decline`, { reason: "no" })).status, 400)
  })

  it.status(404, "another organisation's, outside the caller's records, unknown", function* () {
    const { admin, offboardingId } = yield* aWorld
    const { id } = yield* aReturn(admin.orgId, offboardingId)
    for (const member of yield* outsiders(admin.orgId)) {
      assert.strictEqual((yield* as(member).post(`/api/access-returns/${id}/decline`, { reason })).status, 404)
    }
    assert.strictEqual((yield* as(admin).post(`/api/access-returns/${randomUUID()}/decline`, { reason })).status, 404)
  })

  it.status(409, "one that is decided", function* () {
    const { admin, offboardingId } = yield* aWorld
    const { id } = yield* aReturn(admin.orgId, offboardingId)
    const decline = as(admin).post(`/api/access-returns/${id}/decline`, { reason })
    assert.strictEqual((yield* decline).status, 200)
    const again = yield* withStatus(409, decline)
    assert.include(again.text, "return_decided")
  })
})
