import { assert } from "#test/support/suite"
import { Effect, Fiber, Option, Redacted } from "effect"
import { randomUUID } from "node:crypto"
import { Integrations } from "#connections/integrations/service"
import { Db } from "#platform/database/db"
import { TestApp } from "#test/support/TestApp"
import { aMember, asCaller, aSession } from "#test/support/people"
import { send, withStatus } from "#test/support/requests"
import { asSystem, systemSql, untilItWaits } from "#test/support/tables"
import { entriesOf } from "#test/support/log"
import { layerOfFile } from "#test/support/layer-of-file"
import {
  type Admin,
  aSignedInAdmin,
  bullets,
  disconnect,
  listed,
  opened,
  patch,
  post,
  recordIn,
  saved,
  storedText
} from "./support.ts"

const revocable = Effect.fnUntraced(function* ({ member }: Admin, name: string) {
  const integrations = yield* Integrations
  const db = yield* Db
  return (yield* asCaller(member)(db.transact(integrations.resolveRevocable([name])))).known
})

const secretOf = Effect.fnUntraced(function* ({ member }: Admin, name: string, place: string) {
  const connection = yield* opened(member, name)
  const secret = Option.getOrThrow(connection).secrets.get(place)
  return secret === undefined ? undefined : Redacted.value(secret)
})

const withTestApp = layerOfFile(TestApp)

