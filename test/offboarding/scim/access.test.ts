import { assert } from "#test/support/suite"
import { Effect, Predicate } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { TestApp } from "#test/support/TestApp"
import { aKey, aMember, anOrganisation, aSession, aSuperAdmin } from "#test/support/people"
import { as, send, withScim, withStatus } from "#test/support/requests"
import { systemSql } from "#test/support/tables"
import { actionsOf } from "#test/support/log"
import { layerOfFile } from "#test/support/layer-of-file"
import { aProvider, aUser, casesOf, deactivation, refusal } from "./support.ts"

const nextMinute = TestClock.adjust("61 seconds")
const unauthorized = refusal(401, "Missing or invalid SCIM token")

const withTestApp = layerOfFile(TestApp)

withTestApp("who may provision", (it) => {
  // scim-4: A missing or wrong token is 401.
  it.status(401, "a missing token, and anything that is none: a session, an API key, another form", function* () {
    yield* nextMinute
    const provider = yield* aProvider()
    const wrong = [
      undefined,
      yield* aSession(provider.admin),
      yield* aKey(provider.admin),
      "x",
      "0".repeat(64),
      provider.token.toUpperCase()
    ]
    for (const bearer of wrong) {
      for (const [method, path] of [
        ["GET", "/Users"],
        ["POST", "/Users"],
        ["PATCH", `/Users/${randomUUID()}`],
        ["DELETE", "/Users/x"]
      ] as const) {
        yield* TestClock.adjust("10 seconds")
        const answer = yield* send(method, `/scim/v2${path}`, {
          ...(bearer === undefined ? {} : { bearer }),
          ...(method === "GET" ? {} : { body: {} })
        })
        assert.strictEqual(answer.status, 401)
        assert.deepStrictEqual(answer.body, unauthorized)
        assert.match(answer.headers["content-type"] ?? "", /^application\/scim\+json/)
      }
    }
  })

  // scim-2: It is valid on SCIM alone, and ended without touching API keys.
  it.status(401, "a SCIM token is valid only on SCIM routes", function* () {
    yield* nextMinute
    const { token } = yield* aProvider()
    for (const path of ["/api/v1/offboardings", "/api/v1/employees", "/api/integrations", "/api/auth/me"]) {
      assert.strictEqual((yield* send("GET", path, { bearer: token })).status, 401, path)
    }
  })

  it.status(429, "twenty wrong tokens of an address block it, and missing ones do not", function* () {
    yield* nextMinute
    const provider = yield* aProvider()
    for (let count = 0; count < 30; count += 1) assert.strictEqual((yield* send("GET", "/scim/v2/Users")).status, 401)
    assert.strictEqual((yield* withScim(provider.token).get("/Users")).status, 200)
    for (let count = 0; count < 20; count += 1) yield* withScim("f".repeat(64)).get("/Users")
    const blocked = yield* withStatus(429, withScim(provider.token).get("/Users"))
    assert.deepStrictEqual(blocked.body, refusal(429, "Too many requests. Please slow down."))
    yield* nextMinute
    assert.strictEqual((yield* withScim(provider.token).get("/Users")).status, 200)
  })

  // scim-6: 120 requests a minute from an address, over all routes.
  it.status(429, "more than 120 requests a minute of an address, over all SCIM routes together", function* () {
    yield* nextMinute
    const [one, two] = [yield* aProvider(), yield* aProvider()]
    for (let count = 0; count < 40; count += 1) {
      assert.strictEqual((yield* send("GET", "/scim/v2/ServiceProviderConfig")).status, 200)
      assert.strictEqual((yield* withScim(one.token).get("/Users?count=1")).status, 200)
      assert.strictEqual((yield* withScim(two.token).delete(`/Users/${randomUUID()}`)).status, 404)
    }
    for (const request of [
      send("GET", "/scim/v2/ServiceProviderConfig"),
      withScim(one.token).get("/Users"),
      withScim(two.token).post("/Users", {}),
      send("GET", "/scim/v2/Users")
    ]) {
      const answer = yield* withStatus(429, request)
      assert.deepStrictEqual(answer.body, refusal(429, "Too many requests. Please slow down."))
      assert.match(answer.headers["content-type"] ?? "", /^application\/scim\+json/)
      assert.match(answer.headers["retry-after"] ?? "", /^\d+$/)
    }
    yield* nextMinute
    assert.strictEqual((yield* withScim(one.token).get("/Users")).status, 200)
  })

  // scim-5: A suspended organisation is 403 on every request, a read-only one on every request but GET.
  it.status(403, "a suspended organisation on any authenticated request", function* () {
    yield* nextMinute
    const provider = yield* aProvider()
    const { id } = yield* aUser(provider)
    yield* systemSql`UPDATE organisations SET suspended = true WHERE id = ${provider.orgId}`
    for (const [method, path] of [
      ["GET", "/Users"],
      ["GET", `/Users/${id}`],
      ["POST", "/Users"],
      ["PATCH", `/Users/${id}`],
      ["DELETE", `/Users/${id}`]
    ] as const) {
      const answer = yield* withScim(provider.token).ask(method, path, method === "GET" ? undefined : deactivation)
      assert.strictEqual(answer.status, 403, `${method} ${path}`)
      assert.deepStrictEqual(answer.body, refusal(403, "This organization is suspended. Contact support"))
    }
    assert.lengthOf(yield* casesOf(provider.orgId), 0)
    assert.strictEqual((yield* send("GET", "/scim/v2/ServiceProviderConfig")).status, 200)
  })

  // scim-5
  it.status(403, "read-only because trial or subscription ended, on any request other than GET", function* () {
    yield* nextMinute
    const provider = yield* aProvider()
    const { id } = yield* aUser(provider)
    for (const status of ["canceled", "trial_expired"]) {
      yield* systemSql`UPDATE organisations SET plan_status = ${status} WHERE id = ${provider.orgId}`
      assert.strictEqual((yield* withScim(provider.token).get("/Users")).status, 200)
      assert.strictEqual((yield* withScim(provider.token).get(`/Users/${id}`)).status, 200)
      for (const [method, path] of [
        ["POST", "/Users"],
        ["PATCH", `/Users/${id}`],
        ["DELETE", `/Users/${id}`]
      ] as const) {
        const answer = yield* withScim(provider.token).ask(method, path, deactivation)
        assert.strictEqual(answer.status, 403, `${method} ${status}`)
        assert.deepInclude(answer.body, { status: "403" })
      }
    }
    yield* systemSql`UPDATE organisations SET plan_status = 'past_due' WHERE id = ${provider.orgId}`
    assert.strictEqual((yield* withScim(provider.token).patch(`/Users/${id}`, deactivation)).status, 200)
  })

  // scim-7: Errors are `{ schemas, status, detail }`, 500 included.
  it.effect("404, 405 and 413 in this surface's shape", function* () {
    yield* nextMinute
    const { token } = yield* aProvider()
    for (const path of [
      "/Schemas",
      "/Groups",
      "/ResourceTypes",
      "/Schemas/x",
      "/ResourceTypes/User",
      "/nothing",
      "",
      "/Users/x/y"
    ]) {
      for (const bearer of [{ bearer: token }, {}]) {
        const answer = yield* send("GET", `/scim/v2${path}`, bearer)
        assert.deepStrictEqual(answer.body, refusal(404, "Not found"), path)
        assert.strictEqual(answer.status, 404)
        assert.match(answer.headers["content-type"] ?? "", /^application\/scim\+json/)
      }
    }
    for (const [method, path, allow] of [
      ["PUT", `/Users/${randomUUID()}`, "GET, HEAD, PATCH, DELETE"],
      ["POST", `/Users/${randomUUID()}`, "GET, HEAD, PATCH, DELETE"],
      ["DELETE", "/Users", "GET, HEAD, POST"],
      ["POST", "/ServiceProviderConfig", "GET, HEAD"]
    ] as const) {
      const answer = yield* withScim(token).ask(method, path, { userName: "a@acme.test" })
      assert.strictEqual(answer.status, 405, `${method} ${path}`)
      assert.deepStrictEqual(answer.body, refusal(405, "Method not allowed"))
      assert.strictEqual(answer.headers["allow"], allow, `${method} ${path}`)
    }
    const large = yield* withScim(token).post("/Users", { userName: "a@acme.test", nickName: "x".repeat(1_100_000) })
    assert.strictEqual(large.status, 413)
    assert.deepStrictEqual(large.body, refusal(413, "Payload too large"))
  })
})

