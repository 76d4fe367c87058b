import { assert } from "#test/support/suite"
import { Effect, Schema } from "effect"
import { randomUUID } from "node:crypto"
import { Integrations } from "#connections/integrations/service"
import { Db } from "#platform/database/db"
import { aReceiver } from "#test/access-removal/revocations/carrying-out"
import { aCase, aScimVendor, connect, RevocationsSurface, send } from "#test/access-removal/revocations/support"
import { aMember, asCaller, aSuperAdmin, type Member } from "#test/support/people"
import { withStatus } from "#test/support/requests"
import { systemSql } from "#test/support/tables"
import { entriesOf } from "#test/support/log"
import { layerOfFile } from "#test/support/layer-of-file"

const Shown = Schema.Struct({
  id: Schema.String,
  service_name: Schema.String,
  connection_status: Schema.Boolean,
  config: Schema.NullOr(Schema.Record(Schema.String, Schema.Json)),
  org_id: Schema.optionalKey(Schema.String),
  last_sync: Schema.NullOr(Schema.String),
  created_at: Schema.String
})
const decodeRecord = Schema.decodeUnknownEffect(Shown, { onExcessProperty: "error" })
const decodeRecords = Schema.decodeUnknownEffect(Schema.Array(Shown), { onExcessProperty: "error" })

const list = (member: Member) =>
  Effect.flatMap(send(member, "GET", "/api/integrations"), ({ body }) => decodeRecords(body))

const resolve = Effect.fnUntraced(function* (member: Member, names: ReadonlyArray<string>) {
  const integrations = yield* Integrations
  const db = yield* Db
  return yield* asCaller(member)(db.transact(integrations.resolveRevocable(names)))
})

const withRevocationsSurface = layerOfFile(RevocationsSurface)