withTestApp("POST /api/integrations", (it) => {
  // integrations-3: `POST /api/integrations` answers 201 with the saved record, its configuration stripped entirely.
  it.status(201, "the saved record, its configuration stripped entirely, and audited", function* () {
    const admin = yield* aSignedInAdmin()
    const answer = yield* post(admin, {
      service_name: "Payroll",
      connection_status: true,
      config: { api_key: "canary-71aa", region: "eu" }
    })
    assert.strictEqual(answer.status, 201)
    assert.hasAllKeys(answer.body, ["id", "org_id", "service_name", "connection_status", "last_sync", "created_at"])
    assert.deepInclude(answer.body, { service_name: "Payroll", org_id: admin.orgId, connection_status: true })
    assert.notInclude(answer.text, "canary")
    const entries = yield* entriesOf(admin.orgId, { action: "integration%" })
    assert.deepStrictEqual(
      entries.map(({ action, target }) => [action, target]),
      [["integration_connected", "Payroll"]]
    )
    assert.notInclude(JSON.stringify(entries), "canary")
  })

  // integrations-12: Secrets are stored sealed, and no answer, log line or entry shows one.
  it.status(
    201,
    "secrets at any depth are stored sealed, read as eight bullets, and reach the connector",
    function* () {
      const admin = yield* aSignedInAdmin()
      const record = yield* saved(admin, {
        service_name: "Payroll",
        config: {
          token: "canary-1",
          oauth: { clientId: "id-1", client_secret: "canary-2", scopes: ["read"] },
          credentials: { user: "canary-3", pin: 4711, "a/b~c": "canary-5" },
          accounts: [{ name: "main", api_key: "canary-6" }],
          service_account: { type: "service_account", private_key: "canary-7" },
          region: "eu"
        }
      })
      assert.deepStrictEqual(record.config, {
        region: "eu",
        token: bullets,
        oauth: { clientId: "id-1", client_secret: bullets, scopes: ["read"] },
        credentials: { user: bullets, pin: bullets, "a/b~c": bullets },
        accounts: [{ name: "main", api_key: bullets }],
        service_account: bullets
      })
      const text = yield* storedText(admin.orgId)
      for (const secret of ["canary", "4711"]) assert.notInclude(text, secret)
      assert.strictEqual(yield* secretOf(admin, "Payroll", "token"), "canary-1")
      assert.strictEqual(yield* secretOf(admin, "Payroll", "/credentials/a~1b~0c"), "canary-5")
      assert.strictEqual(
        yield* secretOf(admin, "Payroll", "service_account"),
        '{"type":"service_account","private_key":"canary-7"}'
      )
    }
  )

  // integrations-2: One record stands for an organisation and a `service_name`, compared without case.
  it.status(201, "upserts on the name without case: id and name stay, the configuration is replaced", function* () {
    const admin = yield* aSignedInAdmin()
    const before = yield* saved(admin, { service_name: "Payroll", config: { token: "one", region: "eu", plan: "x" } })
    const after = yield* saved(admin, { service_name: "PAYROLL", config: { token: bullets, region: "us" } })
    assert.strictEqual(after.id, before.id)
    assert.strictEqual(after.service_name, "Payroll")
    assert.deepStrictEqual(after.config, { region: "us", token: bullets })
    assert.strictEqual(yield* secretOf(admin, "payroll", "token"), "one")
    const bare = yield* saved(admin, { service_name: "payroll", connection_status: false })
    assert.deepStrictEqual(bare.config, after.config)
    assert.isFalse(bare.connection_status)
    assert.lengthOf(yield* listed(admin), 1)
    assert.deepStrictEqual(
      (yield* entriesOf(admin.orgId, { action: "integration%" }))
        .map(({ action, details }) => [action, details])
        .slice(1),
      [
        ["integration_updated", "config: plan, region"],
        ["integration_updated", "connected → paused"]
      ]
    )
  })

  it.status(201, "two at once of one name make one record", function* () {
    const admin = yield* aSignedInAdmin()
    const answers = yield* Effect.all(
      ["Payroll", "payroll", "PAYROLL"].map((service_name) => post(admin, { service_name, config: { token: "t" } })),
      { concurrency: "unbounded" }
    )
    assert.deepStrictEqual(
      answers.map(({ status }) => status),
      [201, 201, 201]
    )
    assert.lengthOf(yield* listed(admin), 1)
  })

  it.status(
    201,
    "a built-in name able to revoke is revocable while it is connected; any other name is not",
    function* () {
      const admin = yield* aSignedInAdmin()
      const record = yield* saved(admin, { service_name: "GitHub", config: { access_token: "gho_1", org: "acme" } })
      assert.strictEqual(record.service_name, "github")
      assert.deepStrictEqual(record.config, { org: "acme", access_token: bullets })
      assert.deepStrictEqual(yield* revocable(admin, "GITHUB"), ["github"])
      yield* saved(admin, { service_name: "Payroll", config: { token: "t" } })
      yield* saved(admin, { service_name: "docusign", config: { access_token: "t" } })
      assert.deepStrictEqual(yield* revocable(admin, "payroll"), [])
      assert.deepStrictEqual(yield* revocable(admin, "docusign"), [])
      yield* patch(admin, record.id, { connection_status: false })
      assert.deepStrictEqual(yield* revocable(admin, "github"), [])
    }
  )

  it.status(201, "a generic target stays one, with its address and its token", function* () {
    const admin = yield* aSignedInAdmin()
    const target = { service_name: "Locks", protocol: "webhook", base_url: "https://127.0.0.1:9/", token: "t-1" }
    yield* post(admin, target, "/saas-revocation/connect")
    const record = yield* saved(admin, { service_name: "locks", config: { note: "front door" } })
    assert.deepStrictEqual(record.config, {
      base_url: target.base_url,
      note: "front door",
      protocol: "webhook",
      token: bullets
    })
    assert.deepStrictEqual(yield* revocable(admin, "Locks"), ["Locks"])
    assert.strictEqual(yield* secretOf(admin, "Locks", "token"), "t-1")
  })

  // connecting-14: A record with the name of a built-in provider requires the plan feature of its connect route.
  it.status(403, "a built-in name needs the plan feature that its connect route needs", function* () {
    const admin = yield* aSignedInAdmin({ plan: "starter" })
    const answer = yield* withStatus(403, post(admin, { service_name: "azure-ad", config: { client_secret: "s" } }))
    assert.deepInclude(answer.body, { feature: "azureAd", currentPlan: "starter", upgradeRequired: true })
    assert.strictEqual((yield* post(admin, { service_name: "okta", config: {} })).status, 201)
  })

  const refused: ReadonlyArray<readonly [string, Readonly<Record<string, unknown>>, string]> = [
    ["a setting with an endpoint of its own", { config: { auto_reply_enabled: false } }, "auto_reply_enabled"],
    ["another one", { config: { drive_transfer_enabled: true } }, "drive_transfer_enabled"],
    ["bullets where no secret is stored", { config: { a: { token: bullets } } }, "a.token"],
    ["an address that may not be called", { config: { base_url: "https://10.0.0.7/" } }, "base_url"],
    ["no name", { service_name: undefined }, "service_name"],
    ["a configuration that is none", { config: ["token"] }, "config"],
    ["text that cannot be stored", { config: { note: "a\u0000b" } }, "NUL"],
    ["a name that is not seen", { config: { "\u200b": 1 } }, "config"],
    ["more levels than six", { config: { a: { b: { c: { d: { e: { f: { g: 1 } } } } } } } }, "levels"],
    ["too much", { config: { note: "x".repeat(70_000) } }, "65536"]
  ]
  for (const [what, fields, named] of refused) {
    it.status(400, `${what}`, function* () {
      const admin = yield* aSignedInAdmin()
      const answer = yield* withStatus(400, post(admin, { service_name: "google-workspace", ...fields }))
      assert.include(answer.text, named)
      assert.lengthOf(yield* listed(admin), 0)
      assert.lengthOf(yield* entriesOf(admin.orgId, { action: "integration%" }), 0)
    })
  }
})

