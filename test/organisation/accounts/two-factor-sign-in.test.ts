import { assert, layer } from "#test/support/suite"
import { Effect, Redacted, Schema } from "effect"
import { Cookies } from "effect/http"
import { TestClock } from "effect/testing"
import { Accounts } from "#organisation/accounts/service"
import { anAddress, send } from "#test/access/support"
import { anOrganisation } from "#test/support/people"
import { withStatus } from "#test/support/requests"
import { systemSql } from "#test/support/tables"
import { entriesOf, mailsTo } from "#test/support/log"
import {
  QuickAccounts,
  password,
  aChallenge,
  appCode,
  aSteppedUpUser,
  aUserWithTwoFactor,
  enable,
  logIn,
  me,
  secretIn,
  setUp,
  stepUp,
  tokenIn,
  verify
} from "./support.ts"

const failed = {
  error: "The code is wrong, or this sign-in has expired. Try another code, or sign in again"
}

const outcome = ({ body, cookies, status }: Effect.Success<ReturnType<typeof verify>>) =>
  status === 200 ? tokenIn({ cookies }) !== undefined : [status, body, Cookies.isEmpty(cookies)]

const refused = [401, failed, true]

layer(QuickAccounts)("POST /api/auth/2fa/verify", (it) => {
  // two-factor-5: `POST /api/auth/2fa/verify` responds like login, with the cookie.
  it.status(200, "answers as login, with the cookie; audited with the address", function* () {
    const user = yield* aUserWithTwoFactor({ role: "admin" })
    const answer = yield* verify(yield* aChallenge(user.email), yield* appCode(user.secret), "203.0.113.7")
    assert.strictEqual(answer.status, 200)
    assert.deepStrictEqual(answer.body, {
      user: { id: user.userId, email: user.email, fullName: "Ada Lovelace", orgId: user.orgId, role: "admin" }
    })
    const token = tokenIn(answer) ?? ""
    assert.notInclude(JSON.stringify(answer.body), token)
    assert.strictEqual((yield* me(token)).status, 200)
    const entries = yield* entriesOf(user.orgId, { action: "login" })
    assert.deepInclude(entries.at(-1), { actor_id: user.userId, target: user.email, details: "address: 203.0.113.7" })
  })

  it.status(
    200,
    "after Google's word too, and the session says so; dead as well after a change of the password",
    function* () {
      const accounts = yield* Accounts
      const user = yield* aUserWithTwoFactor()
      const challenge = Effect.map(accounts.challenge({ ...user, method: "google" }), Redacted.value)
      const [first, second] = [yield* challenge, yield* challenge]
      assert.strictEqual((yield* verify(first, user.recoveryCodes[0])).status, 200)
      const rows = yield* systemSql`SELECT 1 FROM sessions WHERE user_id = ${user.userId} AND method = 'google'`
      assert.strictEqual(rows.length, 1)
      yield* systemSql`UPDATE users SET credentials_version = credentials_version + 1 WHERE id = ${user.userId}`
      assert.deepStrictEqual(outcome(yield* verify(second, user.recoveryCodes[1])), refused)
    }
  )

  // two-factor-3
  it.status(200, "a code of the step before or after, typed with a space", function* () {
    for (const steps of [-1, 1]) {
      const user = yield* aUserWithTwoFactor()
      const code = yield* appCode(user.secret, steps)
      const typed = `${code.slice(0, 3)} ${code.slice(3)}`
      assert.strictEqual((yield* verify(yield* aChallenge(user.email), typed)).status, 200)
    }
  })

  // two-factor-7: A recovery code replaces a code once, and its use is announced by email.
  it.status(200, "a recovery code, once, in any case; audited, and told by mail with how many are left", function* () {
    const user = yield* aUserWithTwoFactor()
    const [first = "", second = ""] = user.recoveryCodes
    assert.strictEqual((yield* verify(yield* aChallenge(user.email), first.toUpperCase())).status, 200)
    assert.deepStrictEqual(outcome(yield* verify(yield* aChallenge(user.email), first)), refused)
    assert.strictEqual((yield* verify(yield* aChallenge(user.email), second.replaceAll("-", " "))).status, 200)
    const entries = yield* entriesOf(user.orgId, { action: "two_factor_recovery_used" })
    assert.strictEqual(entries.length, 2)
    assert.deepInclude(entries[0], { actor_id: user.userId, target: user.email })
    const mails = yield* mailsTo(user.email)
    assert.deepStrictEqual(
      mails
        .filter(({ subject }) => subject === "A recovery code was used")
        .map(({ text }) => /\d+(?= left)/.exec(text)?.[0]),
      ["9", "8"]
    )
    for (const { html, text } of mails) {
      assert.notInclude(text + html, first)
      assert.notInclude(text + html, user.secret)
    }
  })

  // two-factor-4: A code is accepted once, also of eight concurrent requests.
  it.status(200, "once: a code is accepted once only, whichever challenge it is shown to", function* () {
    const user = yield* aUserWithTwoFactor()
    const [first, second] = [yield* aChallenge(user.email), yield* aChallenge(user.email)]
    const earlier = yield* appCode(user.secret, -1)
    const code = yield* appCode(user.secret)
    assert.strictEqual((yield* verify(first, code)).status, 200)
    assert.deepStrictEqual(outcome(yield* verify(second, code)), refused)
    // Nor one of a step before it, and the challenge is still good for a newer one.
    assert.deepStrictEqual(outcome(yield* verify(second, earlier)), refused)
    yield* TestClock.adjust("30 seconds")
    assert.deepStrictEqual(outcome(yield* verify(second, code)), refused)
    assert.strictEqual((yield* verify(second, yield* appCode(user.secret))).status, 200)
  })

  // two-factor-12: The code that turned two-factor authentication on also signs in once; a code used for a step-up does
  //   not.
  it.status(200, "once: the code that switched it on signs in once, one that stepped up does not", function* () {
    const beginner = yield* aSteppedUpUser()
    const { secret } = yield* secretIn((yield* setUp(beginner.token)).body)
    const first = yield* appCode(secret)
    assert.strictEqual((yield* enable(beginner.token, first)).status, 200)
    assert.strictEqual((yield* verify(yield* aChallenge(beginner.email), first)).status, 200)
    assert.deepStrictEqual(outcome(yield* verify(yield* aChallenge(beginner.email), first)), refused)

    const user = yield* aUserWithTwoFactor()
    const code = yield* appCode(user.secret)
    assert.strictEqual((yield* stepUp(user.token, { password, code })).status, 200)
    const challenge = yield* aChallenge(user.email)
    assert.deepStrictEqual(outcome(yield* verify(challenge, code)), refused)
    yield* TestClock.adjust("30 seconds")
    const next = yield* appCode(user.secret)
    assert.strictEqual((yield* verify(challenge, next)).status, 200)
    assert.strictEqual((yield* stepUp(user.token, { password, code: next })).status, 403)
  })

  // two-factor-4
  it.status(
    200,
    "once: of eight at once with one code exactly one wins, with one challenge or with eight",
    function* () {
      for (const many of [false, true]) {
        const user = yield* aUserWithTwoFactor()
        const challenges = many
          ? yield* Effect.replicateEffect(aChallenge(user.email), 8)
          : Array<string>(8).fill(yield* aChallenge(user.email))
        const code = yield* appCode(user.secret)
        const answers = yield* Effect.forEach(challenges, (challenge) => verify(challenge, code), { concurrency: 8 })
        assert.deepStrictEqual(answers.map(({ status }) => status).toSorted(), [200, ...Array<number>(7).fill(401)])
      }
    }
  )

  it.status(200, "once: of eight at once with one recovery code exactly one wins", function* () {
    const user = yield* aUserWithTwoFactor()
    const challenges = yield* Effect.replicateEffect(aChallenge(user.email), 8)
    const answers = yield* Effect.forEach(challenges, (challenge) => verify(challenge, user.recoveryCodes[0]), {
      concurrency: 8
    })
    assert.strictEqual(answers.filter(({ status }) => status === 200).length, 1)
    const rows = yield* systemSql`SELECT 1 FROM recovery_codes WHERE user_id = ${user.userId}`
    assert.strictEqual(rows.length, 9)
  })

  it.status(400, "a code or token that is no text names the field and repeats nothing", function* () {
    const user = yield* aUserWithTwoFactor()
    const challenge = yield* aChallenge(user.email)
    for (const code of [null, 123456, ["123456"], {}, "1".repeat(65), "1\u00002"]) {
      const { body } = yield* withStatus(400, verify(challenge, code))
      assert.match(JSON.stringify(body), /^\{"error":"code: [a-zA-Z0-9 ]+"\}$/)
    }
    for (const token of [null, 17, ["x"], "x".repeat(1025)]) {
      const { body } = yield* withStatus(400, verify(token, "123456"))
      assert.match(JSON.stringify(body), /^\{"error":"challengeToken: [a-zA-Z0-9 ]+"\}$/)
    }
  })

  // two-factor-13
  it.status(401, "one answer for a wrong code and for a token that is none; audited as a failed sign-in", function* () {
    const user = yield* aUserWithTwoFactor()
    const challenge = yield* aChallenge(user.email)
    const code = yield* appCode(user.secret)
    for (const given of ["000000", `${code}0`, code.slice(1), "", "０００００１", "xxxx-xxxx-xxxx"]) {
      assert.deepStrictEqual(outcome(yield* verify(yield* aChallenge(user.email), given)), refused)
    }
    const [head = "", claims = "", signature = ""] = challenge.split(".")
    for (const token of ["", "token", `${head}.${claims}.`, `${head}.${claims}.${signature.slice(1)}a`, user.token]) {
      assert.deepStrictEqual(outcome(yield* verify(token, code)), refused)
    }
    const entries = yield* entriesOf(user.orgId, { action: "login_failed" })
    assert.strictEqual(entries.length, 6)
    assert.match(entries[0]?.details ?? "", /^second factor, address: 198\.51\./)
  })

  // two-factor-6: A challenge works once, for five minutes and five wrong codes, and opens nothing else.
  it.status(401, "a challenge serves once", function* () {
    const user = yield* aUserWithTwoFactor()
    const challenge = yield* aChallenge(user.email)
    assert.strictEqual((yield* verify(challenge, yield* appCode(user.secret))).status, 200)
    yield* TestClock.adjust("30 seconds")
    assert.deepStrictEqual(outcome(yield* verify(challenge, yield* appCode(user.secret))), refused)
    assert.deepStrictEqual(outcome(yield* verify(challenge, user.recoveryCodes[0])), refused)
  })

  // two-factor-6
  it.status(401, "five wrong codes, also at once, and the challenge is dead for the right one", function* () {
    const user = yield* aUserWithTwoFactor()
    const alive = yield* aChallenge(user.email)
    for (let guess = 0; guess < 4; guess += 1) {
      assert.deepStrictEqual(outcome(yield* verify(alive, "12345")), refused)
    }
    assert.strictEqual((yield* verify(alive, yield* appCode(user.secret))).status, 200)
    const dead = yield* aChallenge(user.email)
    yield* Effect.replicateEffect(verify(dead, "12345"), 5, { concurrency: 5 })
    yield* TestClock.adjust("30 seconds")
    assert.deepStrictEqual(outcome(yield* verify(dead, yield* appCode(user.secret))), refused)
    assert.strictEqual((yield* verify(yield* aChallenge(user.email), yield* appCode(user.secret))).status, 200)
  })

  it.status(401, "five minutes after the password", function* () {
    const user = yield* aUserWithTwoFactor()
    const [early, late] = [yield* aChallenge(user.email), yield* aChallenge(user.email)]
    yield* TestClock.adjust("299 seconds")
    assert.strictEqual((yield* verify(early, yield* appCode(user.secret))).status, 200)
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(outcome(yield* verify(late, user.recoveryCodes[0])), refused)
    // The next challenge takes the expired ones away.
    yield* aChallenge(user.email)
    const rows = yield* systemSql`SELECT 1 FROM second_factor_challenges WHERE user_id = ${user.userId}`
    assert.strictEqual(rows.length, 1)
  })

  // sign-in-17
  it.status(
    401,
    "after a change of the password, and after removal from the organisation, even if undone",
    function* () {
      const changed = yield* aUserWithTwoFactor()
      const before = yield* aChallenge(changed.email)
      yield* systemSql`UPDATE users SET credentials_version = credentials_version + 1 WHERE id = ${changed.userId}`
      assert.deepStrictEqual(outcome(yield* verify(before, yield* appCode(changed.secret))), refused)
      assert.strictEqual((yield* verify(yield* aChallenge(changed.email), yield* appCode(changed.secret))).status, 200)

      const removed = yield* aUserWithTwoFactor()
      const challenge = yield* aChallenge(removed.email)
      const elsewhere = yield* anOrganisation()
      yield* systemSql`DELETE FROM memberships WHERE user_id = ${removed.userId}`
      assert.deepStrictEqual(outcome(yield* verify(challenge, yield* appCode(removed.secret))), refused)
      for (const orgId of [removed.orgId, elsewhere]) {
        yield* systemSql`
            INSERT INTO memberships (org_id, user_id, role, created_at)
            VALUES (${orgId}, ${removed.userId}, 'hr', now()) RETURNING org_id`
      }
      assert.deepStrictEqual(outcome(yield* verify(challenge, yield* appCode(removed.secret))), refused)
    }
  )

  it.status(401, "another user's code", function* () {
    const user = yield* aUserWithTwoFactor()
    const other = yield* aUserWithTwoFactor({ orgId: user.orgId })
    const challenge = yield* aChallenge(user.email)
    assert.deepStrictEqual(outcome(yield* verify(challenge, yield* appCode(other.secret))), refused)
    assert.deepStrictEqual(outcome(yield* verify(challenge, other.recoveryCodes[0])), refused)
  })

  // two-factor-6
  it.status(401, "the challenge opens no route of a session, and a session is no challenge", function* () {
    const user = yield* aUserWithTwoFactor()
    const challenge = yield* aChallenge(user.email)
    assert.strictEqual((yield* me(challenge)).status, 401)
    assert.strictEqual((yield* setUp(challenge)).status, 401)
    assert.strictEqual((yield* stepUp(challenge, { password, code: yield* appCode(user.secret) })).status, 401)
    assert.deepStrictEqual(outcome(yield* verify(user.token, yield* appCode(user.secret))), refused)
  })

  it.status(403, "a verification that another site makes the browser send", function* () {
    const user = yield* aUserWithTwoFactor()
    const body = JSON.stringify({ challengeToken: yield* aChallenge(user.email), code: yield* appCode(user.secret) })
    const headers = { "sec-fetch-site": "cross-site" }
    assert.strictEqual((yield* send("POST", "/api/auth/2fa/verify", { body, headers })).status, 403)
  })

  // two-factor-11: Wrong codes are limited per user and per IP address.
  it.status(429, "10 tries per 15 minutes per IP, whosever they are, with Retry-After", function* () {
    const from = anAddress()
    for (let attempt = 0; attempt < 10; attempt += 1) {
      assert.strictEqual((yield* verify("token", "123456", from)).status, 401)
    }
    const user = yield* aUserWithTwoFactor()
    const over = yield* verify(yield* aChallenge(user.email), yield* appCode(user.secret), from)
    assert.strictEqual(over.status, 429)
    const wait = yield* Schema.decodeUnknownEffect(Schema.NumberFromString)(over.headers["retry-after"])
    assert.isTrue(wait > 0 && wait <= 900)
  })

  // two-factor-11
  it.status(
    429,
    "10 wrong codes per 15 minutes per user, over all challenges and addresses; a right one starts anew",
    function* () {
      const user = yield* aUserWithTwoFactor()
      const guess = Effect.flatMap(aChallenge(user.email), (challenge) => verify(challenge, "12345"))
      yield* Effect.replicateEffect(guess, 9)
      assert.strictEqual((yield* verify(yield* aChallenge(user.email), yield* appCode(user.secret))).status, 200)
      const answers = yield* Effect.replicateEffect(guess, 13, { concurrency: 4 })
      assert.strictEqual(answers.filter(({ status }) => status === 401).length, 10)
      assert.strictEqual(answers.filter(({ status }) => status === 429).length, 3)
      yield* TestClock.adjust("15 minutes")
      assert.strictEqual((yield* verify(yield* aChallenge(user.email), yield* appCode(user.secret))).status, 200)
    }
  )

  it.status(200, "after sign-in a new session every time, none of which is stepped up", function* () {
    const user = yield* aUserWithTwoFactor()
    const first = yield* verify(yield* aChallenge(user.email), user.recoveryCodes[0])
    const second = yield* verify(yield* aChallenge(user.email), user.recoveryCodes[1])
    assert.notStrictEqual(tokenIn(first), tokenIn(second))
    const rows =
      yield* systemSql`SELECT 1 FROM sessions WHERE user_id = ${user.userId} AND stepped_up_until IS NOT NULL`
    assert.strictEqual(rows.length, 0)
    assert.strictEqual((yield* logIn(user.email, "wrong password")).status, 401)
  })
})
