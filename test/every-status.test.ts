import { assert, describe, it } from "@effect/vitest"
import { identityProviders } from "@svc/contract/integrations/connect-bodies"
import { globSync, readFileSync } from "node:fs"
import { type ESTree, parseSync, Visitor } from "rolldown/utils"
import { contractRoutes, scimRoutes } from "./support/contract-routes.ts"

/** Statuses that `test/access/contract-matrix.test.ts` shows for every route, derived from what the route requires. */
const shownByTheMatrix = new Set([401, 402, 403, 428, 429])

/** What `test/connections/integrations/connects.test.ts` shows for the connect routes of identity providers together. */
const shownOfConnects = new Set([201, 400])
const connects: ReadonlySet<string> = new Set(
  identityProviders.map((provider) => `POST /api/integrations/${provider}/connect`)
)

/** What `test/offboarding/scim/access.test.ts` shows for the routes of provisioning together. */
const shownOfScim = new Set([401, 403, 404, 405, 429])

/** "PATCH /api/assets/{id}/return" -> the statuses of its cases. */
const tested = new Map<string, Set<number>>()

/** `layer(TestApp)("GET /api/assets", …)` is a suite of that route. */
const routeOf = ({ arguments: [name] }: ESTree.CallExpression) =>
  name?.type === "Literal" && /^(?:GET|POST|PUT|PATCH|DELETE) \//.test(String(name.value))
    ? String(name.value)
    : undefined

/** `it.status(409, …)` and `it.status.each(…)(409, …)` are cases of that status. */
const statusOf = ({ arguments: [status], callee }: ESTree.CallExpression) => {
  const each = callee.type === "CallExpression" ? callee.callee : undefined
  const method = each?.type === "MemberExpression" ? each.object : callee
  const isCase =
    method.type === "MemberExpression" && method.property.type === "Identifier" && method.property.name === "status"
  return isCase && status?.type === "Literal" && typeof status.value === "number" ? status.value : undefined
}

for (const file of globSync("test/**/*.test.ts")) {
  const text = readFileSync(file, "utf8")
  if (!text.includes(".status")) continue
  const routes: Array<string> = []
  new Visitor({
    CallExpression(call) {
      const route = routeOf(call)
      if (route !== undefined) routes.push(route)
      const [at, status] = [routes.at(-1), statusOf(call)]
      if (at !== undefined && status !== undefined) tested.set(at, (tested.get(at) ?? new Set()).add(status))
    },
    "CallExpression:exit"(call) {
      if (routeOf(call) !== undefined) routes.pop()
    }
  }).visit(parseSync(file, text).program)
}

// refusals-8: Every documented status of every route has a test.
describe("every documented status has a test", () => {
  for (const route of contractRoutes) {
    it(route.name, () => {
      const missing = route.statuses
        .filter((status) => !shownByTheMatrix.has(status) && (status !== 400 || route.takesInput))
        .filter((status) => !connects.has(route.name) || !shownOfConnects.has(status))
        .filter((status) => tested.get(route.name)?.has(status) !== true)
      assert.deepStrictEqual(missing, [])
    })
  }
})

// refusals-8
describe("every status of provisioning has a test", () => {
  for (const route of scimRoutes) {
    it(route.name, () => {
      const missing = route.statuses
        .filter(
          (status) =>
            !shownOfScim.has(status) && (status !== 400 || route.payloads.length > 0 || route.query.length > 0)
        )
        .filter((status) => tested.get(route.name)?.has(status) !== true)
      assert.deepStrictEqual(missing, [])
    })
  }
})
