import "effect/schema/SchemaJITCompiler/enable"
import { assert, layer } from "#test/support/suite"
import { randomUUID } from "node:crypto"
import { type ContractRoute, contractRoutes } from "#test/support/contract-routes"
import { withStatus } from "#test/support/requests"
import { reachOf } from "#test/support/route-cards"
import { TestApp } from "#test/support/TestApp"
import { aCaller, aFixture, credentialOf, type Fixture, pathOf } from "./fixture.ts"
import { checkDocumented } from "./invariants.ts"
import { sendHostile } from "./requests.ts"

/** What may stand behind `name=`; every one fits no parameter. */
const wrongEverywhere = ["%00", "a%00b", "x".repeat(5_000), "%E2%80%AE".repeat(300)]

const wrongNumbers = (name: string) => [
  ...(name === "offset" ? [] : ["0"]),
  "-1",
  "9e15",
  "1e2",
  "100abc",
  "%201",
  "1%20",
  "1.0",
  "%2B1",
  "0x10",
  "",
  "NaN",
  "%D9%A3",
  "9".repeat(400)
]

/** Texts that are harmless or wrong, as the parameter likes it. */
const texts = ["%zz", "%", "%ED%A0%80", "%FF", "%F0%9F%98%80", "'%20OR%201=1--", "__proto__", "%0D%0Ax:%20y", "\u0026"]

/** Parameters of which any value has a meaning; the reason of a deletion is read only where the body has none. */
const takingAnything = new Set([
  "GET /api/audit-log/export format",
  "GET /api/audit-log/export bundle",
  "GET /api/reports/upcoming-exits days",
  ...contractRoutes.filter(({ method }) => method === "DELETE").map(({ name }) => `${name} reason`)
])

/** Calls of one user that their limits let pass. */
const callsOf = ({ name }: ContractRoute) => (name === "GET /api/audit-log/export" ? 10 : 100)

const isNumber = (name: string) => name === "page" || name === "limit" || name === "offset"

/** Ids that name no record because they are no UUIDs. */
const noIds = [
  "17",
  "x",
  "%00",
  "%7B00000000-0000-4000-8000-00000000000a%7D",
  "urn:uuid:00000000-0000-4000-8000-00000000000a",
  "00000000-0000-4000-8000-00000000000a%00",
  "00000000-0000-4000-8000-00000000000a%20",
  "00000000000040008000000000000000",
  "%2e%2e",
  "..%2f..%2fetc%2fpasswd",
  "a%2Fb",
  "%zz",
  "%",
  "%ff%fe",
  "%F0%9F%98%80",
  "x".repeat(101),
  "x".repeat(5_000),
  "%25".repeat(1_000),
  "null",
  "__proto__"
]

/** Parameters that are no ids: a token that opens nothing is answered like one that has expired. */
const plain = new Set(["provider", "service", "token"])
const withQuery = contractRoutes.filter(({ query }) => query.length > 0)
const idNames = (route: ContractRoute) =>
  [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name).filter((name) => !plain.has(name))

const withParameters = contractRoutes.filter((route) => idNames(route).length > 0)

/** The route called with these, in the name of somebody who may. */
const call = (
  route: ContractRoute,
  fixture: Fixture,
  parameters: Readonly<Record<string, string>>,
  query: string = ""
) =>
  sendHostile({
    method: route.method,
    path: `${pathOf(route, { id: randomUUID(), service: "crm", ...parameters })}${query}`,
    bearer: credentialOf(route, fixture),
    // Where the query is what is tried, the body is a good one.
    ...(route.payloads.length > 0
      ? { body: JSON.stringify((route.query.length > 0 ? reachOf(route, fixture) : undefined) ?? {}) }
      : {})
  })

/** A vendor's callback without its signature is refused, whatever its address. */
/** Routes with a parameter that has no default. */
const askingFor = new Set(["GET /api/organizations/me/retention/preview"])

const unsigned = ({ middlewares, statuses }: ContractRoute) =>
  middlewares.includes("svc/OpenAccess") && statuses.includes(401) ? [401] : []

