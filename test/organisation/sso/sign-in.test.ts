import { assert, layer } from "#test/support/suite"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { contractRoutes } from "#test/support/contract-routes"
import { anIdentityProvider, questionIn, signedAnswer } from "#test/support/saml-idp"
import { start, TestApp } from "#test/support/TestApp"
import { aMember, anOrganisation, aSuperAdmin } from "#test/support/people"
import { send, withStatus } from "#test/support/requests"
import { systemSql } from "#test/support/tables"
import { entriesOf } from "#test/support/log"
import { ask, aSetting, fromElsewhere, login, post, refused, signIn } from "./support.ts"

const idp = await Effect.runPromise(anIdentityProvider())
const notConfigured = {
  error: "Single sign-on is not set up for this organization. Ask an administrator, or sign in with your password"
}

layer(TestApp)("GET /api/auth/saml/{orgId}/login", (it) => {
  it.status(
    302,
    "to the provider, with a question that names this service and carries nothing of the browser's",
    function* () {
      const { orgId } = yield* aSetting(idp, { entry_point: "https://idp.example.com/sso?tenant=7" })
      const { headers } = yield* withStatus(302, login(orgId, "?returnTo=/offboardings/17"))
      const location = new URL(headers["location"] ?? "")
      assert.strictEqual(location.searchParams.get("tenant"), "7")
      const question = questionIn(location.href)
      assert.strictEqual(question.address, "https://idp.example.com/sso")
      assert.strictEqual(question.acsUrl, `http://svc.test/api/auth/saml/${orgId}/acs`)
      assert.strictEqual(question.entityId, `http://svc.test/api/auth/saml/${orgId}/metadata`)
      assert.match(question.id, /^_[0-9a-f]{40}$/)
      assert.match(question.relayState, /^[A-Za-z0-9_-]{43}$/)
      assert.notInclude(decodeURIComponent(location.href), "offboardings")
      assert.notInclude(question.xml, "offboardings")
      const other = yield* ask(orgId)
      assert.notStrictEqual(other.id, question.id)
      assert.notStrictEqual(other.relayState, question.relayState)
    }
  )

  it.status(302, "what the browser carries is stored as a digest", function* () {
    const { orgId } = yield* aSetting(idp)
    const question = yield* ask(orgId)
    const rows = yield* systemSql<{ row: string }>`
        SELECT r::text AS row FROM sso_requests r WHERE org_id = ${orgId}`
    assert.lengthOf(rows, 1)
    assert.notInclude(rows[0]?.row, question.relayState)
  })

  it.status(400, "returnTo that is no path of this application", function* () {
    const { orgId } = yield* aSetting(idp)
    for (const returnTo of [
      "https://evil.test/",
      "//evil.test",
      "/\\evil.test",
      "\\/evil.test",
      "/a\\b",
      "/\t/evil.test",
      "javascript:alert(1)",
      "offboardings",
      "/a\r\nset-cookie: x=y",
      "/a b",
      ""
    ]) {
      const { body, status } = yield* login(orgId, `?returnTo=${encodeURIComponent(returnTo)}`)
      assert.deepStrictEqual(
        [status, body],
        [400, { error: "returnTo: must be a path of this application, for example /offboardings" }],
        returnTo
      )
    }
  })

  it.status(404, "an unknown organisation and one without a provider get the same answer", function* () {
    for (const orgId of [randomUUID(), yield* anOrganisation()]) {
      const { body, status } = yield* login(orgId)
      assert.deepStrictEqual([status, body], [404, notConfigured])
    }
  })
})

