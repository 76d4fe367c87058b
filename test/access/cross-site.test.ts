import { assert, layer } from "#test/support/suite"
import { contractRoutes } from "#test/support/contract-routes"
import { bodyOf, pathOf, routesThatAre } from "#test/support/route-cards"
import { TestApp } from "#test/support/TestApp"
import { aMember, anOrganisation, aSession, aSuperAdmin } from "#test/support/people"
import { send, withStatus } from "#test/support/requests"
import { systemSql } from "#test/support/tables"

const writes = contractRoutes.filter(({ method, surface }) => surface === "app" && method !== "GET")
/** Reads that leave an entry or use up a limit of their own. */
const recording = contractRoutes.filter(({ requires }) => requires?.recording === true)
const behindSession = writes.filter(({ middlewares }) => middlewares.includes("svc/SessionAuth"))
const withoutSession = writes.filter(({ middlewares }) => !middlewares.includes("svc/SessionAuth"))

/** Posted by the identity provider's page in the person's browser; what it carries is signed. */
const fromElsewhere = new Set(routesThatAre("crossSite"))

const refused = { error: "This request must come from the application itself" }

type Headers = Readonly<Record<string, string>>

/** Each tried on every route, in a case of its own. */
const told = (all: ReadonlyArray<Headers>) => all.map((headers) => [JSON.stringify(headers), headers] as const)

const foreign: ReadonlyArray<Headers> = [
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
  { "sec-fetch-site": "cross-site", origin: "http://svc.test" },
  { "sec-fetch-site": "SAME-ORIGIN, cross-site" },
  { origin: "https://evil.test" },
  { origin: "null" },
  { origin: "http://svc.test.evil.test" },
  { origin: "https://svc.test" },
  { origin: "" }
]

const own: ReadonlyArray<Headers> = [
  { "sec-fetch-site": "same-origin" },
  { "sec-fetch-site": "none" },
  { origin: "http://svc.test" },
  {}
]

const callWith = (route: (typeof writes)[number], headers: Headers, bearer?: string) =>
  send(route.method, pathOf(route), {
    headers,
    ...(bearer === undefined ? {} : { bearer }),
    body: bodyOf(route)
  })

layer(TestApp)("cross-site writes", (it) => {
  // browsers-1
  it.status.each(told(foreign))(
    403,
    "no write with the cookie that another site made the browser send, on any route, with %s",
    function* ([at, headers]) {
      // Nothing is done, so that one session is enough for all.
      const cookie = `access_token=${yield* aSession(yield* aSuperAdmin())}`
      for (const route of behindSession) {
        const answer = yield* callWith(route, { ...headers, cookie })
        assert.strictEqual(answer.status, 403, `${route.name} ${at}: ${answer.text}`)
        assert.deepStrictEqual(answer.body, refused, route.name)
      }
    }
  )

  // browsers-5: A GET that is recorded in the audit log counts as a write: from another site it is 403, HEAD included.
  it.status(403, "nor a GET or HEAD that is recorded, which leaves no entry and uses up nothing", function* () {
    assert.sameMembers(
      recording.map(({ name }) => name),
      routesThatAre("recording")
    )
    const orgId = yield* anOrganisation()
    const cookie = `access_token=${yield* aSession(yield* aMember(orgId))}`
    const entries = systemSql<{
      count: number
    }>`SELECT count(*)::int AS count FROM audit_entries WHERE org_id = ${orgId}`
    const before = yield* entries
    for (const route of recording) {
      // A member each: all of these requests are more than one member may send in a minute.
      const sent = `access_token=${yield* aSession(yield* aMember(orgId))}`
      for (const headers of foreign) {
        for (const method of ["GET", "HEAD"] as const) {
          const answer = yield* send(method, pathOf(route), { headers: { ...headers, cookie: sent } })
          assert.strictEqual(answer.status, 403, `${method} ${route.name} ${JSON.stringify(headers)}`)
        }
      }
    }
    assert.deepStrictEqual(yield* entries, before)
    // Ten exports in 15 minutes are allowed: all of them are left.
    for (let times = 1; times <= 10; times += 1) {
      const headers = { cookie, "sec-fetch-site": times % 2 === 0 ? "none" : "same-origin" }
      assert.strictEqual((yield* send("GET", "/api/audit-log/export", { headers })).status, 200)
    }
  })

  it.effect("a GET that changes nothing is answered wherever the link stood", function* () {
    const cookie = `access_token=${yield* aSession(yield* aSuperAdmin())}`
    for (const path of ["/api/auth/me", "/api/audit-log", "/api/employees"]) {
      yield* withStatus(200, send("GET", path, { headers: { cookie, "sec-fetch-site": "cross-site" } }), path)
    }
  })

  it.status(403, "nor one without a session (a forged sign-in), but for what an identity provider posts", function* () {
    assert.isAbove(withoutSession.length, 0)
    for (const route of withoutSession) {
      for (const headers of foreign) {
        const answer = yield* callWith(route, headers)
        assert.strictEqual(
          answer.text.includes(refused.error),
          !fromElsewhere.has(route.name),
          `${route.name} ${JSON.stringify(headers)}: ${answer.text}`
        )
      }
    }
  })

  // What is let in is carried out, which takes its time: each route meets one of the headers, and each of them many routes.
  const oneOf = (headers: ReadonlyArray<Headers>, index: number) => headers[index % headers.length] ?? {}

  it.effect("the application's own writes, and those of no browser, are let in", function* () {
    const orgId = yield* anOrganisation()
    assert.isAbove(writes.length, own.length * 10)
    for (const [index, route] of writes.entries()) {
      const headers = oneOf(own, index)
      const cookie = `access_token=${yield* aSession(yield* aMember(orgId))}`
      const answer = yield* callWith(route, { ...headers, cookie })
      assert.notInclude(answer.text, refused.error, `${route.name} ${JSON.stringify(headers)}`)
    }
  })

  // browsers-2
  it.effect("a Bearer token needs no such check: no browser sends it by itself", function* () {
    const orgId = yield* anOrganisation()
    const routes = [...behindSession, ...recording]
    assert.isAbove(routes.length, foreign.length * 10)
    for (const [index, route] of routes.entries()) {
      const headers = oneOf(foreign, index)
      const answer = yield* callWith(route, headers, yield* aSession(yield* aMember(orgId)))
      assert.notInclude(answer.text, refused.error, `${route.name} ${JSON.stringify(headers)}`)
    }
  })
})
