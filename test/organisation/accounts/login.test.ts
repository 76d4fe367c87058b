import { hash } from "@node-rs/argon2"
import { assert, layer } from "#test/support/suite"
import { Cookies } from "effect/http"
import { Duration, Effect, Option, Schema } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { Accounts } from "#organisation/accounts/service"
import { anAddress, bearer, cookie, send } from "#test/access/support"
import { anOrganisation } from "#test/support/people"
import { withStatus } from "#test/support/requests"
import { systemSql } from "#test/support/tables"
import { entriesOf } from "#test/support/log"
import { AccountsSurface, aUser, password } from "./support.ts"

const failed = { error: "The email address or the password is wrong" }

const logIn = (email: string, given: unknown = password, from = anAddress()) =>
  send("POST", "/api/auth/login", { body: JSON.stringify({ email, password: given }), from })

const tokenIn = (cookies: Cookies.Cookies) => Option.getOrUndefined(Cookies.getValue(cookies, "access_token"))

layer(AccountsSurface)("POST /api/auth/login", (it) => {
  // sign-in-1: `POST /api/auth/login` returns `{ user }` and sets the token in the HttpOnly cookie `access_token`,
  //   never in the body.
  it.status(200, "the user, and the token in an HttpOnly cookie only", function* () {
    const user = yield* aUser({ role: "admin" })
    const { body, cookies } = yield* withStatus(200, logIn(user.email))
    assert.deepStrictEqual(body, {
      user: { id: user.userId, email: user.email, fullName: "Ada Lovelace", orgId: user.orgId, role: "admin" }
    })
    const set = Option.getOrThrow(Cookies.get(cookies, "access_token"))
    assert.deepInclude(set.options, { httpOnly: true, sameSite: "lax", path: "/" })
    // BASE_URL of the tests is plain http.
    assert.isNotTrue(set.options?.secure)
    assert.strictEqual(Duration.toHours(Duration.fromInputUnsafe(set.options?.maxAge ?? 0)), 12)
    assert.notInclude(JSON.stringify(body), set.value)
    yield* withStatus(200, send("GET", "/api/auth/me", { headers: cookie(set.value) }))
  })

  it.status(200, "the address is compared without case", function* () {
    const user = yield* aUser()
    assert.strictEqual((yield* logIn(` ${user.email.toUpperCase()} `)).status, 200)
  })

  // sign-in-2: With two-factor authentication it returns `{ require2fa: true, challengeToken }` and no cookie.
  it.status(
    200,
    "require2fa: a user with a second factor gets a challenge, no cookie, and nothing that opens a session",
    function* () {
      const user = yield* aUser()
      yield* systemSql`UPDATE users SET totp_enabled = true WHERE id = ${user.userId}`
      const { body, cookies } = yield* withStatus(200, logIn(user.email))
      assert.isTrue(Cookies.isEmpty(cookies))
      const answer = yield* Schema.decodeUnknownEffect(
        Schema.Struct({ require2fa: Schema.Literal(true), challengeToken: Schema.String }),
        { onExcessProperty: "error" }
      )(body)
      for (const headers of [bearer(answer.challengeToken), cookie(answer.challengeToken)]) {
        assert.strictEqual((yield* send("GET", "/api/auth/me", { headers })).status, 401)
      }
    }
  )

  // sign-in-19
  it.status(200, "the first organisation that the user joined", function* () {
    const user = yield* aUser()
    const earlier = yield* anOrganisation()
    yield* systemSql`
        INSERT INTO memberships (org_id, user_id, role, created_at)
        SELECT ${earlier}::uuid, user_id, 'manager', created_at - interval '1 day' FROM memberships WHERE user_id = ${user.userId}`
    const { body } = yield* logIn(user.email)
    assert.deepInclude(body, {
      user: { id: user.userId, email: user.email, fullName: "Ada Lovelace", orgId: earlier, role: "manager" }
    })
  })

  it.status(200, "a password is never cut off, and however a keyboard composes a letter it is the same", function* () {
    const long = `${"é".repeat(1000)}end of it`
    const user = yield* aUser({ password: long })
    assert.strictEqual((yield* logIn(user.email, long)).status, 200)
    assert.strictEqual((yield* logIn(user.email, long.normalize("NFD").slice(0, 1024))).status, 401)
    assert.strictEqual((yield* logIn(user.email, long.slice(0, -1))).status, 401)
    const short = yield* aUser({ password: "pässwörd ﬁne" })
    assert.strictEqual((yield* logIn(short.email, "pässwörd fine".normalize("NFD"))).status, 200)
  })

  it.status(200, "a hash with other parameters is replaced", function* () {
    const user = yield* aUser()
    const weak = yield* Effect.promise(() => hash(password, { memoryCost: 8192, timeCost: 1 }))
    yield* systemSql`UPDATE users SET password_hash = ${weak} WHERE id = ${user.userId}`
    assert.strictEqual((yield* logIn(user.email)).status, 200)
    const rows = yield* systemSql<{ password_hash: string }>`SELECT password_hash FROM users WHERE id = ${user.userId}`
    assert.match(rows[0]?.password_hash ?? "", /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    assert.strictEqual((yield* logIn(user.email)).status, 200)
  })

  it.status(400, "a body without e-mail or password names the field, and never repeats the password", function* () {
    const cases = [
      [{ password }, "email: is required"],
      [{ email: "", password }, "email: must not be blank"],
      [{ email: "a@b.test" }, "password: is required"],
      [{ email: "a@b.test", password: "" }, "password: must not be empty"],
      [{ email: "a@b.test", password: ["secret"] }, "password: must be a string"],
      [{ email: "a@b.test", password: "x".repeat(1025) }, "password: must be at most 1024 characters"],
      [{ email: "a@b.test", password: "sec\u0000ret" }, "password: must not contain the NUL character"]
    ] as const
    for (const [body, error] of cases) {
      const answer = yield* send("POST", "/api/auth/login", { body: JSON.stringify(body) })
      assert.deepStrictEqual([answer.status, answer.body], [400, { error }])
    }
  })

  // sign-in-5: An unknown email, a wrong password and an account without one get the same 401, in the same time.
  it.status(401, "one answer for an unknown address, a wrong password and an account without a password", function* () {
    const user = yield* aUser()
    const withoutPassword = yield* aUser()
    yield* systemSql`UPDATE users SET password_hash = NULL WHERE id = ${withoutPassword.userId}`
    const attempts = [
      logIn("nobody@acme.test"),
      logIn("no address at all"),
      logIn(user.email, "wrong password"),
      logIn(user.email, password.toUpperCase()),
      logIn(withoutPassword.email)
    ]
    for (const attempt of attempts) {
      const { body, cookies, status } = yield* attempt
      assert.deepStrictEqual([status, body, Cookies.isEmpty(cookies)], [401, failed, true])
    }
  })

  it.status(403, "an address that is not confirmed, told only to who knows the password", function* () {
    const user = yield* aUser()
    yield* systemSql`UPDATE users SET email_verified_at = NULL WHERE id = ${user.userId}`
    const { body, status } = yield* logIn(user.email)
    assert.deepStrictEqual(
      [status, body],
      [403, { error: "This email address is not confirmed yet. Open the link in the email we sent you" }]
    )
    assert.strictEqual((yield* logIn(user.email, "wrong password")).status, 401)
  })

  it.status(403, "a sign-in that another site makes the browser send", function* () {
    const user = yield* aUser()
    const { status } = yield* send("POST", "/api/auth/login", {
      body: JSON.stringify({ email: user.email, password }),
      headers: { "sec-fetch-site": "cross-site" }
    })
    assert.strictEqual(status, 403)
  })

  // sign-in-6: An IP address makes ten attempts in 15 minutes; more are 429 with `Retry-After`.
  it.status(429, "10 attempts per 15 minutes per IP, whoever they are for, with Retry-After", function* () {
    const user = yield* aUser()
    const from = anAddress()
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const email = attempt % 2 === 0 ? user.email : `${randomUUID()}@acme.test`
      assert.strictEqual((yield* logIn(email, "wrong password", from)).status, 401)
    }
    const { body, headers, status } = yield* logIn(user.email, password, from)
    assert.deepStrictEqual(
      [status, body, headers["retry-after"]],
      [429, { error: "Too many requests. Please slow down." }, "900"]
    )
    assert.strictEqual((yield* logIn(user.email)).status, 200)
    yield* TestClock.adjust("15 minutes")
    assert.strictEqual((yield* logIn(user.email, password, from)).status, 200)
  })

  // sign-in-8: Every sign-in and every failed one is audited, with IP address and email encrypted.
  it.status(200, "and 401 are audited in the organisation, with e-mail and address as personal values", function* () {
    const accounts = yield* Accounts
    const user = yield* aUser()
    yield* logIn(user.email, "wrong password", "203.0.113.5")
    yield* accounts.settled
    yield* logIn(user.email, password, "203.0.113.6")
    for (const [action, address] of [
      ["login_failed", "203.0.113.5"],
      ["login", "203.0.113.6"]
    ] as const) {
      const [entry, ...more] = yield* entriesOf(user.orgId, { action })
      assert.strictEqual(more.length, 0)
      assert.deepInclude(entry, { actor_id: user.userId, target: user.email, details: `address: ${address}` })
      assert.notInclude(entry?.stored, address)
      assert.notInclude(entry?.stored, user.email)
    }
  })

  it.status(200, "many at once are served two at a time, and each gets a session of its own", function* () {
    const user = yield* aUser()
    const answers = yield* Effect.replicateEffect(
      Effect.suspend(() => logIn(user.email)),
      8,
      { concurrency: 8 }
    )
    assert.strictEqual(new Set(answers.map(({ cookies }) => tokenIn(cookies))).size, 8)
  })
})
