import { assert, layer } from "#test/support/suite"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { cookie, send } from "#test/access/support"
import { TestApp } from "#test/support/TestApp"
import { systemSql } from "#test/support/tables"
import {
  QuickAccounts,
  aUser,
  password,
  anotherSession,
  appCode,
  aSignedIn,
  aUserWithTwoFactor,
  disable,
  logIn,
  renew,
  stepUp,
  steppedUpUntil,
  tokenIn,
  withoutPassword
} from "./support.ts"

const wrong = { error: "The password is wrong, or the two-factor code is missing or wrong" }

layer(QuickAccounts)("POST /api/auth/step-up", (it) => {
  // two-factor-8: With two-factor authentication a step-up requires password and code, which `totpRequired` announces.
  it.status(200, "password and code, ten minutes on this session and on no other", function* () {
    const user = yield* aUserWithTwoFactor()
    yield* anotherSession(user)
    const expected = DateTime.add(yield* DateTime.now, { minutes: 10 })
    const { body, status } = yield* stepUp(user.token, { password, code: yield* appCode(user.secret) })
    assert.deepStrictEqual([status, body], [200, { ok: true, expires_at: DateTime.formatIso(expected) }])
    assert.deepStrictEqual(yield* steppedUpUntil(user.sessionId), DateTime.toDateUtc(expected))
    const others = yield* systemSql`
          SELECT 1 FROM sessions WHERE user_id = ${user.userId} AND id <> ${user.sessionId} AND stepped_up_until IS NOT NULL`
    assert.strictEqual(others.length, 0)
  })

  it.status(200, "password and recovery code, which is used up", function* () {
    const user = yield* aUserWithTwoFactor()
    const proof = { password, code: user.recoveryCodes[0] }
    assert.strictEqual((yield* stepUp(user.token, proof)).status, 200)
    assert.strictEqual((yield* stepUp(user.token, proof)).status, 403)
  })

  it.status(200, "a code is not asked for, nor used, without a second factor", function* () {
    const user = yield* aSignedIn()
    assert.strictEqual((yield* stepUp(user.token, { password })).status, 200)
    assert.strictEqual((yield* stepUp(user.token, { password, code: "000000" })).status, 200)
  })

  it.status(200, "an account without a password steps up by its code alone", function* () {
    const user = yield* aUserWithTwoFactor()
    yield* withoutPassword(user.userId)
    const token = yield* anotherSession(user)
    assert.strictEqual((yield* stepUp(token, { password: "" })).status, 403)
    const code = yield* appCode(user.secret)
    assert.strictEqual((yield* stepUp(token, { password: "", code })).status, 200)
  })

  // two-factor-4
  it.status(200, "once: of eight at once with one code exactly one wins, on whichever session", function* () {
    const user = yield* aUserWithTwoFactor()
    const other = yield* anotherSession(user)
    const code = yield* appCode(user.secret)
    const answers = yield* Effect.forEach(
      Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? user.token : other)),
      (token) => stepUp(token, { password, code }),
      { concurrency: 8 }
    )
    assert.deepStrictEqual(answers.map(({ status }) => status).toSorted(), [200, ...Array<number>(7).fill(403)])
  })

  it.status(400, "a code that is no text", function* () {
    const user = yield* aUserWithTwoFactor()
    for (const code of [null, 123456, ["123456"], "1".repeat(65)]) {
      assert.strictEqual((yield* stepUp(user.token, { password, code })).status, 400)
    }
  })

  it.status(
    403,
    "a code that is missing, wrong or used, and a wrong password, which does not use up the code",
    function* () {
      const user = yield* aUserWithTwoFactor()
      const code = yield* appCode(user.secret)
      for (const proof of [
        { password },
        { password, code: "" },
        { password, code: `${code}0` },
        { password: "wrong password", code },
        { password: "", code }
      ]) {
        const { body, status } = yield* stepUp(user.token, proof)
        assert.deepStrictEqual([status, body], [403, wrong])
      }
      assert.isNull(yield* steppedUpUntil(user.sessionId))
      assert.strictEqual((yield* stepUp(user.token, { password, code })).status, 200)
      assert.strictEqual((yield* stepUp(user.token, { password, code })).status, 403)
      yield* TestClock.adjust("30 seconds")
      assert.strictEqual((yield* stepUp(user.token, { password, code: yield* appCode(user.secret) })).status, 200)
    }
  )

  it.status(403, "an account without a password or second factor is told how to get a password", function* () {
    const user = yield* aSignedIn()
    yield* withoutPassword(user.userId)
    const { body, status } = yield* stepUp(user.token, { password: "anything" })
    assert.deepStrictEqual(
      [status, body],
      [403, { error: 'Your account has no password yet. Set one under "Forgot password", then try again' }]
    )
  })

  it.status(
    403,
    "a factor proves nothing to the session that switched it on, where there is no password beside it",
    function* () {
      const user = yield* aUserWithTwoFactor()
      const proof = Effect.map(appCode(user.secret), (code) => ({ password: "", code }))
      yield* withoutPassword(user.userId)
      for (const prove of [stepUp, disable, renew]) {
        const { body, status } = yield* prove(user.token, yield* proof)
        assert.deepStrictEqual(
          [status, body],
          [403, { error: 'Your account has no password yet. Set one under "Forgot password", then try again' }]
        )
      }
      assert.isNull(yield* steppedUpUntil(user.sessionId))
      // The refusals undid themselves: the code is still good where the factor was not made.
      assert.strictEqual((yield* stepUp(yield* anotherSession(user), yield* proof)).status, 200)
    }
  )

  it.status(401, "a session that was ended meanwhile", function* () {
    const user = yield* aUserWithTwoFactor()
    yield* systemSql`UPDATE sessions SET revoked_at = now() WHERE id = ${user.sessionId}`
    assert.strictEqual((yield* stepUp(user.token, { password, code: yield* appCode(user.secret) })).status, 401)
  })
})