withTestApp("POST /api/integrations/scim/setup", (it) => {
  // scim-1: The token is 64 hexadecimal characters, shown once, stored as a SHA-256 hash; another takes its place.
  it.status(
    200,
    "64 hexadecimal characters, stored as a SHA-256 hash only; generating again replaces it",
    function* () {
      yield* nextMinute
      const admin = yield* aSuperAdmin()
      const first = yield* withStatus(200, as(admin).post("/api/integrations/scim/setup"))
      assert.isTrue(Predicate.hasProperty(first.body, "token"))
      const tokenIn = (body: unknown) =>
        Predicate.hasProperty(body, "token") && typeof body.token === "string" ? body.token : ""
      const token = tokenIn(first.body)
      assert.match(token, /^[0-9a-f]{64}$/)
      assert.deepStrictEqual(first.body, { token, endpoint: "http://svc.test/scim/v2" })
      assert.strictEqual((yield* withScim(token).get("/Users")).status, 200)

      const rows = yield* systemSql`
        SELECT row_to_json(t)::text AS row FROM scim_tokens t WHERE org_id = ${admin.orgId}
        UNION ALL SELECT row_to_json(i)::text FROM integrations i WHERE org_id = ${admin.orgId}
        UNION ALL SELECT row_to_json(a)::text FROM audit_entries a WHERE org_id = ${admin.orgId}`
      assert.notInclude(JSON.stringify(rows), token)
      const digest = yield* Effect.promise(() => crypto.subtle.digest("SHA-256", new TextEncoder().encode(token)))
      assert.include(JSON.stringify(rows), Buffer.from(digest).toString("hex"))

      const second = tokenIn((yield* as(admin).post("/api/integrations/scim/setup", { mode: "compat" })).body)
      assert.notStrictEqual(second, token)
      assert.strictEqual((yield* withScim(token).get("/Users")).status, 401)
      assert.strictEqual((yield* withScim(second).get("/Schemas")).status, 200)
      const listed = yield* as(admin).get("/api/integrations")
      assert.include(listed.text, '"service_name":"scim"')
      assert.notInclude(listed.text, second)
      const hr = yield* as(yield* aMember(admin.orgId, "hr")).get("/api/integrations")
      assert.include(hr.text, '"config":null')
    }
  )

  it.status(400, "a mode that is none", function* () {
    const admin = yield* aSuperAdmin()
    const answer = yield* withStatus(400, as(admin).post("/api/integrations/scim/setup", { mode: "strict" }))
    assert.include(answer.text, "mode: must be one of literal, compat")
  })
})

