import { assert } from "#test/support/suite"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { send } from "#test/access/support"
import { anOrganisation } from "#test/support/people"
import { systemSql } from "#test/support/tables"
import { entriesOf, subjectsTo } from "#test/support/log"
import { layerOfFile } from "#test/support/layer-of-file"
import {
  QuickAccounts,
  password,
  aChallenge,
  anotherSession,
  appCode,
  aSignedIn,
  aSteppedUpUser,
  aUserWithTwoFactor,
  codesIn,
  disable,
  enable,
  logIn,
  me,
  renew,
  secretIn,
  setUp,
  steppedUp,
  verify,
  withoutPassword
} from "./support.ts"

const on = { error: "Two-factor authentication is already on. Turn it off before you set it up again" }
const off = { error: "Two-factor authentication is off. Set it up first" }
const wrong = { error: "The password is wrong, or the two-factor code is missing or wrong" }
const wrongCode = { error: "The code is wrong or expired. Enter the code that your authenticator app shows now" }

const statusOf = ({ body, status }: { readonly body: unknown; readonly status: number }) => [status, body]

const withQuickAccounts = layerOfFile(QuickAccounts)

withQuickAccounts("POST /api/auth/2fa/setup", (it) => {
  // two-factor-1: Setup creates a secret, and a code of it turns two-factor authentication on; both require a step-up.
  it.status(
    200,
    "a new secret each time, sealed at rest and not to be cached; sign-in asks for no code yet",
    function* () {
      const user = yield* aSteppedUpUser({ organisation: { planStatus: "canceled" } })
      const first = yield* setUp(user.token)
      const second = yield* setUp(user.token)
      assert.deepStrictEqual([first.status, second.status], [200, 200])
      assert.strictEqual(second.headers["cache-control"], "no-store")
      const { secret } = yield* secretIn(second.body)
      assert.notStrictEqual((yield* secretIn(first.body)).secret, secret)
      const rows = yield* systemSql<{
        secret: string
      }>`SELECT secret FROM second_factors WHERE user_id = ${user.userId}`
      assert.match(rows[0]?.secret ?? "", /^svc:v1:/)
      assert.notInclude(rows[0]?.secret, secret)
      assert.isDefined((yield* logIn(user.email)).cookies.cookies["access_token"])
    }
  )

  it.status(200, "needs no body, and takes any", function* () {
    const user = yield* aSteppedUpUser()
    const headers = { cookie: `access_token=${user.token}` }
    assert.strictEqual((yield* send("POST", "/api/auth/2fa/setup", { headers })).status, 200)
  })

  it.status(409, "while the second factor is on", function* () {
    const user = yield* aUserWithTwoFactor()
    yield* steppedUp(user.sessionId)
    assert.deepStrictEqual(statusOf(yield* setUp(user.token)), [409, on])
    assert.strictEqual((yield* verify(yield* aChallenge(user.email), yield* appCode(user.secret))).status, 200)
  })
})

withQuickAccounts("switching a second factor on", (it) => {
  // two-factor-1
  it.status(428, "asks for a step-up, which a stolen session cannot make; the owner is not locked out", function* () {
    const user = yield* aSignedIn()
    const refused = [428, { error: "step_up_required", totpRequired: false }]
    assert.deepStrictEqual(statusOf(yield* setUp(user.token)), refused)
    assert.deepStrictEqual(statusOf(yield* enable(user.token, "123456")), refused)
    yield* steppedUp(user.sessionId)
    const { secret } = yield* secretIn((yield* setUp(user.token)).body)
    yield* TestClock.adjust("10 minutes")
    assert.deepStrictEqual(statusOf(yield* enable(user.token, yield* appCode(secret))), refused)
    assert.isDefined((yield* logIn(user.email)).cookies.cookies["access_token"])
  })
})