layer(TestApp)("what asks for a step-up, with a second factor", (it) => {
  // step-up-1, two-factor-8
  it.status(
    428,
    "totpRequired, until the code was shown, and again ten minutes later; another session stays out",
    function* () {
      const user = yield* aUserWithTwoFactor({ role: "superadmin" })
      const other = yield* anotherSession(user)
      const body = JSON.stringify({ name: "CI", scopes: ["employees:read"], expires_at: null })
      const create = (token: string) => send("POST", "/api/keys", { headers: cookie(token), body })
      const refused = { error: "step_up_required", totpRequired: true }
      const before = yield* create(user.token)
      assert.deepStrictEqual([before.status, before.body], [428, refused])
      yield* stepUp(user.token, { password, code: yield* appCode(user.secret) })
      assert.strictEqual((yield* create(user.token)).status, 201)
      assert.strictEqual((yield* create(other)).status, 428)
      yield* TestClock.adjust("10 minutes")
      const after = yield* create(user.token)
      assert.deepStrictEqual([after.status, after.body], [428, refused])
    }
  )
})

layer(TestApp)("what asks for a step-up", (it) => {
  // sign-in-12: A fresh sign-in is not a step-up; only `POST /api/auth/step-up` is, for ten minutes, on its own
  //   session.
  it.status(428, "a fresh sign-in is none; only POST /api/auth/step-up counts, for ten minutes", function* () {
    const user = yield* aUser({ role: "superadmin" })
    const signedIn = yield* logIn(user.email)
    const token = tokenIn(signedIn) ?? ""
    const body = JSON.stringify({ name: "CI", scopes: ["employees:read"], expires_at: null })
    const create = send("POST", "/api/keys", { headers: cookie(token), body })
    const refused = yield* create
    assert.deepStrictEqual([refused.status, refused.body], [428, { error: "step_up_required", totpRequired: false }])
    assert.strictEqual((yield* stepUp(token, { password })).status, 200)
    yield* TestClock.adjust("599 seconds")
    assert.strictEqual((yield* create).status, 201)
    yield* TestClock.adjust("1 second")
    assert.strictEqual((yield* create).status, 428)
  })
})
