import { assert, layer } from "#test/support/suite"
import { ApiScope, Permission } from "@svc/contract/kernel/permissions"
import { planFeatures } from "@svc/contract/kernel/plans"
import { TestClock } from "effect/testing"
import { Effect } from "effect"
import { type ContractRoute, contractRoutes } from "#test/support/contract-routes"
import { bodyOf, call, cardOf, pathOf, routesThatAre } from "#test/support/route-cards"
import { TestApp } from "#test/support/TestApp"
import { aKey, aMember, anOrganisation, aSession, aSuperAdmin, type Member } from "#test/support/people"
import { send, withStatus } from "#test/support/requests"

/** A member of either surface: key and session are used again, but that the session may be ended by a route that writes. */
const credentials = Effect.fnUntraced(function* (member: Member) {
  const key = yield* aKey(member)
  const reading = yield* aSession(member)
  return (route: ContractRoute) =>
    route.surface === "public"
      ? Effect.succeed(key)
      : route.method === "GET"
        ? Effect.succeed(reading)
        : aSession(member)
})

const behindKey = contractRoutes.filter((route) => route.middlewares.includes("svc/ApiKeyAuth"))
const behindSession = contractRoutes.filter((route) => route.middlewares.includes("svc/SessionAuth"))
const writes = (route: ContractRoute) => route.method !== "GET" && route.requires?.whileReadOnly !== true
const errorOf = (body: unknown) => JSON.stringify(body)
/** The requests of one address are counted by the minute: a case that sends many starts in a minute of its own. */
const aMinuteLater = TestClock.adjust("1 minute")

