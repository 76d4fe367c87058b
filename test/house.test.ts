import { assert, describe, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { dashboard, dashboardModules, districts, folders } from "./support/house.ts"

interface Import {
  readonly from: string
  readonly to: string
}

/** `src/work/assets/service.ts` -> `work`; the three files above the districts belong to none. */
const districtOf = (file: string) => (file.split("/").length > 2 ? (file.split("/")[1] ?? "") : "")

const specifiers = /\b(?:from|import)\s*\(?\s*"((?:#|\.\.?\/)[^"]+)"/g

const specifiersOf = (file: string) => [...readFileSync(file, "utf8").matchAll(specifiers)].map(([, name = ""]) => name)

const imports: ReadonlyArray<Import> = globSync("src/**/*.ts").flatMap((from) =>
  specifiersOf(from).map((name) => ({
    from,
    to: name.startsWith("#") ? `src/${name.slice(1)}.ts` : join(dirname(from), name)
  }))
)

const ofDashboard = globSync(`${dashboard}/**/*.{ts,tsx}`)
const dashboardImports: ReadonlyArray<Import> = ofDashboard.flatMap((from) =>
  specifiersOf(from).map((name) => ({
    from: relative(dashboard, from),
    to: name.startsWith("#") ? name.slice(1) : join(dirname(relative(dashboard, from)), name)
  }))
)

/** `work/assets/Assets.tsx` -> `work`; the files above the modules belong to none. */
const moduleOf = (file: string) => (file.includes("/") ? (file.split("/")[0] ?? "") : "")

/** From folder to folder. */
const foldersOf = (imports: ReadonlyArray<Import>): ReadonlyArray<Import> =>
  imports
    .map(({ from, to }) => ({ from: dirname(from), to: dirname(to) }))
    // A module's own files join its domains, and are above them.
    .filter(({ from, to }) => from !== to && !to.startsWith(`${from}/`))

/** The edges that are left when what nothing imports, or what imports nothing, is taken away again and again. */
const circling = (edges: ReadonlyArray<Import>): ReadonlyArray<Import> => {
  const [froms, tos] = [new Set(edges.map(({ from }) => from)), new Set(edges.map(({ to }) => to))]
  const left = edges.filter(({ from, to }) => froms.has(to) && tos.has(from))
  return left.length === edges.length ? left : circling(left)
}

/** The ways on which a file or folder comes back to itself through others, each told once, from its first name on. */
const circles = (edges: ReadonlyArray<Import>): ReadonlyArray<string> => {
  const next = Map.groupBy(circling(edges), ({ from }) => from)
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
  const told = [...next.keys()].toSorted().flatMap((first) => {
    const way = wayBack(first)
    return way === undefined || way.toSorted()[0] !== first ? [] : [`${way.join(" -> ")} is a circle`]
  })
  return [...new Set(told)]
}

describe("the order of the house", () => {
  it("src is its districts and three files", () => {
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
    assert.deepStrictEqual(circles(foldersOf(imports)), [])
  })

  it("no two files import each other, at whatever distance, not even by types", () => {
    const between = (...names: ReadonlyArray<string>) =>
      names.map((way) => ({ from: way.charAt(0), to: way.charAt(1) }))
    assert.deepStrictEqual(circles(between("ab", "bc", "cb", "cd", "da")), [
      "a -> b -> c -> d -> a is a circle",
      "b -> c -> b is a circle"
    ])
    assert.deepStrictEqual(circles(between("ab", "ac", "bc")), [])
    assert.deepStrictEqual(circles(imports), [])
  })

  it("a neighbour is imported by its name, never by the way to it", () => {
    const byWay = [...globSync("src/**/*.ts"), ...ofDashboard].filter((file) =>
      specifiersOf(file).some((name) => name.startsWith("../"))
    )
    assert.deepStrictEqual(byWay, [])
  })
})

describe("the order of the dashboard", () => {
  it("a module is one of src, or a room; its folders are domains that src has there", () => {
    const inside = [...new Set(ofDashboard.map((file) => dirname(relative(dashboard, file))))]
    assert.deepStrictEqual(
      inside.filter((folder) => folder !== "." && !dashboardModules.includes(moduleOf(`${folder}/`))),
      []
    )
    assert.deepStrictEqual(
      inside.filter((folder) => folder.includes("/") && !folders.includes(`src/${folder}`)),
      []
    )
  })

  it("a module imports only modules before it", () => {
    const upward = dashboardImports.flatMap(({ from, to }) => {
      const [here, there] = [moduleOf(from), moduleOf(to)]
      return here === "" || (there !== "" && dashboardModules.indexOf(there) <= dashboardModules.indexOf(here))
        ? []
        : [`${from} imports ${to}, which comes after it`]
    })
    assert.deepStrictEqual(upward, [])
  })

  it("no two domains of it import each other, at whatever distance", () => {
    assert.deepStrictEqual(circles(foldersOf(dashboardImports)), [])
  })
})