withTestApp("PATCH /api/integrations/{id}", (it) => {
  const config = {
    api_key: "canary-1",
    nested: { secret: "canary-2", region: "eu", size: 1 },
    team: "red"
  }
  const aRecord = Effect.gen(function* () {
    const admin = yield* aSignedInAdmin()
    return { admin, record: yield* saved(admin, { service_name: "Payroll", config }) }
  })

  // integrations-4: `PATCH` merges top-level names, and replaces a nested object whole.
  it.status(200, "top-level names merge, a nested object is replaced whole, null removes", function* () {
    const { admin, record } = yield* aRecord
    const answer = yield* patch(admin, record.id, {
      config: { nested: { region: "us" }, team: null, plan: "pro" }
    })
    assert.strictEqual(answer.status, 200)
    assert.deepStrictEqual((yield* recordIn(answer)).config, {
      nested: { region: "us" },
      plan: "pro",
      api_key: bullets
    })
    assert.strictEqual(yield* secretOf(admin, "Payroll", "/nested/secret"), undefined)
    assert.strictEqual(yield* secretOf(admin, "Payroll", "api_key"), "canary-1")
  })

  // connecting-16: The price of a seat stays when the whole configuration is saved, and `null` removes it.
  it.status(
    200,
    "what a seat costs is shown, forgotten with null, and outlives a save of the whole configuration",
    function* () {
      const { admin, record } = yield* aRecord
      const seat = { seat_price: 12.5, seat_currency: "EUR" }
      const answer = yield* withStatus(200, patch(admin, record.id, { config: seat }))
      assert.deepInclude((yield* recordIn(answer)).config, seat)
      const again = yield* saved(admin, { service_name: "Payroll", config: { team: "blue" } })
      assert.deepStrictEqual(again.config, { team: "blue", ...seat })
      const without = yield* patch(admin, record.id, { config: { seat_price: null, seat_currency: null } })
      assert.deepStrictEqual((yield* recordIn(without)).config, { team: "blue" })
    }
  )

  it.status.each([
    { seat_price: -1 },
    { seat_price: "12" },
    { seat_price: 1e300 },
    { seat_price: [1] },
    { seat_currency: "EU" },
    { seat_currency: "eur" },
    { seat_currency: "QQQ" },
    { seat_currency: 978 }
  ])(400, "what a seat cannot cost, by its name: %j", function* (wrong) {
    const { admin, record } = yield* aRecord
    const answer = yield* withStatus(400, patch(admin, record.id, { config: { ...wrong, team: "blue" } }))
    assert.include(answer.text, `config: ${Object.keys(wrong)[0]} must be`)
    assert.strictEqual((yield* listed(admin))[0]?.config?.["team"], "red")
  })

  it.status(200, "what is merged meanwhile stays: one change waits for the other", function* () {
    const admin = yield* aSignedInAdmin()
    const { id } = yield* saved(admin, { service_name: "Payroll", config: { region: "eu" } })
    const changing = yield* asSystem((sql) =>
      Effect.gen(function* () {
        yield* sql`UPDATE integrations SET config = config || '{"team": "people"}' WHERE id = ${id}`
        const changing = yield* Effect.forkDetach(patch(admin, id, { config: { floor: "3" } }))
        yield* untilItWaits(sql, changing)
        return changing
      })
    )
    const { body } = yield* Fiber.join(changing)
    assert.deepInclude(body, { config: { region: "eu", team: "people", floor: "3" } })
  })

  // connecting-10: Bullets that are sent back keep the stored secret.
  it.status(200, "a masked value sent back keeps the secret, so what was read can be sent back whole", function* () {
    const { admin, record } = yield* aRecord
    yield* patch(admin, record.id, { config: { nested: { size: 1, secret: bullets, region: "eu" } } })
    const answer = yield* patch(admin, record.id, { config: record.config, connection_status: true })
    assert.deepStrictEqual(yield* recordIn(answer), record)
    assert.strictEqual(yield* secretOf(admin, "Payroll", "/nested/secret"), "canary-2")
    assert.deepStrictEqual(
      (yield* entriesOf(admin.orgId, { action: "integration%" })).map(({ action }) => action),
      ["integration_connected"]
    )
  })

  // connecting-11: The audit log names what changed in a configuration and contains no value.
  it.status(
    200,
    "a new secret replaces the old one; the audit log names what changed and holds no value",
    function* () {
      const { admin, record } = yield* aRecord
      const answer = yield* patch(admin, record.id, {
        config: { api_key: "canary-9", nested: { secret: bullets, region: "ap" } },
        connection_status: false
      })
      assert.strictEqual((yield* recordIn(answer)).config?.["api_key"], bullets)
      assert.notInclude(answer.text, "canary")
      yield* patch(admin, record.id, { connection_status: true })
      assert.strictEqual(yield* secretOf(admin, "Payroll", "api_key"), "canary-9")
      assert.strictEqual(yield* secretOf(admin, "Payroll", "/nested/secret"), "canary-2")
      assert.notInclude(yield* storedText(admin.orgId), "canary")
      assert.deepStrictEqual(
        (yield* entriesOf(admin.orgId, { action: "integration%" }))
          .slice(1)
          .map(({ action, details }) => [action, details]),
        [
          ["integration_updated", "config: api_key, nested; connected → paused"],
          ["integration_updated", "paused → connected"]
        ]
      )
    }
  )

  it.status(200, "what was secret once stays secret, whatever its value and its name", function* () {
    const { admin, record } = yield* aRecord
    yield* patch(admin, record.id, { config: { nested: { secret: ["canary-8"], region: "eu" } } })
    assert.notInclude(yield* storedText(admin.orgId), "canary")
  })

  // integrations-5: A setting that has an endpoint of its own is 400 in a configuration, and named.
  it.status(400, "a setting with its own audited endpoint, named; unchanged it may stand there", function* () {
    const admin = yield* aSignedInAdmin()
    const { id } = yield* saved(admin, { service_name: "google-workspace", config: { access_token: "t" } })
    const off = yield* withStatus(400, patch(admin, id, { config: { auto_reply_enabled: false } }))
    assert.include(off.text, "auto_reply_enabled")
    assert.include(off.text, "auto-reply-setting")
    const on = yield* patch(admin, id, { config: { domain: "acme.test", drive_transfer_enabled: true } })
    assert.strictEqual(on.status, 400)
    assert.include(on.text, "drive_transfer_enabled")
    yield* withStatus(200, patch(admin, id, { config: { auto_reply_enabled: true, drive_transfer_enabled: false } }))
    assert.deepStrictEqual(
      (yield* listed(admin)).map(({ config }) => config),
      [{ access_token: bullets }]
    )
  })

  it.status(400, "a generic target's protocol, and an address or token taken away", function* () {
    const admin = yield* aSignedInAdmin()
    const target = { service_name: "Locks", protocol: "webhook", base_url: "https://127.0.0.1:9/", token: "t" }
    const { id } = yield* recordIn(yield* post(admin, target, "/saas-revocation/connect"))
    const wrong = [
      { protocol: "scim" },
      { base_url: null },
      { token: null },
      { token: "" },
      { base_url: "http://8.8.8.8" }
    ]
    for (const config of wrong) assert.strictEqual((yield* patch(admin, id, { config })).status, 400)
    assert.strictEqual((yield* patch(admin, id, { config: { protocol: "webhook" } })).status, 200)
  })

  // connecting-12: An address that receives stored credentials changes only together with them.
  it.status(
    400,
    "an address to which stored credentials would follow; with the credentials it may change",
    function* () {
      const admin = yield* aSignedInAdmin()
      const target = { service_name: "Locks", protocol: "webhook", base_url: "https://127.0.0.1:9/", token: "canary" }
      const locks = yield* recordIn(yield* post(admin, target, "/saas-revocation/connect"))
      const okta = yield* saved(admin, { service_name: "okta", config: { domain: "acme", api_token: "canary" } })
      const desk = yield* saved(admin, {
        service_name: "it-tickets",
        config: { base_url: "https://acme.test", api_token: "canary", webhook_secret: "s" }
      })
      const moves = [
        [locks.id, { base_url: "https://127.0.0.1:10/" }, { token: "new" }],
        [locks.id, { base_url: "https://127.0.0.1:9/elsewhere", token: bullets }, { token: "new" }],
        [okta.id, { domain: "evil.example" }, { api_token: "new" }],
        [desk.id, { base_url: "https://evil.example" }, { api_token: "new" }]
      ] as const
      for (const [id, config, credential] of moves) {
        const answer = yield* withStatus(400, patch(admin, id, { config }))
        assert.include(answer.text, "send them again")
        assert.strictEqual((yield* patch(admin, id, { config: { ...config, ...credential } })).status, 200)
      }
      yield* withStatus(400, post(admin, { service_name: "Locks", config: { base_url: "https://127.0.0.1:11/" } }))
      // In two steps it is the same.
      assert.strictEqual((yield* patch(admin, okta.id, { config: { domain: null } })).status, 200)
      assert.strictEqual((yield* patch(admin, okta.id, { config: { domain: "other.example" } })).status, 400)
      const same = { config: { base_url: "https://127.0.0.1:9/elsewhere/", token: bullets, note: "x" } }
      assert.strictEqual((yield* patch(admin, locks.id, same)).status, 200)
    }
  )

  it.status(400, "neither config nor connection_status, and an id that is no UUID", function* () {
    const { admin, record } = yield* aRecord
    assert.strictEqual((yield* patch(admin, record.id, {})).status, 400)
    assert.strictEqual((yield* patch(admin, "17", { connection_status: false })).status, 400)
  })

  // connecting-13: A connection that the plan no longer includes can be paused, but not changed or turned on.
  it.status(403, "what the plan lacks can be paused, not used", function* () {
    const rich = yield* aSignedInAdmin()
    const { id } = yield* saved(rich, { service_name: "azure-ad", config: { client_secret: "s" } })
    yield* systemSql`UPDATE organisations SET plan = 'starter' WHERE id = ${rich.orgId}`
    assert.strictEqual((yield* patch(rich, id, { config: { tenant_id: "x" } })).status, 403)
    assert.strictEqual((yield* patch(rich, id, { connection_status: false })).status, 200)
    assert.strictEqual((yield* patch(rich, id, { connection_status: true })).status, 403)
  })

  // integrations-10: `PATCH` and the settings of another organisation's integration are 404.
  it.status(404, "unknown, and another organisation's", function* () {
    const { record } = yield* aRecord
    const other = yield* aSignedInAdmin()
    for (const id of [record.id, randomUUID()]) {
      assert.strictEqual((yield* patch(other, id, { connection_status: false })).status, 404)
    }
  })
})

