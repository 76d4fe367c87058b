import { assert, describe, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"
import { contractRoutes, scimRoutes } from "./support/contract-routes.ts"

/** Statuses that `test/access/contract-matrix.test.ts` shows for every route, derived from what the route requires. */
const shownByTheMatrix = new Set([401, 402, 403, 428, 429])

/** What `test/offboarding/scim/access.test.ts` shows for the routes of provisioning together. */
const shownOfScim = new Set([401, 403, 404, 405, 429])

/** "PATCH /api/assets/{id}/return" -> the statuses that its cases begin with. */
const tested = new Map<string, Set<number>>()
for (const file of globSync("test/**/*.test.ts")) {
  let route = ""
  for (const line of readFileSync(file, "utf8").split("\n")) {
    route = /(?:\)|^with\w+)\(\s*"((?:GET|POST|PUT|PATCH|DELETE) \/[^"]+)"/.exec(line)?.[1] ?? route
    const status = /it\.effect(?:\.each\(.*\)|\.prop)?\(\s*["'`](\d{3})/.exec(line)?.[1]
    if (status !== undefined) tested.set(route, (tested.get(route) ?? new Set()).add(Number(status)))
  }
}

describe("every documented status has a test", () => {
  for (const route of contractRoutes) {
    it(route.name, () => {
      const missing = route.statuses
        .filter((status) => !shownByTheMatrix.has(status) && (status !== 400 || route.takesInput))
        .filter((status) => tested.get(route.name)?.has(status) !== true)
      assert.deepStrictEqual(missing, [])
    })
  }
})

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
