import { assert } from "#test/support/suite"
import { rolePermissions } from "@svc/contract/kernel/permissions"
import { DateTime, Duration, Effect, Option } from "effect"
import { Cookies } from "effect/http"
import { TestClock } from "effect/testing"
import { cookie, send } from "#test/access/support"
import { asSystem, systemSql } from "#test/support/tables"
import { withStatus } from "#test/support/requests"
import { entriesOf } from "#test/support/log"
import { layerOfFile } from "#test/support/layer-of-file"
import { AccountsSurface, anotherSession, aSignedIn, me, password } from "./support.ts"

const withAccountsSurface = layerOfFile(AccountsSurface)

withAccountsSurface("Accounts.issueSession", (it) => {
  it.effect("removes the user's expired sessions and no other", function* () {
    const user = yield* aSignedIn()
    const colleague = yield* aSignedIn({ orgId: user.orgId })
    yield* TestClock.adjust("11 hours")
    const later = yield* anotherSession(user)
    yield* TestClock.adjust("2 hours")
    yield* anotherSession(user)
    const left = yield* asSystem(
      (sql) => sql<{ id: string }>`SELECT id FROM sessions WHERE user_id IN ${sql.in([user.userId, colleague.userId])}`
    )
    const ids = left.map(({ id }) => id)
    assert.strictEqual(ids.length, 3)
    assert.notInclude(ids, user.sessionId)
    assert.include(ids, colleague.sessionId)
    assert.strictEqual((yield* me(later)).status, 200)
  })
})

withAccountsSurface("GET /api/auth/me", (it) => {
  // sign-in-11: `GET /api/auth/me` returns the bare session user, with `theme`, `language`, `isPlatformAdmin`,
  //   `twoFactorEnabled`, the `orgName` and `timezone` of the organization and `signInMethod`, which login does not return.
  it.status(200, "the bare session user", function* () {
    const user = yield* aSignedIn({ role: "manager" })
    const { body } = yield* withStatus(200, me(user.token))
    const [organisation] = yield* systemSql<{ name: string }>`SELECT name FROM organisations WHERE id = ${user.orgId}`
    assert.deepStrictEqual(body, {
      id: user.userId,
      email: user.email,
      fullName: "Ada Lovelace",
      orgId: user.orgId,
      role: "manager",
      permissions: [...rolePermissions.manager],
      scope: "direct_reports",
      theme: "system",
      language: "en",
      isPlatformAdmin: false,
      twoFactorEnabled: false,
      orgName: organisation?.name,
      timezone: "UTC",
      signInMethod: "password"
    })
  })
})

withAccountsSurface("GET /api/auth/me", (it) => {
  // sign-in-11
  it.status(
    200,
    "what login does not show: the second factor, the organisation's time zone, theme and the like",
    function* () {
      const user = yield* aSignedIn()
      yield* asSystem((sql) =>
        Effect.andThen(
          sql`UPDATE users SET theme = 'dark', language = 'de', is_platform_admin = true, totp_enabled = true WHERE id = ${user.userId}`,
          sql`UPDATE organisations SET timezone = 'Pacific/Kiritimati' WHERE id = ${user.orgId}`
        )
      )
      assert.deepInclude((yield* me(user.token)).body, {
        theme: "dark",
        language: "de",
        isPlatformAdmin: true,
        twoFactorEnabled: true,
        timezone: "Pacific/Kiritimati"
      })
      yield* systemSql`UPDATE users SET totp_enabled = false WHERE id = ${user.userId}`
      const login = yield* send("POST", "/api/auth/login", { body: JSON.stringify({ email: user.email, password }) })
      assert.deepStrictEqual(login.body, {
        user: { id: user.userId, email: user.email, fullName: "Ada Lovelace", orgId: user.orgId, role: "hr" }
      })
    }
  )
})

