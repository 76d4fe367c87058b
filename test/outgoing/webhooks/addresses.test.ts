import { assert, layer } from "#test/support/suite"
import { anAdmin, aSession } from "#test/support/people"
import { as, send } from "#test/support/requests"
import * as events from "./events.ts"
import { allowed, inside, refused } from "./refused-addresses.ts"
import { alter, anEndpoint, deliver, GuardedApp, listed, Names, theEndpoint, happen, stored } from "./support.ts"

const publicAddress = ["93.184.216.34"]
const name = "https://hooks.example.com/in"
const noLongerPublic = "The URL no longer resolves to a public address, so nothing was sent"

layer(GuardedApp)("addresses of webhooks", (it) => {
  it.effect("create and update refuse what is not the HTTPS address of a public host, and save nothing", function* () {
    const admin = yield* anAdmin()
    const { id } = yield* anEndpoint(admin, "https://8.8.8.8/hooks")
    const bearer = yield* aSession(admin)
    for (const url of refused) {
      const created = yield* send("POST", "/api/webhooks", { bearer, body: { url, allEvents: true } })
      const updated = yield* send("PATCH", `/api/webhooks/${id}`, { bearer, body: { url } })
      assert.deepStrictEqual([created.status, updated.status], [400, 400], url)
      assert.deepStrictEqual(Object.keys(Object(created.body)), ["error"])
      assert.strictEqual(created.text, updated.text)
    }
    assert.strictEqual((yield* theEndpoint(admin)).url, "https://8.8.8.8/hooks")
  })

  it.effect("create and update take public addresses, up to the edges of the private ranges", function* () {
    const admin = yield* anAdmin()
    for (const url of allowed) {
      const { id } = yield* anEndpoint(admin, url)
      assert.strictEqual((yield* as(admin).patch(`/api/webhooks/${id}`, { url: `${url}/2` })).status, 200, url)
    }
    assert.lengthOf(yield* listed(admin), allowed.length)
  })

  it.effect.each(inside)("a name that resolves to %s is refused on create and update", function* ([, addresses]) {
    const admin = yield* anAdmin()
    const names = yield* Names
    const { id } = yield* anEndpoint(admin, "https://8.8.8.8/hooks")
    names.set("hooks.example.com", addresses)
    const created = yield* as(admin).post("/api/webhooks", { url: name, allEvents: true })
    const updated = yield* as(admin).patch(`/api/webhooks/${id}`, { url: name })
    assert.deepStrictEqual([created.status, updated.status], [400, 400])
    // What the name resolves to inside is not told.
    for (const address of addresses) assert.notInclude(created.text, address)
  })

  it.effect.each(inside)(
    "a name that was public and now resolves to %s is sent no ping and no delivery",
    function* ([, addresses]) {
      const admin = yield* anAdmin()
      const names = yield* Names
      names.set("hooks.example.com", publicAddress)
      const { id } = yield* anEndpoint(admin, name)
      names.set("hooks.example.com", addresses)
      const { body, status } = yield* as(admin).post(`/api/webhooks/${id}/ping`)
      assert.deepStrictEqual([status, body], [200, { success: false, error: noLongerPublic }])
      yield* happen(admin.orgId, events.created)
      assert.deepStrictEqual(yield* deliver(admin), { delivered: 0, failed: 0, dead: 1 })
      const [delivery] = yield* stored(admin.orgId)
      assert.strictEqual(delivery?.last_error, noLongerPublic)
      yield* as(admin).post(`/api/webhooks/${id}/deliveries/${delivery?.id}/redeliver`)
      assert.deepStrictEqual(yield* deliver(admin), { delivered: 0, failed: 0, dead: 1 })
    }
  )

  it.effect("a name that does not resolve may be saved; a ping says so", function* () {
    const admin = yield* anAdmin()
    const { id } = yield* anEndpoint(admin, "https://not-yet.example.org/in")
    const { body } = yield* as(admin).post(`/api/webhooks/${id}/ping`)
    assert.deepStrictEqual(body, { success: false, error: "The host name could not be resolved" })
  })

  it.effect(
    "an address that came into the table by whatever way is pinged as little: all that may not be saved",
    function* () {
      const admin = yield* anAdmin()
      const { id } = yield* anEndpoint(admin, "https://8.8.8.8/hooks")
      for (const url of refused.filter((each) => !each.includes("\u0000"))) {
        yield* alter("webhook_endpoints", `url = '${url}'`, admin)
        const { body, status } = yield* as(admin).post(`/api/webhooks/${id}/ping`)
        assert.deepStrictEqual([status, body], [200, { success: false, error: noLongerPublic }], url)
      }
    }
  )
})
