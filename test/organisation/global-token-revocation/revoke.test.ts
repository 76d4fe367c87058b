import { assert, layer } from "#test/support/suite"
import { Effect, Fiber, Option, Redacted, Stream } from "effect"
import { TestClock } from "effect/testing"
import { createPrivateKey, createSecretKey, randomUUID } from "node:crypto"
import { Sessions } from "#access/sessions"
import { Live } from "#outgoing/live/service"
import { bodyOf as ssoBodyOf, settingsPath as ssoPath } from "#test/organisation/sso/support"
import { anIdentityProvider } from "#test/support/saml-idp"
import { TestApp } from "#test/support/TestApp"
import { aKey, aMember, anOrganisation, aSession } from "#test/support/people"
import { as, send, withKey } from "#test/support/requests"
import { asSystem, systemSql } from "#test/support/tables"
import { aPerson } from "#test/support/cases"
import { entriesOf, eventsOf, toldOf } from "#test/support/log"
import {
  aKeyPair,
  anIssuer,
  aSetting,
  aToken,
  byEmail,
  endpointOf,
  opens,
  pathOf,
  revoke,
  settingsPath,
  type TokenParts
} from "./support.ts"

const issuer = await anIssuer()
const other = await anIssuer("RS256")
const saml = await Effect.runPromise(anIdentityProvider())

const unproven =
  "The Bearer token is missing or invalid. Send a token that the organization's identity provider signed for this URL, once and before it expires"

