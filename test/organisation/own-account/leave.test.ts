import { assert, layer } from "#test/support/suite"
import { Effect } from "effect"
import { TestApp } from "#test/support/TestApp"
import { aKey, aMember, anOrganisation, aSession, aSuperAdmin } from "#test/support/people"
import { send, withStatus } from "#test/support/requests"
import { asSystem, systemSql } from "#test/support/tables"
import { entriesOf, toldOf } from "#test/support/log"
import {
  byCookie,
  clearsCookie,
  isSignedIn,
  joins,
  notified,
  roleOf,
  rowsOf,
  setStatus,
  startedBy,
  superadminsOf,
  worksWith
} from "./support.ts"

const leave = (bearer: string) => send("DELETE", "/api/account/leave-org", { bearer })

layer(TestApp)("DELETE /api/account/leave-org", (it) => {
  // accounts-3: `DELETE /api/account/leave-org` leaves the active organization, signs out, and revokes the keys that
  //   the user created there.
  it.status(200, "leaves the active organisation and signs out of it; the others stay as they are", function* () {
    const member = yield* aMember(yield* anOrganisation(), "hr")
    const elsewhere = yield* joins(member, yield* anOrganisation(), "admin")
    yield* systemSql`UPDATE users SET active_org_id = ${member.orgId} WHERE id = ${member.userId}`
    const [here, alsoHere, there] = [yield* aSession(member), yield* aSession(member), yield* aSession(elsewhere)]
    yield* notified(member)
    yield* notified(elsewhere)
    const answer = yield* send("DELETE", "/api/account/leave-org", { headers: byCookie(here) })
    assert.deepStrictEqual([answer.status, answer.body], [200, { success: true }])
    assert.isTrue(clearsCookie(answer))
    assert.deepStrictEqual(
      [yield* isSignedIn(here), yield* isSignedIn(alsoHere), yield* isSignedIn(there)],
      [false, false, true]
    )
    assert.strictEqual(yield* roleOf(member), undefined)
    assert.strictEqual(yield* roleOf(elsewhere), "admin")
    assert.strictEqual(yield* rowsOf("notifications", member.userId), 1)
    assert.deepStrictEqual(yield* toldOf(member.orgId, { action: "member_left" }), [
      { actor_id: member.userId, target: member.email, details: "role: hr" }
    ])
    const opens = yield* systemSql`SELECT active_org_id FROM users WHERE id = ${member.userId}`
    assert.deepStrictEqual(opens, [{ active_org_id: null }])
  })

  it.status(200, "nothing of the user's own is left in the organisation", function* () {
    const member = yield* aMember(yield* anOrganisation(), "hr")
    yield* notified(member)
    yield* asSystem(
      (sql) =>
        sql`INSERT INTO notification_preferences ${sql.insert({ org_id: member.orgId, user_id: member.userId, type: "any", in_app: true, email: false })}`
    )
    yield* asSystem(
      (sql) =>
        sql`INSERT INTO second_factor_challenges ${sql.insert({ org_id: member.orgId, id: member.userId, user_id: member.userId, credentials_version: 1, method: "password", expires_at: new Date(0) })}`
    )
    yield* asSystem(
      (sql) => sql`INSERT INTO sso_bypasses ${sql.insert({ org_id: member.orgId, user_id: member.userId })}`
    )
    yield* asSystem(
      (sql) =>
        sql`INSERT INTO integration_oauth_attempts ${sql.insert({ org_id: member.orgId, id: member.userId, state_digest: "any", service_name: "github", user_id: member.userId, session_id: member.userId, sealed_verifier: "any", expires_at: new Date(0) })}`
    )
    yield* asSystem(
      (sql) =>
        sql`INSERT INTO calendar_feeds ${sql.insert({ org_id: member.orgId, user_id: member.userId, token_digest: member.userId, created_at: new Date(0) })}`
    )
    yield* leave(yield* aSession(member))
    const tables = yield* systemSql<{ table: string }>`
          SELECT c.relname AS table FROM pg_class c
          JOIN pg_attribute o ON o.attrelid = c.oid AND o.attname = 'org_id'
          JOIN pg_attribute u ON u.attrelid = c.oid AND u.attname = 'user_id'
          WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace`
    assert.deepStrictEqual(
      tables.map(({ table }) => table).toSorted(),
      [
        "calendar_feeds",
        "integration_oauth_attempts",
        "memberships",
        "notification_counts",
        "notification_preferences",
        "notifications",
        "offboarding_followers",
        "saved_views",
        "second_factor_challenges",
        "sessions",
        "sso_bypasses"
      ],
      "a table of members' own: say here and in what ends a membership what becomes of its rows"
    )
    for (const { table } of tables) {
      const rows = yield* asSystem(
        (sql) => sql`SELECT 1 FROM ${sql(table)} WHERE org_id = ${member.orgId} AND user_id = ${member.userId}`
      )
      assert.lengthOf(rows, 0, table)
    }
  })

  // accounts-3
  it.status(
    200,
    "API keys that the user created there are revoked, audited as api_key.revoked with the reason",
    function* () {
      const colleague = yield* aSuperAdmin()
      const member = yield* aMember(colleague.orgId)
      const elsewhere = yield* joins(member, yield* anOrganisation(), "superadmin")
      const [own, theirs, ofElsewhere] = [yield* aKey(member), yield* aKey(colleague), yield* aKey(elsewhere)]
      assert.strictEqual((yield* leave(yield* aSession(member))).status, 200)
      assert.deepStrictEqual(
        [yield* worksWith(own), yield* worksWith(theirs), yield* worksWith(ofElsewhere)],
        [false, true, true]
      )
      assert.deepStrictEqual(yield* toldOf(member.orgId, { action: "api_key.revoked" }), [
        {
          actor_id: member.userId,
          target: "API key Test",
          details: `prefix: ${own.slice(0, 12)}, reason: creator left the organization`
        }
      ])
    }
  )

  it.status(200, "also in a read-only organisation, and with a custom role that may do nothing", function* () {
    const member = yield* aMember(yield* anOrganisation({ planStatus: "trial_expired" }), { permissions: [] })
    assert.strictEqual((yield* leave(yield* aSession(member))).status, 200)
  })

  // accounts-4: Leaving is 400 for the only Super Admin, and while offboardings that the user started are open.
  it.status(400, "the user is the only Super Admin, whatever other members there are", function* () {
    const member = yield* aSuperAdmin()
    yield* aMember(member.orgId, "admin")
    const key = yield* aKey(member)
    const bearer = yield* aSession(member)
    const { body, text } = yield* withStatus(400, leave(bearer))
    assert.deepInclude(body, { code: "sole_superadmin" })
    assert.include(text, "Make another member Super Admin first")
    assert.isTrue(yield* isSignedIn(bearer))
    assert.isTrue(yield* worksWith(key))
    assert.strictEqual(yield* superadminsOf(member.orgId), 1)
  })

  // accounts-4
  it.status(400, "offboardings that they started are still open, until each is completed or cancelled", function* () {
    const member = yield* aMember(yield* anOrganisation(), "hr")
    const colleague = yield* aMember(member.orgId, "hr")
    yield* startedBy(colleague)
    const first = yield* startedBy(member)
    const second = yield* startedBy(member, "asset_recovery")
    const bearer = yield* aSession(member)
    const both = yield* leave(bearer)
    assert.deepStrictEqual(
      [both.status, both.body],
      [
        400,
        {
          error: "2 offboardings that you started are still open in this organization. Complete or cancel them first"
        }
      ]
    )
    yield* setStatus(first, "completed")
    const one = yield* leave(bearer)
    assert.deepStrictEqual(
      [one.status, one.body],
      [400, { error: "1 offboarding that you started is still open in this organization. Complete or cancel it first" }]
    )
    yield* setStatus(second, "cancelled")
    assert.strictEqual((yield* leave(bearer)).status, 200)
  })

  // accounts-8
  it.status(400, "of two Super Admins who leave at the same instant, exactly one", function* () {
    for (let round = 0; round < 5; round += 1) {
      const one = yield* aSuperAdmin()
      const other = yield* aMember(one.orgId)
      const sessions = [yield* aSession(one), yield* aSession(other)]
      const answers = yield* Effect.forEach(sessions, leave, { concurrency: 2 })
      assert.sameMembers(
        answers.map(({ status }) => status),
        [200, 400]
      )
      assert.strictEqual(yield* superadminsOf(one.orgId), 1)
    }
  })

  it.status(200, "asked twice at the same instant, the user has left once", function* () {
    const member = yield* aMember(yield* anOrganisation(), "manager")
    const sessions = [yield* aSession(member), yield* aSession(member)]
    const answers = yield* Effect.forEach(sessions, leave, { concurrency: 2 })
    for (const { status } of answers) assert.include([200, 401], status)
    assert.lengthOf(yield* entriesOf(member.orgId, { action: "member_left" }), 1)
  })

  it.status(403, "another site made the browser send it", function* () {
    const member = yield* aMember(yield* anOrganisation(), "manager")
    const token = yield* aSession(member)
    yield* withStatus(403, send("DELETE", "/api/account/leave-org", { headers: byCookie(token, "cross-site") }))
    assert.strictEqual(yield* roleOf(member), "manager")
  })
})
