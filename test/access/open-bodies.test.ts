import { assert, layer } from "#test/support/suite"
import { Effect } from "effect"
import { contractRoutes } from "#test/support/contract-routes"
import { pathOf, routesThatAre } from "#test/support/route-cards"
import { TestApp } from "#test/support/TestApp"
import { aSession, aSuperAdmin } from "#test/support/people"
import { send } from "#test/support/requests"

const open = contractRoutes.filter(
  ({ method, middlewares }) => method !== "GET" && middlewares.includes("svc/OpenAccess")
)
const callbacks = open.filter(({ requires }) => requires?.callback === true)

/** Valid JSON of exactly so many bytes. */
const bodyOf = (bytes: number) => `{"filler":"${"x".repeat(bytes - 13)}"}`

layer(TestApp, { timeout: "120 seconds" })("bodies of requests without a session", (it) => {
  // limits-12: A body without a session has at most 16 kB, or 256 kB where another system posts; more is 413.
  it.status(413, "over 16 kB, or 256 kB where another system posts", function* () {
    assert.sameMembers(
      callbacks.map(({ name }) => name),
      routesThatAre("callback")
    )
    // Nothing is read for an organisation that has no identity provider.
    const ofProviders = ["POST /api/auth/saml/{orgId}/acs", "POST /api/global-token-revocation/{orgId}"]
    const read = open.filter(({ name }) => !ofProviders.includes(name))
    for (const route of read) {
      const most = callbacks.includes(route) ? 256_000 : 16_000
      // A form's own content type; every other route reads JSON.
      const headers = { "content-type": route.payloads.length > 0 ? "application/json" : "text/plain" }
      const over = yield* send(route.method, pathOf(route), { body: bodyOf(most + 1), headers })
      assert.strictEqual(over.status, 413, `${route.name}: ${over.text}`)
      assert.deepStrictEqual(over.body, { error: "Payload too large" }, route.name)
      const within = yield* send(route.method, pathOf(route), { body: bodyOf(most), headers })
      assert.notStrictEqual(within.status, 413, route.name)
      assert.isBelow(within.status, 500, `${route.name}: ${within.text}`)
    }
  })

  it.status(400, "a list of more than 10,000 items is found wherever quotes, commas and brackets stand", function* () {
    const bearer = yield* aSession(yield* aSuperAdmin())
    const refusal = "apps_to_revoke: must be a list of at most 10000 items"
    const list = (count: number, item: string) => JSON.stringify(Array.from({ length: count }, () => item))
    const answer = (body: string) => Effect.map(send("POST", "/api/employees", { bearer, body }), ({ text }) => text)
    const awkward = JSON.stringify('],["\\",{}')
    const before = `{"nested":{"a":${list(10_000, "b")}},"text":${awkward},"apps_to_revoke":`
    assert.include(yield* answer(`${before}${list(10_001, 'a,"]')}}`), refusal)
    assert.notInclude(yield* answer(`${before}${list(10_000, 'a,"]')}}`), refusal)
    assert.notInclude(yield* answer(`${before}${JSON.stringify(",".repeat(20_001))}}`), refusal)
  })
})