const settings = [
  ["auto-reply-setting", "auto_reply_enabled", true, "integration_auto_reply_updated", "azure-ad"],
  ["drive-transfer-setting", "drive_transfer_enabled", false, "integration_drive_transfer_updated", "google-workspace"]
] as const

const switched = (path: (typeof settings)[number][0]) => {
  const [, setting, otherwise, action, service_name] = path === settings[0][0] ? settings[0] : settings[1]
  const aSuite = Effect.gen(function* () {
    const admin = yield* aSignedInAdmin()
    return { admin, record: yield* saved(admin, { service_name, config: { token: "t" } }) }
  })
  return { setting, otherwise, action, aSuite }
}

withTestApp("PATCH /api/integrations/{id}/auto-reply-setting", (it) => {
  const { action, aSuite, otherwise, setting } = switched("auto-reply-setting")

  // integrations-8: `auto_reply_enabled` is on unless set false, `drive_transfer_enabled` off unless set true.
  it.status(200, "on unless set false; audited with before and after, and only when it changes", function* () {
    const { admin, record } = yield* aSuite
    const path = `${record.id}/auto-reply-setting`
    for (const enabled of [otherwise, !otherwise, !otherwise, otherwise]) {
      const answer = yield* withStatus(200, patch(admin, path, { enabled }))
      assert.deepStrictEqual((yield* recordIn(answer)).config, { token: bullets, [setting]: enabled })
    }
    assert.deepStrictEqual(
      (yield* entriesOf(admin.orgId, { action: "integration%" }))
        .slice(1)
        .map(({ action, details }) => [action, details]),
      [
        [action, `${setting}: true → false`],
        [action, `${setting}: false → true`]
      ]
    )
  })

  // integrations-9: Both settings survive a reconnect.
  it.status(200, "survives a reconnect and a save of the whole configuration", function* () {
    const { admin, record } = yield* aSuite
    yield* patch(admin, `${record.id}/auto-reply-setting`, { enabled: false })
    const after = yield* saved(admin, { service_name: record.service_name, config: { client_secret: "new" } })
    assert.deepStrictEqual(after.config, { auto_reply_enabled: false, client_secret: bullets })
  })

  it.status(400, "a service without that setting, told which have it; an id that is no UUID; no boolean", function* () {
    const { admin, record } = yield* aSuite
    const { id } = yield* saved(admin, { service_name: "github", config: {} })
    const answer = yield* withStatus(400, patch(admin, `${id}/auto-reply-setting`, { enabled: true }))
    assert.include(answer.text, "google-workspace and azure-ad")
    assert.strictEqual((yield* patch(admin, "17/auto-reply-setting", { enabled: true })).status, 400)
    assert.strictEqual((yield* patch(admin, `${record.id}/auto-reply-setting`, { enabled: "yes" })).status, 400)
  })

  it.status(404, "unknown, and another organisation's", function* () {
    const { record } = yield* aSuite
    const other = yield* aSignedInAdmin()
    for (const id of [record.id, randomUUID()]) {
      assert.strictEqual((yield* patch(other, `${id}/auto-reply-setting`, { enabled: false })).status, 404)
    }
  })
})

