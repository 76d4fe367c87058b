import { assert } from "#test/support/suite"
import { Effect, Fiber } from "effect"
import { X509Certificate } from "node:crypto"
import { anIdentityProvider, metadataOf } from "#test/support/saml-idp"
import { TestApp } from "#test/support/TestApp"
import { aMember, anOrganisation, aSession, aSuperAdmin } from "#test/support/people"
import { as, send, withStatus } from "#test/support/requests"
import { asSystem, systemSql, untilItWaits } from "#test/support/tables"
import { entriesOf } from "#test/support/log"
import { layerOfFile } from "#test/support/layer-of-file"
import { aSetting, bodyOf, settingsPath, signIn } from "./support.ts"

const idp = await Effect.runPromise(anIdentityProvider())
const second = await Effect.runPromise(anIdentityProvider({ name: "second" }))

const own = (orgId: string) => ({
  sp_entity_id: `http://svc.test/api/auth/saml/${orgId}/metadata`,
  acs_url: `http://svc.test/api/auth/saml/${orgId}/acs`,
  metadata_url: `http://svc.test/api/auth/saml/${orgId}/metadata`,
  login_url: `http://svc.test/api/auth/saml/${orgId}/login`
})

const unset = {
  configured: false,
  entry_point: null,
  idp_issuer: null,
  certificates: [],
  logout_url: null,
  enforce_sso: false,
  domains: [],
  bypass_user_ids: [],
  updated_at: null
}

const fingerprintOf = (pem: string) => new X509Certificate(pem).fingerprint256

const aTenant = Effect.gen(function* () {
  const admin = yield* aSuperAdmin()
  const bearer = yield* aSession(admin)
  return {
    ...admin,
    get: send("GET", settingsPath, { bearer }),
    put: (body: unknown) => send("PUT", settingsPath, { bearer, body }),
    remove: send("DELETE", settingsPath, { bearer })
  }
})

const withTestApp = layerOfFile(TestApp)

withTestApp("GET /api/organizations/me/sso", (it) => {
  // sso-1: The values that the provider needs are shown before anything is configured.
  it.status(200, "while nothing is configured, what the provider is to be told of this service", function* () {
    const admin = yield* aTenant
    const { body, status } = yield* admin.get
    assert.deepStrictEqual([status, body], [200, { ...unset, ...own(admin.orgId) }])
  })

  // sso-2
  it.status(200, "the configuration, of the own organisation only", function* () {
    yield* aSetting(second)
    const admin = yield* aTenant
    yield* admin.put({ ...bodyOf(idp), logout_url: "https://idp.example.com/logout", domains: ["b.test", "a.test"] })
    const { body } = yield* admin.get
    assert.deepStrictEqual(body, {
      configured: true,
      entry_point: idp.entryPoint,
      idp_issuer: idp.entityId,
      certificates: [
        {
          fingerprint: fingerprintOf(idp.cert),
          subject: "CN=idp.example.com",
          not_after: "2036-01-01T00:00:00.000Z"
        }
      ],
      logout_url: "https://idp.example.com/logout",
      enforce_sso: false,
      domains: ["a.test", "b.test"],
      bypass_user_ids: [],
      updated_at: "2026-03-02T09:00:00.000Z",
      ...own(admin.orgId)
    })
  })
})

