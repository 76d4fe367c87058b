import { assert, layer } from "#test/support/suite"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { aUser, password, appCode, aUserWithTwoFactor, challengeIn, verify } from "#test/organisation/accounts/support"
import { mailedToken } from "#test/support/mails"
import { TestApp } from "#test/support/TestApp"
import { aMember, aSuperAdmin } from "#test/support/people"
import { as, send, type Sent, withStatus } from "#test/support/requests"
import { systemSql } from "#test/support/tables"
import { entriesOf } from "#test/support/log"
import { invite, makeRole, members } from "./support.ts"

const anAddress = () => `New-${randomUUID().slice(0, 8)}@acme.test`

const accept = (token: string, more: Readonly<Record<string, unknown>> = {}) =>
  send("POST", "/api/auth/accept-invite", { body: { token, fullName: "Ada Lovelace", password, ...more } })

const login = (email: string, secret = password) =>
  send("POST", "/api/auth/login", { body: { email, password: secret } })

const invalid = {
  error: "This invitation is no longer valid. Ask an administrator for a new one",
  code: "invalid_token"
}

const cookieOf = ({ headers }: Sent) => /access_token=([^;]*)/.exec(headers["set-cookie"] ?? "")?.[1] ?? ""

const meWith = (cookie: string) => send("GET", "/api/auth/me", { headers: { cookie: `access_token=${cookie}` } })

/** An invitation of a new address, and its token. */
const anInvitation = Effect.fnUntraced(function* (more?: Readonly<Record<string, unknown>>, email = anAddress()) {
  const admin = yield* aSuperAdmin()
  yield* invite(admin, email, more)
  return { admin, email, token: yield* mailedToken(email) }
})

const suspend = (orgId: OrgId) => systemSql`UPDATE organisations SET suspended = true WHERE id = ${orgId} RETURNING id`

const Challenge = Schema.Struct({ require2fa: Schema.Literal(true), challengeToken: Schema.String })