layer(TestApp)("GET /api/auth/saml/{orgId}/metadata", (it) => {
  it.status(200, "the metadata of this service, for this organisation", function* () {
    const { orgId } = yield* aSetting(idp)
    const { headers, text } = yield* withStatus(200, send("GET", `/api/auth/saml/${orgId.toUpperCase()}/metadata`))
    assert.match(headers["content-type"] ?? "", /^application\/samlmetadata\+xml/)
    assert.include(text, `entityID="http://svc.test/api/auth/saml/${orgId}/metadata"`)
    assert.include(text, `Location="http://svc.test/api/auth/saml/${orgId}/acs"`)
    assert.include(text, `WantAssertionsSigned="true"`)
    assert.include(text, "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST")
  })

  it.status(400, "and 404: an id that is none, and an organisation that is unknown or has no provider", function* () {
    assert.strictEqual((yield* send("GET", "/api/auth/saml/17/metadata")).status, 400)
    for (const orgId of [randomUUID(), yield* anOrganisation()]) {
      const { body, status } = yield* send("GET", `/api/auth/saml/${orgId}/metadata`)
      assert.deepStrictEqual([status, body], [404, notConfigured])
    }
  })

  it.status(404, "an organisation without a provider", function* () {
    yield* withStatus(404, send("GET", `/api/auth/saml/${yield* anOrganisation()}/metadata`))
  })
})

