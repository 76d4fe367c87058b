import { assert, layer } from "#test/support/suite"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { TestApp } from "#test/support/TestApp"
import { aKey, aMember, anOrganisation, aSession, aSuperAdmin } from "#test/support/people"
import { as, send, withStatus } from "#test/support/requests"
import { entriesOf, mailsTo } from "#test/support/log"
import {
  aSessionBy,
  byCookie,
  clearsCookie,
  initiatorOf,
  isSignedIn,
  joins,
  roleOf,
  rowsOf,
  startedBy,
  superadminsOf,
  worksWith
} from "./support.ts"

const transfer = (bearer: string, user_id: unknown) =>
  send("POST", "/api/account/transfer-and-delete", { bearer, body: { user_id } })

layer(TestApp)("POST /api/account/transfer-and-delete", (it) => {
  // accounts-9: `POST /api/account/transfer-and-delete` hands the current organization over, then closes the account,
  //   with the same checks for the other organizations.
  it.status(200, "hands over the current organisation, then deletes the account", function* () {
    const member = yield* aSuperAdmin()
    const successor = yield* aMember(member.orgId, { permissions: [] })
    const [pending, cancelled, completed] = [
      yield* startedBy(member),
      yield* startedBy(member, "cancelled"),
      yield* startedBy(member, "completed")
    ]
    const theirs = yield* startedBy(yield* aMember(member.orgId, "hr"))
    const key = yield* aKey(member)
    const token = yield* aSession(member)
    const answer = yield* send("POST", "/api/account/transfer-and-delete", {
      headers: byCookie(token),
      body: { user_id: successor.userId }
    })
    assert.deepStrictEqual([answer.status, answer.body], [200, { success: true }])
    assert.isTrue(clearsCookie(answer))
    assert.isFalse(yield* isSignedIn(token))
    assert.isFalse(yield* worksWith(key))
    assert.strictEqual(yield* rowsOf("users", member.userId), 0)
    assert.strictEqual(yield* roleOf(successor), "superadmin")
    assert.deepStrictEqual(
      [yield* initiatorOf(pending), yield* initiatorOf(cancelled), yield* initiatorOf(completed)],
      [successor.userId, successor.userId, member.userId]
    )
    assert.notStrictEqual(yield* initiatorOf(theirs), successor.userId)

    const [changed] = yield* entriesOf(member.orgId, { action: "member_role_changed" })
    assert.deepInclude(changed, { actor_id: member.userId, target: successor.email })
    assert.match(changed?.details ?? "", /^role: Role .* -> superadmin$/)
    const [handed] = yield* entriesOf(member.orgId, { action: "organisation_handed_over" })
    assert.match(handed?.details ?? "", /-> superadmin, offboardings handed over: 2$/)
    assert.lengthOf(yield* entriesOf(member.orgId, { action: "account_deleted" }), 1)
    const mails = yield* mailsTo(successor.email)
    assert.lengthOf(mails, 1)
    assert.include(mails[0]?.text ?? "", "You are now a Super Admin of the organization.")
  })

  it.status(200, "API keys that the user created end, audited as api_key.revoked with the reason", function* () {
    const member = yield* aSuperAdmin()
    const successor = yield* aMember(member.orgId)
    const [own, theirs] = [yield* aKey(member), yield* aKey(successor)]
    assert.strictEqual((yield* transfer(yield* aSession(member), successor.userId)).status, 200)
    assert.deepStrictEqual([yield* worksWith(own), yield* worksWith(theirs)], [false, true])
    assert.deepStrictEqual(
      (yield* entriesOf(member.orgId, { action: "api_key.revoked" })).map(({ details }) => details),
      [`prefix: ${own.slice(0, 12)}, reason: creator deleted their account`]
    )
  })

  // accounts-10: A user hands over no more than they hold.
  it.status(200, "nobody hands over more than they hold: from hr the offboardings, and no role", function* () {
    const member = yield* aMember(yield* anOrganisation(), "hr")
    const successor = yield* aMember(member.orgId, "manager")
    const id = yield* startedBy(member)
    assert.strictEqual((yield* transfer(yield* aSession(member), successor.userId)).status, 200)
    assert.strictEqual(yield* roleOf(successor), "manager")
    assert.strictEqual(yield* initiatorOf(id), successor.userId)
    assert.lengthOf(yield* entriesOf(member.orgId, { action: "member_role_changed" }), 0)
    assert.deepStrictEqual(
      (yield* entriesOf(member.orgId, { action: "organisation_handed_over" })).map(({ details }) => details),
      ["role: manager, offboardings handed over: 1"]
    )
  })

  // accounts-9
  it.status(
    400,
    "sole_superadmin: the same check for the other organisations, and then nothing is handed over",
    function* () {
      const member = yield* aSuperAdmin()
      const successor = yield* aMember(member.orgId, "admin")
      const elsewhere = yield* joins(member, yield* anOrganisation(), "superadmin")
      const id = yield* startedBy(member)
      const { body, text } = yield* withStatus(400, transfer(yield* aSession(member), successor.userId))
      assert.deepInclude(body, { code: "sole_superadmin" })
      assert.include(text, elsewhere.orgId)
      assert.notInclude(text, member.orgId)
      assert.strictEqual(yield* roleOf(successor), "admin")
      assert.strictEqual(yield* initiatorOf(id), member.userId)
      assert.lengthOf(yield* entriesOf(member.orgId, { action: "organisation_handed_over" }), 0)
    }
  )

  // accounts-16: The successor is another member of the current organization: your own ID is 400, any other ID is 404.
  it.status(400, "to oneself, however the id is spelt, and a body that names nobody", function* () {
    const member = yield* aSuperAdmin()
    yield* aMember(member.orgId)
    const bearer = yield* aSession(member)
    for (const id of [member.userId, member.userId.toUpperCase(), "17", null, undefined, [member.userId]]) {
      const { body, status } = yield* transfer(bearer, id)
      assert.strictEqual(status, 400, String(id))
      assert.match(JSON.stringify(body), /user_id/, String(id))
    }
    assert.isTrue(yield* isSignedIn(bearer))
  })

  // accounts-16
  it.status(404, "nobody, and the member of another organisation, also one that the user belongs to", function* () {
    const member = yield* aSuperAdmin()
    const stranger = yield* aSuperAdmin()
    yield* joins(member, stranger.orgId, "hr")
    const bearer = yield* aSession(member)
    for (const id of [randomUUID(), stranger.userId]) {
      const { body, status } = yield* transfer(bearer, id)
      assert.deepStrictEqual([status, body], [404, { error: "Member not found in this organization" }])
    }
    assert.strictEqual(yield* roleOf(member), "superadmin")
    assert.strictEqual(yield* roleOf(stranger), "superadmin")
  })

  it.status(
    404,
    "or 400 for a successor who leaves at the same instant: a Super Admin is left in any case",
    function* () {
      for (let round = 0; round < 5; round += 1) {
        const member = yield* aSuperAdmin()
        const successor = yield* aMember(member.orgId, "admin")
        const leaving = as(successor).delete("/api/account/leave-org")
        const [handed, left] = yield* Effect.all([transfer(yield* aSession(member), successor.userId), leaving], {
          concurrency: 2
        })
        assert.include(["200 400", "404 200"], `${handed.status} ${left.status}`)
        assert.strictEqual(yield* superadminsOf(member.orgId), 1)
      }
    }
  )

  // accounts-14
  it.status(
    403,
    "one organisation's identity provider cannot close an account that belongs to others too",
    function* () {
      const member = yield* aMember(yield* anOrganisation(), "hr")
      const successor = yield* aMember(member.orgId, "hr")
      yield* joins(member, yield* anOrganisation(), "hr")
      assert.strictEqual((yield* transfer(yield* aSessionBy(member, "saml"), successor.userId)).status, 403)
      assert.strictEqual(yield* rowsOf("users", member.userId), 1)
    }
  )

  it.status(403, "another site made the browser send it", function* () {
    const member = yield* aSuperAdmin()
    const successor = yield* aMember(member.orgId, "hr")
    const { status } = yield* send("POST", "/api/account/transfer-and-delete", {
      headers: byCookie(yield* aSession(member), "cross-site"),
      body: { user_id: successor.userId }
    })
    assert.strictEqual(status, 403)
    assert.strictEqual(yield* roleOf(successor), "hr")
  })
})