layer(TestApp)("POST /api/auth/accept-invite", (it) => {
  // members-8: A person who accepts joins with the promised role: a new email creates an account, a known one uses its
  //   own password.
  it.status(
    200,
    "a new address gets a verified account and the membership, and is signed in as by login",
    function* () {
      const { admin, email, token } = yield* anInvitation({ role: "hr", scope: "departments", departments: ["Sales"] })
      const answer = yield* withStatus(200, accept(token, { fullName: " Ada Lovelace " }))
      const member = (yield* members(admin)).find((one) => one.email === email)
      assert.deepStrictEqual(answer.body, {
        user: { id: member?.user_id, email, fullName: "Ada Lovelace", orgId: admin.orgId, role: "hr" }
      })
      assert.deepInclude(member, { role: "hr", scope: "departments", full_name: "Ada Lovelace" })
      assert.deepStrictEqual(member?.departments, ["Sales"])
      assert.match(answer.headers["set-cookie"] ?? "", /HttpOnly/)
      assert.strictEqual((yield* meWith(cookieOf(answer))).status, 200)
      assert.strictEqual((yield* login(email.toUpperCase())).status, 200)

      const [entry] = yield* entriesOf(admin.orgId, { action: "invite_accepted" })
      assert.deepStrictEqual([entry?.target, entry?.details, entry?.actor_id], [email, "role: hr", member?.user_id])
      assert.lengthOf(yield* entriesOf(admin.orgId, { action: "login" }), 2)
    }
  )

  it.status(200, "a custom role is the one that was promised", function* () {
    const admin = yield* aSuperAdmin()
    const role = yield* makeRole(admin)
    const email = anAddress()
    yield* invite(admin, email, { role_id: role.id })
    const answer = yield* accept(yield* mailedToken(email))
    assert.deepInclude(answer.body, { user: { ...userIn(answer), role: "Auditor" } })
    const member = (yield* members(admin)).find((one) => one.email === email)
    assert.strictEqual(member?.role_id, role.id)
  })

  // members-8
  it.status(200, "an address with an account joins by its own password; name and password stay", function* () {
    const user = yield* aUser()
    const { admin, token } = yield* anInvitation({ role: "manager" }, user.email.toLowerCase())
    const answer = yield* withStatus(200, accept(token, { fullName: "Somebody Else" }))
    assert.deepStrictEqual(userIn(answer), {
      id: user.userId,
      email: user.email,
      fullName: "Ada Lovelace",
      orgId: admin.orgId,
      role: "manager"
    })
    const orgs = yield* systemSql`SELECT org_id FROM memberships WHERE user_id = ${user.userId}`
    assert.lengthOf(orgs, 2)
  })

  // members-24: With two-factor authentication, accepting an invitation returns a challenge, and only the code opens a
  //   session.
  it.status(
    200,
    "with a second factor set up, a challenge and no cookie; its code signs in to the organisation",
    function* () {
      const user = yield* aUserWithTwoFactor()
      const { admin, token } = yield* anInvitation({ role: "hr" }, user.email)
      const answer = yield* withStatus(200, accept(token))
      assert.isTrue(Schema.is(Challenge)(answer.body))
      assert.isUndefined(answer.headers["set-cookie"])
      assert.lengthOf(
        yield* systemSql`SELECT FROM sessions WHERE org_id = ${admin.orgId} AND user_id = ${user.userId}`,
        0
      )
      const verified = yield* verify(yield* challengeIn(answer.body), yield* appCode(user.secret))
      assert.deepStrictEqual(verified.body, {
        user: { id: user.userId, email: user.email, fullName: "Ada Lovelace", orgId: admin.orgId, role: "hr" }
      })
    }
  )

  // members-9: The token of an invitation works once.
  it.status(
    200,
    "a token works once: of four at once one joins, and there is one account and one membership",
    function* () {
      for (let round = 0; round < 2; round++) {
        const { admin, email, token } = yield* anInvitation()
        const answers = yield* Effect.replicateEffect(accept(token), 4, { concurrency: 4 })
        assert.deepStrictEqual(
          answers.map(({ status }) => status).toSorted((a, b) => a - b),
          [200, 400, 400, 400]
        )
        assert.lengthOf(
          (yield* members(admin)).filter((one) => one.email === email),
          1
        )
        yield* TestClock.adjust("15 minutes")
      }
    }
  )

  it.status(
    200,
    "two invitations of one new address accepted at once make one account with two memberships",
    function* () {
      const email = anAddress()
      const one = yield* anInvitation({ role: "hr" }, email)
      yield* TestClock.adjust("1 minute")
      const other = yield* anInvitation({ role: "hr" }, email)
      const answers = yield* Effect.all([accept(one.token), accept(other.token)], { concurrency: 2 })
      assert.deepStrictEqual(
        answers.map(({ status }) => status),
        [200, 200]
      )
      const accounts = yield* systemSql`
        SELECT count(*)::int AS memberships FROM users u JOIN memberships m ON m.user_id = u.id
        WHERE u.email = ${email} GROUP BY u.id`
      assert.deepStrictEqual(accounts, [{ memberships: 2 }])
    }
  )

  it.status(400, "one sentence for a token unknown, used, withdrawn or expired", function* () {
    const { admin, email, token } = yield* anInvitation()
    assert.strictEqual((yield* accept(token)).status, 200)
    const withdrawn = yield* invite(admin, anAddress())
    const withdrawnToken = yield* mailedToken(withdrawn.email)
    yield* as(admin).delete(`/api/invites/${withdrawn.id}`)
    const expired = yield* anInvitation()
    yield* TestClock.adjust("7 days")
    for (const dead of [token, withdrawnToken, expired.token, "", "x".repeat(43)]) {
      const answer = yield* accept(dead)
      assert.deepStrictEqual([answer.status, answer.body], [400, invalid])
    }
    assert.strictEqual((yield* login(email)).status, 200)
  })

  it.status(
    400,
    "a new account needs a name and a password that may be chosen; the token is not used up",
    function* () {
      yield* TestClock.adjust("15 minutes")
      const { email, token } = yield* anInvitation()
      const cases: ReadonlyArray<readonly [Readonly<Record<string, unknown>>, string]> = [
        [{ fullName: undefined }, "fullName: is required"],
        [{ fullName: " " }, "fullName: must not be blank"],
        [{ password: "seven77" }, "password: must be at least 8 characters"],
        [{ password: "" }, "password: must not be empty"],
        [{ password: "Password1" }, "password: is one of the most common passwords. Choose a different one"],
        [{ password: email.toLowerCase() }, "password: must not be the email address. Choose a different one"]
      ]
      for (const [more, sentence] of cases) {
        const answer = yield* accept(token, more)
        assert.deepStrictEqual([answer.status, answer.body], [400, { error: sentence }])
      }
      assert.strictEqual((yield* accept(token)).status, 200)
    }
  )

  it.status(
    401,
    "an address with an account, and another password than its own; audited, and nobody joins",
    function* () {
      const user = yield* aUser()
      const { admin, token } = yield* anInvitation({ role: "hr" }, user.email)
      yield* TestClock.adjust("15 minutes")
      const answer = yield* accept(token, { password: "not the password" })
      assert.deepStrictEqual(
        [answer.status, answer.body],
        [401, { error: "The email address or the password is wrong" }]
      )
      assert.lengthOf(yield* members(admin), 1)
      const [entry] = yield* entriesOf(admin.orgId, { action: "login_failed" })
      assert.strictEqual(entry?.target, user.email)
      assert.strictEqual((yield* accept(token)).status, 200)
    }
  )

  // members-25: A suspended organization or one without a free seat accepts no invitation (403).
  it.status(403, "a suspended organisation takes nobody in", function* () {
    const { admin, email, token } = yield* anInvitation()
    yield* suspend(admin.orgId)
    const answer = yield* withStatus(403, accept(token))
    assert.include(answer.text, "suspended")
    assert.lengthOf(yield* systemSql`SELECT FROM users WHERE email = ${email}`, 0)
  })

  // members-25
  it.status(403, "PLAN_LIMIT_REACHED: the seats are counted again, with no plan left here", function* () {
    const { admin, email, token } = yield* anInvitation()
    yield* aMember(admin.orgId, "hr")
    yield* systemSql`UPDATE organisations SET plan = 'none' WHERE id = ${admin.orgId} RETURNING id`
    const answer = yield* withStatus(403, accept(token))
    assert.deepInclude(answer.body, { code: "PLAN_LIMIT_REACHED" })
    assert.lengthOf(yield* systemSql`SELECT FROM users WHERE email = ${email}`, 0)
  })

  it.status(429, "at most 10 tries in 15 minutes per address", function* () {
    yield* TestClock.adjust("15 minutes")
    const statuses = yield* Effect.replicateEffect(
      Effect.map(accept("x".repeat(43)), ({ status }) => status),
      11
    )
    assert.deepStrictEqual(statuses, [...Array<number>(10).fill(400), 429])
  })
})

const WithUser = Schema.Struct({
  user: Schema.Struct({
    id: Schema.String,
    email: Schema.String,
    fullName: Schema.String,
    orgId: Schema.String,
    role: Schema.String
  })
})

const userIn = ({ body, text }: Sent) => (Schema.is(WithUser)(body) ? body.user : assert.fail(`no user in ${text}`))