layer(TestApp)("POST /api/auth/saml/{orgId}/acs", (it) => {
  // sso-4: A sign-in opens a session for the member whom the provider names; no one else is admitted, and no account is
  //   created.
  it.status(303, "a session of the member whom the provider names, and back to where the sign-in began", function* () {
    const { member, orgId } = yield* aSetting(idp)
    const question = yield* ask(orgId, "/offboardings?status=pending&é=ü#top")
    const answer = yield* post(orgId, yield* signedAnswer(idp, question, { email: member.email }), question.relayState)
    assert.strictEqual(answer.status, 303)
    assert.strictEqual(answer.location, "http://svc.test/offboardings?status=pending&%C3%A9=%C3%BC#top")
    assert.match(answer.cookie, /; HttpOnly; SameSite=Lax$/)
    const me = yield* send("GET", "/api/auth/me", { bearer: answer.token ?? "" })
    assert.deepInclude(me.body, { id: member.userId, orgId })
    const sessions = yield* systemSql<{ method: string }>`
        SELECT method FROM sessions WHERE org_id = ${orgId} AND user_id = ${member.userId}`
    assert.deepStrictEqual(sessions, [{ method: "saml" }])
    const [entry, ...more] = yield* entriesOf(orgId, { action: "login" })
    assert.deepInclude(entry, { actor_id: member.userId, target: member.email })
    assert.lengthOf(more, 0)
  })

  it.status(303, "without returnTo the home page, and RelayState may be missing", function* () {
    const { member, orgId } = yield* aSetting(idp)
    const question = yield* ask(orgId)
    const answer = yield* post(orgId, yield* signedAnswer(idp, question, { email: member.email }))
    assert.deepInclude(answer, { status: 303, location: "http://svc.test/" })
    assert.isDefined(answer.token)
  })

  // sso-14: A member is found by email, without case, in the NameID or in one of the email attributes.
  it.status(303, "the address is compared without case, as NameID or as any of its attributes", function* () {
    const { member, orgId } = yield* aSetting(idp)
    const persistent = { nameId: "00u1a2b3", nameIdFormat: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent" }
    for (const claims of [
      { email: member.email.toUpperCase() },
      { ...persistent, attributes: { email: [member.email] } },
      { ...persistent, attributes: { mail: [member.email] } },
      { ...persistent, attributes: { "urn:oid:0.9.2342.19200300.100.1.3": [member.email] } },
      {
        ...persistent,
        attributes: {
          groups: ["a", "b"],
          "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress": [member.email, member.email]
        }
      }
    ]) {
      const answer = yield* signIn(orgId, idp, claims)
      assert.isDefined(answer.token, JSON.stringify(claims))
    }
  })

  it.status(303, "who is a member elsewhere, too, gets a session of this organisation only", function* () {
    const { member, orgId } = yield* aSetting(idp)
    const elsewhere = yield* anOrganisation()
    yield* systemSql`
        INSERT INTO memberships (org_id, user_id, role, created_at)
        VALUES (${elsewhere}, ${member.userId}, 'superadmin', ${DateTime.toDateUtc(DateTime.subtract(start, { days: 9 }))})`
    const { token } = yield* signIn(orgId, idp, { email: member.email })
    const me = yield* send("GET", "/api/auth/me", { bearer: token ?? "" })
    assert.deepInclude(me.body, { orgId, role: "hr" })
  })

  // sso-4
  it.status(303, "sso_no_account: who is no member here is not let in, and no account is made", function* () {
    const { orgId } = yield* aSetting(idp)
    const stranger = yield* aSuperAdmin()
    for (const email of [stranger.email, "nobody@acme.test"]) {
      assert.deepStrictEqual(yield* signIn(orgId, idp, { email }), refused("no_account"))
    }
    const rows = yield* systemSql`SELECT id FROM users WHERE email = 'nobody@acme.test'`
    assert.lengthOf(rows, 0)
  })

  it.status(303, "sso_no_email: no address, several, or text that is none", function* () {
    const { member, orgId } = yield* aSetting(idp)
    const named = { nameId: "00u1", nameIdFormat: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent" }
    for (const claims of [
      named,
      { ...named, attributes: { email: [member.email, "other@acme.test"] } },
      { ...named, attributes: { email: [member.email], mail: ["other@acme.test"] } },
      { email: `${member.email}, x@evil.test` },
      { email: `"Ada" &lt;${member.email}&gt;` }
    ]) {
      assert.deepStrictEqual(yield* signIn(orgId, idp, claims), refused("no_email"), JSON.stringify(claims))
    }
  })

  it.status(303, "sso_domain: an address outside the configured domains, a look-alike included", function* () {
    const { member, orgId } = yield* aSetting(idp, { domains: ["acme.test"] })
    const outside = yield* aMember(orgId)
    yield* systemSql`UPDATE users SET email = ${`${outside.userId}@not-acme.test`} WHERE id = ${outside.userId}`
    assert.deepStrictEqual(yield* signIn(orgId, idp, { email: `${outside.userId}@not-acme.test` }), refused("domain"))
    assert.isDefined((yield* signIn(orgId, idp, { email: member.email })).token)
  })

  // sso-5: Only a response to an open request is accepted, once, within ten minutes.
  it.status(303, "sso_request: a question is answered once, within 10 minutes, and by whoever was asked", function* () {
    const { member, orgId } = yield* aSetting(idp)
    const { email } = member
    const answered = yield* ask(orgId)
    assert.isDefined((yield* post(orgId, yield* signedAnswer(idp, answered, { email }), answered.relayState)).token)
    const again = yield* signedAnswer(idp, answered, { email })
    assert.deepStrictEqual(yield* post(orgId, again, answered.relayState), refused("request"))

    const late = yield* ask(orgId)
    yield* TestClock.adjust("10 minutes")
    const lately = yield* signedAnswer(idp, late, { email })
    assert.deepStrictEqual(yield* post(orgId, lately, late.relayState), refused("request"))

    const [one, two] = [yield* ask(orgId), yield* ask(orgId)]
    const swapped = yield* signedAnswer(idp, one, { email })
    assert.deepStrictEqual(yield* post(orgId, swapped, two.relayState), refused("request"))

    const invented = { ...(yield* ask(orgId)), id: "_invented" }
    const unasked = yield* signedAnswer(idp, invented, { email })
    assert.deepStrictEqual(yield* post(orgId, unasked), refused("request"))
  })

  // sso-5
  it.status(303, "sso_request: what the provider sends unasked is not taken", function* () {
    const { member, orgId } = yield* aSetting(idp)
    const question = yield* ask(orgId)
    const unasked = yield* signedAnswer(idp, question, { email: member.email, inResponseTo: "" })
    assert.deepStrictEqual(yield* post(orgId, unasked, question.relayState), refused("request"))
  })

  // sso-5
  it.status(303, "sso_replayed: an assertion is taken once, also of many at the same time", function* () {
    const { member, orgId } = yield* aSetting(idp)
    const question = yield* ask(orgId)
    const answer = yield* signedAnswer(idp, question, { email: member.email })
    const answers = yield* Effect.replicateEffect(post(orgId, answer, question.relayState), 5, { concurrency: 5 })
    assert.lengthOf(
      answers.filter(({ token }) => token !== undefined),
      1
    )
    assert.lengthOf(
      answers.filter(({ location }) => location.endsWith("error=sso_replayed")),
      4
    )
    // Another question does not make it new.
    const next = yield* ask(orgId)
    const reused = yield* signedAnswer(idp, question, { email: member.email, id: "_the_same" })
    yield* post(orgId, reused, question.relayState)
    const second = yield* signedAnswer(idp, next, { email: member.email, id: "_the_same" })
    assert.deepStrictEqual(yield* post(orgId, second, next.relayState), refused("replayed"))
  })

  // sso-15: A refused assertion that names a member is recorded in the audit log, without the text of the provider.
  it.status(303, "a refusal that names a member is audited there, without what the provider said", function* () {
    const { member, orgId } = yield* aSetting(idp)
    yield* signIn(orgId, idp, { email: member.email, until: -300, from: -600 })
    const question = yield* ask(orgId)
    yield* post(orgId, yield* signedAnswer(idp, { ...question, id: "_other" }, { email: member.email }))
    yield* signIn(orgId, idp, { email: "nobody@acme.test" })
    const entries = yield* entriesOf(orgId, { action: "login_failed" })
    assert.deepStrictEqual(
      entries.map(({ actor_id, details, target }) => [actor_id, target, details.replace(/address: [^,]+/, "address")]),
      [
        [member.userId, member.email, "address, single sign-on: expired"],
        [member.userId, member.email, "address, single sign-on: request"]
      ]
    )
    for (const { stored } of entries) assert.notInclude(stored, member.email)
  })

  it.status(400, "a body that is no form, or not the provider's", function* () {
    const { orgId } = yield* aSetting(idp)
    const path = `/api/auth/saml/${orgId}/acs`
    const error =
      "The form is invalid. Send the body as application/x-www-form-urlencoded with one SAMLResponse, and RelayState unchanged"
    for (const [body, headers] of [
      [`{"SAMLResponse":"x"}`, {}],
      ["SAMLResponse=x", { ...fromElsewhere, "content-type": "text/plain" }],
      ["", fromElsewhere],
      ["RelayState=x", fromElsewhere],
      ["SAMLResponse=x&SAMLResponse=y", fromElsewhere],
      ["SAMLResponse=x&RelayState=a&RelayState=b", fromElsewhere]
    ] as const) {
      const answer = yield* send("POST", path, { body, headers })
      assert.deepStrictEqual([answer.status, answer.body], [400, { error }], body)
    }
  })

  it.status(404, "an unknown organisation and one without a provider get the same answer", function* () {
    for (const orgId of [randomUUID(), yield* anOrganisation()]) {
      const answer = yield* send("POST", `/api/auth/saml/${orgId}/acs`, {
        body: "SAMLResponse=x",
        headers: fromElsewhere
      })
      assert.deepStrictEqual([answer.status, answer.body], [404, notConfigured])
    }
  })

  it.status(413, "a form over 1 MB", function* () {
    const { orgId } = yield* aSetting(idp)
    const answer = yield* send("POST", `/api/auth/saml/${orgId}/acs`, {
      body: `SAMLResponse=${"A".repeat(1_100_000)}`,
      headers: fromElsewhere
    })
    assert.deepStrictEqual([answer.status, answer.body], [413, { error: "Payload too large" }])
  })

  // sso-17: The assertion consumer endpoint is the only one that accepts a form from another site.
  it.status(303, "the only route that takes a form from another site", () =>
    Effect.sync(() => {
      const crossSite = contractRoutes
        .filter(({ method, requires }) => requires?.crossSite === true && method !== "GET")
        .map(({ name }) => name)
      assert.deepStrictEqual(crossSite, ["POST /api/auth/saml/{orgId}/acs"])
    })
  )
})
