import { assert, layer } from "#test/support/suite"
import { Effect } from "effect"
import { TestApp } from "#test/support/TestApp"
import { aKey, aMember, anOrganisation, aSession, aSuperAdmin } from "#test/support/people"
import { as, send, withStatus } from "#test/support/requests"
import { systemSql } from "#test/support/tables"
import { entriesOf, mailsTo, toldOf } from "#test/support/log"
import {
  aSessionBy,
  byCookie,
  clearsCookie,
  isSignedIn,
  joins,
  nameOf,
  notified,
  rowsOf,
  setStatus,
  startedBy,
  superadminsOf,
  worksWith
} from "./support.ts"

const close = (bearer: string) => send("DELETE", "/api/account", { bearer })

layer(TestApp)("DELETE /api/account", (it) => {
  // accounts-5: `DELETE /api/account` closes the account everywhere and revokes the keys that the user created.
  it.status(200, "closes the account everywhere and signs out, with a mail that says so", function* () {
    const member = yield* aMember(yield* anOrganisation(), "hr")
    const elsewhere = yield* joins(member, yield* anOrganisation(), "manager")
    const [here, there] = [yield* aSession(member), yield* aSession(elsewhere)]
    yield* notified(member)
    yield* notified(elsewhere)
    const answer = yield* send("DELETE", "/api/account", { headers: byCookie(here) })
    assert.deepStrictEqual([answer.status, answer.body], [200, { success: true }])
    assert.isTrue(clearsCookie(answer))
    assert.deepStrictEqual([yield* isSignedIn(here), yield* isSignedIn(there)], [false, false])
    for (const table of ["users", "memberships", "sessions", "notifications"] as const) {
      assert.strictEqual(yield* rowsOf(table, member.userId), 0, table)
    }
    for (const { orgId } of [member, elsewhere]) {
      assert.deepStrictEqual(yield* toldOf(orgId, { action: "account_deleted" }), [
        { actor_id: member.userId, target: member.email, details: "name: The hr" }
      ])
    }
    const mails = yield* mailsTo(member.email)
    assert.deepStrictEqual(
      mails.map(({ orgId, subject }) => [orgId, subject]),
      [[null, "Your account was closed"]]
    )
  })

  // accounts-5
  it.status(
    200,
    "the keys that the user created end in every organisation, audited as api_key.revoked with the reason",
    function* () {
      const colleague = yield* aSuperAdmin()
      const member = yield* aMember(colleague.orgId)
      const partner = yield* aSuperAdmin()
      const elsewhere = yield* joins(member, partner.orgId, "superadmin")
      const [own, ofElsewhere, theirs] = [yield* aKey(member), yield* aKey(elsewhere), yield* aKey(colleague)]
      assert.strictEqual((yield* close(yield* aSession(member))).status, 200)
      assert.deepStrictEqual(
        [yield* worksWith(own), yield* worksWith(ofElsewhere), yield* worksWith(theirs)],
        [false, false, true]
      )
      for (const [orgId, key] of [
        [member.orgId, own],
        [elsewhere.orgId, ofElsewhere]
      ] as const) {
        assert.deepStrictEqual(yield* toldOf(orgId, { action: "api_key.revoked" }), [
          {
            actor_id: member.userId,
            target: "API key Test",
            details: `prefix: ${key.slice(0, 12)}, reason: creator deleted their account`
          }
        ])
      }
    }
  )

  // accounts-12: Keys of a closed account show `Deleted user`; the audit log keeps the ID of the actor and the name at
  //   that time.
  it.status(
    200,
    "API keys read `Deleted user`; the audit log keeps the actor by id and the name of that time",
    function* () {
      const colleague = yield* aSuperAdmin()
      const member = yield* aMember(colleague.orgId)
      yield* aKey(member)
      yield* startedBy(member, "completed")
      yield* close(yield* aSession(member))
      const bearer = yield* aSession(colleague)
      const keys = yield* send("GET", "/api/keys", { bearer })
      assert.include(keys.text, `"created_by_name":"Deleted user"`)
      const log = yield* send("GET", `/api/audit-log?actorId=${member.userId}&action=account_deleted`, { bearer })
      assert.include(log.text, JSON.stringify({ id: member.userId, full_name: "The superadmin" }))
      assert.include(log.text, member.email)
    }
  )

  it.status(200, "no table refuses the deletion, or loses an organisation's records by it", function* () {
    const references = yield* systemSql<{ table: string; deletes: string }>`
          SELECT r.conrelid::regclass::text AS table, r.confdeltype::text AS deletes FROM pg_constraint r
          WHERE r.contype = 'f' AND r.confrelid = 'users'::regclass`
    assert.includeMembers(
      references.map(({ table }) => table),
      ["memberships", "sessions", "second_factors", "api_keys"]
    )
    for (const { deletes, table } of references) {
      // c: goes with the account, so it must be the account's own; n: stays, with nobody's name.
      assert.include(["c", "n"], deletes, table)
      if (deletes !== "c") continue
      const own = yield* systemSql`
            SELECT 1 FROM pg_attribute WHERE attrelid = ${table}::regclass AND attname = 'user_id' AND attnum > 0`
      assert.lengthOf(own, 1, `${table} goes with an account, so it names whose it is in user_id`)
    }
  })

  // accounts-6: Closing is 400 `{ code: sole_superadmin, orgs }` while the user is the only Super Admin of any
  //   organization.
  it.status(400, "sole_superadmin: the organisations whose only Super Admin the user is, anywhere", function* () {
    const member = yield* aMember(yield* anOrganisation(), "hr")
    const second = yield* joins(member, yield* anOrganisation(), "superadmin")
    const shared = yield* aSuperAdmin()
    yield* joins(member, shared.orgId, "superadmin")
    const key = yield* aKey(second)
    const bearer = yield* aSession(member)
    const { body, status } = yield* close(bearer)
    const name = yield* nameOf(second.orgId)
    assert.deepStrictEqual(
      [status, body],
      [
        400,
        {
          error: `You are the only Super Admin of ${name}. Make another member Super Admin first`,
          code: "sole_superadmin",
          orgs: [{ org_id: second.orgId, org_name: name }]
        }
      ]
    )
    assert.isTrue(yield* isSignedIn(bearer))
    assert.isTrue(yield* worksWith(key))
    assert.strictEqual(yield* rowsOf("memberships", member.userId), 3)
  })

  // accounts-7: Closing is 400 while an offboarding that the user started here is not completed; a canceled one counts
  //   too.
  it.status(
    400,
    "initiator of any offboarding in the current organisation that is not completed, cancelled too",
    function* () {
      const member = yield* aMember(yield* anOrganisation(), "hr")
      const elsewhere = yield* joins(member, yield* anOrganisation(), "hr")
      yield* startedBy(elsewhere)
      yield* startedBy(member, "completed")
      const id = yield* startedBy(member)
      const bearer = yield* aSession(member)
      const refused = {
        error:
          "1 offboarding that you started in this organization is not completed. Complete it, or hand over to another " +
          "member and close the account in one step"
      }
      for (const status of ["pending", "it_revocation", "cancelled"] as const) {
        yield* setStatus(id, status)
        const answer = yield* close(bearer)
        assert.deepStrictEqual([answer.status, answer.body], [400, refused], status)
      }
      yield* setStatus(id, "completed")
      assert.strictEqual((yield* close(bearer)).status, 200)
    }
  )

  // accounts-8: A Super Admin always remains, also when two leave at the same moment.
  it.status(400, "of two Super Admins who close their accounts at the same instant, exactly one", function* () {
    for (let round = 0; round < 5; round += 1) {
      const one = yield* aSuperAdmin()
      const other = yield* aSuperAdmin()
      // Both in both, so that they also lock more than one organisation.
      yield* joins(one, other.orgId, "superadmin")
      yield* joins(other, one.orgId, "superadmin")
      const sessions = [yield* aSession(one), yield* aSession(other)]
      const answers = yield* Effect.forEach(sessions, close, { concurrency: 2 })
      assert.sameMembers(
        answers.map(({ status }) => status),
        [200, 400]
      )
      assert.strictEqual(yield* superadminsOf(one.orgId), 1)
      assert.strictEqual(yield* superadminsOf(other.orgId), 1)
    }
  })

  it.status(
    400,
    "of a Super Admin who leaves and one who closes the account at the same instant, exactly one",
    function* () {
      const one = yield* aSuperAdmin()
      const other = yield* aMember(one.orgId)
      const leaving = as(one).delete("/api/account/leave-org")
      const answers = yield* Effect.all([leaving, close(yield* aSession(other))], { concurrency: 2 })
      assert.sameMembers(
        answers.map(({ status }) => status),
        [200, 400]
      )
      assert.strictEqual(yield* superadminsOf(one.orgId), 1)
    }
  )

  it.status(200, "asked twice at the same instant, the account is closed once", function* () {
    const member = yield* aMember(yield* anOrganisation(), "manager")
    const sessions = [yield* aSession(member), yield* aSession(member)]
    const answers = yield* Effect.forEach(sessions, close, { concurrency: 2 })
    for (const { status } of answers) assert.include([200, 401], status)
    assert.lengthOf(yield* entriesOf(member.orgId, { action: "account_deleted" }), 1)
  })

  // accounts-15: Closing an account requires no step-up, and works in a read-only organization.
  it.status(200, "with a plain session, without a step-up, also in a read-only organisation", function* () {
    const member = yield* aMember(yield* anOrganisation({ planStatus: "canceled" }), { permissions: [] })
    assert.strictEqual((yield* close(yield* aSession(member, { steppedUp: false }))).status, 200)
  })

  // accounts-14: A single sign-on session cannot close, hand over or rename an account that also belongs to other
  //   organizations, nor set up two-factor authentication for it.
  it.status(
    403,
    "one organisation's identity provider cannot close an account that belongs to others too",
    function* () {
      const member = yield* aMember(yield* anOrganisation(), "hr")
      const elsewhere = yield* joins(member, yield* anOrganisation(), "hr")
      const bearer = yield* aSessionBy(member, "saml")
      const { text } = yield* withStatus(403, close(bearer))
      assert.include(text, "identity provider")
      assert.strictEqual(yield* rowsOf("memberships", member.userId), 2)
      // The other organisation left, there is nothing that it does not vouch for.
      yield* as(elsewhere).delete("/api/account/leave-org")
      assert.strictEqual((yield* close(bearer)).status, 200)
    }
  )

  it.status(403, "another site made the browser send it", function* () {
    const member = yield* aMember(yield* anOrganisation(), "manager")
    const token = yield* aSession(member)
    yield* withStatus(403, send("DELETE", "/api/account", { headers: byCookie(token, "cross-site") }))
    assert.strictEqual(yield* rowsOf("users", member.userId), 1)
  })
})
