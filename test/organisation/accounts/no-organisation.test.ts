import { assert, layer } from "#test/support/suite"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Accounts } from "#organisation/accounts/service"
import { PasswordChanges } from "#organisation/accounts/password-changes"
import { send as sendTo } from "#test/access/support"
import { invite } from "#test/organisation/members/support"
import { contractRoutes } from "#test/support/contract-routes"
import { withStatus } from "#test/support/requests"
import { call as callRoute, routesThatAre } from "#test/support/route-cards"
import { mailedToken } from "#test/support/mails"
import { TestApp } from "#test/support/TestApp"
import { systemSql } from "#test/support/tables"
import { aSuperAdmin } from "#test/support/people"
import {
  aSignedIn,
  logIn,
  password,
  statusOfMe,
  tokenIn,
  appCode,
  aUserWithTwoFactor,
  challengeIn,
  disable,
  setUp,
  stepUp,
  verify
} from "./support.ts"

const call = (method: "GET" | "POST" | "PATCH" | "DELETE" | "PUT", path: string, token: string, body?: object) =>
  sendTo(method, path, {
    headers: { cookie: `access_token=${token}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })

const refusal = {
  error:
    "You are not a member of any organization. Accept an invitation first; until then you can only manage your own account",
  code: "no_organisation"
}

/** Somebody who has left their only organisation by the route, and signed in again by their password. */
const aLeaver = Effect.gen(function* () {
  // Ten sign-ins from one address in a quarter of an hour.
  yield* TestClock.adjust("15 minutes")
  const superadmin = yield* aSuperAdmin()
  const user = yield* aSignedIn({ orgId: superadmin.orgId, role: "hr" })
  yield* withStatus(200, call("DELETE", "/api/account/leave-org", user.token))
  const signedIn = yield* withStatus(200, logIn(user.email))
  return { ...user, signedIn, left: user.token, token: tokenIn(signedIn) ?? "" }
})

layer(TestApp, { timeout: "120 seconds" })("somebody who left their last organisation", (it) => {
  // settings-1
  it.effect("signs in by their password, and sees that they belong to none", function* () {
    const user = yield* aLeaver
    assert.strictEqual(yield* statusOfMe(user.left), 401)
    const self = { id: user.userId, email: user.email, fullName: "Ada Lovelace", orgId: null, role: null }
    assert.deepStrictEqual(user.signedIn.body, { user: self })
    const me = yield* call("GET", "/api/auth/me", user.token)
    assert.deepStrictEqual(me.body, {
      ...self,
      permissions: [],
      scope: null,
      theme: "system",
      language: "en",
      isPlatformAdmin: false,
      twoFactorEnabled: false,
      orgName: null,
      timezone: null,
      signInMethod: "password"
    })
    const organisation = yield* call("GET", "/api/organizations/me", user.token)
    assert.deepStrictEqual([organisation.status, organisation.body], [200, null])
    const memberships = yield* call("GET", "/api/account/memberships", user.token)
    assert.deepStrictEqual([memberships.status, memberships.body], [200, []])
    assert.strictEqual((yield* logIn(user.email, "wrong password")).status, 401)
    yield* (yield* Accounts).settled
  })

  // accounts-2: A user without an organization signs in, accepts invitations, and exports or closes the account, and
  //   nothing else.
  it.effect("is refused with one sentence by every route that is not about their account", function* () {
    const user = yield* aLeaver
    const open: Array<string> = []
    for (const route of contractRoutes) {
      if (!route.middlewares.includes("svc/SessionAuth")) continue
      // 300 requests a minute.
      yield* TestClock.adjust("1 second")
      if (route.requires?.withoutOrganisation === true) {
        open.push(route.name)
        continue
      }
      const { body, status } = yield* callRoute(route, user.token)
      assert.deepStrictEqual([route.name, status, body], [route.name, 403, refusal])
    }
    assert.sameMembers(open, routesThatAre("withoutOrganisation"))
  })

  it.effect("manages profile, password, step-up, second factor and sessions", function* () {
    const user = yield* aLeaver
    const profile = yield* call("PATCH", "/api/auth/profile", user.token, { fullName: "Ada King", theme: "dark" })
    assert.deepInclude(profile.body, { fullName: "Ada King", theme: "dark", orgId: null })
    assert.strictEqual((yield* setUp(user.token)).status, 428)
    assert.strictEqual((yield* stepUp(user.token, { password })).status, 200)
    assert.strictEqual((yield* setUp(user.token)).status, 200)

    const other = tokenIn(yield* logIn(user.email)) ?? ""
    const listed = yield* call("GET", "/api/auth/sessions", user.token)
    assert.lengthOf(JSON.stringify(listed.body).match(/"org_id":null/g) ?? [], 2)
    const rows = yield* systemSql<{ id: string }>`
          SELECT id FROM sessions WHERE user_id = ${user.userId} AND stepped_up_until IS NULL AND revoked_at IS NULL`
    assert.strictEqual((yield* call("DELETE", `/api/auth/sessions/${rows[0]?.id}`, user.token)).status, 200)
    assert.strictEqual(yield* statusOfMe(other), 401)

    const changed = yield* call("POST", "/api/auth/change-password", user.token, {
      currentPassword: password,
      newPassword: "another horse, another battery"
    })
    assert.strictEqual(changed.status, 200)
    assert.strictEqual(yield* statusOfMe(user.token), 401)
    const renewed = tokenIn(changed) ?? ""
    assert.strictEqual(yield* statusOfMe(renewed), 200)
    assert.strictEqual((yield* call("POST", "/api/auth/logout", renewed)).status, 200)
    assert.strictEqual(yield* statusOfMe(renewed), 401)
  })

  it.effect("signs in with their second factor, and switches it off", function* () {
    const user = yield* aUserWithTwoFactor()
    yield* systemSql`DELETE FROM memberships WHERE user_id = ${user.userId}`
    const challenge = yield* challengeIn((yield* logIn(user.email)).body)
    assert.strictEqual((yield* verify(challenge, "000000")).status, 401)
    const verified = yield* verify(challenge, yield* appCode(user.secret))
    assert.deepInclude(verified.body, {
      user: { id: user.userId, email: user.email, fullName: "Ada Lovelace", orgId: null, role: null }
    })
    const token = tokenIn(verified) ?? ""
    assert.strictEqual((yield* verify(challenge, user.recoveryCodes[0])).status, 401)
    assert.strictEqual((yield* disable(token, { password, code: user.recoveryCodes[1] })).status, 200)
    assert.isDefined(tokenIn(yield* logIn(user.email)))
  })

  it.effect("sets a new password by mail, which ends their sessions", function* () {
    const user = yield* aLeaver
    yield* sendTo("POST", "/api/auth/forgot-password", { body: JSON.stringify({ email: user.email }) })
    yield* (yield* PasswordChanges).settled
    const body = JSON.stringify({ token: yield* mailedToken(user.email), password: "a horse and a battery" })
    assert.strictEqual((yield* sendTo("POST", "/api/auth/reset-password", { body })).status, 200)
    assert.strictEqual(yield* statusOfMe(user.token), 401)
    assert.strictEqual((yield* logIn(user.email, "a horse and a battery")).status, 200)
  })

  // accounts-21: A session without an organization ends when its user joins one.
  it.effect("accepts an invitation, signed in or not; a session without an organisation is then over", function* () {
    for (const signedIn of [true, false]) {
      const user = yield* aLeaver
      const superadmin = yield* aSuperAdmin()
      yield* invite(superadmin, user.email, { role: "manager" })
      const accept = yield* sendTo("POST", "/api/auth/accept-invite", {
        body: JSON.stringify({ token: yield* mailedToken(user.email), password }),
        headers: signedIn ? { cookie: `access_token=${user.token}` } : {}
      })
      assert.strictEqual(accept.status, 200)
      const token = tokenIn(accept) ?? ""
      assert.strictEqual(yield* statusOfMe(user.token), 401)
      const me = yield* call("GET", "/api/auth/me", token)
      assert.deepInclude(me.body, { orgId: superadmin.orgId, role: "manager" })
      const again = yield* logIn(user.email)
      assert.deepInclude(again.body, {
        user: {
          id: user.userId,
          email: user.email,
          fullName: "Ada Lovelace",
          orgId: superadmin.orgId,
          role: "manager"
        }
      })
    }
  })

  // accounts-2
  it.effect("exports what is kept about them, and closes their account", function* () {
    const user = yield* aLeaver
    const exported = yield* withStatus(200, call("GET", "/api/account/export", user.token))
    assert.deepInclude(exported.body, { memberships: [], audit_trail: [], api_keys: [] })
    assert.include(JSON.stringify(exported.body), user.email)
    assert.include(JSON.stringify(exported.body), '"org_id":null')
    assert.strictEqual((yield* call("DELETE", "/api/account", user.token)).status, 200)
    assert.strictEqual(yield* statusOfMe(user.token), 401)
    assert.strictEqual((yield* logIn(user.email)).status, 401)
    assert.lengthOf(yield* systemSql`SELECT 1 FROM users WHERE id = ${user.userId}`, 0)
  })
})
