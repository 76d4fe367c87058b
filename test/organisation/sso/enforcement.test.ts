import { assert, layer } from "#test/support/suite"
import { EmailAddress } from "@svc/contract/kernel/text"
import type { OrgId } from "@svc/contract/kernel/ids"
import type { Role } from "@svc/contract/kernel/permissions"
import { Deferred, Effect, Fiber, Predicate, Redacted } from "effect"
import { randomUUID } from "node:crypto"
import { Accounts } from "#organisation/accounts/service"
import { SystemSql } from "#platform/database/db"
import { aChallenge, appCode, aUserWithTwoFactor, verify } from "#test/organisation/accounts/support"
import { invite } from "#test/organisation/members/support"
import { mailedToken } from "#test/support/mails"
import { anIdentityProvider, questionIn } from "#test/support/saml-idp"
import { TestApp } from "#test/support/TestApp"
import { aMember, anOrganisation, aSession, aSuperAdmin, type Member } from "#test/support/people"
import { as, send, type Sent, withStatus } from "#test/support/requests"
import { asSystem, systemSql } from "#test/support/tables"
import { configure, settingsPath, signIn } from "./support.ts"

const idp = await Effect.runPromise(anIdentityProvider())
const password = "correct horse battery staple"

/** An organisation that enforces single sign-on, and people of it who have passwords. */
const enforcing = Effect.fnUntraced(function* (orgId: OrgId, bypassing: ReadonlyArray<string> = []) {
  const admin = yield* aMember(orgId)
  yield* configure(admin, idp, { enforce_sso: true, bypass_user_ids: bypassing })
  return admin
})

const somebody = Effect.fnUntraced(function* (orgId: OrgId, role: Role = "hr") {
  const accounts = yield* Accounts
  const email = EmailAddress.make(`ada-${randomUUID().slice(0, 8)}@acme.test`)
  const { id } = yield* accounts.createUser({
    orgId,
    email,
    fullName: "Ada Lovelace",
    role,
    password: Redacted.make(password)
  })
  return { orgId, userId: id, email }
})

const logIn = (email: string, given = password) => send("POST", "/api/auth/login", { body: { email, password: given } })

const me = (bearer: string) => Effect.map(send("GET", "/api/auth/me", { bearer }), ({ status }) => status)

layer(TestApp)("POST /api/auth/login", (it) => {
  // sign-in-3: Where single sign-on is enforced it is 403 with the URL of the provider.
  it.status(403, "sso_required: with the address of the provider, whatever the password", function* () {
    const orgId = yield* anOrganisation()
    const user = yield* somebody(orgId)
    const withoutPassword = yield* aMember(orgId)
    yield* enforcing(orgId)
    for (const attempt of [
      logIn(user.email),
      logIn(user.email.toUpperCase(), "wrong password"),
      logIn(withoutPassword.email)
    ]) {
      const { body, headers, status } = yield* attempt
      assert.deepStrictEqual(
        [status, body, headers["set-cookie"]],
        [
          403,
          {
            error: "Your organization signs in through its identity provider. Continue at redirectUrl",
            code: "sso_required",
            redirectUrl: `http://svc.test/api/auth/saml/${orgId}/login`
          },
          undefined
        ]
      )
    }
    assert.strictEqual((yield* logIn("nobody@acme.test")).status, 401)
    assert.isDefined((yield* signIn(orgId, idp, { email: user.email })).token)
  })

  it.status(200, "without enforcement passwords go on beside the provider, and again after it", function* () {
    const orgId = yield* anOrganisation()
    const user = yield* somebody(orgId)
    const admin = yield* aMember(orgId)
    yield* configure(admin, idp)
    assert.strictEqual((yield* logIn(user.email)).status, 200)
    yield* configure(admin, idp, { enforce_sso: true })
    assert.strictEqual((yield* logIn(user.email)).status, 403)
    yield* as(admin).delete(settingsPath)
    assert.strictEqual((yield* logIn(user.email)).status, 200)
  })

  // sign-in-4: A member exempt from single sign-on gets `{ message, role, orgId }` without `user`, and a session.
  it.status(200, "SSO-bypass accounts get { message, role, orgId } without user, and a session", function* () {
    const orgId = yield* anOrganisation()
    const user = yield* somebody(orgId, "superadmin")
    yield* enforcing(orgId, [user.userId])
    const { body, headers, status } = yield* logIn(user.email)
    assert.deepStrictEqual([status, body], [200, { message: "Signed in", role: "superadmin", orgId }])
    const token = /access_token=([^;]+)/.exec(headers["set-cookie"] ?? "")?.[1] ?? ""
    assert.strictEqual(yield* me(token), 200)
    assert.strictEqual((yield* logIn(user.email, "wrong password")).status, 401)
  })

  // sso-16: An exemption from single sign-on ends with the membership.
  it.status(200, "who leaves the organisation is not exempt when they come back", function* () {
    const orgId = yield* anOrganisation()
    const user = yield* somebody(orgId)
    yield* enforcing(orgId, [user.userId])
    yield* systemSql`DELETE FROM memberships WHERE user_id = ${user.userId}`
    yield* systemSql`
        INSERT INTO memberships (org_id, user_id, role, created_at) VALUES (${orgId}, ${user.userId}, 'hr', now())`
    assert.strictEqual((yield* logIn(user.email)).status, 403)
  })
})

