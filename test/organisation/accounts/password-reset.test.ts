import { hash } from "@node-rs/argon2"
import { assert, layer } from "#test/support/suite"
import { Effect } from "effect"
import { Cookies } from "effect/http"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { PasswordChanges } from "#organisation/accounts/password-changes"
import { anAddress, send } from "#test/access/support"
import { mailedToken, queuedMails } from "#test/support/mails"
import { systemSql } from "#test/support/tables"
import { entriesOf, mailsTo } from "#test/support/log"
import { AccountsSurface, aSignedIn, aUser, joins, logIn, password, sessionOf, statusOfMe, tokenIn } from "./support.ts"

const asked = {
  success: true,
  message: "If this email address has an account, we sent it a link. The link is valid for one hour"
}
const invalid = {
  error: "This link is no longer valid. It works once and for a limited time. Request a new one"
}
const better = "another horse, another battery"

/** Asks, and waits until the link is queued. */
const forgot = Effect.fnUntraced(function* (email: unknown, from = anAddress()) {
  const changes = yield* PasswordChanges
  const answer = yield* send("POST", "/api/auth/forgot-password", { body: JSON.stringify({ email }), from })
  yield* changes.settled
  return answer
})

const reset = (token: unknown, given: unknown = better, from = anAddress()) =>
  send("POST", "/api/auth/reset-password", { body: JSON.stringify({ token, password: given }), from })

/** Somebody who asked for a new password, and the token that was mailed. */
const aForgetful = Effect.fnUntraced(function* (options: Parameters<typeof aUser>[0] = {}) {
  const user = yield* aSignedIn(options)
  assert.strictEqual((yield* forgot(user.email)).status, 200)
  return { ...user, reset: yield* mailedToken(user.email) }
})

layer(AccountsSurface)("POST /api/auth/forgot-password", (it) => {
  // registration-6
  // registration-13: A reset link is emailed to every account, also to one without a password; the response never shows
  //   whether there is one.
  it.status(
    200,
    "always the same answer; a mail only to an address that has an account, with or without a password",
    function* () {
      const user = yield* aUser()
      const withoutPassword = yield* aUser()
      yield* systemSql`UPDATE users SET password_hash = NULL WHERE id = ${withoutPassword.userId}`
      const before = (yield* queuedMails).length
      const addresses = [
        ` ${user.email.toUpperCase()} `,
        withoutPassword.email,
        "nobody@acme.test",
        "no address at all"
      ]
      for (const email of addresses) {
        const { body, cookies, status } = yield* forgot(email)
        assert.deepStrictEqual([status, body, Cookies.isEmpty(cookies)], [200, asked, true])
      }
      const [mail, ...more] = yield* mailsTo(user.email)
      assert.lengthOf(more, 0)
      assert.match(mail?.text ?? "", /^http:\/\/svc\.test\/reset-password\?token=[\w-]{43}$/m)
      assert.lengthOf(yield* mailsTo(withoutPassword.email), 1)
      assert.lengthOf(yield* queuedMails, before + 2)
    }
  )

  // registration-9
  // registration-16
  it.status(
    200,
    "the token is not stored in readable form, and the request is audited in each organisation",
    function* () {
      const user = yield* aUser()
      const other = yield* joins(user)
      yield* forgot(user.email, "203.0.113.9")
      const rows = yield* systemSql<{
        row: string
      }>`SELECT r::text AS row FROM password_resets r WHERE user_id = ${user.userId}`
      assert.lengthOf(rows, 1)
      assert.notInclude(JSON.stringify(rows), yield* mailedToken(user.email))
      for (const orgId of [user.orgId, other]) {
        const [entry] = yield* entriesOf(orgId, { action: "password_reset_requested" })
        assert.deepInclude(entry, { actor_id: user.userId, target: user.email, details: "address: 203.0.113.9" })
      }
    }
  )

  // registration-14: An account gets three reset emails an hour at most, and an IP address makes ten requests in 15
  //   minutes.
  it.status(200, "three mails an hour to one address, silently; a link already mailed goes on working", function* () {
    const user = yield* aUser()
    for (let time = 0; time < 5; time += 1) {
      yield* TestClock.adjust("1 second")
      const { body, status } = yield* forgot(user.email)
      assert.deepStrictEqual([status, body], [200, asked])
    }
    assert.lengthOf(yield* mailsTo(user.email), 3)
    assert.strictEqual((yield* reset(yield* mailedToken(user.email))).status, 200)
    yield* TestClock.adjust("1 hour")
    yield* forgot(user.email)
    // The three links, the news of the change, and the fourth link.
    assert.lengthOf(yield* mailsTo(user.email), 5)
  })

  // registration-14
  it.status(
    200,
    "three mails an hour also to who is asked for in letters that the database takes for others",
    function* () {
      const user = yield* aUser()
      const email = `mimi-${user.email.toLowerCase()}`
      yield* systemSql`UPDATE users SET email = ${email} WHERE id = ${user.userId}`
      for (const start of ["mimi", "m\u0130mi", "mim\u0130", "m\u0130m\u0130", "M\u0130MI"]) {
        yield* forgot(email.replace("mimi", start))
      }
      assert.isAtMost((yield* mailsTo(email)).length, 3)
    }
  )

  it.status(400, "a body without an address", function* () {
    for (const [email, error] of [
      [undefined, "email: is required"],
      [["a@b.test"], "email: must be a string"],
      ["", "email: must not be blank"],
      ["x".repeat(255), "email: must be at most 254 characters"]
    ] as const) {
      const { body, status } = yield* forgot(email)
      assert.deepStrictEqual([status, body], [400, { error }])
    }
  })

  // registration-14
  it.status(
    429,
    "10 in 15 minutes per client address, whichever accounts are asked for, with Retry-After",
    function* () {
      const from = anAddress()
      for (let time = 0; time < 10; time += 1) {
        assert.strictEqual((yield* forgot(`${randomUUID()}@acme.test`, from)).status, 200)
      }
      const over = yield* forgot("ada@acme.test", from)
      assert.deepStrictEqual([over.status, over.headers["retry-after"]], [429, "900"])
    }
  )
})