withRevocationsSurface("POST /api/integrations/saas-revocation/connect", (it) => {
  // connecting-7: `POST .../saas-revocation/connect` answers 201 with the record of a SCIM or webhook target.
  it.status(201, "the record, its secrets masked, and audited", function* () {
    const admin = yield* aSuperAdmin()
    const vendor = yield* aScimVendor()
    const target = {
      service_name: "Notion",
      protocol: "scim",
      base_url: `${vendor.baseUrl}/`,
      token: vendor.token
    } as const
    const { body } = yield* withStatus(201, connect(admin, target))
    const record = yield* decodeRecord(body)
    assert.deepInclude(record, {
      service_name: "Notion",
      org_id: admin.orgId,
      connection_status: true,
      last_sync: null
    })
    assert.deepStrictEqual(record.config, {
      base_url: vendor.baseUrl,
      protocol: "scim",
      scim: true,
      token: "••••••••"
    })
    assert.notInclude(JSON.stringify(body), vendor.token)
    const [entry, ...more] = yield* entriesOf(admin.orgId, { action: "integration_connected" })
    assert.deepInclude(entry, { actor_id: admin.userId, target: "Notion" })
    assert.lengthOf(more, 0)
  })

  it.status(201, "the token is stored sealed", function* () {
    const admin = yield* aSuperAdmin()
    yield* connect(admin, {
      service_name: "Door locks",
      protocol: "webhook",
      base_url: "http://127.0.0.1:9/revoke",
      token: "canary-9f2c"
    })
    const rows = yield* systemSql`SELECT * FROM integrations WHERE org_id = ${admin.orgId}`
    assert.lengthOf(rows, 1)
    assert.notInclude(JSON.stringify(rows), "canary-9f2c")
  })

  it.status(201, "a reconnect replaces address and token and keeps id and name, whatever the case", function* () {
    const admin = yield* aSuperAdmin()
    const first = yield* aScimVendor()
    const second = yield* aScimVendor()
    const connectTo = (service_name: string, { baseUrl, token }: typeof first) =>
      connect(admin, { service_name, protocol: "scim", base_url: baseUrl, token })
    const before = yield* decodeRecord((yield* connectTo("Notion", first)).body)
    const after = yield* decodeRecord((yield* connectTo("NOTION", second)).body)
    assert.strictEqual(after.id, before.id)
    assert.strictEqual(after.service_name, "Notion")
    assert.strictEqual(after.config?.["base_url"], second.baseUrl)
    assert.lengthOf(yield* list(admin), 1)
  })

  it.status(201, "two organisations may use the same name", function* () {
    const vendor = yield* aScimVendor()
    const target = {
      service_name: "Notion",
      protocol: "scim",
      base_url: vendor.baseUrl,
      token: vendor.token
    } as const
    assert.strictEqual((yield* connect(yield* aSuperAdmin(), target)).status, 201)
    assert.strictEqual((yield* connect(yield* aSuperAdmin(), target)).status, 201)
  })

  // connecting-19: A webhook target is not called when it is connected.
  it.status(201, "a webhook is not called when it is connected", function* () {
    const receiver = yield* aReceiver
    const { status } = yield* connect(yield* aSuperAdmin(), {
      service_name: "Door locks",
      protocol: "webhook",
      base_url: receiver.url,
      token: "t"
    })
    assert.strictEqual(status, 201)
    assert.lengthOf(receiver.requests, 0)
  })

  // connecting-17: A SCIM target that refuses the token is not saved.
  it.status(400, "a SCIM service that does not accept the token", function* () {
    const admin = yield* aSuperAdmin()
    const vendor = yield* aScimVendor()
    const { body, status } = yield* connect(admin, {
      service_name: "Notion",
      protocol: "scim",
      base_url: vendor.baseUrl,
      token: "wrong"
    })
    assert.strictEqual(status, 400)
    assert.include(JSON.stringify(body), "did not accept the token")
    assert.lengthOf(yield* list(admin), 0)
  })

  // connecting-18: An address that gives no response or is not a SCIM service is not saved.
  it.status(400, "nothing answers there, or something that is no SCIM service", function* () {
    const admin = yield* aSuperAdmin()
    const vendor = yield* aScimVendor()
    const base = { service_name: "Notion", protocol: "scim", token: vendor.token } as const
    const elsewhere = yield* connect(admin, { ...base, base_url: vendor.baseUrl.replace("/scim/v2", "/other") })
    assert.strictEqual(elsewhere.status, 400)
    assert.include(JSON.stringify(elsewhere.body), "base_url must be the URL above /Users")
    vendor.behaviour.refusesWith = 503
    const broken = yield* connect(admin, { ...base, base_url: vendor.baseUrl })
    assert.deepInclude(broken.body, { code: "vendor_unanswering" })
    vendor.behave()
    vendor.behaviour.redirectsTo = "http://127.0.0.1:9/"
    assert.include(JSON.stringify((yield* connect(admin, { ...base, base_url: vendor.baseUrl })).body), "redirect")
    yield* Effect.promise(() => vendor.close())
    const gone = yield* connect(admin, { ...base, base_url: vendor.baseUrl })
    assert.strictEqual(gone.status, 400)
    assert.include(JSON.stringify(gone.body), "could not be reached")
  })

  const built = ["github", "Okta", "SCIM", "google-workspace", "dropbox-sign"]
  for (const service_name of built) {
    // connecting-8: Its name may not be a built-in provider's.
    it.status(400, `${service_name} is the name of a built-in provider`, function* () {
      const { body, status } = yield* connect(yield* aSuperAdmin(), {
        service_name,
        protocol: "webhook",
        base_url: "https://example.com/",
        token: "t"
      })
      assert.strictEqual(status, 400)
      assert.include(JSON.stringify(body), "built-in integration")
    })
  }

  const refused = [
    ["a private address", "https://10.0.0.7/scim"],
    ["the metadata address", "https://169.254.169.254/latest"],
    ["plain http", "http://8.8.8.8/scim"],
    ["another scheme", "file:///etc/passwd"],
    ["credentials", "https://user:pass@example.com/scim"],
    ["no address at all", "notion"]
  ] as const
  for (const [what, base_url] of refused) {
    it.status(400, `base_url with ${what}`, function* () {
      const { body, status } = yield* connect(yield* aSuperAdmin(), {
        service_name: "Notion",
        protocol: "webhook",
        base_url,
        token: "t"
      })
      assert.strictEqual(status, 400)
      assert.include(JSON.stringify(body), "base_url")
    })
  }

  const wrong: ReadonlyArray<readonly [string, Readonly<Record<string, unknown>>]> = [
    ["no name", { service_name: "" }],
    ["a blank name", { service_name: "   " }],
    ["a name of 101 characters", { service_name: "n".repeat(101) }],
    ["a name with a line break", { service_name: "No\ntion" }],
    ["an unknown protocol", { protocol: "ldap" }],
    ["an empty token", { token: "" }],
    ["a token with a line break", { token: "a\r\nx-evil: 1" }],
    ["no base_url", { base_url: undefined }]
  ]
  for (const [what, fields] of wrong) {
    it.status(400, `${what}`, function* () {
      const target = {
        service_name: "Notion",
        protocol: "webhook",
        base_url: "https://example.com/",
        token: "t",
        ...fields
      }
      yield* withStatus(400, send(yield* aSuperAdmin(), "POST", "/api/integrations/saas-revocation/connect", target))
    })
  }
})