layer(TestApp)("POST /api/auth/2fa/verify", (it) => {
  it.status(401, "a sign-in that was half done when the organisation began to enforce single sign-on", function* () {
    const orgId = yield* anOrganisation()
    const [user, exempt] = [yield* aUserWithTwoFactor({ orgId }), yield* aUserWithTwoFactor({ orgId })]
    const challenges = { user: yield* aChallenge(user.email), exempt: yield* aChallenge(exempt.email) }
    yield* enforcing(orgId, [exempt.userId])
    assert.strictEqual((yield* verify(challenges.user, yield* appCode(user.secret))).status, 401)
    assert.strictEqual((yield* verify(challenges.exempt, yield* appCode(exempt.secret))).status, 200)
  })
})

layer(TestApp)("POST /api/auth/switch-org", (it) => {
  // sso-8: A password session cannot switch to an organization that enforces single sign-on.
  it.status(
    403,
    "sso_required: a session by password does not switch to an organisation that enforces single sign-on",
    function* () {
      const user = yield* somebody(yield* anOrganisation())
      const orgId = yield* anOrganisation()
      yield* systemSql`
        INSERT INTO memberships (org_id, user_id, role, created_at) VALUES (${orgId}, ${user.userId}, 'hr', now())`
      yield* enforcing(orgId)
      const { headers } = yield* logIn(user.email)
      const bearer = /access_token=([^;]+)/.exec(headers["set-cookie"] ?? "")?.[1] ?? ""
      const { body } = yield* withStatus(403, send("POST", "/api/auth/switch-org", { bearer, body: { orgId } }))
      assert.deepInclude(body, {
        code: "sso_required",
        redirectUrl: `http://svc.test/api/auth/saml/${orgId}/login`
      })
      assert.strictEqual(yield* me(bearer), 200)
    }
  )
})

layer(TestApp)("POST /api/auth/accept-invite", (it) => {
  it.status(403, "sso_required: whoever joins is a member, and goes on at the provider", function* () {
    const orgId = yield* anOrganisation()
    const admin = yield* enforcing(orgId)
    const email = `grace-${randomUUID().slice(0, 8)}@acme.test`
    yield* invite(admin, email)
    const token = yield* mailedToken(email)
    const accept = send("POST", "/api/auth/accept-invite", { body: { token, fullName: "Grace Hopper", password } })
    const { body, headers } = yield* withStatus(403, accept)
    assert.deepInclude(body, { code: "sso_required" })
    assert.notProperty(headers, "set-cookie")
    assert.isDefined((yield* signIn(orgId, idp, { email })).token)
    assert.strictEqual((yield* accept).status, 400)
  })
})

/** Holds the user's row, so that whoever is signing in gets no further; answers how to wait for others and to let go. */
const holdUser = Effect.fnUntraced(function* (userId: string) {
  const system = yield* SystemSql
  const begun = yield* Deferred.make<void>()
  const end = yield* Deferred.make<void>()
  const open = yield* asSystem((sql) =>
    Effect.gen(function* () {
      yield* sql`SELECT FROM users WHERE id = ${userId} FOR UPDATE`
      yield* Deferred.succeed(begun, undefined)
      yield* Deferred.await(end)
    })
  ).pipe(Effect.forkChild)
  yield* Deferred.await(begun)
  return {
    /** Until so many of this database wait for a lock. */
    waiting: (count: number) =>
      Effect.repeat(
        system`
          SELECT DISTINCT pid FROM pg_locks JOIN pg_stat_activity USING (pid)
          WHERE NOT granted AND datname = current_database()`,
        { until: (rows) => rows.length >= count }
      ),
    release: Effect.andThen(Deferred.succeed(end, undefined), Fiber.join(open))
  }
})

