import { assert, layer } from "#test/support/suite"
import { ApiKeyId } from "@svc/contract/kernel/ids"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { randomBytes, randomUUID } from "node:crypto"
import { ApiKeys } from "#organisation/api-keys/service"
import { Secrets } from "#platform/keys/secrets"
import { asCaller, aSuperAdmin, type OrganisationOptions } from "#test/support/people"
import { withStatus } from "#test/support/requests"
import { asSystem, systemSql } from "#test/support/tables"
import { AccessSurface, anAddress, bearer, cookie, keyOf, send, tokenOf } from "./support.ts"

const invalid = { error: "Invalid or unauthorized API key" }
const missing = { error: "Missing or invalid Authorization header" }

const aKey = Effect.fnUntraced(function* (organisation: OrganisationOptions = {}) {
  const member = yield* aSuperAdmin(organisation)
  return { member, ...(yield* keyOf(member)) }
})

const read = (key: string, from = anAddress()) => send("GET", "/api/v1/probe/read", { headers: bearer(key), from })

layer(AccessSurface)("which key is it", (it) => {
  it.status(200, "the caller is the key's organisation, without a user", function* () {
    const { key } = yield* aKey()
    const { body, status } = yield* read(key)
    assert.deepStrictEqual([status, body], [200, { source: "api", userId: null, role: null }])
  })

  // credentials-3: A header that is missing or has another form is 401 `Missing or invalid Authorization header`.
  it.status(401, "a missing or non-Bearer header has its own message", function* () {
    const { key, member } = yield* aKey()
    const wrong = [{}, { authorization: "" }, { authorization: "Bearer" }, { authorization: `Basic ${key}` }]
    for (const headers of [...wrong, { authorization: key }, { "x-api-key": key }, cookie(yield* tokenOf(member))]) {
      const { body, status } = yield* send("GET", "/api/v1/probe/read", { headers })
      assert.deepStrictEqual([headers, status, body], [headers, 401, missing])
    }
  })

  // credentials-4: A malformed, unknown, revoked or expired key, and an old secret after its grace period, get the same
  //   401.
  it.status(401, "malformed, unknown, revoked, expired and a session's token all get one message", function* () {
    const { id, key, member } = yield* aKey()
    const apiKeys = yield* ApiKeys
    const soon = DateTime.add(yield* DateTime.now, { seconds: 30 })
    const expiring = yield* apiKeys
      .create({ name: "short", scopes: ["employees:read"], expires_at: soon })
      .pipe(asCaller(member))
    yield* apiKeys.revoke(id).pipe(asCaller(member))
    yield* TestClock.adjust("30 seconds")
    const unknown = `svc_live_${"0".repeat(32)}`
    const malformed = ["svc_live_", "x", `${unknown}0`, unknown.toUpperCase(), `${unknown} ${unknown}`]
    for (const wrong of [...malformed, unknown, key, expiring.raw_key, yield* tokenOf(member)]) {
      const { body, status } = yield* read(wrong)
      assert.deepStrictEqual([wrong, status, body], [wrong, 401, invalid])
    }
  })

  // keys-25: Every response to a valid key counts in its usage, and no response to an invalid one.
  it.effect("every answer to a key is counted in its usage, refusals and bad requests too", function* () {
    const { id, key, member } = yield* aKey()
    const apiKeys = yield* ApiKeys
    yield* read(key)
    yield* send("GET", "/api/v1/probe/feature", { headers: bearer(key), from: "203.0.113.77" })
    const listed = (yield* apiKeys.list.pipe(asCaller(member))).find((it) => it.id === id)
    assert.deepInclude(listed?.usage, {
      callsTotal7d: 2,
      errors7d: 1,
      lastStatus: 403,
      lastSeenFrom: "203.0.113.0/24"
    })
  })

  it.status(200, "a key issued before the rename, brought along by its digest, is one like any other", function* () {
    const { member } = yield* aKey()
    const secrets = yield* Secrets
    const apiKeys = yield* ApiKeys
    const key = `old_live_${randomBytes(16).toString("hex")}`
    const id = ApiKeyId.make(randomUUID())
    yield* asSystem(
      (sql) =>
        sql`INSERT INTO api_keys ${sql.insert({
          org_id: member.orgId,
          id,
          name: "Before the rename",
          key_prefix: key.slice(0, 12),
          key_digest: secrets.hmac("api-key", key),
          scopes: ["employees:read"],
          created_at: new Date(0)
        })}`
    )
    assert.strictEqual((yield* read(key)).status, 200)
    const listed = (yield* apiKeys.list.pipe(asCaller(member))).find((it) => it.id === id)
    assert.deepInclude(listed, { key_prefix: key.slice(0, 12), created_by_name: "Deleted user" })
    assert.strictEqual(listed?.usage.callsTotal7d, 1)
    const rotated = yield* apiKeys.rotate(id, "1h").pipe(asCaller(member))
    assert.match(rotated.raw_key, /^svc_live_/)
    for (const either of [key, rotated.raw_key]) assert.strictEqual((yield* read(either)).status, 200)
  })

  it.effect(
    "lastSeenFrom is of the client behind the proxy: IPv4 to /24, also mapped into IPv6, and IPv6 to /48",
    function* () {
      const { id, key, member } = yield* aKey()
      const apiKeys = yield* ApiKeys
      for (const [from, network] of [
        ["203.0.113.77", "203.0.113.0/24"],
        ["::ffff:203.0.114.77", "203.0.114.0/24"],
        ["2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"],
        ["198.51.100.9, 192.0.2.200", "192.0.2.0/24"]
      ] as const) {
        yield* read(key, from)
        const listed = (yield* apiKeys.list.pipe(asCaller(member))).find((it) => it.id === id)
        assert.deepStrictEqual([from, listed?.usage.lastSeenFrom], [from, network])
      }
    }
  )

  // keys-25
  it.effect("an invalid key is no key: what is answered to an old secret after its grace is not counted", function* () {
    const { id, key, member } = yield* aKey()
    const apiKeys = yield* ApiKeys
    yield* apiKeys.rotate(id, "1h").pipe(asCaller(member))
    assert.strictEqual((yield* read(key)).status, 200)
    yield* TestClock.adjust("1 hour")
    const { body, status } = yield* read(key)
    assert.deepStrictEqual([status, body], [401, invalid])
    const listed = (yield* apiKeys.list.pipe(asCaller(member))).find((it) => it.id === id)
    assert.deepInclude(listed?.usage, { callsTotal7d: 1, errors7d: 0, lastStatus: 200 })
  })
})