withTestApp("DELETE /api/integrations/scim/setup", (it) => {
  // scim-2
  it.status(200, "the token ends at once, API keys do not; again changes nothing", function* () {
    yield* nextMinute
    const provider = yield* aProvider()
    const key = yield* aKey(provider.admin)
    const revoke = () => as(provider.admin).delete("/api/integrations/scim/setup")
    const answer = yield* withStatus(200, revoke())
    assert.deepStrictEqual(answer.body, { success: true })
    assert.strictEqual((yield* withScim(provider.token).get("/Users")).status, 401)
    assert.strictEqual((yield* send("GET", "/api/v1/employees", { bearer: key })).status, 200)
    assert.deepStrictEqual((yield* as(provider.admin).get("/api/integrations")).body, [])
    assert.deepStrictEqual((yield* revoke()).body, { success: true })
    assert.deepStrictEqual(yield* actionsOf(provider.orgId, { action: "scim%" }), [
      "scim_token_generated",
      "scim_token_revoked"
    ])
  })

  it.status(200, "the token of a paused connection ends too, and does not come back with it", function* () {
    yield* nextMinute
    const provider = yield* aProvider()
    const [row] = yield* systemSql<{
      readonly id: string
    }>`SELECT id FROM integrations WHERE org_id = ${provider.orgId}`
    const connected = (connection_status: boolean) =>
      as(provider.admin).patch(`/api/integrations/${row?.id}`, { connection_status })
    assert.strictEqual((yield* connected(false)).status, 200)
    assert.strictEqual((yield* as(provider.admin).delete("/api/integrations/scim/setup")).status, 200)
    assert.strictEqual((yield* connected(true)).status, 404)
    assert.strictEqual((yield* withScim(provider.token).get("/Users")).status, 401)
  })

  // scim-11: Disconnecting the integration ends the token.
  it.status(200, "to disconnect the integration ends the token as well", function* () {
    yield* nextMinute
    const provider = yield* aProvider()
    const [row] = yield* systemSql<{
      readonly id: string
    }>`SELECT id FROM integrations WHERE org_id = ${provider.orgId}`
    assert.strictEqual((yield* as(provider.admin).delete(`/api/integrations/${row?.id}`)).status, 200)
    assert.strictEqual((yield* withScim(provider.token).get("/Users")).status, 401)
    const config = yield* as(provider.admin).get("/api/integrations/scim/config")
    assert.deepStrictEqual(config.body, { configured: false, lastSync: null })
  })
})