withTestApp("PUT /api/organizations/me/sso", (it) => {
  it.status(200, "certificates as PEM or as the base64 of metadata, each kept once", function* () {
    const admin = yield* aTenant
    const bare = idp.cert.replaceAll(/-----[^-]+-----/g, "")
    const { body, status } = yield* admin.put({
      ...bodyOf(idp),
      certificates: [idp.cert, bare, bare.replaceAll(/\s/g, ""), second.cert]
    })
    assert.strictEqual(status, 200)
    assert.nestedPropertyVal(body, "certificates.length", 2)
    assert.nestedPropertyVal(body, "certificates.1.fingerprint", fingerprintOf(second.cert))
  })

  // sso-2: A provider is configured by its metadata document or field by field, for your own organization only.
  it.status(200, "by the provider's metadata document, and people sign in", function* () {
    const admin = yield* aTenant
    const { body } = yield* withStatus(200, admin.put({ metadata_xml: metadataOf(idp), enforce_sso: false }))
    assert.deepInclude(body, {
      entry_point: idp.entryPoint,
      idp_issuer: idp.entityId,
      logout_url: `${idp.entryPoint}/logout`
    })
    assert.nestedPropertyVal(body, "certificates.0.fingerprint", fingerprintOf(idp.cert))
    assert.isDefined((yield* signIn(admin.orgId, idp, { email: admin.email })).token)
  })

  it.status(200, "replaces what was configured; the keys of before sign nobody in", function* () {
    const admin = yield* aTenant
    yield* admin.put({ ...bodyOf(idp), domains: ["acme.test"], logout_url: "https://idp.example.com/logout" })
    const { body } = yield* admin.put({ ...bodyOf(second), idp_issuer: idp.entityId })
    assert.deepInclude(body, { entry_point: second.entryPoint, domains: [], logout_url: null })
    const answer = yield* signIn(admin.orgId, idp, { email: admin.email })
    assert.include(answer.location, "error=sso_signature")
  })

  // sso-2
  // sso-10: `PUT /api/organizations/me/sso` without any field of the provider keeps the provider and replaces the rest;
  //   omitted `bypass_user_ids` stay.
  it.status(
    200,
    "without any field of the provider it stays, and the rest is replaced; null ends its sign-out",
    function* () {
      const admin = yield* aTenant
      yield* admin.put({ ...bodyOf(idp), domains: ["acme.test"], logout_url: "https://idp.example.com/logout" })
      const kept = yield* admin.put({ enforce_sso: true, domains: ["b.test"] })
      assert.deepInclude(kept.body, {
        entry_point: idp.entryPoint,
        idp_issuer: idp.entityId,
        logout_url: "https://idp.example.com/logout",
        domains: ["b.test"],
        enforce_sso: true
      })
      const without = yield* admin.put({ enforce_sso: false, logout_url: null })
      assert.deepInclude(without.body, { entry_point: idp.entryPoint, logout_url: null, enforce_sso: false })
      assert.isDefined((yield* signIn(admin.orgId, idp, { email: admin.email })).token)
      yield* withStatus(400, admin.put({ enforce_sso: false, entry_point: idp.entryPoint }))
    }
  )

  // sso-18: Plain http is accepted for an identity provider on the same machine.
  it.status(200, "a provider on this machine may do without https", function* () {
    const admin = yield* aTenant
    yield* withStatus(200, admin.put({ ...bodyOf(idp), entry_point: "http://127.0.0.1:8080/sso" }))
  })

  it.status(200, "audited with before and after; what changes nothing is not", function* () {
    const admin = yield* aTenant
    yield* admin.put(bodyOf(idp))
    yield* admin.put(bodyOf(idp))
    yield* admin.put({ ...bodyOf(idp), certificates: [second.cert], enforce_sso: true, domains: ["acme.test"] })
    const [configured, ...others] = yield* entriesOf(admin.orgId, { action: "sso.configured" })
    assert.lengthOf(others, 0)
    assert.deepInclude(configured, { actor_id: admin.userId, target: "Single sign-on" })
    assert.include(configured?.details, `entry_point: none -> ${idp.entryPoint}, idp_issuer: none -> ${idp.entityId}`)
    const updated = yield* entriesOf(admin.orgId, { action: "sso.updated" })
    assert.deepStrictEqual(
      updated.map(({ details }) => details),
      [
        `certificates: ${fingerprintOf(idp.cert)} -> ${fingerprintOf(second.cert)}, enforce_sso: false -> true, domains: any -> acme.test`
      ]
    )
  })

  it.status(400, "what is missing or of the wrong form is named", function* () {
    const admin = yield* aTenant
    const { certificates: _c, ...withoutCertificates } = bodyOf(idp)
    const { entry_point: _e, ...withoutEntryPoint } = bodyOf(idp)
    const { idp_issuer: _i, ...withoutIssuer } = bodyOf(idp)
    for (const [body, error] of [
      [{}, "enforce_sso: is required"],
      [{ enforce_sso: true }, "entry_point: is required without metadata_xml"],
      [withoutEntryPoint, "entry_point: is required without metadata_xml"],
      [withoutIssuer, "idp_issuer: is required without metadata_xml"],
      [withoutCertificates, "certificates: is required without metadata_xml"],
      [{ ...bodyOf(idp), entry_point: "http://idp.example.com/sso" }, "entry_point: must be an https:// URL"],
      [{ ...bodyOf(idp), entry_point: "https://user:pass@idp.example.com/" }, "entry_point: must be an https:// URL"],
      [{ ...bodyOf(idp), logout_url: "javascript:alert(1)" }, "logout_url: must be an https:// URL"],
      [{ ...bodyOf(idp), certificates: [] }, "certificates: must hold at least one certificate"],
      [{ ...bodyOf(idp), certificates: Array(6).fill(idp.cert) }, "certificates: must hold at most 5 certificates"],
      [
        { ...bodyOf(idp), certificates: [idp.cert, "AAAA"] },
        "certificates.1: must be an X.509 certificate, as PEM or base64"
      ],
      [{ ...bodyOf(idp), certificates: [idp.key] }, "certificates.0: must be an X.509 certificate, as PEM or base64"],
      [
        { ...bodyOf(idp), domains: ["Acme.test"] },
        "domains.0: must be a domain in lower case, for example example.com"
      ],
      [
        { ...bodyOf(idp), metadata_xml: metadataOf(idp) },
        "metadata_xml: send either metadata_xml, or entry_point, idp_issuer and certificates"
      ]
    ] as const) {
      const answer = yield* admin.put(body)
      assert.deepStrictEqual([answer.status, answer.body], [400, { error }])
    }
    assert.deepInclude((yield* admin.get).body, { configured: false })
  })

  // sso-11: A certificate must have an RSA key of at least 2048 bits, and be unexpired when it is configured.
  it.status(400, "a certificate that has expired, or whose key cannot make SAML signatures that hold", function* () {
    const admin = yield* aTenant
    const expired = yield* anIdentityProvider({ until: new Date("2026-03-02T08:59:59Z") })
    const curve = yield* anIdentityProvider({ keyType: "ec" })
    const small = yield* anIdentityProvider({ keySize: 1024 })
    for (const [{ cert }, error] of [
      [expired, "certificates.0: expired on 2026-03-02. Use the provider's current certificate"],
      [curve, "certificates.0: must have an RSA key, as SAML signatures require"],
      [small, "certificates.0: must have a key of at least 2048 bits"]
    ] as const) {
      const answer = yield* admin.put({ ...bodyOf(idp), certificates: [cert] })
      assert.deepStrictEqual([answer.status, answer.body], [400, { error }])
    }
  })

  it.status(400, "a metadata document with a DTD, of several providers, or that lacks what is needed", function* () {
    const admin = yield* aTenant
    const good = metadataOf(idp)
    const role = /<md:IDPSSODescriptor[\s\S]*<\/md:IDPSSODescriptor>/.exec(good)?.[0] ?? ""
    for (const [metadata_xml, error] of [
      ["", "is not the metadata of an identity provider: it is not well-formed"],
      ["{}", "is not the metadata of an identity provider: it is not well-formed"],
      [
        good.replace("<md:Entity", `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><md:Entity`),
        "is not the metadata of an identity provider: it has a DTD, a comment or a CDATA section"
      ],
      [
        good.replace(role, role + role),
        "is not the metadata of an identity provider: it does not describe one identity provider"
      ],
      [
        good.replace(role, ""),
        "is not the metadata of an identity provider: it does not describe one identity provider"
      ],
      [
        good.replaceAll("HTTP-Redirect", "HTTP-POST"),
        "is not the metadata of an identity provider: it names no entity id, or no SingleSignOnService by HTTP-Redirect"
      ],
      [good.replace(/<md:KeyDescriptor[\s\S]*<\/md:KeyDescriptor>/, ""), "must have one to five signing certificates"],
      [good.replaceAll(idp.entryPoint, "http://idp.example.com/sso"), "its URLs must start with https://"],
      [
        good.replace(/(X509Certificate>)[^<]{9}/, "$1AAAAAAAAA"),
        "certificate 1: must be an X.509 certificate, as PEM or base64"
      ]
    ] as const) {
      const answer = yield* admin.put({ metadata_xml, enforce_sso: false })
      assert.deepStrictEqual([answer.status, answer.body], [400, { error: `metadata_xml: ${error}` }])
    }
  })

  it.status(400, "bypass_user_ids that name nobody of this organisation", function* () {
    const admin = yield* aTenant
    const stranger = yield* aSuperAdmin()
    const answer = yield* admin.put({ ...bodyOf(idp), bypass_user_ids: [admin.userId, stranger.userId] })
    assert.deepStrictEqual(
      [answer.status, answer.body],
      [400, { error: "bypass_user_ids: must name members of this organization" }]
    )
  })

  // sso-3: Only Super Admins exempt members, and no one can make themselves the provider.
  // sso-10
  it.status(403, "only Super Admins change bypass_user_ids; left out, they stay", function* () {
    const superadmin = yield* aTenant
    yield* superadmin.put({ ...bodyOf(idp), bypass_user_ids: [superadmin.userId.toUpperCase()] })
    const admin = yield* aMember(superadmin.orgId, "admin")
    const bearer = yield* aSession(admin)
    const put = (more: object) => send("PUT", settingsPath, { bearer, body: { ...bodyOf(idp), ...more } })
    const kept = yield* put({ domains: ["acme.test"] })
    assert.deepInclude(kept.body, { bypass_user_ids: [superadmin.userId] })
    assert.strictEqual((yield* put({ bypass_user_ids: [superadmin.userId] })).status, 200)
    const refused = yield* put({ bypass_user_ids: [superadmin.userId, admin.userId] })
    assert.deepStrictEqual(
      [refused.status, refused.body],
      [403, { error: "Only Super Admins can change bypass_user_ids" }]
    )
    const emptied = yield* superadmin.put({ ...bodyOf(idp), bypass_user_ids: [] })
    assert.deepInclude(emptied.body, { bypass_user_ids: [] })
  })
})

