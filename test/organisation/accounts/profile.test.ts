import { assert, layer } from "#test/support/suite"
import { Caller } from "@svc/contract/kernel/access"
import { DateTime, Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { Sessions } from "#access/sessions"
import { PasswordChanges } from "#organisation/accounts/password-changes"
import { bearer, cookie, send } from "#test/access/support"
import { mailedToken } from "#test/support/mails"
import { withStatus } from "#test/support/requests"
import { systemSql } from "#test/support/tables"
import { entriesOf, mailsTo } from "#test/support/log"
import {
  QuickAccounts,
  aSignedIn,
  joins,
  logIn,
  password,
  sessionOf,
  statusOfMe,
  tokenIn,
  aUserWithTwoFactor,
  stepUp
} from "./support.ts"

const better = "another horse, another battery"

const change = (token: string, body: object, headers: Readonly<Record<string, string>> = cookie(token)) =>
  send("POST", "/api/auth/change-password", { headers, body: JSON.stringify(body), from: "203.0.113.20" })

const notOneLine = "fullName: must not contain line breaks, control characters or direction marks"

const update = (token: string, body: unknown) =>
  send("PATCH", "/api/auth/profile", { headers: cookie(token), body: JSON.stringify(body) })

layer(QuickAccounts)("POST /api/auth/change-password", (it) => {
  // registration-10: Changing the password requires the current one and ends all other sessions.
  it.status(
    200,
    "ends all other sessions, everywhere; this one goes on under a new id and without its step-up",
    function* () {
      const user = yield* aSignedIn({ organisation: { planStatus: "canceled" } })
      const other = yield* sessionOf(user)
      const elsewhere = yield* sessionOf({ ...user, orgId: yield* joins(user) })
      const soon = DateTime.toDateUtc(DateTime.add(yield* DateTime.now, { minutes: 10 }))
      yield* systemSql`UPDATE sessions SET stepped_up_until = ${soon} WHERE user_id = ${user.userId}`
      const answer = yield* change(user.token, { currentPassword: password, newPassword: better })
      assert.deepStrictEqual([answer.status, answer.body], [200, { success: true }])
      for (const token of [user.token, other.token, elsewhere.token]) assert.strictEqual(yield* statusOfMe(token), 401)
      const renewed = tokenIn(answer) ?? ""
      assert.strictEqual(yield* statusOfMe(renewed), 200)
      const live = yield* systemSql<{ id: string; org_id: string; stepped_up_until: Date | null }>`
          SELECT id, org_id, stepped_up_until FROM sessions WHERE user_id = ${user.userId} AND revoked_at IS NULL`
      assert.lengthOf(live, 1)
      assert.deepInclude(live[0], { org_id: user.orgId, stepped_up_until: null })
      assert.notStrictEqual(live[0]?.id, user.sessionId)
      assert.strictEqual((yield* logIn(user.email)).status, 401)
      assert.strictEqual((yield* logIn(user.email, better)).status, 200)
    }
  )

  // registration-16: Changes of password and name are recorded in the audit log of every organization of the user.
  it.status(200, "is audited in each organisation and told by mail; no sign-in is", function* () {
    const user = yield* aSignedIn()
    const other = yield* joins(user)
    yield* change(user.token, { currentPassword: password, newPassword: better })
    for (const orgId of [user.orgId, other]) {
      const [entry, ...more] = yield* entriesOf(orgId, { action: "password_changed" })
      assert.lengthOf(more, 0)
      assert.deepInclude(entry, { actor_id: user.userId, target: user.email, details: "address: 203.0.113.20" })
      assert.lengthOf(yield* entriesOf(orgId, { action: "login" }), 0)
    }
    const mails = yield* mailsTo(user.email)
    assert.deepStrictEqual(
      mails.map(({ subject }) => subject),
      ["Your password was changed"]
    )
    assert.notInclude(JSON.stringify(mails), better)
  })

  it.status(200, "a link for a forgotten password that was mailed before works no more", function* () {
    const user = yield* aSignedIn()
    yield* send("POST", "/api/auth/forgot-password", { body: JSON.stringify({ email: user.email }) })
    yield* (yield* PasswordChanges).settled
    const token = yield* mailedToken(user.email)
    yield* change(user.token, { currentPassword: password, newPassword: better })
    const answer = yield* send("POST", "/api/auth/reset-password", {
      body: JSON.stringify({ token, password: "a third one, unused" })
    })
    assert.strictEqual(answer.status, 400)
  })

  it.status(200, "passphrases are taken up to 1024 characters and compared in full", function* () {
    const user = yield* aSignedIn()
    const long = "correct horse battery staple ".repeat(35)
    yield* withStatus(200, change(user.token, { currentPassword: password, newPassword: long }))
    assert.strictEqual((yield* logIn(user.email, long)).status, 200)
    assert.strictEqual((yield* logIn(user.email, long.slice(0, -1))).status, 401)
  })

  it.status(400, "a new password that nobody should have, or the current one", function* () {
    const user = yield* aSignedIn()
    for (const [newPassword, error] of [
      ["seven77", "newPassword: must be at least 8 characters"],
      ["1q2w3e4r", "newPassword: is one of the most common passwords. Choose a different one"],
      [user.email, "newPassword: must not be the email address. Choose a different one"],
      [password, "newPassword: must differ from the current password"],
      ["x".repeat(1025), "newPassword: must be at most 1024 characters"],
      [undefined, "newPassword: is required"]
    ] as const) {
      const answer = yield* change(user.token, { currentPassword: password, newPassword })
      assert.deepStrictEqual([answer.status, answer.body], [400, { error }])
    }
    assert.strictEqual(yield* statusOfMe(user.token), 200)
  })

  // registration-10
  it.status(403, "a wrong current password, or none to know, which leaves the session signed in", function* () {
    const user = yield* aSignedIn()
    const wrong = {
      error: 'The current password is wrong. If you have no password yet, request a link under "Forgot password"'
    }
    const first = yield* change(user.token, { currentPassword: better, newPassword: better })
    assert.deepStrictEqual([first.status, first.body, tokenIn(first)], [403, wrong, undefined])
    yield* systemSql`UPDATE users SET password_hash = NULL WHERE id = ${user.userId}`
    const second = yield* change(user.token, { currentPassword: password, newPassword: better })
    assert.deepStrictEqual([second.status, second.body], [403, wrong])
    assert.strictEqual(yield* statusOfMe(user.token), 200)
  })

  it.status(403, "of several changes at once, from several sessions, exactly one is made", function* () {
    const user = yield* aSignedIn()
    const tokens = [user.token, user.token, (yield* sessionOf(user)).token, (yield* sessionOf(user)).token]
    const answers = yield* Effect.forEach(
      tokens,
      (token, index) => change(token, { currentPassword: password, newPassword: `${better} ${index}` }),
      { concurrency: "unbounded" }
    )
    assert.lengthOf(
      answers.filter(({ status }) => status === 200),
      1
    )
    assert.isTrue(answers.every(({ status }) => [200, 401, 403].includes(status)))
    const live = yield* systemSql`SELECT 1 FROM sessions WHERE user_id = ${user.userId} AND revoked_at IS NULL`
    assert.lengthOf(live, 1)
  })

  // registration-17
  it.status(429, "with a second factor a right password makes no room for more wrong codes", function* () {
    const user = yield* aUserWithTwoFactor()
    for (let time = 0; time < 9; time += 1) {
      assert.strictEqual((yield* stepUp(user.token, { password, code: "000000" })).status, 403)
    }
    const changed = yield* withStatus(200, change(user.token, { currentPassword: password, newPassword: better }))
    yield* withStatus(429, stepUp(tokenIn(changed) ?? "", { password: better, code: "000000" }))
  })

  it.status(401, "a session that was ended meanwhile is not renewed, and the password stays", function* () {
    const user = yield* aSignedIn()
    const changes = yield* PasswordChanges
    const sessions = yield* Sessions
    const caller = yield* Effect.flatMap(sessions.find(Redacted.make(user.token)), Effect.fromOption)
    yield* systemSql`UPDATE sessions SET revoked_at = now() WHERE id = ${user.sessionId}`
    const late = yield* changes
      .change({
        currentPassword: Redacted.make(password),
        newPassword: Redacted.make(better),
        address: "203.0.113.20",
        userAgent: null,
        device: null
      })
      .pipe(Effect.provideService(Caller, caller), Effect.flip)
    assert.strictEqual(late._tag, "Unauthenticated")
    assert.strictEqual((yield* logIn(user.email)).status, 200)
  })

  // registration-17: Wrong passwords of step-ups and password changes share a limit of ten in 15 minutes.
  it.status(429, "ten wrong passwords in 15 minutes, those of step-up counted in, with Retry-After", function* () {
    const user = yield* aSignedIn()
    for (let time = 0; time < 5; time += 1) {
      yield* change(user.token, { currentPassword: "wrong password", newPassword: better })
      yield* send("POST", "/api/auth/step-up", {
        headers: cookie(user.token),
        body: JSON.stringify({ password: "wrong password" })
      })
    }
    const over = yield* change(user.token, { currentPassword: password, newPassword: better })
    assert.deepStrictEqual([over.status, over.headers["retry-after"]], [429, "900"])
    yield* TestClock.adjust("15 minutes")
    yield* withStatus(200, change(user.token, { currentPassword: password, newPassword: better }, bearer(user.token)))
  })
})

layer(QuickAccounts)("PATCH /api/auth/profile", (it) => {
  // registration-11: The profile is changed field by field; an omitted field stays.
  it.status(200, "the session user as me shows them; omitted fields are unchanged", function* () {
    const user = yield* aSignedIn({ organisation: { planStatus: "trial_expired" } })
    const first = yield* withStatus(200, update(user.token, { fullName: " Ada King ", theme: "dark", language: "de" }))
    assert.deepInclude(first.body, { id: user.userId, fullName: "Ada King", theme: "dark", language: "de" })
    const me = yield* send("GET", "/api/auth/me", { headers: cookie(user.token) })
    assert.deepStrictEqual(me.body, first.body)
    assert.deepStrictEqual((yield* update(user.token, {})).body, first.body)
    const second = yield* update(user.token, { theme: "light" })
    assert.deepInclude(second.body, { fullName: "Ada King", theme: "light", language: "de" })
  })

  // registration-16
  it.status(200, "a changed name is audited in each organisation, anything else is not", function* () {
    const user = yield* aSignedIn()
    const other = yield* joins(user)
    yield* update(user.token, { fullName: "Ada Lovelace", theme: "dark" })
    for (const orgId of [user.orgId, other]) assert.lengthOf(yield* entriesOf(orgId, { action: "profile_updated" }), 0)
    yield* update(user.token, { fullName: "Ada King" })
    for (const orgId of [user.orgId, other]) {
      const [entry] = yield* entriesOf(orgId, { action: "profile_updated" })
      assert.deepInclude(entry, {
        actor_id: user.userId,
        target: user.email,
        details: "name: Ada Lovelace -> Ada King"
      })
      assert.notInclude(entry?.stored, "King")
    }
  })

  it.status(200, "names as people have them", function* () {
    const user = yield* aSignedIn()
    for (const fullName of ["J. R. R. Tolkien", "O'Brien-Łukasz", "نور\u200cالدین", "李小龍", "Dr.Who Jr."]) {
      assert.deepInclude((yield* update(user.token, { fullName })).body, { fullName })
    }
  })

  it.status(200, "what is not the user's to set is ignored", function* () {
    const user = yield* aSignedIn({ role: "manager" })
    const before = yield* send("GET", "/api/auth/me", { headers: cookie(user.token) })
    const { body, status } = yield* update(user.token, {
      id: user.orgId,
      email: "root@acme.test",
      role: "superadmin",
      permissions: ["audit_view"],
      isPlatformAdmin: true,
      password_hash: "x",
      orgId: user.userId,
      __proto__: { isPlatformAdmin: true }
    })
    assert.deepStrictEqual([status, body], [200, before.body])
  })

  // accounts-14
  it.status(
    403,
    "a session by one organisation's identity provider renames nobody in others, nor writes to their log",
    function* () {
      const user = yield* aSignedIn()
      yield* systemSql`UPDATE sessions SET method = 'saml' WHERE id = ${user.sessionId}`
      assert.strictEqual((yield* update(user.token, { fullName: "Ada King" })).status, 200)
      const other = yield* joins(user)
      const refused = yield* withStatus(403, update(user.token, { fullName: "superadmin B", theme: "dark" }))
      assert.include(JSON.stringify(refused.body), "identity provider")
      const kept = yield* withStatus(200, update(user.token, { fullName: "Ada King", theme: "light", language: "pl" }))
      assert.deepInclude(kept.body, { fullName: "Ada King", theme: "light", language: "pl" })
      assert.lengthOf(yield* entriesOf(other, { action: "profile_updated" }), 0)
    }
  )

  // registration-18: A name is one line without control characters, and is neither an email nor a web address.
  it.status(400, "a field of the wrong form is named", function* () {
    const user = yield* aSignedIn()
    for (const [body, error] of [
      [{ fullName: "" }, "fullName: must not be blank"],
      [{ fullName: null }, "fullName: must be a string"],
      [{ fullName: "x".repeat(201) }, "fullName: must be at most 200 characters"],
      [{ fullName: "Ada\nroot" }, notOneLine],
      [{ fullName: "Ada\u2028root" }, notOneLine],
      [{ fullName: "Ada\u202etoor" }, notOneLine],
      [{ fullName: "Ada\u001b[31m" }, notOneLine],
      [{ fullName: "https://evil.test" }, "fullName: must be a name, not an email or web address"],
      [{ fullName: "ceo@bank.test" }, "fullName: must be a name, not an email or web address"],
      [{ theme: "blue" }, "theme: must be one of light, dark, system"],
      [{ language: "tlh" }, "language: must be one of en, de, es, fr, it, nl, pl, pt"]
    ] as const) {
      const answer = yield* withStatus(400, update(user.token, body))
      assert.deepStrictEqual(answer.body, { error })
    }
  })
})
