import { assert, layer } from "#test/support/suite"
import { EmailAddress } from "@svc/contract/kernel/text"
import { Effect, Option } from "effect"
import { Integrations } from "#connections/integrations/service"
import { Db } from "#platform/database/db"
import { LeftBehindLooks } from "#access-removal/left-behind/looks"
import { LeftBehinds } from "#access-removal/left-behind/service"
import { RevocationRuns } from "#access-removal/revocations/runs"
import { Revocations } from "#access-removal/revocations/service"
import { quick, within } from "#test/access-removal/revocations/carrying-out"
import { aCase, aScimVendor } from "#test/access-removal/revocations/support"
import { asCaller, asSystemCaller, aSuperAdmin } from "#test/support/people"
import { asSystem, systemSql } from "#test/support/tables"
import { looksForIt } from "./item.ts"
import { Scripted, shelfOf, thing } from "./scripted.ts"

let people = 0

const another = "Another account has this email address now"

const aLeaver = Effect.gen(function* () {
  people += 1
  const email = `bound${people}@acme.test`
  const admin = yield* aSuperAdmin()
  yield* looksForIt(admin.orgId)
  const vendor = yield* aScimVendor()
  const accountId = vendor.add({ userName: email })
  const integrations = yield* Integrations
  yield* integrations
    .connectRevocationTarget({
      service_name: "Notion",
      protocol: "scim",
      base_url: vendor.baseUrl,
      token: vendor.token
    })
    .pipe(asCaller(admin))
  const id = yield* aCase(admin.orgId, { email, apps: ["Notion"] })
  const shelf = shelfOf(email)
  shelf.account = { id: accountId, name: email }
  const leftBehind = yield* LeftBehinds
  const looks = yield* LeftBehindLooks
  const db = yield* Db
  const lookDue = looks.lookDue(admin.orgId).pipe(within(quick))
  const look = Effect.andThen(leftBehind.look(id).pipe(asCaller(admin)), lookDue)
  const shown = leftBehind.ofCase(id).pipe(asCaller(admin))
  const run = Effect.gen(function* () {
    const revocations = yield* Revocations
    const runs = yield* RevocationRuns
    yield* revocations.start({ offboardingId: id }).pipe(asCaller(admin))
    yield* runs.settleScheduled(admin.orgId).pipe(within(quick))
  })
  const gate = leftBehind.gate(id).pipe(db.transact, asSystemCaller(admin.orgId))
  const becomesAnother = systemSql`
      UPDATE offboardings SET identity = identity + 1, employee_email = 'someone.else@acme.test' WHERE id = ${id}`
  return { accountId, admin, becomesAnother, gate, id, leftBehind, look, lookDue, run, shelf, shown }
})