withTestApp("PATCH /api/integrations/{id}/drive-transfer-setting", (it) => {
  const { action, aSuite, otherwise, setting } = switched("drive-transfer-setting")

  // integrations-8
  it.status(200, "off unless set true; audited with before and after, and only when it changes", function* () {
    const { admin, record } = yield* aSuite
    for (const enabled of [otherwise, !otherwise, !otherwise]) {
      const answer = yield* withStatus(200, patch(admin, `${record.id}/drive-transfer-setting`, { enabled }))
      assert.deepStrictEqual((yield* recordIn(answer)).config, { token: bullets, [setting]: enabled })
    }
    assert.deepStrictEqual(
      (yield* entriesOf(admin.orgId, { action: "integration%" }))
        .slice(1)
        .map(({ action, details }) => [action, details]),
      [[action, `${setting}: false → true`]]
    )
  })

  it.status(400, "a service without that setting", function* () {
    const admin = yield* aSignedInAdmin()
    const { id } = yield* saved(admin, { service_name: "azure-ad", config: {} })
    assert.strictEqual((yield* patch(admin, `${id}/drive-transfer-setting`, { enabled: true })).status, 400)
  })

  it.status(404, "unknown, and another organisation's", function* () {
    const { record } = yield* aSuite
    const other = yield* aSignedInAdmin()
    for (const id of [record.id, randomUUID()]) {
      assert.strictEqual((yield* patch(other, `${id}/drive-transfer-setting`, { enabled: true })).status, 404)
    }
  })
})