withTestApp("PUT /api/organizations/me/sso by who is no Super Admin", (it) => {
  const onlySuperadmins = {
    error:
      "Only Super Admins can set up or replace the identity provider, because its operator can sign in as every member"
  }

  it.status(403, "nobody brings back the provider that a Super Admin replaces at the moment", function* () {
    const superadmin = yield* aTenant
    const { orgId } = superadmin
    yield* superadmin.put(bodyOf(idp))
    const bearer = yield* aSession(yield* aMember(orgId, "admin"))
    const keeping = yield* asSystem((sql) =>
      Effect.gen(function* () {
        yield* sql`UPDATE sso_configurations SET idp_issuer = ${second.entityId} WHERE org_id = ${orgId}`
        const keeping = yield* Effect.forkDetach(
          send("PUT", settingsPath, { bearer, body: { ...bodyOf(idp), domains: ["acme.test"] } })
        )
        yield* untilItWaits(sql, keeping)
        return keeping
      })
    )
    const { body, status } = yield* Fiber.join(keeping)
    assert.deepStrictEqual([status, body], [403, onlySuperadmins])
    assert.deepInclude((yield* superadmin.get).body, { idp_issuer: second.entityId, domains: [] })
  })

  // sso-3
  it.status(403, "nobody makes themselves the provider, and so anybody's double", function* () {
    const orgId = yield* anOrganisation()
    const superadmin = yield* aMember(orgId)
    const admins = [yield* aMember(orgId, "admin"), yield* aMember(orgId, { permissions: ["settings_manage"] })]
    for (const admin of admins) {
      const bearer = yield* aSession(admin)
      const { body, status } = yield* send("PUT", settingsPath, { bearer, body: bodyOf(idp) })
      assert.deepStrictEqual([status, body], [403, onlySuperadmins])
    }
    yield* as(superadmin).put(settingsPath, bodyOf(idp))
    for (const admin of admins) {
      const bearer = yield* aSession(admin)
      for (const change of [
        { certificates: [second.cert] },
        { certificates: [idp.cert, second.cert] },
        { idp_issuer: second.entityId },
        { entry_point: second.entryPoint }
      ]) {
        const answer = yield* send("PUT", settingsPath, { bearer, body: { ...bodyOf(idp), ...change } })
        assert.deepStrictEqual([answer.status, answer.body], [403, onlySuperadmins])
      }
      yield* send("DELETE", settingsPath, { bearer })
      yield* withStatus(403, send("PUT", settingsPath, { bearer, body: bodyOf(second) }))
      yield* as(superadmin).put(settingsPath, bodyOf(idp))
    }
    assert.include((yield* signIn(orgId, second, { email: superadmin.email })).location, "error=sso_")
  })

  it.status(200, "what says nothing of whose word counts stays theirs to set", function* () {
    const superadmin = yield* aTenant
    yield* superadmin.put(bodyOf(idp))
    const bearer = yield* aSession(yield* aMember(superadmin.orgId, "admin"))
    const put = (more: object) => send("PUT", settingsPath, { bearer, body: { ...bodyOf(idp), ...more } })
    assert.strictEqual((yield* put({ enforce_sso: true, domains: ["acme.test"] })).status, 200)
    assert.strictEqual((yield* put({ logout_url: "https://idp.example.com/logout" })).status, 200)
  })
})

withTestApp("DELETE /api/organizations/me/sso", (it) => {
  it.status(200, "nothing is configured any more, and it is audited with what was", function* () {
    const admin = yield* aTenant
    yield* admin.put({ ...bodyOf(idp), enforce_sso: true, bypass_user_ids: [admin.userId] })
    const { body, status } = yield* admin.remove
    assert.deepStrictEqual([status, body], [200, { success: true }])
    assert.deepStrictEqual((yield* admin.get).body, { ...unset, ...own(admin.orgId) })
    const rows = yield* systemSql`SELECT FROM sso_bypasses WHERE org_id = ${admin.orgId}`
    assert.lengthOf(rows, 0)
    const [entry] = yield* entriesOf(admin.orgId, { action: "sso.removed" })
    assert.include(entry?.details, `entry_point: ${idp.entryPoint}`)
    assert.include(entry?.details, "enforce_sso: true")
  })

  it.status(404, "when nothing is configured", function* () {
    const admin = yield* aTenant
    assert.strictEqual((yield* admin.remove).status, 404)
  })
})