withTestApp("GET /api/integrations/scim/config", (it) => {
  // scim-9: `GET .../scim/config` says only `configured` and `lastSync`.
  it.status(200, "for every role, configured and lastSync only", function* () {
    yield* nextMinute
    const provider = yield* aProvider()
    const manager = yield* aMember(provider.orgId, "manager")
    const config = () => Effect.map(as(manager).get("/api/integrations/scim/config"), ({ body }) => body)
    assert.deepStrictEqual(yield* config(), { configured: true, lastSync: null })
    yield* withScim(provider.token).get("/Users")
    const synced = yield* config()
    assert.sameMembers(Object.keys(Predicate.isObject(synced) ? synced : {}), ["configured", "lastSync"])
    assert.notDeepEqual(synced, { configured: true, lastSync: null })
    const none = yield* aMember(yield* anOrganisation({ plan: "none" }), "manager")
    const without = yield* as(none).get("/api/integrations/scim/config")
    assert.deepStrictEqual(without.body, { configured: false, lastSync: null })
  })
})

withTestApp("GET /api/integrations/scim/requests", (it) => {
  // scim-12: The log keeps the last 200 requests with their results, without anyone's values.
  it.status(200, "the last 200 requests with what each came to, newest first, and nobody's values", function* () {
    yield* nextMinute
    const provider = yield* aProvider()
    const other = yield* aProvider()
    const { id } = yield* aUser(provider)
    yield* withScim(provider.token).patch(`/Users/${id}`, deactivation)
    yield* withScim(provider.token).patch(`/Users/${id}`, deactivation)
    yield* withScim(provider.token).get(
      `/Users?startIndex=1&filter=${encodeURIComponent('userName eq "ann.lee@acme.test"')}`
    )
    yield* withScim(provider.token).patch(`/Users/${id}`, {})
    const answer = yield* withStatus(200, as(provider.admin).get("/api/integrations/scim/requests?limit=50"))
    assert.notInclude(answer.text, "ann.lee")
    const rows = Predicate.hasProperty(answer.body, "rows") && Array.isArray(answer.body.rows) ? answer.body.rows : []
    assert.deepStrictEqual(
      rows.map(({ method, path, rule, status }) => [method, path, status, rule]),
      [
        ["PATCH", `/scim/v2/Users/${id}`, 400, "Operations must be an array"],
        ["GET", "/scim/v2/Users?startIndex=1&filter=…", 200, null],
        ["PATCH", `/scim/v2/Users/${id}`, 200, "an offboarding is already open"],
        ["PATCH", `/scim/v2/Users/${id}`, 200, "offboarding created"],
        ["POST", "/scim/v2/Users", 201, "user created"]
      ]
    )
    for (let count = 0; count < 100; count += 1) yield* withScim(provider.token).get("/Users?count=0")
    yield* nextMinute
    for (let count = 0; count < 110; count += 1) yield* withScim(provider.token).get("/Users?count=0")
    const full = yield* as(provider.admin).get("/api/integrations/scim/requests?limit=1")
    assert.deepInclude(full.body, { total: 200, limit: 1, offset: 0 })
    const theirs = yield* as(other.admin).get("/api/integrations/scim/requests")
    assert.deepInclude(theirs.body, { total: 0 })
  })

  it.status(200, "a query that could not be stored loses nobody's requests", function* () {
    yield* nextMinute
    const provider = yield* aProvider()
    const other = yield* aProvider()
    yield* withScim(other.token).get("/Users?count=1")
    yield* withScim(provider.token).get("/Users?attributes=%00&%00=1")
    for (const length of [470, 471]) {
      yield* withScim(provider.token).get(`/Users?attributes=${"a".repeat(length)}${"%F0%9F%98%80".repeat(20)}`)
    }
    const own = yield* as(provider.admin).get("/api/integrations/scim/requests")
    assert.deepInclude(own.body, { total: 3 }, own.text)
    const theirs = yield* as(other.admin).get("/api/integrations/scim/requests")
    assert.deepInclude(theirs.body, { total: 1 }, theirs.text)
  })

  it.status(400, "a page over the maximum", function* () {
    const admin = yield* aSuperAdmin()
    const answer = yield* withStatus(400, as(admin).get("/api/integrations/scim/requests?limit=201"))
    assert.include(answer.text, "200")
  })
})