withTestApp("GET /api/integrations", (it) => {
  // integrations-1
  it.status(200, "without integrations_manage exactly the connection, its configuration null", function* () {
    const admin = yield* aSignedInAdmin()
    yield* saved(admin, { service_name: "github", config: { access_token: "t", org: "acme" } })
    for (const role of ["hr", "manager"] as const) {
      const bearer = yield* aSession(yield* aMember(admin.orgId, role))
      const [record] = yield* listed({ bearer })
      assert.hasAllKeys(record, ["id", "service_name", "connection_status", "last_sync", "created_at", "config"])
      assert.isNull(record?.config)
    }
  })
})

withTestApp("GET /api/integrations/credential-states", (it) => {
  // connecting-15: `GET /api/integrations/credential-states` shows since when an app has refused its credential.
  it.status(200, "since when an app refuses its credential, of this organisation's integrations alone", function* () {
    const admin = yield* aSignedInAdmin()
    const github = yield* saved(admin, { service_name: "github", config: { access_token: "t", org: "acme" } })
    const slack = yield* saved(admin, { service_name: "slack", config: { bot_token: "t" } })
    yield* saved(yield* aSignedInAdmin(), { service_name: "github", config: { access_token: "t", org: "else" } })
    yield* systemSql`UPDATE integrations SET credential_refused_at = '2026-03-01T00:00:00Z' WHERE id = ${slack.id}`
    const answer = yield* withStatus(200, send("GET", "/api/integrations/credential-states", admin))
    assert.deepStrictEqual(answer.body, [
      { id: github.id, credential_refused_at: null },
      { id: slack.id, credential_refused_at: "2026-03-01T00:00:00.000Z" }
    ])
  })

  it.status(403, "without integrations_manage", function* () {
    const admin = yield* aSignedInAdmin()
    const bearer = yield* aSession(yield* aMember(admin.orgId, "hr"))
    const answer = yield* withStatus(403, send("GET", "/api/integrations/credential-states", { bearer }))
    assert.deepInclude(answer.body, { permission: "integrations_manage" })
  })
})

withTestApp("DELETE /api/integrations/{id}", (it) => {
  it.status(200, "the organisation's other records stay", function* () {
    const admin = yield* aSignedInAdmin()
    const { id } = yield* saved(admin, { service_name: "github", config: { access_token: "t" } })
    yield* saved(admin, { service_name: "okta", config: { domain: "acme.okta.com" } })
    yield* disconnect(admin, id)
    assert.deepStrictEqual(
      (yield* listed(admin)).map(({ service_name }) => service_name),
      ["okta"]
    )
  })

  it.status(200, "a record saved by hand goes with its secrets, audited", function* () {
    const admin = yield* aSignedInAdmin()
    const { id } = yield* saved(admin, { service_name: "github", config: { access_token: "t" } })
    assert.deepStrictEqual((yield* disconnect(admin, id)).body, { success: true })
    assert.deepStrictEqual((yield* disconnect(admin, id)).body, { success: true })
    assert.lengthOf(yield* listed(admin), 0)
    assert.deepStrictEqual(
      (yield* entriesOf(admin.orgId, { action: "integration%" })).map(({ action }) => action),
      ["integration_connected", "integration_disconnected"]
    )
  })
})