layer(AccountsSurface)("POST /api/auth/reset-password", (it) => {
  // registration-8: A password reset ends every session everywhere, signs no one in, and is announced by email.
  it.status(200, "ends every session of the user in every organisation, and signs nobody in", function* () {
    const user = yield* aForgetful()
    const colleague = yield* aSignedIn({ orgId: user.orgId })
    const elsewhere = yield* sessionOf({ ...user, orgId: yield* joins(user) })
    const { body, cookies, status } = yield* reset(user.reset)
    assert.deepStrictEqual([status, body, Cookies.isEmpty(cookies)], [200, { success: true }, true])
    for (const token of [user.token, elsewhere.token]) assert.strictEqual(yield* statusOfMe(token), 401)
    assert.strictEqual(yield* statusOfMe(colleague.token), 200)
    assert.strictEqual((yield* logIn(user.email)).status, 401)
    assert.strictEqual((yield* logIn(user.email, better)).status, 200)
  })

  // registration-15
  it.status(
    200,
    "raises the version that challenges of the second factor name, and leaves that factor on",
    function* () {
      const user = yield* aForgetful()
      yield* systemSql`UPDATE users SET totp_enabled = true WHERE id = ${user.userId}`
      yield* reset(user.reset)
      const rows = yield* systemSql`SELECT credentials_version, totp_enabled FROM users WHERE id = ${user.userId}`
      assert.deepStrictEqual(rows, [{ credentials_version: 2, totp_enabled: true }])
      const answer = yield* logIn(user.email, better)
      assert.deepInclude(answer.body, { require2fa: true })
      assert.isUndefined(tokenIn(answer))
    }
  )

  // registration-8
  it.status(200, "is audited in each organisation and told by mail", function* () {
    const user = yield* aForgetful()
    const other = yield* joins(user)
    yield* TestClock.adjust("1 second")
    yield* reset(user.reset, better, "203.0.113.10")
    for (const orgId of [user.orgId, other]) {
      const [entry, ...more] = yield* entriesOf(orgId, { action: "password_reset" })
      assert.lengthOf(more, 0)
      assert.deepInclude(entry, { actor_id: user.userId, target: user.email, details: "address: 203.0.113.10" })
      assert.notInclude(entry?.stored, user.email)
    }
    assert.strictEqual((yield* mailsTo(user.email)).at(-1)?.subject, "Your password was changed")
  })

  // registration-15: A reset verifies the email address and leaves two-factor authentication on.
  it.status(200, "confirms the address, which the link was mailed to", function* () {
    const user = yield* aForgetful()
    yield* systemSql`UPDATE users SET email_verified_at = NULL WHERE id = ${user.userId}`
    yield* reset(user.reset)
    assert.strictEqual((yield* logIn(user.email, better)).status, 200)
  })

  // registration-9: A reset link works once, for the latest request, and its token is not stored in readable form.
  it.status(
    400,
    "one sentence for a token that is unknown, used, replaced, too old or of another purpose",
    function* () {
      const user = yield* aForgetful()
      yield* TestClock.adjust("1 second")
      yield* forgot(user.email)
      const second = yield* mailedToken(user.email)
      const aged = yield* aForgetful()
      const refused = Effect.fnUntraced(function* (token: string) {
        const { body, status } = yield* reset(token)
        assert.deepStrictEqual([status, body], [400, invalid])
      })
      for (const token of ["x", "A".repeat(43), user.reset]) yield* refused(token)
      assert.strictEqual((yield* reset(second)).status, 200)
      yield* refused(second)
      yield* TestClock.adjust("1 hour")
      yield* refused(aged.reset)
    }
  )

  it.status(400, "a password that nobody should have does not use up the link", function* () {
    const user = yield* aForgetful()
    for (const [given, error] of [
      ["short", "password: must be at least 8 characters"],
      ["iloveyou", "password: is one of the most common passwords. Choose a different one"],
      [user.email.toUpperCase(), "password: must not be the email address. Choose a different one"],
      [null, "password: must be a string"]
    ] as const) {
      const { body, status } = yield* reset(user.reset, given)
      assert.deepStrictEqual([status, body], [400, { error }])
    }
    assert.strictEqual(yield* statusOfMe(user.token), 200)
    assert.strictEqual((yield* reset(user.reset)).status, 200)
  })

  it.status(400, "of two that show the same token at once, exactly one sets the password", function* () {
    const user = yield* aForgetful()
    const answers = yield* Effect.forEach([0, 1, 2, 3], (index) => reset(user.reset, `${better} ${index}`), {
      concurrency: "unbounded"
    })
    const winners = answers.flatMap(({ status }, index) => (status === 200 ? [index] : []))
    assert.lengthOf(winners, 1)
    assert.strictEqual((yield* logIn(user.email, `${better} ${winners[0]}`)).status, 200)
    assert.lengthOf(yield* entriesOf(user.orgId, { action: "password_reset" }), 1)
  })

  // sign-in-17: Nothing that was proven with the old password opens a session after the password has changed.
  it.status(
    200,
    "nothing that was proved with the old password is left open, also when it was proved at the same time",
    function* () {
      const user = yield* aForgetful()
      // A hash that signing in replaces, which must not bring the old password back.
      const weak = yield* Effect.promise(() => hash(password, { memoryCost: 8192, timeCost: 1 }))
      yield* systemSql`UPDATE users SET password_hash = ${weak} WHERE id = ${user.userId}`
      const signIns = Effect.forEach(Array.from({ length: 8 }), () => logIn(user.email), { concurrency: 8 })
      const [answers, changed] = yield* Effect.all([signIns, reset(user.reset)], { concurrency: 2 })
      assert.strictEqual(changed.status, 200)
      for (const answer of answers) {
        const token = tokenIn(answer)
        if (token === undefined) assert.strictEqual(answer.status, 401)
        else assert.strictEqual(yield* statusOfMe(token), 401)
      }
      assert.strictEqual((yield* logIn(user.email)).status, 401)
    }
  )
})
