import { assert } from "#test/support/suite"
import { Effect } from "effect"
import { bodyOf as ssoBodyOf, settingsPath as ssoPath } from "#test/organisation/sso/support"
import { anIdentityProvider } from "#test/support/saml-idp"
import { TestApp } from "#test/support/TestApp"
import { layerOfFile } from "#test/support/layer-of-file"
import { anAdmin, aSuperAdmin } from "#test/support/people"
import { as } from "#test/support/requests"
import { entriesOf } from "#test/support/log"
import { anIssuer, bodyOf, endpointOf, settingsPath } from "./support.ts"

const issuer = await anIssuer()
const saml = await Effect.runPromise(anIdentityProvider())

const off = (orgId: string) => ({
  enabled: false,
  endpoint_url: endpointOf(orgId),
  issuer: null,
  jwks_url: null,
  caller_id: null,
  revoke_api_keys: false,
  updated_at: null
})

const withTestApp = layerOfFile(TestApp)

withTestApp("GET /api/organizations/me/sso/global-token-revocation", (it) => {
  // universal-logout-6: It is off until a Super Admin sets it up.
  it.status(200, "off at first, with the address that the provider is to be given", function* () {
    const admin = yield* aSuperAdmin()
    const { body, status } = yield* as(admin).get(settingsPath)
    assert.deepStrictEqual([status, body], [200, off(admin.orgId)])
  })
})

withTestApp("PUT /api/organizations/me/sso/global-token-revocation", (it) => {
  it.status(
    200,
    "replaces what was set up; the log tells what is another now, and nothing of what is not",
    function* () {
      const admin = yield* aSuperAdmin()
      const set = yield* as(admin).put(settingsPath, bodyOf(issuer, { caller_id: "0oa1app", revoke_api_keys: true }))
      assert.deepStrictEqual(
        [set.status, set.body],
        [
          200,
          {
            ...off(admin.orgId),
            enabled: true,
            issuer: issuer.issuer,
            jwks_url: issuer.jwksUrl,
            caller_id: "0oa1app",
            revoke_api_keys: true,
            updated_at: "2026-03-02T09:00:00.000Z"
          }
        ]
      )
      assert.deepStrictEqual((yield* as(admin).get(settingsPath)).body, set.body)
      yield* as(admin).put(settingsPath, bodyOf(issuer))
      yield* as(admin).put(settingsPath, bodyOf(issuer))
      const entries = yield* entriesOf(admin.orgId, { action: "global_token_revocation.%" })
      assert.deepStrictEqual(
        entries.map(({ action, actor_id, details }) => ({ action, actor_id, details })),
        [
          {
            action: "global_token_revocation.configured",
            actor_id: admin.userId,
            details: `issuer: none -> ${issuer.issuer}, jwks_url: none -> ${issuer.jwksUrl}, caller_id: none -> 0oa1app, revoke_api_keys: none -> true`
          },
          {
            action: "global_token_revocation.updated",
            actor_id: admin.userId,
            details: "caller_id: 0oa1app -> any, revoke_api_keys: true -> false"
          }
        ]
      )
    }
  )

  it.status(400, "an address that may not be called or gives no key set, and none without certificates", function* () {
    const admin = yield* aSuperAdmin()
    const failing = yield* Effect.promise(() => anIssuer())
    failing.running.state.keys = [
      { kty: "oct", k: "c2VjcmV0", kid: "1" },
      { ...failing.pair.jwk, use: "enc" },
      { kty: "RSA", n: "?", e: "AQAB" },
      {}
    ]
    const url = (jwks_url: unknown) => ({ ...bodyOf(issuer), jwks_url })
    const cases: ReadonlyArray<readonly [unknown, string]> = [
      [url("http://keys.example.com/keys"), "jwks_url: The URL must start with https://"],
      [url("https://10.0.0.1/keys"), "jwks_url: "],
      [url(issuer.jwksUrl.replace("/keys", "/none")), "jwks_url: The URL answered 404, not 200"],
      [url("http://127.0.0.1:9/keys"), "jwks_url: The connection could not be opened"],
      [url(failing.jwksUrl), "jwks_url: The key set has no signing key (RSA, EC or Ed25519)"],
      [
        { issuer: "https://acme.okta.com", revoke_api_keys: false },
        "jwks_url: is required because no single sign-on is set up"
      ],
      [{ ...bodyOf(issuer), issuer: " " }, "issuer: "],
      [{ ...bodyOf(issuer), caller_id: "a b" }, "caller_id: "],
      [{ issuer: issuer.issuer, jwks_url: issuer.jwksUrl }, "revoke_api_keys: "]
    ]
    for (const [body, said] of cases) {
      const { error, status } = yield* as(admin).put(settingsPath, body)
      assert.strictEqual(status, 400, JSON.stringify(body))
      assert.include(error, said)
    }
    assert.deepStrictEqual((yield* as(admin).get(settingsPath)).body, off(admin.orgId))
  })

  // universal-logout-6
  it.status(403, "only Super Admins, whatever others may set", function* () {
    const admin = yield* anAdmin()
    const { error, status } = yield* as(admin).put(settingsPath, bodyOf(issuer))
    assert.deepStrictEqual(
      [status, error],
      [403, "Only Super Admins can set up universal logout, because the owner of its keys can sign out every member"]
    )
  })
})

withTestApp("DELETE /api/organizations/me/sso/global-token-revocation", (it) => {
  it.status(200, "it is off, by any who may change the settings; the log keeps what it was", function* () {
    const admin = yield* aSuperAdmin()
    yield* as(admin).put(ssoPath, ssoBodyOf(saml))
    yield* as(admin).put(settingsPath, { issuer: "https://acme.okta.com", revoke_api_keys: false })
    const { body, status } = yield* as(admin).delete(settingsPath)
    assert.deepStrictEqual([status, body], [200, { success: true }])
    assert.deepStrictEqual((yield* as(admin).get(settingsPath)).body, off(admin.orgId))
    const [removed] = yield* entriesOf(admin.orgId, { action: "global_token_revocation.removed" })
    assert.strictEqual(
      removed?.details,
      "issuer: https://acme.okta.com, jwks_url: certificates of the single sign-on, caller_id: any, revoke_api_keys: false"
    )
  })

  it.status(404, "where it is not set up", function* () {
    const { error, status } = yield* as(yield* aSuperAdmin()).delete(settingsPath)
    assert.deepStrictEqual([status, error], [404, "Universal logout is not set up, so it cannot be turned off"])
  })
})