withQuickAccounts("POST /api/auth/2fa/enable", (it) => {
  // two-factor-2: Turning it on returns ten recovery codes, stored as digests, and ends the other sessions of the user.
  it.status(
    200,
    "ten recovery codes, kept as digests; audited and told by mail; ends the user's other sessions",
    function* () {
      const user = yield* aSteppedUpUser()
      const elsewhere = yield* anOrganisation()
      yield* systemSql`
          INSERT INTO memberships (org_id, user_id, role, created_at)
          SELECT ${elsewhere}::uuid, user_id, 'hr', created_at FROM memberships WHERE user_id = ${user.userId}`
      const colleague = yield* aSteppedUpUser({ orgId: user.orgId })
      const others = [yield* anotherSession(user), yield* anotherSession({ ...user, orgId: elsewhere })]
      const { secret } = yield* secretIn((yield* setUp(user.token)).body)
      const answer = yield* enable(user.token, yield* appCode(secret))
      assert.strictEqual(answer.status, 200)
      assert.strictEqual(answer.headers["cache-control"], "no-store")
      const codes = yield* codesIn(answer.body)
      assert.deepStrictEqual(answer.body, { enabled: true, recovery_codes: codes })
      assert.strictEqual(new Set(codes).size, 10)

      const rows = yield* systemSql<{
        digest: string
      }>`SELECT digest FROM recovery_codes WHERE user_id = ${user.userId}`
      assert.strictEqual(rows.length, 10)
      for (const { digest } of rows) assert.match(digest, /^[0-9a-f]{64}$/)

      assert.strictEqual((yield* me(user.token)).status, 200)
      assert.strictEqual((yield* me(colleague.token)).status, 200)
      for (const token of others) assert.strictEqual((yield* me(token)).status, 401)

      // It is the user's account in all of their organisations.
      for (const orgId of [user.orgId, elsewhere]) {
        const [entry, ...more] = yield* entriesOf(orgId, { action: "two_factor_enabled" })
        assert.strictEqual(more.length, 0)
        assert.deepInclude(entry, { actor_id: user.userId, target: user.email })
        assert.notInclude(entry?.stored, user.email)
      }
      assert.deepStrictEqual(yield* subjectsTo(user.email), ["Two-factor authentication is on"])
    }
  )

  it.status(200, "a code typed with spaces, of a clock that is 30 seconds off", function* () {
    for (const steps of [-1, 0, 1]) {
      const user = yield* aSteppedUpUser()
      const { secret } = yield* secretIn((yield* setUp(user.token)).body)
      const code = yield* appCode(secret, steps)
      assert.strictEqual((yield* enable(user.token, `${code.slice(0, 3)} ${code.slice(3)}`)).status, 200)
    }
  })

  it.status(400, "a code that is no text names the field and does not repeat it", function* () {
    const user = yield* aSteppedUpUser()
    for (const code of [null, 123456, ["123456"], { digits: "123456" }, true, "1".repeat(65), "12345\u0000"]) {
      const { body, status } = yield* enable(user.token, code)
      assert.strictEqual(status, 400, JSON.stringify(code))
      assert.match(JSON.stringify(body), /^\{"error":"code: [a-zA-Z0-9 ]+"\}$/)
      assert.notInclude(JSON.stringify(body), "123456")
    }
  })

  // two-factor-13: A wrong code is 401 at sign-in and 403 in a signed-in session.
  it.status(403, "a code that is wrong, of another secret, too old, or in other digits", function* () {
    const user = yield* aSteppedUpUser()
    const { secret: replaced } = yield* secretIn((yield* setUp(user.token)).body)
    const { secret } = yield* secretIn((yield* setUp(user.token)).body)
    const code = yield* appCode(secret)
    const fullWidth = [...code].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join("")
    for (const given of [
      yield* appCode(replaced),
      yield* appCode(secret, -2),
      yield* appCode(secret, 2),
      `${code}0`,
      code.slice(1),
      fullWidth,
      ""
    ]) {
      assert.deepStrictEqual(statusOf(yield* enable(user.token, given)), [403, wrongCode])
    }
    assert.strictEqual((yield* enable(user.token, code)).status, 200)
  })

  // accounts-14
  it.status(
    403,
    "a session by one organisation's identity provider, for an account that belongs to others too",
    function* () {
      const user = yield* aSteppedUpUser()
      yield* systemSql`UPDATE sessions SET method = 'saml' WHERE id = ${user.sessionId}`
      const { secret } = yield* secretIn((yield* setUp(user.token)).body)
      const elsewhere = yield* anOrganisation()
      yield* systemSql`
          INSERT INTO memberships (org_id, user_id, role, created_at)
          SELECT ${elsewhere}::uuid, user_id, 'hr', created_at FROM memberships WHERE user_id = ${user.userId}`
      for (const answer of [yield* setUp(user.token), yield* enable(user.token, yield* appCode(secret))]) {
        assert.strictEqual(answer.status, 403)
        assert.include(JSON.stringify(answer.body), "identity provider")
      }
      yield* systemSql`DELETE FROM memberships WHERE org_id = ${elsewhere}`
      assert.strictEqual((yield* enable(user.token, yield* appCode(secret))).status, 200)
    }
  )

  it.status(409, "nothing was set up, or it is on", function* () {
    const user = yield* aSteppedUpUser()
    assert.deepStrictEqual(statusOf(yield* enable(user.token, "123456")), [
      409,
      { error: "Two-factor authentication is not set up, so it cannot be turned on. Set it up first" }
    ])
    const guarded = yield* aUserWithTwoFactor()
    yield* steppedUp(guarded.sessionId)
    assert.deepStrictEqual(statusOf(yield* enable(guarded.token, yield* appCode(guarded.secret))), [409, on])
  })

  it.status(200, "and 409: of two at once one switches it on", function* () {
    const user = yield* aSteppedUpUser()
    const { secret } = yield* secretIn((yield* setUp(user.token)).body)
    const code = yield* appCode(secret)
    const answers = yield* Effect.replicateEffect(enable(user.token, code), 4, { concurrency: 4 })
    assert.deepStrictEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409, 409])
    const rows = yield* systemSql`SELECT 1 FROM recovery_codes WHERE user_id = ${user.userId}`
    assert.strictEqual(rows.length, 10)
  })

  it.status(429, "ten wrong codes in 15 minutes per user", function* () {
    const user = yield* aSteppedUpUser()
    const { secret } = yield* secretIn((yield* setUp(user.token)).body)
    for (let guess = 0; guess < 10; guess += 1) {
      assert.strictEqual((yield* enable(user.token, "12345")).status, 403)
    }
    const over = yield* enable(user.token, yield* appCode(secret))
    assert.deepStrictEqual([over.status, over.headers["retry-after"]], [429, "900"])
  })
})