/** What one file takes of another by name; all of it where it takes the whole. */
interface Taking {
  readonly from: string
  readonly name: string
}

const ours = [
  "src/**/*.ts",
  "scripts/**/*.ts",
  "test/**/*.ts",
  "packages/*/{src,page}/**/*.{ts,tsx}",
  "packages/dashboard/*.ts",
  "examples/*.ts",
  "*.ts"
].flatMap((pattern) => globSync(pattern, { exclude: ["**/*.d.ts"] }))
const textOf = new Map(ours.map((file) => [file, readFileSync(file, "utf8")]))

const exportsOfDashboard: Readonly<Record<string, string>> = JSON.parse(
  readFileSync("packages/dashboard/package.json", "utf8")
).exports

const fileNamed = (name: string, from: string) => {
  if (name.startsWith("#") && from.startsWith(`${dashboard}/`)) return `${dashboard}/${name.slice(1)}`
  if (name.startsWith("#test/")) return `test/${name.slice(6)}.ts`
  if (name.startsWith("#")) return `src/${name.slice(1)}.ts`
  if (name.startsWith("@svc/dashboard/")) {
    return join("packages/dashboard", exportsOfDashboard[name.replace("@svc/dashboard", ".")] ?? name)
  }
  return name.startsWith("@svc/")
    ? name.replace(/^@svc\/([a-z]+)\/(.+)$/, "packages/$1/src/$2.ts")
    : join(dirname(from), name)
}

const wholesale = "*"

/** Plain JavaScript imports as well; what it exports is not judged. */
const plain = globSync("scripts/*.mjs").map((file): readonly [string, string] => [file, readFileSync(file, "utf8")])

const takings: ReadonlyArray<Taking> = [...textOf, ...plain].flatMap(([file, text]) => [
  ...[
    ...text.matchAll(
      /\b(?:import|export)\s+(?:type\s+)?(?:\{([^}]*)\}|\*(?:\s+as\s+(\w+))?)\s+from\s+"((?:#|\.|@svc\/)[^"]+)"/g
    )
  ].flatMap(([, named, namespace, specifier = ""]) => {
    const from = fileNamed(specifier, file)
    if (named !== undefined) {
      return named.split(",").map((part) => ({
        from,
        name:
          part
            .trim()
            .replace(/^type\s+/, "")
            .split(/\s+as\s+/)[0] ?? ""
      }))
    }
    // Handed on as a value, a namespace may be asked for any of its names.
    const asValue = new RegExp(`(?<!\\* as |\\} = )\\b${namespace}\\b(?!\\.)`)
    if (namespace === undefined || asValue.test(text)) return [{ from, name: wholesale }]
    const members = [...text.matchAll(new RegExp(`\\b${namespace}\\.(\\w+)`, "g"))].map(([, name = ""]) => name)
    const unpacked = [...text.matchAll(new RegExp(`\\{([^}]*)\\} = ${namespace}\\b`, "g"))].flatMap(([, names = ""]) =>
      names.split(",").map((name) => name.trim())
    )
    return [...members, ...unpacked].map((name) => ({ from, name }))
  }),
  ...[...text.matchAll(/\bimport\("((?:#|\.)[^"]+)"\)/g)].map(([, specifier = ""]) => ({
    from: fileNamed(specifier, file),
    name: wholesale
  }))
])

describe("what is exported", () => {
  it("somebody imports: what only its own file uses is not exported", () => {
    const taken = Map.groupBy(takings, ({ from }) => from)
    const idle = [...textOf]
      // The contract and the client are read by programs that are not here.
      .filter(([file]) => !/^packages\/(?:contract|client)\//.test(file) && !file.endsWith(".test.ts"))
      .flatMap(([file, text]) => {
        const names = new Set((taken.get(file) ?? []).map(({ name }) => name))
        return names.has(wholesale)
          ? []
          : [...text.matchAll(/^export (?:abstract )?(?:const|function|class|interface|type) (\w+)/gm)]
              // What stands in a template is the text of a file to be made.
              .filter(({ index }) => (text.slice(0, index).match(/`/g) ?? []).length % 2 === 0)
              .map(([, name = ""]) => name)
              .filter((name) => !names.has(name))
              .map((name) => `${file} exports ${name}, which nobody imports`)
      })
    assert.deepStrictEqual(idle, [])
  })
})
