import { assert, describe, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"
import { contractRoutes } from "#test/support/contract-routes"
import { cardOf, routesThatAre } from "#test/support/route-cards"
import { identityProviderConnects } from "#test/support/route-cards/connections"

/** As they are written down: one that stands in two files would come out of the merge as one. */
const written = [
  ...globSync("test/support/route-cards/*.ts").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/^ {2}"([A-Z]+ \/[^"]+)": \{/gm)].map(([, name = ""]) => name)
  ),
  ...Object.keys(identityProviderConnects)
]

describe("the cards of the routes", () => {
  it("every route of the contract has one, nothing else has, and none stands twice", () => {
    const times = (names: ReadonlyArray<string>, name: string) => names.filter((other) => other === name).length
    const names = contractRoutes.map(({ name }) => name)
    for (const name of new Set([...names, ...written])) {
      assert.strictEqual(times(written, name), times(names, name), `cards of ${name}`)
    }
  })

  it.each(["callback", "crossSite", "recording", "whileReadOnly", "whileSuspended", "withoutOrganisation"] as const)(
    "say which routes are declared %s, and which are not",
    (exception) => {
      const declared = contractRoutes.filter(({ requires }) => requires?.[exception] === true).map(({ name }) => name)
      assert.sameMembers(routesThatAre(exception), declared)
    }
  )

  it("only a write says what becomes of its entry, and only one that takes a body what gets through", () => {
    for (const route of contractRoutes) {
      const { audited, prepare, reach } = cardOf(route)
      if (route.method === "GET") assert.deepStrictEqual([audited, prepare], [undefined, undefined], route.name)
      if (reach !== undefined) assert.isAbove(route.payloads.length, 0, route.name)
    }
  })
})