withQuickAccounts("POST /api/auth/2fa/disable", (it) => {
  // two-factor-9: Turning it off requires password and code, and is announced by email.
  it.status(200, "by password and code; sign-in asks for no code any more; audited and told by mail", function* () {
    const user = yield* aUserWithTwoFactor()
    const challenge = yield* aChallenge(user.email)
    const code = yield* appCode(user.secret)
    assert.deepStrictEqual(statusOf(yield* disable(user.token, { password, code })), [200, { enabled: false }])
    assert.isTrue(Option.isSome(Option.fromNullishOr((yield* logIn(user.email)).cookies.cookies["access_token"])))
    assert.strictEqual((yield* verify(challenge, user.recoveryCodes[0])).status, 401)
    const left = yield* systemSql`
          SELECT user_id FROM second_factors WHERE user_id = ${user.userId}
          UNION ALL SELECT user_id FROM recovery_codes WHERE user_id = ${user.userId}
          UNION ALL SELECT user_id FROM second_factor_challenges WHERE user_id = ${user.userId}`
    assert.strictEqual(left.length, 0)
    const [entry] = yield* entriesOf(user.orgId, { action: "two_factor_disabled" })
    assert.deepInclude(entry, { actor_id: user.userId, target: user.email })
    assert.deepStrictEqual(yield* subjectsTo(user.email), [
      "Two-factor authentication is on",
      "Two-factor authentication is off"
    ])
  })

  it.status(200, "by a recovery code", function* () {
    const user = yield* aUserWithTwoFactor()
    assert.strictEqual((yield* disable(user.token, { password, code: user.recoveryCodes[3] })).status, 200)
  })

  it.status(400, "a body without password or code", function* () {
    const user = yield* aUserWithTwoFactor()
    assert.deepStrictEqual(statusOf(yield* disable(user.token, { code: "123456" })), [
      400,
      { error: "password: is required" }
    ])
    assert.deepStrictEqual(statusOf(yield* disable(user.token, { password })), [400, { error: "code: is required" }])
  })

  // two-factor-9
  it.status(
    403,
    "unless both are right; a fresh step-up is no excuse, and a wrong password does not use up the code",
    function* () {
      const user = yield* aUserWithTwoFactor()
      yield* systemSql`UPDATE sessions SET stepped_up_until = expires_at WHERE id = ${user.sessionId}`
      const code = yield* appCode(user.secret)
      for (const proof of [
        { password: "wrong password", code },
        { password: "", code },
        { password, code: "000000" },
        { password, code: "" }
      ]) {
        assert.deepStrictEqual(statusOf(yield* disable(user.token, proof)), [403, wrong])
      }
      assert.strictEqual((yield* disable(user.token, { password, code })).status, 200)
    }
  )

  it.status(403, "an account without a password and without a second factor has nothing to show", function* () {
    const user = yield* aSteppedUpUser()
    yield* withoutPassword(user.userId)
    assert.deepStrictEqual(statusOf(yield* disable(user.token, { password: "", code: "123456" })), [
      403,
      { error: 'Your account has no password yet. Set one under "Forgot password", then try again' }
    ])
  })

  it.status(409, "it is off", function* () {
    const user = yield* aSteppedUpUser()
    assert.deepStrictEqual(statusOf(yield* disable(user.token, { password, code: "123456" })), [409, off])
  })

  it.status(429, "ten wrong proofs in 15 minutes per user, over all sessions", function* () {
    const user = yield* aUserWithTwoFactor()
    const other = yield* anotherSession(user)
    const answers = yield* Effect.forEach(
      Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? user.token : other)),
      (token) => disable(token, { password, code: "000000" }),
      { concurrency: 4 }
    )
    assert.strictEqual(answers.filter(({ status }) => status === 403).length, 10)
    const code = yield* appCode(user.secret)
    assert.strictEqual((yield* disable(user.token, { password, code })).status, 429)
  })
})