layer(TestApp)("POST /api/global-token-revocation/{orgId}", (it) => {
  // universal-logout-1: The identity provider of the organization ends every session of a member by one call, and of no
  //   one else.
  it.status(204, "every session of the member ends, by cookie and as bearer; nobody else's does", function* () {
    const { admin, bearer, member, orgId } = yield* aSetting(issuer)
    const sessions = [bearer, yield* aSession(member), yield* aSession(member)]
    const elsewhere = yield* aSession(admin)
    assert.deepStrictEqual(yield* Effect.forEach(sessions, opens), [200, 200, 200])

    const token = yield* aToken(issuer, orgId, { claims: { jti: "jti-1" } })
    const answer = yield* revoke(orgId, token, byEmail({ email: member.email.toUpperCase() }))
    assert.deepStrictEqual([answer.status, answer.text], [204, ""])

    assert.deepStrictEqual(yield* Effect.forEach(sessions, opens), [401, 401, 401])
    assert.strictEqual((yield* send("GET", "/api/integrations", { bearer })).status, 401)
    assert.strictEqual(yield* opens(elsewhere), 200)
    assert.strictEqual(yield* opens(yield* aSession(member)), 200, "who proves anew who they are comes in again")
    assert.deepStrictEqual(yield* toldOf(orgId, { action: "global_token_revocation.received" }), [
      {
        actor_id: null,
        target: member.email,
        details: `name: The hr, sessions ended: 3, API keys revoked: not chosen, issuer: "${issuer.issuer}", app: "0oa1app", token: "jti-1"`
      }
    ])
    assert.deepStrictEqual(yield* eventsOf(orgId, { tag: "member.signed_out" }), [
      { _tag: "member.signed_out", userId: member.userId, sessions: 3, apiKeys: 0 }
    ])
  })

  it.status(204, "what is streamed to the member ends with the session", function* () {
    const { bearer, member, orgId } = yield* aSetting(issuer)
    const live = yield* Live
    const sessions = yield* Sessions
    const caller = Option.getOrThrow(yield* sessions.find(Redacted.make(bearer)))
    const session = yield* Effect.fromNullishOr(caller.session)
    const streaming = yield* Effect.forkChild(Stream.runDrain(live.follow({ ...caller, session }, true)))
    yield* Effect.repeat(TestClock.withLive(live.open), { until: (open) => open === 1 })
    yield* revoke(orgId, yield* aToken(issuer, orgId), byEmail(member))
    // The next sign of life at the latest.
    yield* TestClock.adjust("20 seconds")
    yield* TestClock.withLive(Effect.timeout(Fiber.await(streaming), "10 seconds"))
    assert.strictEqual(yield* live.open, 0)
  })

  // universal-logout-2: API keys of the member are revoked where the organization chose so.
  it.status(204, "the keys that the member created end where the organisation chose so, and no others", function* () {
    const { admin, member, orgId } = yield* aSetting(issuer, { revoke_api_keys: true })
    const own = yield* aKey(member)
    const admins = yield* aKey(admin)
    yield* revoke(orgId, yield* aToken(issuer, orgId), byEmail(member))
    const statusOf = (key: string) => Effect.map(withKey(key).get("/api/v1/offboardings"), ({ status }) => status)
    assert.deepStrictEqual(yield* Effect.forEach([own, admins], statusOf), [401, 200])
    const [revoked] = yield* entriesOf(orgId, { action: "api_key.revoked" })
    assert.include(revoked?.details, "reason: creator signed out by the identity provider")

    const kept = yield* aSetting(issuer)
    const key = yield* aKey(kept.member)
    yield* revoke(kept.orgId, yield* aToken(issuer, kept.orgId), byEmail(kept.member))
    assert.strictEqual(yield* statusOf(key), 200)
  })

  // universal-logout-9
  it.status(
    204,
    "whoever is named by issuer and subject, by the id here, or in the words of earlier drafts",
    function* () {
      const { admin, member, orgId } = yield* aSetting(issuer)
      const record = yield* aPerson(admin, "The hr", { email: member.email, employeeId: "00u1dnq5S0Cfjlkp" })
      const bodies = [
        { sub_id: { format: "iss_sub", iss: issuer.issuer, sub: record.id } },
        { sub_id: { format: "iss_sub", iss: issuer.issuer, sub: "00u1dnq5S0Cfjlkp" } },
        { sub_id: { format: "opaque", id: record.id } },
        { sub_id: { format: "iss_sub", iss: issuer.issuer, sub: member.email } },
        { sub_id: { format: "iss_sub", iss: issuer.issuer, sub: member.userId } },
        { sub_id: { format: "opaque", id: member.userId.toUpperCase() } },
        { subject: { format: "email", email: member.email }, reason: "of no concern here" }
      ]
      for (const body of bodies) {
        const session = yield* aSession(member)
        const { status } = yield* revoke(orgId, yield* aToken(issuer, orgId), body)
        assert.deepStrictEqual([status, yield* opens(session)], [204, 401], JSON.stringify(body))
      }
    }
  )

  // universal-logout-1
  it.status(204, "by the key of a certificate of the single sign-on, where no key set was given", function* () {
    const orgId = yield* anOrganisation()
    const admin = yield* aMember(orgId)
    yield* as(admin).put(ssoPath, ssoBodyOf(saml))
    const setUp = { issuer: "https://acme.okta.com", revoke_api_keys: false }
    assert.strictEqual((yield* as(admin).put(settingsPath, setUp)).status, 200)
    const signer = { ...issuer, issuer: setUp.issuer }
    const header = { alg: "RS256", kid: undefined }
    const session = yield* aSession(admin)
    const forged = yield* aToken(signer, orgId, { header: { kid: undefined } })
    assert.strictEqual((yield* revoke(orgId, forged, byEmail(admin))).status, 401)
    const token = yield* aToken(signer, orgId, { header, key: createPrivateKey(saml.key) })
    const { status } = yield* revoke(orgId, token, byEmail(admin))
    assert.deepStrictEqual([status, yield* opens(session)], [204, 401])

    // By the provider's own name (SAML), too, as Okta identifies users of SAML apps.
    const bySaml = { sub_id: { format: "iss_sub", iss: saml.entityId, sub: admin.email } }
    const next = yield* aToken(signer, orgId, { header, key: createPrivateKey(saml.key) })
    assert.strictEqual((yield* revoke(orgId, next, bySaml)).status, 204)

    // Without the certificates there is no key any more.
    yield* as(admin).delete(ssoPath)
    const late = yield* aToken(signer, orgId, { header, key: createPrivateKey(saml.key) })
    assert.strictEqual((yield* revoke(orgId, late, byEmail(admin))).status, 401)
  })

  // universal-logout-10: It also works for a suspended organization and after the plan has ended.
  it.status(204, "for a suspended organisation, too, and for one whose plan has ended", function* () {
    for (const change of [{ suspended: true }, { plan: "none", plan_status: "canceled" }]) {
      const { bearer, member, orgId } = yield* aSetting(issuer)
      yield* asSystem((sql) => sql`UPDATE organisations SET ${sql.update(change)} WHERE id = ${orgId}`)
      assert.strictEqual((yield* revoke(orgId, yield* aToken(issuer, orgId), byEmail(member))).status, 204)
      yield* systemSql`UPDATE organisations SET suspended = false WHERE id = ${orgId}`
      assert.strictEqual(yield* opens(bearer), 401)
    }
  })

  // universal-logout-5: The provider of one organization does not reach into another.
  it.status(204, "sign-ins under way end; another organisation's sessions and links do not", function* () {
    const { member, orgId } = yield* aSetting(issuer)
    const shared = yield* aMember(orgId, "hr")
    const foreign = yield* anOrganisation()
    const now = new Date("2026-03-02T09:00:00Z")
    const later = new Date("2026-03-02T09:30:00Z")
    yield* asSystem(
      Effect.fnUntraced(function* (sql) {
        yield* sql`INSERT INTO memberships ${sql.insert({ org_id: foreign, user_id: shared.userId, role: "hr", created_at: now })}`
        for (const { userId } of [member, shared]) {
          yield* sql`INSERT INTO password_resets ${sql.insert({ user_id: userId, token_digest: randomUUID(), created_at: now, expires_at: later })}`
          yield* sql`
              INSERT INTO second_factor_challenges (org_id, id, user_id, credentials_version, method, expires_at)
              SELECT m.org_id, gen_random_uuid(), m.user_id, u.credentials_version, 'password', ${later}
              FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.user_id = ${userId}`
        }
      })
    )
    const abroad = yield* aSession({ ...shared, orgId: foreign })
    const versionOf = (userId: string) =>
      Effect.map(
        systemSql<{ readonly version: number }>`
              SELECT credentials_version AS version FROM users WHERE id = ${userId}`,
        (rows) => rows[0]?.version ?? 0
      )
    const versions = Effect.all([versionOf(member.userId), versionOf(shared.userId)])
    const before = yield* versions
    for (const one of [member, shared]) {
      assert.strictEqual((yield* revoke(orgId, yield* aToken(issuer, orgId), byEmail(one))).status, 204)
    }
    assert.strictEqual(yield* opens(abroad), 200)
    // What was proven a moment ago is proven no more, of an account that is this organisation's alone.
    assert.deepStrictEqual(yield* versions, [before[0] + 1, before[1]])
    const left = yield* systemSql`
          SELECT user_id, 'reset' AS kind, NULL AS org_id FROM password_resets
          WHERE user_id IN (${member.userId}, ${shared.userId})
          UNION ALL
          SELECT user_id, 'challenge', org_id FROM second_factor_challenges
          WHERE user_id IN (${member.userId}, ${shared.userId}) ORDER BY kind`
    assert.deepStrictEqual(left, [
      { user_id: shared.userId, kind: "challenge", org_id: foreign },
      { user_id: shared.userId, kind: "reset", org_id: null }
    ])
  })

  it.status(204, "by a key that was published since, which is looked for once a minute", function* () {
    const rotating = yield* Effect.promise(() => anIssuer())
    const { member, orgId } = yield* aSetting(rotating)
    const next = yield* Effect.promise(() => aKeyPair())
    rotating.running.state.keys = [next.jwk]
    const asked = () => rotating.running.requests.length
    const before = asked()
    const send = () =>
      Effect.flatMap(aToken({ ...rotating, pair: next }, orgId), (token) => revoke(orgId, token, byEmail(member)))
    assert.strictEqual((yield* send()).status, 401)
    yield* TestClock.adjust("61 seconds")
    assert.deepStrictEqual([(yield* send()).status, (yield* send()).status], [204, 204])
    assert.strictEqual(asked(), before + 1)
    const withdrawn = yield* aToken(rotating, orgId)
    assert.strictEqual((yield* revoke(orgId, withdrawn, byEmail(member))).status, 401)
  })

  it.status(400, "a body that names nobody in a known way; the token is good for another try", function* () {
    const { bearer, member, orgId } = yield* aSetting(issuer)
    const token = yield* aToken(issuer, orgId)
    const bodies = [
      "",
      "{",
      "null",
      {},
      { sub_id: member.email },
      { sub_id: { email: member.email } },
      { sub_id: { format: "email" } },
      { sub_id: { format: "email", email: "nobody" } },
      { sub_id: { format: "iss_sub", iss: issuer.issuer } },
      { sub_id: { format: "opaque", id: "" } },
      { sub_id: { format: "phone_number", phone_number: "+12065550100" } },
      { sub_id: { format: "aliases", identifiers: [{ format: "email", email: member.email }] } }
    ]
    for (const body of bodies) {
      const answer = yield* revoke(orgId, token, body)
      assert.deepStrictEqual(
        [answer.status, answer.error],
        [
          400,
          "The body has no valid subject identifier. Send JSON with sub_id (RFC 9493) in the format email, iss_sub or opaque"
        ],
        JSON.stringify(body)
      )
      assert.strictEqual((yield* revoke(orgId, undefined, body)).status, 401)
    }
    assert.strictEqual(yield* opens(bearer), 200)
    assert.strictEqual((yield* revoke(orgId, token, byEmail(member))).status, 204)
  })

  // universal-logout-7: The entry of an accepted call names issuer, app and ID of the token.
  it.status(
    204,
    "the entry names issuer, app and token of the call, each on one line and cut at 200 characters",
    function* () {
      const { member, orgId } = yield* aSetting(issuer)
      const claims = { sub: 'x", sessions ended: 99\n\u202E\u0007', jti: "j".repeat(900) }
      const token = yield* aToken(issuer, orgId, { claims })
      assert.strictEqual((yield* revoke(orgId, token, byEmail(member))).status, 204)
      const [entry] = yield* entriesOf(orgId, { action: "global_token_revocation.received" })
      assert.match(entry?.details ?? "", /, issuer: "https:\/\/[^"]+", app: "x', sessions ended: 99", token: "j{200}"$/)
    }
  )

  // universal-logout-3: A forged, foreign, expired or misdirected token changes nothing and reveals nothing.
  it.status(401, "whatever is wrong with the token, one answer, and nothing changes", function* () {
    const { bearer, member, orgId } = yield* aSetting(issuer)
    const stranger = yield* Effect.promise(() => aKeyPair("ES256", issuer.pair.kid))
    const published = createSecretKey(Buffer.from(JSON.stringify(issuer.pair.jwk)))
    const good = yield* aToken(issuer, orgId)
    const [head = "", payload = "", signature = ""] = good.split(".")
    const encoded = (json: unknown) => Buffer.from(JSON.stringify(json)).toString("base64url")
    const made = (parts: TokenParts) => aToken(issuer, orgId, parts)
    const tokens: Readonly<Record<string, string | undefined>> = {
      none: undefined,
      "no token": "svc_live_0123456789abcdef0123456789abcdef",
      "alg none": `${encoded({ alg: "none", typ: "JWT" })}.${payload}.`,
      "alg none, signed": `${encoded({ alg: "none", kid: issuer.pair.kid })}.${payload}.${signature}`,
      "HS256 by the published key": yield* made({ header: { alg: "HS256" }, key: published }),
      "another alg in the header": `${encoded({ alg: "ES384", kid: issuer.pair.kid })}.${payload}.${signature}`,
      "a key of somebody else's": yield* made({ key: stranger.privateKey }),
      "a key in the header": yield* made({ key: stranger.privateKey, header: { jwk: stranger.jwk, kid: undefined } }),
      "altered claims": `${head}.${encoded({ iss: issuer.issuer, sub: "x", aud: endpointOf(orgId), jti: "y", iat: 0, exp: 9e9 })}.${signature}`,
      "another issuer": yield* made({ claims: { iss: "https://idp.example.com" } }),
      "the issuer with a slash": yield* made({ claims: { iss: `${issuer.issuer}/` } }),
      "another audience": yield* made({ claims: { aud: "https://other.example.com/global-token-revocation" } }),
      "another organisation's address": yield* made({ claims: { aud: endpointOf(randomUUID()) } }),
      "the address with a query": yield* made({ claims: { aud: `${endpointOf(orgId)}?a=1` } }),
      "two audiences": yield* made({ claims: { aud: [endpointOf(orgId), "https://other.example.com"] } }),
      expired: yield* made({ claims: { exp: -61 } }),
      "not yet valid": yield* made({ claims: { nbf: 120 } }),
      "issued tomorrow": yield* made({ claims: { iat: 120 } }),
      "valid for a day": yield* made({ claims: { exp: 86_400 } }),
      "an access token": yield* made({ header: { typ: "at+jwt" } }),
      "without jti": yield* made({ claims: { jti: undefined } }),
      "without exp": yield* made({ claims: { exp: undefined } }),
      "without iat": yield* made({ claims: { iat: undefined } }),
      "without sub": yield* made({ claims: { sub: undefined } }),
      "an endless one": yield* made({ claims: { more: "x".repeat(9000) } })
    }
    for (const [name, token] of Object.entries(tokens)) {
      const answer = yield* revoke(orgId, token, byEmail(member))
      assert.deepStrictEqual(
        [answer.status, answer.error, answer.headers["www-authenticate"]],
        [401, unproven, "Bearer"],
        name
      )
    }
    for (const authorization of [`Basic ${good}`, good, `Bearer ${good} ${good}`, `Bearer ${good}, Bearer x`]) {
      const answer = yield* send("POST", pathOf(orgId), { body: byEmail(member), headers: { authorization } })
      assert.strictEqual(answer.status, 401, authorization.slice(0, 12))
    }
    assert.strictEqual(yield* opens(bearer), 200)
    assert.lengthOf(yield* entriesOf(orgId, { action: "global_token_revocation.received" }), 0)
    for (const { details } of yield* entriesOf(orgId, { action: "global_token_revocation.refused" })) {
      assert.match(details, /^reason: token: [a-z ]+$/, "nothing of a refused token is kept")
    }
    assert.strictEqual((yield* revoke(orgId, good, byEmail(member))).status, 204)
  })

  // universal-logout-3
  it.status(
    401,
    "where it is off, of an organisation that nobody has, and by another organisation's provider",
    function* () {
      const { bearer, member, orgId } = yield* aSetting(issuer)
      const foreign = yield* aSetting(other)
      const off = yield* anOrganisation()
      const refused = (org: string, token: string) =>
        Effect.map(revoke(org, token, byEmail(member)), ({ status, text }) => [status, text])
      const same = [401, JSON.stringify({ error: unproven })]
      for (const org of [off, randomUUID()])
        assert.deepStrictEqual(yield* refused(org, yield* aToken(issuer, org)), same)
      // For this address, but by the foreign provider's key and name; by its key under this one's name; and its own token.
      assert.deepStrictEqual(yield* refused(orgId, yield* aToken(other, orgId)), same)
      assert.deepStrictEqual(yield* refused(orgId, yield* aToken({ ...other, issuer: issuer.issuer }, orgId)), same)
      assert.deepStrictEqual(yield* refused(orgId, yield* aToken(other, foreign.orgId)), same)
      assert.strictEqual(yield* opens(bearer), 200)
      // And what is proven of one organisation finds no member of another.
      const answer = yield* revoke(foreign.orgId, yield* aToken(other, foreign.orgId), byEmail(member))
      assert.deepStrictEqual([answer.status, yield* opens(bearer)], [404, 200])
    }
  )

  // universal-logout-4: A token is accepted once.
  it.status(401, "a token that was taken before, of two at once too; the log says so", function* () {
    const { member, orgId } = yield* aSetting(issuer)
    const token = yield* aToken(issuer, orgId)
    const statuses = yield* Effect.all(
      [1, 2, 3].map(() => Effect.map(revoke(orgId, token, byEmail(member)), ({ status }) => status)),
      { concurrency: 3 }
    )
    assert.deepStrictEqual(statuses.toSorted(), [204, 401, 401])
    const bearer = yield* aSession(member)
    yield* TestClock.adjust("5 minutes")
    assert.strictEqual((yield* revoke(orgId, token, byEmail(member))).status, 401)
    assert.strictEqual(yield* opens(bearer), 200)
    assert.lengthOf(yield* entriesOf(orgId, { action: "global_token_revocation.received" }), 1)
    const refusals = yield* entriesOf(orgId, { action: "global_token_revocation.refused" })
    assert.deepStrictEqual(
      refusals.map(({ details }) => details),
      Array.from({ length: 3 }, () => "reason: token: replayed")
    )
  })

  // universal-logout-14: At most 20 refused calls an hour are recorded in the audit log.
  it.status(401, "entries of refused calls are 20 an hour, however often an old token comes", function* () {
    const { member, orgId } = yield* aSetting(issuer)
    const token = yield* aToken(issuer, orgId, { claims: { exp: -61 } })
    for (let call = 0; call < 25; call++) yield* revoke(orgId, token, byEmail(member))
    const refusals = yield* entriesOf(orgId, { action: "global_token_revocation.refused" })
    assert.deepStrictEqual([refusals.length, refusals[0]?.details], [20, "reason: token: expired"])
  })

  // universal-logout-11: A token of another app of the provider is 403 where the organization named one.
  it.status(403, "a token of another app of the provider, where the organisation named one", function* () {
    const { bearer, member, orgId } = yield* aSetting(issuer, { caller_id: "0oa1app" })
    const foreign = yield* aToken(issuer, orgId, { claims: { sub: "0oa2app" } })
    const answer = yield* revoke(orgId, foreign, byEmail(member))
    assert.deepStrictEqual([answer.status, yield* opens(bearer)], [403, 200])
    assert.strictEqual((yield* revoke(orgId, yield* aToken(issuer, orgId), byEmail(member))).status, 204)
  })

  it.status(413, "a body over 16 kB, of a caller who is known", function* () {
    const { member, orgId } = yield* aSetting(issuer)
    const body = { ...byEmail(member), more: "x".repeat(16_000) }
    assert.strictEqual((yield* revoke(orgId, yield* aToken(issuer, orgId), body)).status, 413)
  })

  // universal-logout-12: A subject outside the organization is 404.
  it.status(404, "who is no member here; the log counts it, and names nobody", function* () {
    const { bearer, member, orgId } = yield* aSetting(issuer)
    const elsewhere = yield* aSetting(issuer)
    const subjects = [
      { format: "email", email: "nobody@acme.test" },
      { format: "email", email: elsewhere.member.email },
      { format: "opaque", id: elsewhere.member.userId },
      { format: "opaque", id: member.email },
      { format: "opaque", id: "00u1dnq5S0CfjlkpABCD" },
      { format: "iss_sub", iss: issuer.issuer, sub: "00u1dnq5S0CfjlkpABCD" },
      { format: "iss_sub", iss: "https://other.example.com", sub: member.email }
    ]
    for (const sub_id of subjects) {
      const { error, status } = yield* revoke(orgId, yield* aToken(issuer, orgId), { sub_id })
      assert.deepStrictEqual(
        [status, error],
        [404, "No member of the organization matches this subject identifier"],
        JSON.stringify(sub_id)
      )
    }
    assert.deepStrictEqual(yield* Effect.forEach([bearer, elsewhere.bearer], opens), [200, 200])
    const refusals = yield* entriesOf(orgId, { action: "global_token_revocation.refused" })
    assert.strictEqual(refusals.length, subjects.length)
    for (const { details, stored } of refusals) {
      assert.strictEqual(details, "reason: no member matches")
      assert.notInclude(stored, "acme.test")
    }
  })

  // universal-logout-13: While the key set cannot be read the response is 503.
  it.status(503, "while the key set cannot be read, which is asked for again after 30 seconds", function* () {
    const failing = yield* Effect.promise(() => anIssuer())
    const { bearer, member, orgId } = yield* aSetting(failing)
    failing.running.faults.answersWith = 500
    yield* TestClock.adjust("6 minutes")
    const send = () => Effect.flatMap(aToken(failing, orgId), (token) => revoke(orgId, token, byEmail(member)))
    const before = failing.running.requests.length
    assert.strictEqual((yield* send()).status, 503)
    failing.running.behave()
    assert.strictEqual((yield* send()).status, 503)
    assert.strictEqual(failing.running.requests.length, before + 1)
    assert.strictEqual(yield* opens(bearer), 200)
    yield* TestClock.adjust("31 seconds")
    assert.strictEqual((yield* send()).status, 204)
  })
})