layer(AccessSurface)("may the key: the check order of the public API", (it) => {
  // credentials-5: Order of the checks of a key: blocked IP address, validity, suspension, plan, limit, scope.
  it.status(403, "suspended beats the plan, the plan beats the rate limit, the limit beats the scope", function* () {
    const { key, member } = yield* aKey({ plan: "team" })
    const feature = Effect.suspend(() => send("GET", "/api/v1/probe/feature", { headers: bearer(key) }))
    assert.deepStrictEqual((yield* feature).body, {
      error: "Your plan does not include siem. Upgrade to use it",
      feature: "siem",
      currentPlan: "team",
      upgradeRequired: true
    })
    yield* systemSql`UPDATE organisations SET plan = 'enterprise' WHERE id = ${member.orgId}`
    const scope = yield* feature
    assert.deepStrictEqual([scope.status, scope.body], [403, { error: "This API key lacks the scope webhooks:read" }])

    yield* Effect.replicateEffect(
      Effect.suspend(() => read(key)),
      118,
      { concurrency: 20, discard: true }
    )
    assert.strictEqual((yield* feature).status, 429)
    yield* systemSql`UPDATE organisations SET plan = 'starter' WHERE id = ${member.orgId}`
    const plan = yield* feature
    assert.deepStrictEqual(
      [plan.status, plan.body],
      [
        403,
        {
          error: "Your plan does not include publicApi. Upgrade to use it",
          feature: "publicApi",
          currentPlan: "starter",
          upgradeRequired: true
        }
      ]
    )
    yield* systemSql`UPDATE organisations SET suspended = true WHERE id = ${member.orgId}`
    assert.deepStrictEqual((yield* feature).body, { error: "This organization is suspended. Contact support" })
  })

  // limits-1: A key makes 120 requests in 60 seconds; more are 429 without `Retry-After`.
  it.status(429, "exactly 120 per 60 seconds per key, without Retry-After, then a new window", function* () {
    const { key, member } = yield* aKey()
    const statuses = yield* Effect.replicateEffect(
      Effect.suspend(() => read(key)),
      130,
      { concurrency: 20 }
    )
    assert.strictEqual(statuses.filter(({ status }) => status === 200).length, 120)
    const over = yield* read(key)
    assert.deepStrictEqual([over.status, over.body], [429, { error: "Too many requests. Please slow down." }])
    assert.notProperty(over.headers, "retry-after")
    const other = yield* keyOf(member)
    assert.strictEqual((yield* read(other.key)).status, 200)
    yield* TestClock.adjust("59999 millis")
    assert.strictEqual((yield* read(key)).status, 429)
    yield* TestClock.adjust("1 millis")
    assert.strictEqual((yield* read(key)).status, 200)
  })

  // plans-3
  it.status(402, "read_only: a read-only organisation is let through, its writes are refused last", function* () {
    const { key } = yield* aKey({ planStatus: "canceled" })
    assert.strictEqual((yield* read(key)).status, 200)
    const write = yield* withStatus(402, send("POST", "/api/v1/probe/write", { headers: bearer(key) }))
    assert.deepInclude(write.body, { code: "read_only" })
  })
})

