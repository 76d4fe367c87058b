import { assert } from "#test/support/suite"
import { DateTime, Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { Accounts } from "#organisation/accounts/service"
import { Jobs } from "#platform/jobs/jobs"
import { bearer, cookie, send } from "#test/access/support"
import { anOrganisation } from "#test/support/people"
import { withStatus } from "#test/support/requests"
import { asSystem, systemSql } from "#test/support/tables"
import { entriesOf } from "#test/support/log"
import { layerOfFile } from "#test/support/layer-of-file"
import { QuickAccounts, aSignedIn, aUser, joins, logIn, password, sessionOf, statusOfMe, tokenIn } from "./support.ts"

const Listed = Schema.Array(
  Schema.Struct({
    id: Schema.String,
    org_id: Schema.String,
    created_at: Schema.String,
    last_seen_at: Schema.String,
    expires_at: Schema.String,
    address: Schema.NullOr(Schema.String),
    user_agent: Schema.NullOr(Schema.String),
    method: Schema.String,
    current: Schema.Boolean
  })
)
const decodeListed = Schema.decodeUnknownEffect(Listed, { onExcessProperty: "error" })

const list = Effect.fnUntraced(function* (token: string) {
  const { body } = yield* withStatus(200, send("GET", "/api/auth/sessions", { headers: cookie(token) }))
  return yield* decodeListed(body)
})

const end = (token: string, id: string, headers: Readonly<Record<string, string>> = cookie(token)) =>
  send("DELETE", `/api/auth/sessions/${id}`, { headers, from: "203.0.113.30" })

const switchOrg = (token: string, orgId: unknown, headers: Readonly<Record<string, string>> = cookie(token)) =>
  send("POST", "/api/auth/switch-org", { headers, body: JSON.stringify({ orgId }), from: "203.0.113.31" })

const withQuickAccounts = layerOfFile(QuickAccounts)

withQuickAccounts("GET /api/auth/sessions", (it) => {
  it.status(
    200,
    "the live sessions of the user in every organisation, the last used first, and nobody else's",
    function* () {
      const user = yield* aUser()
      const other = yield* joins(user)
      yield* aSignedIn({ orgId: user.orgId })
      const loggedIn = yield* logIn(user.email, password, {
        from: "203.0.113.40",
        headers: { "user-agent": "Browser/1.0 (\ttest)" }
      })
      const created = DateTime.formatIso(yield* DateTime.now)
      yield* TestClock.adjust("1 minute")
      const elsewhere = yield* sessionOf({ ...user, orgId: other })
      const ended = yield* sessionOf(user)
      yield* end(ended.token, ended.sessionId)
      const token = tokenIn(loggedIn) ?? ""
      const [newest, own, ...more] = yield* list(token)
      assert.lengthOf(more, 0)
      assert.deepInclude(newest, { id: elsewhere.sessionId, org_id: other, current: false, address: null })
      assert.deepInclude(own, {
        org_id: user.orgId,
        created_at: created,
        last_seen_at: created,
        address: "203.0.113.40",
        method: "password",
        current: true
      })
      assert.include(own?.user_agent, "Browser/1.0")
      assert.notInclude(JSON.stringify([newest, own]), token)
    }
  )

  it.status(200, "neither expired sessions nor those of an organisation that the user has left", function* () {
    const user = yield* aSignedIn()
    yield* sessionOf({ ...user, orgId: yield* joins(user) })
    yield* systemSql`DELETE FROM memberships WHERE user_id = ${user.userId} AND org_id <> ${user.orgId}`
    yield* TestClock.adjust("11 hours")
    const later = yield* sessionOf(user)
    assert.lengthOf(yield* list(later.token), 2)
    yield* TestClock.adjust("2 hours")
    assert.deepStrictEqual(
      (yield* list(later.token)).map(({ id }) => id),
      [later.sessionId]
    )
  })

  // credentials-12: The last use of a session is written at most every five minutes.
  it.status(200, "last_seen_at is written at most every five minutes, however many requests there are", function* () {
    const user = yield* aSignedIn()
    const versions = Effect.map(
      systemSql<{ xmin: string }>`SELECT xmin::text FROM sessions WHERE id = ${user.sessionId}`,
      ([row]) => row?.xmin
    )
    const first = yield* versions
    yield* TestClock.adjust("4 minutes")
    yield* statusOfMe(user.token)
    assert.strictEqual(yield* versions, first)
    yield* TestClock.adjust("1 minute")
    const seen = DateTime.formatIso(yield* DateTime.now)
    const statuses = yield* Effect.replicateEffect(
      Effect.suspend(() => statusOfMe(user.token)),
      10,
      { concurrency: 10 }
    )
    assert.isTrue(statuses.every((status) => status === 200))
    const second = yield* versions
    assert.notStrictEqual(second, first)
    yield* TestClock.adjust("4 minutes")
    assert.strictEqual((yield* list(user.token))[0]?.last_seen_at, seen)
    assert.strictEqual(yield* versions, second)
  })

  // sign-in-18: The cleanup `sign-in-purge` deletes expired registration links, and sessions one week after their end.
  it.effect("sign-in-purge removes sessions a week after their end, and no live one", function* () {
    const jobs = yield* Jobs
    const ended = yield* aSignedIn()
    yield* end(ended.token, ended.sessionId)
    yield* TestClock.adjust("6 days")
    const live = yield* aSignedIn()
    const left = Effect.map(
      asSystem((sql) => sql`SELECT 1 FROM sessions WHERE id IN ${sql.in([ended.sessionId, live.sessionId])}`),
      (rows) => rows.length
    )
    yield* jobs.run("sign-in-purge", undefined)
    assert.strictEqual(yield* left, 2)
    yield* TestClock.adjust("25 hours")
    yield* jobs.run("sign-in-purge", undefined)
    assert.strictEqual(yield* left, 1)
  })
})

withQuickAccounts("DELETE /api/auth/sessions/{id}", (it) => {
  it.status(200, "ends another session of the user at once, audited in its organisation", function* () {
    const user = yield* aSignedIn({ organisation: { planStatus: "canceled" } })
    const elsewhere = yield* joins(user)
    const other = yield* sessionOf({ ...user, orgId: elsewhere })
    const answer = yield* end(user.token, other.sessionId)
    assert.deepStrictEqual([answer.status, answer.body, tokenIn(answer)], [200, { success: true }, undefined])
    assert.strictEqual(yield* statusOfMe(other.token), 401)
    assert.strictEqual(yield* statusOfMe(user.token), 200)
    const [entry] = yield* entriesOf(elsewhere, { action: "session_ended" })
    assert.deepInclude(entry, {
      actor_id: user.userId,
      target: user.email,
      details: `session: ${other.sessionId}, address: 203.0.113.30`
    })
    assert.lengthOf(yield* entriesOf(user.orgId, { action: "session_ended" }), 0)
  })

  it.status(200, "ending the one that asks clears its cookie", function* () {
    const user = yield* aSignedIn()
    const answer = yield* end(user.token, user.sessionId.toUpperCase())
    assert.deepStrictEqual([answer.status, tokenIn(answer)], [200, ""])
    assert.strictEqual(yield* statusOfMe(user.token), 401)
  })

  it.status(404, "unknown, another user's, ended already", function* () {
    const user = yield* aSignedIn()
    const colleague = yield* aSignedIn({ orgId: user.orgId })
    const ended = yield* sessionOf(user)
    yield* end(user.token, ended.sessionId)
    for (const id of [randomUUID(), colleague.sessionId, ended.sessionId]) {
      const { body, status } = yield* end(user.token, id)
      assert.deepStrictEqual([status, body], [404, { error: "Session not found" }])
    }
    assert.strictEqual(yield* statusOfMe(colleague.token), 200)
  })

  it.status(400, "an id that is not a UUID", function* () {
    const user = yield* aSignedIn()
    const { body, status } = yield* end(user.token, "current")
    assert.deepStrictEqual([status, body], [400, { error: "Invalid id" }])
  })
})

withQuickAccounts("POST /api/auth/switch-org", (it) => {
  // sign-in-19: Sign-in opens the organization last switched to, else the one joined first; those that are suspended or
  //   enforce single sign-on come last.
  it.status(
    200,
    "a session there takes the place of this one, and the next sign-in opens the same organisation",
    function* () {
      const user = yield* aSignedIn({ role: "admin", organisation: { planStatus: "canceled" } })
      const other = yield* joins(user, "manager")
      const soon = DateTime.toDateUtc(DateTime.add(yield* DateTime.now, { minutes: 10 }))
      yield* systemSql`UPDATE sessions SET stepped_up_until = ${soon}, method = 'google' WHERE id = ${user.sessionId}`
      const answer = yield* switchOrg(user.token, other.toUpperCase())
      const expected = {
        user: { id: user.userId, email: user.email, fullName: "Ada Lovelace", orgId: other, role: "manager" }
      }
      assert.deepStrictEqual([answer.status, answer.body], [200, expected])
      assert.strictEqual(yield* statusOfMe(user.token), 401)
      const token = tokenIn(answer) ?? ""
      const me = yield* send("GET", "/api/auth/me", { headers: cookie(token) })
      assert.deepInclude(me.body, { orgId: other, role: "manager" })
      const [session] = yield* list(token)
      assert.deepInclude(session, { method: "google", current: true, address: "203.0.113.31" })
      const live =
        yield* systemSql`SELECT stepped_up_until FROM sessions WHERE user_id = ${user.userId} AND revoked_at IS NULL`
      assert.deepStrictEqual(live, [{ stepped_up_until: null }])
      assert.deepStrictEqual((yield* logIn(user.email)).body, expected)
    }
  )

  it.status(200, "is audited as leaving the one and signing in to the other", function* () {
    const user = yield* aSignedIn()
    const other = yield* joins(user)
    yield* switchOrg(user.token, other)
    const [left] = yield* entriesOf(user.orgId, { action: "logout" })
    assert.deepInclude(left, {
      actor_id: user.userId,
      target: user.email,
      details: "address: 203.0.113.31, switched to another organization"
    })
    const [entered] = yield* entriesOf(other, { action: "login" })
    assert.deepInclude(entered, { actor_id: user.userId, details: "address: 203.0.113.31" })
  })

  // sign-in-19
  it.status(
    200,
    "a suspended organisation can be entered; what is in it stays refused, and signing in avoids it",
    function* () {
      const user = yield* aSignedIn()
      const suspended = yield* joins(user, "hr", { suspended: true })
      const answer = yield* withStatus(200, switchOrg(user.token, suspended))
      assert.strictEqual(yield* statusOfMe(tokenIn(answer) ?? ""), 403)
      assert.deepInclude((yield* logIn(user.email)).body, {
        user: { id: user.userId, email: user.email, fullName: "Ada Lovelace", orgId: user.orgId, role: "hr" }
      })
    }
  )

  // sso-19: A single sign-on session cannot switch to another organization, nor end a session there.
  it.status(
    403,
    "a session by single sign-on cannot leave its organisation, for whose provider alone it counts",
    function* () {
      const user = yield* aSignedIn()
      const other = yield* joins(user)
      const elsewhere = yield* sessionOf({ ...user, orgId: other })
      yield* systemSql`UPDATE sessions SET method = 'saml' WHERE id = ${user.sessionId}`
      for (const orgId of [other, randomUUID()]) {
        const answer = yield* withStatus(403, switchOrg(user.token, orgId))
        assert.include(JSON.stringify(answer.body), "organization's identity provider")
      }
      assert.deepStrictEqual(
        (yield* list(user.token)).map(({ id }) => id),
        [user.sessionId]
      )
      assert.strictEqual((yield* end(user.token, elsewhere.sessionId)).status, 404)
      assert.strictEqual(yield* statusOfMe(elsewhere.token), 200)
      const renewed = yield* withStatus(200, switchOrg(user.token, user.orgId))
      assert.deepInclude((yield* list(tokenIn(renewed) ?? ""))[0], { method: "saml", org_id: user.orgId })
    }
  )

  it.status(404, "an organisation of others, as an unknown one; the session stays", function* () {
    const user = yield* aSignedIn()
    const former = yield* joins(user)
    yield* systemSql`DELETE FROM memberships WHERE org_id = ${former}`
    for (const orgId of [randomUUID(), yield* anOrganisation(), former]) {
      const answer = yield* switchOrg(user.token, orgId)
      assert.deepStrictEqual(
        [answer.status, answer.body, tokenIn(answer)],
        [404, { error: "Organization not found" }, undefined]
      )
    }
    assert.strictEqual(yield* statusOfMe(user.token), 200)
  })

  it.status(400, "an id that is none", function* () {
    const user = yield* aSignedIn()
    for (const orgId of [undefined, null, "acme", [user.orgId], "' OR 1=1"]) {
      assert.strictEqual((yield* switchOrg(user.token, orgId)).status, 400)
    }
  })

  it.status(200, "many who change places at once do not wait for each other in a circle", function* () {
    const first = yield* aSignedIn()
    const second = yield* joins(first)
    const others = yield* Effect.forEach(Array.from({ length: 12 }), (_, index) =>
      Effect.gen(function* () {
        // Each is a user of their own, so that only the organisations are shared.
        const user = yield* aSignedIn({ orgId: first.orgId })
        yield* systemSql`
              INSERT INTO memberships (org_id, user_id, role, created_at)
              SELECT ${second}::uuid, ${user.userId}::uuid, 'hr', now()`
        const orgId = index % 2 === 0 ? first.orgId : second
        const { token: own } = yield* sessionOf({ ...user, orgId })
        return { token: own, to: orgId === second ? first.orgId : second }
      })
    )
    const answers = yield* Effect.forEach(others, ({ to, token }) => switchOrg(token, to), {
      concurrency: "unbounded"
    })
    assert.deepStrictEqual([...new Set(answers.map(({ status }) => status))], [200])
  })

  it.status(401, "of several switches of one session at once, exactly one opens another", function* () {
    const user = yield* aSignedIn()
    const other = yield* joins(user)
    const answers = yield* Effect.replicateEffect(
      Effect.suspend(() => switchOrg(user.token, other, bearer(user.token))),
      6,
      { concurrency: 6 }
    )
    const statuses = answers.map(({ status }) => status).toSorted()
    assert.deepStrictEqual(statuses, [200, 401, 401, 401, 401, 401])
  })

  // sign-in-17
  it.status(401, "a switch at the same time as a change of the password leaves no session of before", function* () {
    for (let round = 0; round < 5; round += 1) {
      const user = yield* aSignedIn()
      const stolen = yield* sessionOf(user)
      const other = yield* joins(user)
      const body = JSON.stringify({ currentPassword: password, newPassword: `${password} ${round}` })
      const [changed, switched] = yield* Effect.all(
        [
          send("POST", "/api/auth/change-password", { headers: cookie(user.token), body }),
          Effect.andThen(Effect.yieldNow, switchOrg(stolen.token, other))
        ],
        { concurrency: 2 }
      )
      assert.strictEqual(changed.status, 200)
      const token = tokenIn(switched)
      if (token !== undefined) assert.strictEqual(yield* statusOfMe(token), 401)
    }
  })
})

withQuickAccounts("Accounts.openSession", (it) => {
  it.effect("keeps what tells a device of a user agent, and no control characters", function* () {
    const accounts = yield* Accounts
    const user = yield* aUser()
    const { sessionId } = yield* asSystem(() =>
      accounts.openSession({
        ...user,
        method: "saml",
        address: "203.0.113.50",
        userAgent: `Browser\u0000\u001b[31m \ud800${"x".repeat(1000)}`,
        device: null
      })
    )
    const rows = yield* systemSql<{ user_agent: string; method: string }>`
          SELECT user_agent, method FROM sessions WHERE id = ${sessionId}`
    assert.deepStrictEqual(
      rows.map(({ method, user_agent }) => [method, user_agent.length, user_agent.slice(0, 8)]),
      [["saml", 300, "Browser "]]
    )
  })
})