withQuickAccounts("POST /api/auth/2fa/recovery-codes", (it) => {
  // two-factor-10: New recovery codes replace the old ones.
  it.status(200, "ten new ones, and those of before are void; audited and told by mail", function* () {
    const user = yield* aUserWithTwoFactor()
    const answer = yield* renew(user.token, { password, code: yield* appCode(user.secret) })
    assert.strictEqual(answer.status, 200)
    const codes = yield* codesIn(answer.body)
    assert.deepStrictEqual(answer.body, { recovery_codes: codes })
    assert.strictEqual(new Set([...codes, ...user.recoveryCodes]).size, 20)
    assert.strictEqual((yield* verify(yield* aChallenge(user.email), user.recoveryCodes[0])).status, 401)
    assert.strictEqual((yield* verify(yield* aChallenge(user.email), codes[0])).status, 200)
    const entries = yield* entriesOf(user.orgId, { action: "two_factor_recovery_codes_renewed" })
    assert.strictEqual(entries.length, 1)
    assert.include(yield* subjectsTo(user.email), "New recovery codes created")
  })

  it.status(400, "a body without a code", function* () {
    const user = yield* aUserWithTwoFactor()
    assert.strictEqual((yield* renew(user.token, { password })).status, 400)
  })

  it.status(403, "a code that was used before", function* () {
    const user = yield* aUserWithTwoFactor()
    const code = yield* appCode(user.secret)
    assert.strictEqual((yield* renew(user.token, { password, code })).status, 200)
    assert.deepStrictEqual(statusOf(yield* renew(user.token, { password, code })), [403, wrong])
    yield* TestClock.adjust("30 seconds")
    assert.strictEqual((yield* renew(user.token, { password, code: yield* appCode(user.secret) })).status, 200)
  })

  it.status(409, "it is off", function* () {
    const user = yield* aSteppedUpUser()
    assert.deepStrictEqual(statusOf(yield* renew(user.token, { password, code: "123456" })), [409, off])
  })
})