withRevocationsSurface("GET /api/integrations", (it) => {
  // integrations-1: `GET /api/integrations` is for every member; secrets are eight bullets for `integrations_manage`,
  //   and for others the configuration is null, or `{ scim: true }` of a generic SCIM target.
  it.status(200, "secrets masked for integrations_manage; for others no config, except { scim: true }", function* () {
    const admin = yield* aSuperAdmin()
    const vendor = yield* aScimVendor()
    yield* connect(admin, { service_name: "Notion", protocol: "scim", base_url: vendor.baseUrl, token: vendor.token })
    yield* connect(admin, {
      service_name: "Door locks",
      protocol: "webhook",
      base_url: "http://127.0.0.1:9/",
      token: "t"
    })
    const seen = yield* list(admin)
    assert.deepStrictEqual(
      seen.map(({ config, org_id, service_name }) => [service_name, config?.["token"], org_id]),
      [
        ["Door locks", "••••••••", admin.orgId],
        ["Notion", "••••••••", admin.orgId]
      ]
    )
    const others = yield* list(yield* aMember(admin.orgId, "manager"))
    assert.deepStrictEqual(
      others.map(({ config, service_name }) => [service_name, config]),
      [
        ["Door locks", null],
        ["Notion", { scim: true }]
      ]
    )
    assert.isTrue(others.every((record) => !("org_id" in record)))
  })

  it.status(200, "another organisation's integrations are not listed", function* () {
    yield* connect(yield* aSuperAdmin(), {
      service_name: "Door locks",
      protocol: "webhook",
      base_url: "http://127.0.0.1:9/",
      token: "t"
    })
    assert.deepStrictEqual(yield* list(yield* aSuperAdmin()), [])
  })
})

withRevocationsSurface("DELETE /api/integrations/{id}", (it) => {
  const locks = {
    service_name: "Door locks",
    protocol: "webhook",
    base_url: "http://127.0.0.1:9/",
    token: "t"
  } as const

  it.status(200, "deletes it, audited; a case that selected it keeps its name", function* () {
    const admin = yield* aSuperAdmin()
    const { id } = yield* decodeRecord((yield* connect(admin, locks)).body)
    yield* aCase(admin.orgId, { apps: ["Door locks"] })
    assert.deepStrictEqual(yield* send(admin, "DELETE", `/api/integrations/${id}`), {
      status: 200,
      body: { success: true }
    })
    assert.lengthOf(yield* list(admin), 0)
    assert.deepStrictEqual(
      (yield* entriesOf(admin.orgId, { action: "integration_disconnected" })).map(({ target }) => target),
      ["Door locks"]
    )
    const apps = yield* systemSql`SELECT service_name FROM revocation_apps WHERE org_id = ${admin.orgId}`
    assert.deepStrictEqual(apps, [{ service_name: "Door locks" }])
  })

  // integrations-6: `DELETE` answers `{ success: true }` and is audited as `integration_disconnected`; for an id that
  //   is unknown or another organisation's the same answer, and nothing happens.
  it.status(
    200,
    "the same with no deletion and no audit for an unknown id, and for another organisation's",
    function* () {
      const admin = yield* aSuperAdmin()
      const other = yield* aSuperAdmin()
      const { id } = yield* decodeRecord((yield* connect(other, locks)).body)
      for (const unknown of [randomUUID(), id]) {
        assert.deepStrictEqual(yield* send(admin, "DELETE", `/api/integrations/${unknown}`), {
          status: 200,
          body: { success: true }
        })
      }
      assert.lengthOf(yield* list(other), 1)
      assert.lengthOf(yield* entriesOf(admin.orgId, { action: "integration_disconnected" }), 0)
    }
  )

  it.status(400, "an id that is not a UUID", function* () {
    assert.strictEqual((yield* send(yield* aSuperAdmin(), "DELETE", "/api/integrations/12")).status, 400)
  })
})

withRevocationsSurface("apps_to_revoke", (it) => {
  // connecting-9: `apps_to_revoke` names connected apps that can be revoked, compared without case.
  it.effect(
    "matches service_name without case: canonical names, once each, in the order given; the rest is unknown",
    function* () {
      const admin = yield* aSuperAdmin()
      const base = { protocol: "webhook", base_url: "http://127.0.0.1:9/", token: "t" } as const
      yield* connect(admin, { ...base, service_name: "Notion" })
      yield* connect(admin, { ...base, service_name: "Door locks" })
      assert.deepStrictEqual(yield* resolve(admin, ["door LOCKS", "notion", "Notion", "github", "GitHub", "Zoom"]), {
        known: ["Door locks", "Notion"],
        unknown: ["github", "Zoom"]
      })
      assert.deepStrictEqual(yield* resolve(yield* aSuperAdmin(), ["Notion"]), { known: [], unknown: ["Notion"] })
    }
  )
})