layer(AccessSurface)("blocked addresses", (it) => {
  const slowDown = { error: "Too many requests. Please slow down." }
  const unknownKey = `svc_live_${"0".repeat(32)}`
  const wrong = (from: string) => read(unknownKey, from)

  // limits-3: Twenty wrong credentials within 60 seconds block the IP address for every request, even with a valid key.
  it.status(
    429,
    "20 wrong credentials within 60 seconds block even a valid key, until the window passes",
    function* () {
      const { key, member } = yield* aKey()
      const from = anAddress()
      const token = yield* tokenOf(member)
      for (let attempt = 0; attempt < 19; attempt += 1) assert.strictEqual((yield* wrong(from)).status, 401)
      assert.strictEqual((yield* read(key, from)).status, 200)
      assert.strictEqual((yield* wrong(from)).status, 401)
      for (const path of ["/api/v1/probe/read", "//api/v1/probe/read", "/%61pi/v1/probe/read", "/api/v1"]) {
        const { body, headers, status } = yield* send("GET", path, { headers: bearer(key), from })
        assert.deepStrictEqual([path, status, body], [path, 429, slowDown])
        assert.notProperty(headers, "retry-after")
      }
      for (const path of ["/api/probe/open", "/api/nowhere", "/api/v10"]) {
        const { body, headers, status } = yield* send("GET", path, { headers: cookie(token), from })
        assert.deepStrictEqual([path, status, body], [path, 429, slowDown])
        assert.strictEqual(headers["retry-after"], "60")
      }
      assert.strictEqual((yield* send("POST", "/api/open-probe/submit", { from })).status, 429)
      const scim = yield* withStatus(429, send("GET", "/scim/v2/Users", { from }))
      assert.deepInclude(scim.body, { status: "429" })
      assert.strictEqual((yield* send("GET", "/elsewhere", { from })).status, 404)
      assert.strictEqual((yield* read(key)).status, 200)
      yield* TestClock.adjust("59 seconds")
      assert.strictEqual((yield* read(key, from)).status, 429)
      yield* TestClock.adjust("1 seconds")
      assert.strictEqual((yield* read(key, from)).status, 200)
    }
  )

  // limits-4: A wrong credential counts, a missing one does not.
  it.effect("a missing credential is no failure; a wrong cookie beside a wrong Bearer token is one", function* () {
    const from = anAddress()
    const { key } = yield* aKey()
    yield* Effect.replicateEffect(
      Effect.suspend(() => send("GET", "/api/v1/probe/read", { from })),
      25,
      { discard: true }
    )
    yield* Effect.replicateEffect(
      Effect.suspend(() => send("GET", "/api/probe/open", { from })),
      25,
      { discard: true }
    )
    const headers = { ...cookie("wrong"), ...bearer("wrong") }
    yield* Effect.replicateEffect(
      Effect.suspend(() => send("GET", "/api/probe/open", { from, headers })),
      19,
      {
        discard: true
      }
    )
    assert.strictEqual((yield* read(key, from)).status, 200)
    yield* send("GET", "/api/probe/open", { from, headers: cookie("wrong") })
    assert.strictEqual((yield* read(key, from)).status, 429)
  })

  // limits-5
  it.effect("an IPv6 host cannot change its address within its /64", function* () {
    const { key } = yield* aKey()
    for (let host = 1; host <= 20; host += 1) yield* wrong(`2001:db8:1:2::${host.toString(16)}`)
    assert.strictEqual((yield* read(key, "2001:db8:1:2:ffff::1")).status, 429)
    assert.strictEqual((yield* read(key, "2001:db8:1:3::1")).status, 200)
  })

  // limits-5: Behind trusted proxies the IP address is that of the client, never what the client claims.
  it.effect("the left-most X-Forwarded-For is the client's to invent, so it is not believed", function* () {
    const { key } = yield* aKey()
    const from = anAddress()
    for (let attempt = 0; attempt < 20; attempt += 1) yield* wrong(`${anAddress()}, ${from}`)
    assert.strictEqual((yield* read(key, from)).status, 429)
  })
})