layer(TestApp)("PUT /api/organizations/me/sso while somebody signs in", (it) => {
  /** Switches enforcement on in the middle of the sign-in, and answers what the session of it opens then. */
  const overtaken = Effect.fnUntraced(function* <E, R>(
    admin: Member,
    userId: string,
    signingIn: Effect.Effect<Sent, E, R>
  ) {
    const held = yield* holdUser(userId)
    const entering = yield* Effect.forkChild(signingIn)
    yield* held.waiting(1)
    const enforced = yield* Effect.forkChild(configure(admin, idp, { enforce_sso: true }))
    yield* Effect.race(held.waiting(2), Fiber.await(enforced))
    yield* held.release
    const { headers } = yield* Fiber.join(entering)
    yield* Fiber.join(enforced)
    const token = /access_token=([^;]+)/.exec(headers["set-cookie"] ?? "")?.[1]
    return token === undefined ? 401 : yield* me(token)
  })

  // sso-7
  it.status(401, "no session by a password outlives it, begun however shortly before", function* () {
    const orgId = yield* anOrganisation()
    const admin = yield* aMember(orgId)
    const user = yield* somebody(orgId)
    assert.strictEqual(yield* overtaken(admin, user.userId, logIn(user.email)), 401)
  })

  it.status(401, "nor one by a password and a code", function* () {
    const orgId = yield* anOrganisation()
    const admin = yield* aMember(orgId)
    const user = yield* aUserWithTwoFactor({ orgId })
    const challengeToken = yield* aChallenge(user.email)
    const code = yield* appCode(user.secret)
    const entering = send("POST", "/api/auth/2fa/verify", { body: { challengeToken, code } })
    assert.strictEqual(yield* overtaken(admin, user.userId, entering), 401)
  })

  it.status(401, "nor one that came from another organisation", function* () {
    const user = yield* somebody(yield* anOrganisation())
    const orgId = yield* anOrganisation()
    const admin = yield* aMember(orgId)
    yield* systemSql`
        INSERT INTO memberships (org_id, user_id, role, created_at) VALUES (${orgId}, ${user.userId}, 'hr', now())`
    const { headers } = yield* logIn(user.email)
    const bearer = /access_token=([^;]+)/.exec(headers["set-cookie"] ?? "")?.[1] ?? ""
    const entering = send("POST", "/api/auth/switch-org", { bearer, body: { orgId } })
    assert.strictEqual(yield* overtaken(admin, user.userId, entering), 401)
  })
})

layer(TestApp)("PUT /api/organizations/me/sso", (it) => {
  // sso-7: Enforcing single sign-on ends the sessions that the provider did not open.
  it.status(
    200,
    "enforcement ends sessions that the provider did not open, but the caller's and those of who bypasses",
    function* () {
      const orgId = yield* anOrganisation()
      const [admin, member, exempt] = [yield* aMember(orgId), yield* aMember(orgId, "hr"), yield* aMember(orgId, "hr")]
      const elsewhere = yield* aSuperAdmin()
      yield* configure(admin, idp)
      const sessions = {
        caller: yield* aSession(admin),
        other: yield* aSession(admin),
        member: yield* aSession(member),
        exempt: yield* aSession(exempt),
        elsewhere: yield* aSession(elsewhere),
        vouched: (yield* signIn(orgId, idp, { email: member.email })).token ?? ""
      }
      yield* send("PUT", settingsPath, {
        bearer: sessions.caller,
        body: {
          entry_point: idp.entryPoint,
          idp_issuer: idp.entityId,
          certificates: [idp.cert],
          enforce_sso: true,
          bypass_user_ids: [exempt.userId]
        }
      })
      const statuses: Record<string, number> = {}
      for (const [name, bearer] of Object.entries(sessions)) statuses[name] = yield* me(bearer)
      assert.deepStrictEqual(statuses, {
        caller: 200,
        other: 401,
        member: 401,
        exempt: 200,
        elsewhere: 200,
        vouched: 200
      })
      // Who is no longer exempt is out as well.
      yield* send("PUT", settingsPath, {
        bearer: sessions.caller,
        body: {
          entry_point: idp.entryPoint,
          idp_issuer: idp.entityId,
          certificates: [idp.cert],
          enforce_sso: true,
          bypass_user_ids: []
        }
      })
      assert.strictEqual(yield* me(sessions.exempt), 401)
    }
  )

  it.status(200, "other ways in ask whether the organisation holds the member to its provider", function* () {
    const accounts = yield* Accounts
    const refuse = (member: Parameters<typeof accounts.refuseWithoutSso>[0]) =>
      asSystem(() => accounts.refuseWithoutSso(member))
    const orgId = yield* anOrganisation()
    const [user, exempt] = [yield* somebody(orgId), yield* somebody(orgId)]
    yield* refuse(user)
    yield* enforcing(orgId, [exempt.userId])
    yield* refuse(exempt)
    const refusal = yield* Effect.flip(refuse(user))
    assert.strictEqual(refusal.redirectUrl, `http://svc.test/api/auth/saml/${orgId}/login`)
  })
})

