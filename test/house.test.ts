import { assert, describe, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { districts, folders } from "./support/house.ts"

interface Import {
  readonly from: string
  readonly to: string
}

/** `src/work/assets/service.ts` -> `work`; the three files above the districts belong to none. */
const districtOf = (file: string) => (file.split("/").length > 2 ? (file.split("/")[1] ?? "") : "")

const specifiers = /\b(?:from|import)\s*\(?\s*"((?:#|\.\.?\/)[^"]+)"/g

const imports: ReadonlyArray<Import> = globSync("src/**/*.ts").flatMap((from) =>
  [...readFileSync(from, "utf8").matchAll(specifiers)].map(([, name = ""]) => ({
    from,
    to: name.startsWith("#") ? `src/${name.slice(1)}.ts` : join(dirname(from), name)
  }))
)

/** The ways on which a folder comes back to itself through others, each told once, from its first name on. */
const circles = (edges: ReadonlyArray<Import>): ReadonlyArray<string> => {
  const next = Map.groupBy(edges, ({ from }) => from)
  const wayBack = (start: string): ReadonlyArray<string> | undefined => {
    const seen = new Set<string>()
    const ways: Array<ReadonlyArray<string>> = [[start]]
    for (const way of ways) {
      for (const { to } of next.get(way.at(-1) ?? "") ?? []) {
        if (to === start) return [...way, start]
        if (seen.has(to)) continue
        seen.add(to)
        ways.push([...way, to])
      }
    }
    return undefined
  }
  const told = folders.flatMap((folder) => {
    const way = wayBack(folder)
    return way === undefined || way.toSorted()[0] !== folder ? [] : [`${way.join(" -> ")} is a circle`]
  })
  return [...new Set(told)]
}

describe("the order of the house", () => {
  it("src is ten districts and three files", () => {
    const entries = [...new Set(globSync("src/**/*.ts").map((file) => file.split("/")[1] ?? ""))]
    assert.sameMembers(entries, [...districts, "App.ts", "main.ts", "serve.ts"])
  })

  it("a district imports only districts before it", () => {
    const upward = imports.flatMap(({ from, to }) => {
      const [here, there] = [districtOf(from), districtOf(to)]
      return here === "" || districts.indexOf(there) <= districts.indexOf(here)
        ? []
        : [`${from} of the district ${here} imports ${to} of ${there === "" ? "none" : there}, which comes after it`]
    })
    assert.deepStrictEqual(upward, [])
  })

  it("no two domains import each other, at whatever distance", () => {
    const edges = imports
      .map(({ from, to }) => ({ from: dirname(from), to: dirname(to) }))
      // A district's own index joins its domains, and stands above them.
      .filter(({ from, to }) => from !== to && !to.startsWith(`${from}/`))
    assert.deepStrictEqual(circles(edges), [])
  })

  it("a neighbour is imported by its name, never by the way to it", () => {
    const byWay = globSync("src/**/*.ts").filter((file) => /\bfrom "\.\.\//.test(readFileSync(file, "utf8")))
    assert.deepStrictEqual(byWay, [])
  })
})