layer(Scripted)("what stays behind is an account's", (it) => {
  // account-1: What stays behind is ended and handed over under the account that left it, never under one that has its
  //   address.
  it.effect("it is shown with its account, and ended under the id of that account", function* () {
    const { accountId, look, run, shelf, shown } = yield* aLeaver
    shelf.items = [thing("ssh_key", "laptop")]
    yield* look
    assert.strictEqual((yield* shown).items[0]?.account?.id, accountId)
    yield* run
    assert.deepStrictEqual([shelf.calls, shelf.under], [["revoke laptop"], [accountId]])
  })

  it.effect("of an erased person the account reads [erased], in the case as in its evidence", function* () {
    const { admin, id, leftBehind, look, shelf, shown } = yield* aLeaver
    const db = yield* Db
    shelf.items = [thing("ssh_key", "laptop")]
    yield* look
    yield* systemSql`
          UPDATE audit_person_keys SET wrapped_key = NULL, destroyed_at = now()
          WHERE id = (SELECT person_key_id FROM offboardings WHERE id = ${id})`
    const erased = { id: "[erased]", name: null }
    assert.deepStrictEqual((yield* shown).items[0]?.account, erased)
    const evidence = yield* leftBehind.forEvidence(id).pipe(db.transact, asCaller(admin))
    assert.deepStrictEqual(Option.getOrUndefined(evidence)?.items[0]?.account, erased)
  })

  // account-1
  it.effect(
    "a look that sees another account than earlier ones records nothing, and says so of each kind",
    function* () {
      const { look, run, shelf, shown } = yield* aLeaver
      shelf.items = [thing("ssh_key", "laptop")]
      yield* look
      shelf.account = { id: "another", name: "another@acme.test" }
      shelf.items = [thing("ssh_key", "theirs")]
      yield* look
      const { apps, items } = yield* shown
      assert.deepStrictEqual(
        items.map(({ disposition, external_id }) => [external_id, disposition]),
        [["laptop", "pending"]]
      )
      assert.isTrue(apps[0]?.kinds.every(({ sight, why }) => sight === "not_visible" && why === another))
      yield* run
      assert.notInclude(shelf.calls, "revoke theirs")
    }
  )

  it.effect("nor after the cut, where the look asks for the account that was cut", function* () {
    const { look, run, shelf, shown } = yield* aLeaver
    yield* run
    shelf.account = { id: "another", name: "another@acme.test" }
    shelf.items = [thing("ssh_key", "theirs")]
    yield* look
    const { apps, total } = yield* shown
    assert.strictEqual(total, 0)
    assert.isTrue(apps[0]?.kinds.every(({ why }) => why === another))
    assert.deepStrictEqual(shelf.calls, [])
  })

  // account-2: What was found for a former identity of a case stays with it, and nothing is done for it or waits for
  //   it.
  it.effect(
    "of a former identity it stays listed; it is neither ended nor handed over, and the gate does not wait",
    function* () {
      const { admin, becomesAnother, gate, leftBehind, look, lookDue, run, shelf, shown } = yield* aLeaver
      shelf.refuses = true
      shelf.items = [thing("ssh_key", "laptop"), thing("ownership", "team", { stopsTheCut: null })]
      yield* look
      yield* run
      yield* lookDue
      assert.lengthOf(yield* gate, 2)
      const calls = shelf.calls.length
      yield* becomesAnother
      assert.deepStrictEqual(yield* gate, [])
      yield* look
      const { apps, items } = yield* shown
      assert.isTrue(items.every(({ disposition, former_identity }) => former_identity && disposition === "pending"))
      assert.isTrue(apps[0]?.kinds.every(({ pending, total }) => pending === 0 && total === 0))
      assert.lengthOf(shelf.calls, calls)
      const [item] = items
      assert.isDefined(item)
      if (item === undefined) return
      const refused = yield* Effect.flip(
        leftBehind.transfer(item.id, { email: EmailAddress.make("grace@acme.test") }).pipe(asCaller(admin))
      )
      assert.strictEqual(refused._tag, "LeftBehindFormer")
      const settled = yield* leftBehind.done(item.id, { reason: "Deleted at the app" }).pipe(asCaller(admin))
      assert.deepInclude(settled, { disposition: "revoked", evidence: "confirmed_by_hand" })
    }
  )

  // account-4: A scan by hand asks no app once an active person has the record or the email of a completed case.
  it.status(409, "a look by hand at a completed case, once an active person has its address", function* () {
    const { admin, id, leftBehind, look, shelf } = yield* aLeaver
    yield* look
    const looks = shelf.looks
    yield* asSystem((sql) =>
      Effect.gen(function* () {
        yield* sql`UPDATE offboardings SET status = 'completed', completed_at = now() WHERE id = ${id}`
        yield* sql`
            INSERT INTO org_employees (org_id, id, full_name, email, person_key_id, created_at, updated_at)
            SELECT org_id, gen_random_uuid(), 'Somebody Else', employee_email, person_key_id, now(), now()
            FROM offboardings WHERE id = ${id}`
      })
    )
    const refused = yield* Effect.flip(leftBehind.look(id).pipe(asCaller(admin)))
    assert.strictEqual(refused._tag, "LeftBehindInUse")
    assert.strictEqual(shelf.looks, looks)
  })
})
