import { NodeHttpClient } from "@effect/platform-node"
import { assert, layer } from "#test/support/suite"
import { OperatorClient } from "@svc/client/operator"
import { EmailAddress } from "@svc/contract/kernel/text"
import { OffboardingStatus } from "@svc/contract/offboardings/schema"
import { Effect, Layer, Redacted, Schema } from "effect"
import { HttpServer } from "effect/http"
import { Accounts } from "#organisation/accounts/service"
import { DemoRefused, seedDemo, type SeedDemo } from "#demo/seed"
import { AppConfig } from "#platform/config/config"
import { startScimVendor } from "#test/support/scim-vendor"
import { TestApp, testAppWith, TestConfig } from "#test/support/TestApp"
import { anOrganisation } from "#test/support/people"
import { send, withStatus } from "#test/support/requests"
import { asSystem } from "#test/support/tables"

/** As the operator's command does, over a socket. */
const seed = Effect.fnUntraced(function* (input: Omit<SeedDemo, "baseUrl"> = {}) {
  const { operatorToken } = yield* AppConfig
  const { address } = yield* HttpServer.HttpServer
  const baseUrl = HttpServer.formatAddress(address)
  return yield* seedDemo({ baseUrl, ...input }).pipe(
    Effect.provide(OperatorClient.layer({ baseUrl, token: operatorToken })),
    Effect.provide(NodeHttpClient.layerNodeHttp)
  )
})

const receiverUrl = "https://127.0.0.1:9/hooks"

const aVendor = Effect.acquireRelease(
  Effect.promise(() => startScimVendor()),
  (vendor) => Effect.promise(() => vendor.close())
)

const count = Effect.fnUntraced(function* (table: "organisations" | "users" | "org_employees" | "api_keys") {
  const rows = yield* asSystem(
    (sql) => sql<{ readonly count: number }>`SELECT count(*)::int AS count FROM ${sql(table)}`
  )
  return rows[0]?.count
})

layer(TestApp)("demo.seed", (it) => {
  it.effect(
    "twelve people, cases in every stage, keys, a webhook and a vendor; a second call answers what is there",
    function* () {
      const vendor = yield* aVendor
      const input = { receiverUrl, vendor: { url: vendor.baseUrl, token: vendor.token } }
      const first = yield* seed(input)
      assert.isTrue(first.created)
      assert.lengthOf(first.people, 12)
      assert.deepStrictEqual(
        first.users.map(({ role }) => role),
        ["superadmin", "admin", "hr", "manager"]
      )
      assert.deepStrictEqual(
        OffboardingStatus.literals.filter((stage) => !first.cases.some(({ status }) => status === stage)),
        []
      )
      assert.strictEqual(first.vendor, "Corporate Directory")
      assert.strictEqual(first.webhook?.url, receiverUrl)
      assert.match(first.webhook?.secret ?? "", /^whsec_/)

      const key = first.api_key ?? ""
      const listed = yield* withStatus(200, send("GET", "/api/v1/employees?limit=100", { bearer: key }))
      const { data } = yield* Schema.decodeUnknownEffect(Schema.Struct({ data: Schema.Array(Schema.Json) }))(
        listed.body
      )
      assert.lengthOf(data, 12)

      const second = yield* seed(input)
      assert.isFalse(second.created)
      assert.isNull(second.api_key)
      assert.isNull(second.webhook)
      assert.deepStrictEqual(second.organisation, first.organisation)
      assert.deepStrictEqual(second.cases, first.cases)
      assert.strictEqual(yield* count("organisations"), 1)
      assert.strictEqual(yield* count("users"), 4)
      assert.strictEqual(yield* count("org_employees"), 12)
      assert.strictEqual(yield* count("api_keys"), 2)
    }
  )

  it.effect("every user signs in with the password that it answers", function* () {
    const { organisation, password, users } = yield* seed()
    const accounts = yield* Accounts
    for (const { email, role } of users) {
      const signIn = yield* accounts.login({
        email,
        password: Redacted.make(password),
        address: "192.0.2.1",
        userAgent: null,
        device: null
      })
      if (signIn._tag !== "SignedIn") return assert.fail("a second factor was asked for")
      assert.strictEqual(signIn.user.role, role)
      assert.strictEqual(signIn.user.orgId, organisation.id)
    }
  })

  it.effect("refused: a vendor's token that it does not take, saying so", function* () {
    const vendor = yield* aVendor
    const refusal = yield* Effect.flip(seed({ vendor: { url: vendor.baseUrl, token: "another" } }))
    assert.instanceOf(refusal, DemoRefused)
    assert.include(refusal.message, "did not accept the token")
  })

  it.effect("refused: a receiver that may not be called, saying why", function* () {
    const { message } = yield* Effect.flip(seed({ receiverUrl: "https://10.0.0.1/hooks" }))
    assert.include(message, "10.0.0.1")
  })
})

const inProduction = Layer.effect(
  AppConfig,
  Effect.map(AppConfig, (config) => ({ ...config, production: true }))
).pipe(Layer.provide(TestConfig))

layer(testAppWith(inProduction))("demo.seed when NODE_ENV=production", (it) => {
  // operator-9: The demo cannot be created in production.
  it.effect("refused, and nothing is made: its passwords are known to everybody", function* () {
    const { message } = yield* Effect.flip(seed())
    assert.include(message, "NODE_ENV=production")
    assert.strictEqual(yield* count("organisations"), 0)
  })
})

layer(TestApp)("demo.seed over an account that is not the demo's", (it) => {
  it.effect("refused, saying which", function* () {
    const orgId = yield* anOrganisation()
    const accounts = yield* Accounts
    yield* accounts.createUser({
      orgId,
      email: EmailAddress.make("superadmin@larkspur.example"),
      fullName: "Somebody Else",
      role: "hr",
      password: Redacted.make("another long password")
    })
    const { message } = yield* Effect.flip(seed())
    assert.include(message, "superadmin@larkspur.example is there already")
  })
})

layer(TestApp)("demo.seed after a call that was cut short", (it) => {
  it.effect("the organisation that is there is filled, without a vendor or a webhook when none is given", function* () {
    const { organisation } = yield* seed()
    yield* asSystem((sql) =>
      Effect.gen(function* () {
        yield* sql`DELETE FROM api_keys WHERE org_id = ${organisation.id}`
        yield* sql`DELETE FROM offboardings WHERE org_id = ${organisation.id}`
        yield* sql`DELETE FROM org_employees WHERE org_id = ${organisation.id}`
      })
    )
    const resumed = yield* seed()
    assert.isTrue(resumed.created)
    assert.strictEqual(resumed.organisation.id, organisation.id)
    assert.strictEqual(yield* count("organisations"), 1)
    assert.strictEqual(yield* count("users"), 4)
    assert.lengthOf(new Set(resumed.cases.map(({ status }) => status)), OffboardingStatus.literals.length)
    assert.isNull(resumed.vendor)
    assert.isNull(resumed.webhook)
  })
})