withAccountsSurface("POST /api/auth/logout", (it) => {
  // sign-in-9: `POST /api/auth/logout` ends this session immediately and clears the cookie, also in a read-only
  //   organization.
  it.status(200, "revokes this session at once, clears the cookie, and is audited", function* () {
    const user = yield* aSignedIn()
    const other = yield* anotherSession(user)
    const { body, cookies, status } = yield* send("POST", "/api/auth/logout", {
      headers: cookie(user.token),
      from: "203.0.113.8"
    })
    assert.deepStrictEqual([status, body], [200, { success: true, ssoLogoutUrl: null }])
    const cleared = Option.getOrThrow(Cookies.get(cookies, "access_token"))
    assert.strictEqual(cleared.value, "")
    assert.strictEqual(Duration.toMillis(Duration.fromInputUnsafe(cleared.options?.maxAge ?? 1)), 0)
    assert.deepInclude(cleared.options, { httpOnly: true, path: "/" })
    assert.strictEqual((yield* me(user.token)).status, 401)
    assert.strictEqual((yield* me(other)).status, 200)
    const [entry] = yield* entriesOf(user.orgId, { action: "logout" })
    assert.deepInclude(entry, { actor_id: user.userId, target: user.email, details: "address: 203.0.113.8" })
  })

  // sign-in-9
  it.status(200, "also in a read-only organisation", function* () {
    const user = yield* aSignedIn({ organisation: { planStatus: "canceled" } })
    yield* withStatus(200, send("POST", "/api/auth/logout", { headers: cookie(user.token) }))
  })
})

withAccountsSurface("POST /api/auth/step-up", (it) => {
  const stepUp = (token: string, body: object) =>
    send("POST", "/api/auth/step-up", { headers: cookie(token), body: JSON.stringify(body) })

  const until = (user: { readonly sessionId: string }) =>
    Effect.map(
      systemSql<{ stepped_up_until: Date | null }>`SELECT stepped_up_until FROM sessions WHERE id = ${user.sessionId}`,
      (rows) => rows[0]?.stepped_up_until ?? null
    )

  // sign-in-12
  it.status(200, "ten minutes on this session, and on no other", function* () {
    const user = yield* aSignedIn({ organisation: { planStatus: "trial_expired" } })
    yield* anotherSession(user)
    const expected = DateTime.add(yield* DateTime.now, { minutes: 10 })
    const { body, status } = yield* stepUp(user.token, { password })
    assert.deepStrictEqual([status, body], [200, { ok: true, expires_at: DateTime.formatIso(expected) }])
    assert.deepStrictEqual(yield* until(user), DateTime.toDateUtc(expected))
    const others = yield* systemSql`SELECT id FROM sessions WHERE user_id = ${user.userId} AND stepped_up_until IS NULL`
    assert.strictEqual(others.length, 1)
  })

  it.status(400, "a body without a password", function* () {
    const user = yield* aSignedIn()
    const { body, status } = yield* stepUp(user.token, {})
    assert.deepStrictEqual([status, body], [400, { error: "password: is required" }])
  })

  // step-up-4: A wrong password at a step-up is 403 and leaves the session signed in.
  it.status(403, "a wrong password, which leaves the session signed in", function* () {
    const user = yield* aSignedIn()
    const { body, status } = yield* stepUp(user.token, { password: "wrong password" })
    assert.deepStrictEqual(
      [status, body],
      [403, { error: "The password is wrong, or the two-factor code is missing or wrong" }]
    )
    assert.isNull(yield* until(user))
    assert.strictEqual((yield* me(user.token)).status, 200)
  })

  it.status(403, "the password alone is not enough for a user with a second factor", function* () {
    const user = yield* aSignedIn()
    yield* systemSql`UPDATE users SET totp_enabled = true WHERE id = ${user.userId}`
    for (const body of [{ password }, { password, code: "000000" }]) {
      assert.strictEqual((yield* stepUp(user.token, body)).status, 403)
    }
    assert.isNull(yield* until(user))
  })

  // registration-17
  it.status(
    429,
    "ten wrong passwords in 15 minutes, over all of the user's sessions; a right one starts anew",
    function* () {
      const user = yield* aSignedIn()
      const other = yield* anotherSession(user)
      const wrong = { password: "wrong password" }
      for (let attempt = 0; attempt < 9; attempt += 1)
        assert.strictEqual((yield* stepUp(user.token, wrong)).status, 403)
      assert.strictEqual((yield* stepUp(user.token, { password })).status, 200)
      const statuses = yield* Effect.replicateEffect(
        Effect.suspend(() => stepUp(other, wrong)),
        12,
        { concurrency: 12 }
      )
      assert.strictEqual(statuses.filter(({ status }) => status === 403).length, 10)
      const over = yield* stepUp(user.token, { password })
      assert.deepStrictEqual([over.status, over.headers["retry-after"]], [429, "900"])
      yield* TestClock.adjust("15 minutes")
      assert.strictEqual((yield* stepUp(user.token, { password })).status, 200)
    }
  )
})