layer(TestApp)("every route, by what it requires", (it) => {
  it.status(401, "no credential, the wrong kind, and one that was never issued", function* () {
    const key = `svc_live_${"0".repeat(32)}`
    for (const route of [...behindKey, ...behindSession]) {
      assert.strictEqual((yield* call(route)).status, 401, route.name)
    }
    // Wrong credentials count towards the block of the address, so each kind is shown once.
    for (const route of [behindKey[0], behindSession[0]]) {
      if (route !== undefined) assert.strictEqual((yield* call(route, key)).status, 401, route.name)
    }
  })

  // credentials-1: An API key opens public routes only; a session opens app routes only.
  it.status(401, "a session opens no public route, and a key no app route", function* () {
    const member = yield* aSuperAdmin()
    const [publicRoute, appRoute] = [behindKey[0], behindSession[0]]
    if (publicRoute === undefined || appRoute === undefined) return assert.fail("there are no routes")
    assert.strictEqual((yield* call(publicRoute, yield* aSession(member))).status, 401)
    assert.strictEqual((yield* call(appRoute, yield* aKey(member))).status, 401)
  })

  // permissions-5
  it.status(403, "a key that holds every scope but the one required, which the message names", function* () {
    const member = yield* aSuperAdmin()
    for (const scope of ApiScope.literals) {
      const key = yield* aKey(
        member,
        ApiScope.literals.filter((other) => other !== scope)
      )
      for (const route of behindKey.filter(({ requires }) => requires?.scope === scope)) {
        const answer = yield* withStatus(403, call(route, key), route.name)
        assert.include(errorOf(answer.body), scope, route.name)
      }
    }
  })

  // permissions-5: Every public route declares its scope, and the 403 names it.
  it.effect("each scope grants what the documents say, and no route of the public API goes without one", () =>
    Effect.sync(() => {
      for (const route of behindKey) {
        const declared: unknown = { scope: route.requires?.scope }
        assert.deepStrictEqual(declared, cardOf(route).permission, route.name)
      }
    })
  )

  // plans-1: A feature that the plan lacks is 403 `{ error, feature, currentPlan, upgradeRequired: true }`.
  // keys-10: All routes for keys require the feature `publicApi`; a read-only organization still lists its keys.
  // subscriptions-13: Webhooks require the plan feature `webhooks` on both surfaces; without it 403 with `feature` and
  //   `upgradeRequired`.
  it.status.each(["none", "starter", "trial", "team"] as const)(
    403,
    "upgradeRequired: a feature that the plan %s does not have",
    function* (plan) {
      const member = yield* aSuperAdmin({ plan })
      const credential = yield* credentials(member)
      for (const route of [...behindKey, ...behindSession]) {
        const needed =
          route.surface === "public" ? (["publicApi", route.requires?.feature] as const) : [route.requires?.feature]
        const lacking = needed.find((feature) => feature !== undefined && !planFeatures[plan].includes(feature))
        const answer = yield* call(route, yield* credential(route))
        if (lacking === undefined) {
          assert.notInclude(answer.text, "upgradeRequired", `${route.name} on ${plan}`)
        } else {
          assert.strictEqual(answer.status, 403, `${route.name} on ${plan}`)
          assert.deepInclude(answer.body, { feature: lacking, currentPlan: plan, upgradeRequired: true }, route.name)
        }
      }
    }
  )

  // plans-2: A suspended organization is 403 before any other check, except for what lets its members leave it.
  it.status(403, "a suspended organisation, before anything else; but for what lets its members out", function* () {
    const member = yield* aSuperAdmin({ suspended: true })
    const credential = yield* credentials(member)
    const out = routesThatAre("whileSuspended")
    for (const route of [...behindKey, ...behindSession]) {
      const answer = yield* call(route, yield* credential(route))
      assert.strictEqual(route.requires?.whileSuspended === true, out.includes(route.name), route.name)
      if (out.includes(route.name)) {
        assert.notInclude(answer.text, "suspended", route.name)
        continue
      }
      assert.strictEqual(answer.status, 403, route.name)
      assert.include(answer.text, "suspended", route.name)
    }
  })

  // keys-10
  // plans-4: After a trial or subscription has ended, reads on the public API work whatever plan is left.
  it.status.each([
    { plan: "trial", planStatus: "trial_expired" },
    { plan: "enterprise", planStatus: "canceled" },
    { plan: "none", planStatus: "canceled" }
  ] as const)(
    402,
    "read_only: reads work and writes are refused once the trial or subscription has ended; the public API and the key list stay open whatever plan is left: $plan, $planStatus",
    function* (organisation) {
      const member = yield* aSuperAdmin(organisation)
      const credential = yield* credentials(member)
      for (const route of [...behindKey, ...behindSession]) {
        const answer = yield* call(route, yield* credential(route))
        const feature = route.requires?.feature
        const lacks = feature !== undefined && !planFeatures[organisation.plan].includes(feature)
        if (lacks && feature !== "publicApi") {
          assert.strictEqual(answer.status, 403, route.name)
          assert.deepInclude(answer.body, { feature, upgradeRequired: true }, route.name)
        } else if (writes(route)) {
          assert.strictEqual(answer.status, 402, route.name)
          assert.deepInclude(answer.body, { code: "read_only" }, route.name)
        } else {
          assert.notStrictEqual(answer.status, 402, route.name)
          assert.notInclude(answer.text, "upgradeRequired", route.name)
        }
      }
    }
  )

  // plans-3: A read-only organization reads; its writes are 402 `read_only`, except sign-in, sign-out, step-up, account
  //   and membership.
  it.status(402, "read_only: every write but sign-in, sign-out, step-up, account and membership routes", () =>
    Effect.sync(() => {
      const stayOpen = behindSession.filter((route) => route.method !== "GET" && !writes(route))
      assert.sameMembers(
        stayOpen.map(({ name }) => name),
        routesThatAre("whileReadOnly").filter((name) => !name.startsWith("GET "))
      )
      assert.deepStrictEqual(
        behindKey.filter((route) => route.requires?.whileReadOnly === true),
        []
      )
    })
  )

  // tenancy-2: Lists and figures hold the records of the caller only: all, some departments, or direct reports.
  it.status(403, "what shows everybody's records is for the record scope all, reading included", function* () {
    const orgId = yield* anOrganisation()
    const routes = behindSession.filter(({ path }) => /^\/api\/(siem-targets|webhooks)(\/|$)/.test(path))
    assert.isAbove(routes.length, 15)
    for (const route of routes) {
      for (const scope of ["departments", "direct_reports"] as const) {
        const member = yield* aMember(orgId, { permissions: Permission.literals, scope, departments: ["Sales"] })
        const answer = yield* call(route, yield* aSession(member))
        assert.strictEqual(answer.status, 403, route.name)
        assert.include(answer.text, "you see only some of them", route.name)
      }
      const all = yield* aMember(orgId, { permissions: Permission.literals })
      assert.notInclude([402, 403, 428], (yield* call(route, yield* aSession(all))).status, route.name)
    }
  })

  // permissions-6: SIEM destinations require no step-up, and a batch export requires `audit_export` too.
  it.effect("SIEM targets ask for no step-up, and a batch export for audit_export as well", function* () {
    const orgId = yield* anOrganisation()
    const routes = behindSession.filter(({ path }) => path.startsWith("/api/siem-targets"))
    for (const route of routes) {
      const settings = yield* aMember(orgId, { permissions: ["settings_manage"] })
      const answer = yield* call(route, yield* aSession(settings, { steppedUp: false }))
      if (!route.path.endsWith("/batch-export")) assert.notInclude([403, 428], answer.status, route.name)
      else {
        assert.strictEqual(answer.status, 403, route.name)
        assert.deepInclude(answer.body, { permission: "audit_export" })
      }
    }
  })

  // step-up-1: Without a step-up in the last ten minutes the response is 428 `{ error: step_up_required, totpRequired
  //   }`.
  // keys-9
  it.status(
    428,
    "step_up_required: writes that need a fresh password, before permission where the documents say so",
    function* () {
      const orgId = yield* anOrganisation()
      for (const route of behindSession.filter(({ requires }) =>
        ["first", "last", "own"].includes(requires?.stepUp ?? "")
      )) {
        const session = yield* aSession(yield* aMember(orgId), { steppedUp: false })
        const answer = yield* withStatus(428, call(route, session), route.name)
        assert.deepInclude(answer.body, { error: "step_up_required" }, route.name)
        if (route.requires?.stepUp !== "first") continue
        const powerless = yield* aSession(yield* aMember(orgId, "manager"), { steppedUp: false })
        assert.strictEqual((yield* call(route, powerless)).status, 428, route.name)
      }
    }
  )

  it.status(
    429,
    "the 121st request of a key within a minute, and the 301st of a user, on whatever routes",
    function* () {
      const member = yield* aSuperAdmin()
      const key = yield* aKey(member)
      const statuses = yield* Effect.forEach(
        Array.from({ length: 121 }),
        () => Effect.map(send("GET", "/api/v1/employees", { bearer: key }), ({ status }) => status),
        { concurrency: 32 }
      )
      assert.strictEqual(statuses.filter((status) => status === 200).length, 120)
      const refused = yield* send("GET", "/api/v1/employees", { bearer: key })
      assert.deepStrictEqual(refused.body, { error: "Too many requests. Please slow down." })
      assert.notProperty(refused.headers, "retry-after")

      const session = yield* aSession(member)
      const app = yield* Effect.forEach(
        Array.from({ length: 301 }),
        () => Effect.map(send("GET", "/api/integrations", { bearer: session }), ({ status }) => status),
        { concurrency: 32 }
      )
      assert.strictEqual(app.filter((status) => status === 200).length, 300)
      const slowed = yield* withStatus(429, send("GET", "/api/integrations", { bearer: session }))
      assert.match(slowed.headers["retry-after"] ?? "", /^\d+$/)
    }
  )

  it.status(404, "the id of another organisation's record is that of no record", function* () {
    yield* aMinuteLater
    const member = yield* aSuperAdmin()
    const credential = yield* credentials(member)
    for (const route of contractRoutes.filter(({ path }) => path.includes("{"))) {
      const answer = yield* call(route, yield* credential(route))
      assert.strictEqual(answer.status, cardOf(route).unknownId ?? 404, `${route.name}: ${answer.text}`)
    }
  })

  // refusals-3: An ID that is not a UUID is 400 on app and public routes, 404 on provisioning.
  it.status(400, "an id that is not a UUID, in the documents' words", function* () {
    yield* aMinuteLater
    const member = yield* aSuperAdmin()
    const credential = yield* credentials(member)
    // A token is no id: one of any form that opens nothing is answered like one that has expired.
    for (const route of contractRoutes.filter(({ path }) => /\{(?!token\}|provider\})/.test(path))) {
      const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name) => (name === "service" ? "crm" : "17"))
      const answer = yield* send(route.method, path, {
        bearer: yield* credential(route),
        body: bodyOf(route)
      })
      assert.strictEqual(answer.status, 400, `${route.name}: ${answer.text}`)
      assert.deepStrictEqual(answer.body, { error: "Invalid id" }, route.name)
    }
  })

  // refusals-2: A body that is not JSON, or has another shape, is 400 and names the field, on every route that accepts
  //   one.
  it.status(400, "a body that is not JSON, or JSON of the wrong shape, on every route that takes one", function* () {
    yield* aMinuteLater
    const member = yield* aSuperAdmin()
    const credential = yield* credentials(member)
    for (const route of contractRoutes.filter((each) => bodyOf(each) !== undefined)) {
      for (const body of ["{", "[]", "17", '"text"']) {
        const answer = yield* send(route.method, pathOf(route), {
          bearer: yield* credential(route),
          body
        })
        assert.isTrue(answer.status >= 400 && answer.status < 500, `${route.name} ${body}: ${answer.status}`)
        assert.property(answer.body, "error", route.name)
      }
    }
  })
})