layer(TestApp)("POST /api/auth/logout", (it) => {
  const logOut = (bearer: string) => Effect.map(send("POST", "/api/auth/logout", { bearer }), ({ body }) => body)
  const urlIn = (body: unknown) =>
    Predicate.hasProperty(body, "ssoLogoutUrl") && typeof body.ssoLogoutUrl === "string"
      ? body.ssoLogoutUrl
      : assert.fail(JSON.stringify(body))

  // sign-in-10: `ssoLogoutUrl` is set for a SAML session whose provider supports single logout, else null.
  it.status(200, "ssoLogoutUrl asks the provider to end the session that it opened", function* () {
    const orgId = yield* anOrganisation()
    const admin = yield* aMember(orgId)
    yield* configure(admin, idp, { logout_url: "https://idp.example.com/slo?x=1" })
    const claims = { email: admin.email, sessionIndex: "_index7" }
    const { token = "" } = yield* signIn(orgId, idp, claims)
    const stored = yield* systemSql<{ row: string }>`
        SELECT s::text AS row FROM sso_sessions s WHERE org_id = ${orgId}`
    assert.lengthOf(stored, 1)
    assert.notInclude(stored[0]?.row, admin.email)
    const body = yield* logOut(token)
    assert.deepInclude(body, { success: true })
    const url = urlIn(body)
    assert.strictEqual(new URL(url).searchParams.get("x"), "1")
    const { address, xml } = questionIn(url)
    assert.strictEqual(address, "https://idp.example.com/slo")
    assert.include(xml, "<samlp:LogoutRequest")
    assert.match(xml, new RegExp(`<saml:NameID Format="[^"]*emailAddress">${admin.email}<`))
    assert.match(xml, />_index7</)
    assert.strictEqual(yield* me(token), 401)
  })

  // sign-in-10
  it.status(
    200,
    "ssoLogoutUrl is null for a provider without single logout, and for a session by password",
    function* () {
      const orgId = yield* anOrganisation()
      const admin = yield* aMember(orgId)
      yield* configure(admin, idp)
      const { token = "" } = yield* signIn(orgId, idp, { email: admin.email })
      assert.deepStrictEqual(yield* logOut(token), { success: true, ssoLogoutUrl: null })
      yield* configure(admin, idp, { logout_url: "https://idp.example.com/slo" })
      assert.deepStrictEqual(yield* logOut(yield* aSession(admin)), { success: true, ssoLogoutUrl: null })
    }
  )
})

layer(TestApp)("POST /api/auth/switch-org", (it) => {
  // sso-8
  // sign-in-19
  it.status(
    403,
    "sso_required: signing in opens the organisation that takes the password, and a switch does not open the other",
    function* () {
      const orgId = yield* anOrganisation()
      const user = yield* somebody(orgId)
      yield* enforcing(orgId)
      const other = yield* anOrganisation()
      yield* systemSql`
        INSERT INTO memberships (org_id, user_id, role, created_at) VALUES (${other}, ${user.userId}, 'hr', now())`
      yield* systemSql`UPDATE users SET active_org_id = ${orgId} WHERE id = ${user.userId}`
      const { body, headers } = yield* withStatus(200, logIn(user.email))
      assert.deepInclude(Predicate.hasProperty(body, "user") ? body.user : {}, { orgId: other })

      // From there the other one is entered through its provider alone.
      const bearer = /access_token=([^;]+)/.exec(headers["set-cookie"] ?? "")?.[1] ?? ""
      const refused = yield* withStatus(403, send("POST", "/api/auth/switch-org", { bearer, body: { orgId } }))
      assert.deepInclude(refused.body, { code: "sso_required" })
      assert.strictEqual(yield* me(bearer), 200)
      yield* systemSql`INSERT INTO sso_bypasses (org_id, user_id) VALUES (${orgId}, ${user.userId})`
      assert.strictEqual((yield* send("POST", "/api/auth/switch-org", { bearer, body: { orgId } })).status, 200)
    }
  )
})
