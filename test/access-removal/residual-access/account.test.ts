import { assert, layer } from "#test/support/suite"
import { PersonKeyId } from "@svc/contract/kernel/ids"
import { ResidualAccessPage, UnverifiedAccessPage } from "@svc/contract/residual-access/schema"
import { DateTime, Effect, Layer, Schema } from "effect"
import { TestClock } from "effect/testing"
import { makeSealedAccounts } from "#audit/record/sealed-account"
import { Integrations } from "#connections/integrations/service"
import { Db } from "#platform/database/db"
import { ResidualAccessChecks } from "#access-removal/residual-access/checks"
import * as ResidualAccessDomain from "#access-removal/residual-access/index"
import { aCase, aScimVendor } from "#test/access-removal/revocations/support"
import { TestApp } from "#test/support/TestApp"
import { asCaller, asSystemCaller, aSuperAdmin, type Member } from "#test/support/people"
import { as, withStatus } from "#test/support/requests"
import { asSystem, systemSql } from "#test/support/tables"

const Surface = ResidualAccessDomain.reactions.pipe(Layer.provideMerge(TestApp))

const email = "ann.lee@acme.test"

/** Ann's case is completed; at the vendor her account was revoked, and by its id where `known`. */
const annLeft = Effect.fnUntraced(function* ({ known }: { readonly known: boolean }) {
  const admin = yield* aSuperAdmin()
  const vendor = yield* aScimVendor()
  const integrations = yield* Integrations
  yield* integrations
    .connectRevocationTarget({
      service_name: "Notion",
      protocol: "scim",
      base_url: vendor.baseUrl,
      token: vendor.token
    })
    .pipe(asCaller(admin))
  const account = vendor.add({ userName: email, active: false })
  const id = yield* aCase(admin.orgId, { email, apps: ["Notion"], status: "completed" })
  const now = DateTime.toDateUtc(yield* DateTime.now)
  const [row] = yield* systemSql<{
    readonly person_key_id: string
  }>`SELECT person_key_id FROM offboardings WHERE id = ${id}`
  const { sealAccount } = yield* makeSealedAccounts
  const db = yield* Db
  const sealed = known
    ? yield* sealAccount(admin.orgId, PersonKeyId.make(row?.person_key_id ?? ""), { id: account, name: email }).pipe(
        db.transact,
        asSystemCaller(admin.orgId)
      )
    : null
  yield* asSystem((sql) =>
    Effect.gen(function* () {
      yield* sql`UPDATE offboardings SET completed_at = ${now}, exit_date = '2020-01-01' WHERE id = ${id}`
      yield* sql`
        UPDATE revocation_apps SET outcome = 'revoked', verified = true, revoked_at = ${now}, sealed_account = ${sealed}
        WHERE offboarding_id = ${id}`
    })
  )
  return { account, admin, id, vendor }
})

const look = Effect.fnUntraced(function* ({ orgId }: Member) {
  const checks = yield* ResidualAccessChecks
  yield* TestClock.adjust("1 day")
  return yield* checks.look(orgId)
})

const decodePage = Schema.decodeUnknownEffect(Schema.toCodecJson(ResidualAccessPage))
const decodeUnverified = Schema.decodeUnknownEffect(Schema.toCodecJson(UnverifiedAccessPage))
const findings = (member: Member) =>
  Effect.flatMap(as(member).get("/api/residual-access"), ({ body }) => decodePage(body))
const unverified = (member: Member) =>
  Effect.flatMap(as(member).get("/api/residual-access/unverified"), ({ body }) => decodeUnverified(body))

const standingOf = (id: string) =>
  Effect.map(
    systemSql<{ readonly standing: string }>`SELECT standing FROM residual_access_checks WHERE offboarding_id = ${id}`,
    ([row]) => row?.standing
  )

layer(Surface)("the nightly check is about the account that was revoked", (it) => {
  // account-3: The nightly check is about the account that was revoked; another one with its address is neither a
  //   finding nor absent.
  it.effect("it is found active under its id, whatever its address is now", function* () {
    const { account, admin, vendor } = yield* annLeft({ known: true })
    assert.deepStrictEqual(yield* look(admin), { checked: 1, found: 0 })
    vendor.setActive(account, true)
    const renamed = vendor.find(account)
    if (renamed !== undefined) Object.assign(renamed, { userName: "old@acme.test", emails: ["old@acme.test"] })
    assert.deepStrictEqual(yield* look(admin), { checked: 1, found: 1 })
    const { rows } = yield* findings(admin)
    assert.strictEqual(rows[0]?.account?.id, account)
    assert.isFalse(rows[0]?.former_identity)
  })

  // account-3
  it.effect(
    "another account that has the address is no finding, nor absent: the removal cannot be verified",
    function* () {
      const { account, admin, id, vendor } = yield* annLeft({ known: true })
      assert.strictEqual((yield* unverified(admin)).total, 0)
      vendor.remove(account)
      vendor.add({ userName: email, active: true })
      assert.deepStrictEqual(yield* look(admin), { checked: 1, found: 0 })
      assert.strictEqual((yield* findings(admin)).total, 0)
      assert.strictEqual(yield* standingOf(id), "other_account")
      const { rows, total } = yield* unverified(admin)
      assert.strictEqual(total, 1)
      assert.deepInclude(rows[0], {
        offboarding_id: id,
        service: "Notion",
        evidence: "not_observed",
        still_active: false,
        other_account: true
      })
    }
  )

  // account-5: Without a stored ID the check uses the email; with an ID that cannot be read, it asks nothing.
  it.effect("without a stored id it goes on by the address", function* () {
    const { account, admin, vendor } = yield* annLeft({ known: false })
    vendor.setActive(account, true)
    assert.deepStrictEqual(yield* look(admin), { checked: 1, found: 1 })
    assert.strictEqual((yield* findings(admin)).rows[0]?.account?.id, account)
  })

  // account-3
  // account-5
  it.effect("of an account whose id cannot be read any more nothing is asked by the address", function* () {
    const { account, admin, id, vendor } = yield* annLeft({ known: true })
    vendor.setActive(account, true)
    const asked = vendor.requests.length
    yield* systemSql`UPDATE revocation_apps SET sealed_account = '[erased]' WHERE offboarding_id = ${id}`
    assert.deepStrictEqual(yield* look(admin), { checked: 1, found: 0 })
    assert.lengthOf(vendor.requests, asked)
    assert.strictEqual(yield* standingOf(id), "unknown")
  })

  // account-2
  it.effect("an open finding stays with the former identity, and that of the present one is its own", function* () {
    const { account, admin, id, vendor } = yield* annLeft({ known: true })
    vendor.setActive(account, true)
    yield* look(admin)
    const tom = vendor.add({ userName: "tom@acme.test", active: true })
    yield* withStatus(200, as(admin).patch(`/api/employees/${id}`, { employee_email: "tom@acme.test" }))
    assert.deepStrictEqual(yield* look(admin), { checked: 0, found: 0 })
    assert.deepStrictEqual(
      (yield* findings(admin)).rows.map(({ former_identity }) => former_identity),
      [true]
    )
    // Tom is cut by a run of his own.
    yield* systemSql`UPDATE revocation_apps SET outcome = 'revoked', verified = true WHERE offboarding_id = ${id}`
    assert.deepStrictEqual(yield* look(admin), { checked: 1, found: 1 })
    assert.sameDeepMembers(
      (yield* findings(admin)).rows.map((row) => [row.account?.id, row.former_identity]),
      [
        [account, true],
        [tom, false]
      ]
    )
  })
})