layer(TestApp)("whatever stands in the address", (it) => {
  for (const route of withQuery) {
    // refusals-4: A parameter of a list that is of the wrong form, or a page beyond the most, is 400 and named.
    it.effect(`${route.name}: 400 names the parameter of the wrong form`, function* () {
      const refused = route.query.flatMap((name) => [
        ...[
          ...(takingAnything.has(`${route.name} ${name}`) ? [] : wrongEverywhere),
          ...(isNumber(name) ? wrongNumbers(name) : [])
        ].map((value) => [name, `${name}=${value}`]),
        [name, `${name}=1&${name}=2`],
        [name, `${name}[]=1`],
        [name, `${name}[0]=1`],
        [name, `${name}[a]=1&${name}[b]=2`],
        [name, `${name}=a&${name}=a&${name}=a`]
      ])
      let fixture = yield* aCaller
      for (const [index, [name = "", query = ""]] of refused.entries()) {
        if (index % callsOf(route) === callsOf(route) - 1) fixture = yield* aCaller
        const at = `${route.name}?${query.slice(0, 80)}`
        const answer = yield* call(route, fixture, {}, `?${query}`)
        const error = checkDocumented(route, answer, at)
        assert.strictEqual(answer.status, 400, at)
        assert.include(error ?? "", `${name}: `, at)
      }
    })

    it.effect(`${route.name}: a harmless or odd query has a documented answer`, function* () {
      const odd = route.query.flatMap((name) => texts.map((value) => `${name}=${value}`))
      const whole = [
        "",
        "&&&",
        "=",
        "=1",
        "unknown=1&other[]=2",
        "__proto__=1&constructor=2",
        "%zz=1",
        "a".repeat(9_000),
        "x=1&".repeat(2_000)
      ]
      let fixture = yield* aFixture(route)
      for (const [index, query] of [...odd, ...whole].entries()) {
        if (index % callsOf(route) === callsOf(route) - 1) fixture = yield* aFixture(route)
        const at = `${route.name}?${query.slice(0, 80)}`
        const answer = yield* call(route, fixture, {}, `?${query}`)
        checkDocumented(route, answer, at)
        // The app ignores what the route does not know; the public API refuses it.
        const isStrict = route.name.includes(" /api/v1/")
        const refusals = askingFor.has(route.name) ? [400] : [...(isStrict ? [400] : []), 404, 503, ...unsigned(route)]
        if (whole.includes(query)) assert.include([200, 302, ...refusals], answer.status, at)
      }
    })
  }

  for (const route of withParameters) {
    it.effect(`${route.name}: 400 Invalid id`, function* () {
      for (const name of idNames(route)) {
        const fixture = yield* aCaller
        for (const id of noIds) {
          const at = `${route.name}, ${name} ${id.slice(0, 60)}`
          const answer = yield* call(route, fixture, { [name]: id })
          assert.deepStrictEqual([answer.status, answer.body], [400, { error: "Invalid id" }], at)
        }
      }
    })
  }

  it.effect("POST /api/employees/{id}/apps/{service}/confirm-removed: whatever the service is called", function* () {
    const route = withParameters.find(({ path }) => path.includes("{service}"))
    if (route === undefined) return assert.fail("no route has such a parameter")
    const fixture = yield* aFixture(route)
    for (const service of ["%00", "x".repeat(101), "x".repeat(5_000), "%F0%9F%98%80".repeat(101)]) {
      const answer = yield* withStatus(400, call(route, fixture, { id: fixture.id, service }), service.slice(0, 60))
      assert.include(checkDocumented(route, answer, service.slice(0, 60)) ?? "", "service: ")
    }
    for (const service of [
      "%zz",
      "%ff",
      "a%2Fb",
      "..",
      "%F0%9F%98%80".repeat(100),
      "%D9%85",
      "__proto__",
      "%27%3B--"
    ]) {
      const answer = yield* call(route, fixture, { id: fixture.id, service })
      checkDocumented(route, answer, service)
      assert.strictEqual(answer.status, 404, `${service}: ${answer.text}`)
    }
  })

  // refusals-15: A UUID in upper case names the same record.
  it.effect("a UUID in upper case names the same record", function* () {
    const route = withParameters.find(({ name }) => name === "GET /api/v1/offboardings/{id}")
    if (route === undefined) return assert.fail("the route is gone")
    const fixture = yield* aFixture(route)
    const answer = yield* withStatus(200, call(route, fixture, { id: fixture.id.toUpperCase() }))
    assert.deepInclude(answer.body, { id: fixture.id })
  })

  // credentials-9
  it.status(401, "comes before what is wrong with the address or the body", function* () {
    for (const [method, path] of [
      ["GET", "/api/v1/offboardings/%zz"],
      ["GET", "/api/v1/offboardings?page=0"],
      ["POST", "/api/v1/offboardings"],
      ["DELETE", "/api/keys/17"]
    ] as const) {
      const answer = yield* sendHostile({ method, path, ...(method === "POST" ? { body: "{" } : {}) })
      assert.strictEqual(answer.status, 401, `${method} ${path}`)
    }
  })
})
