import { assert, layer } from "@effect/vitest"
import { calendly } from "@svc/lab/calendly"
import { startVendor } from "@svc/lab/vendor"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { AppConfig } from "#platform/config"
import { Db } from "#platform/db"
import { aMember, anOrganisation, aSession, send, testAppWith, TestConfig } from "../support/TestApp.ts"

const vendor = await startVendor(calendly)

const Config = Layer.effect(
  AppConfig,
  Effect.map(AppConfig, (config) =>
    AppConfig.of({ ...config, vendorUrls: { ...config.vendorUrls, calendly: Option.some(vendor.url) } })
  )
).pipe(Layer.provide(TestConfig))

const anAdmin = Effect.gen(function* () {
  vendor.behave()
  const orgId = yield* anOrganisation()
  const bearer = yield* aSession(yield* aMember(orgId))
  return { orgId, connect: (body: unknown) => send("POST", "/api/integrations/calendly/connect", { bearer, body }) }
})

layer(testAppWith(Config), { timeout: "60 seconds" })("POST /api/integrations/calendly/connect", (it) => {
  it.effect("201: the record with its token masked, proven by a real read and sealed", () =>
    Effect.gen(function* () {
      const { connect, orgId } = yield* anAdmin
      for (const name of ["token", "api_key", "access_token"]) {
        const answer = yield* connect({ [name]: vendor.state.token })
        assert.strictEqual(answer.status, 201, answer.text)
        assert.include(answer.text, vendor.state.organization)
        assert.notInclude(answer.text, vendor.state.token)
      }
      const sql = yield* SqlClient.SqlClient
      const db = yield* Db
      const stored = yield* db.transactSystem(sql`SELECT * FROM integrations WHERE org_id = ${orgId}`)
      assert.lengthOf(stored, 1)
      assert.notInclude(JSON.stringify(stored), vendor.state.token)
    })
  )

  it.effect("400: no token, one that is refused, no usable answer; nothing of the vendor's words", () =>
    Effect.gen(function* () {
      const { connect } = yield* anAdmin
      assert.match((yield* connect({})).text, /token: give/)
      const refused = yield* connect({ token: "wrong" })
      assert.strictEqual(refused.status, 400)
      assert.match(refused.text, /did not accept the token/)
      vendor.faults.answersWith = 500
      const broken = yield* connect({ token: vendor.state.token })
      assert.strictEqual(broken.status, 400)
      assert.notInclude(broken.text, "canary")
    })
  )
})
