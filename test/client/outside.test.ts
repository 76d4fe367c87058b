import { assert, describe, it, layer } from "#test/support/suite"
import { Context, Effect, Layer, Schema } from "effect"
import { spawn } from "node:child_process"
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { rolldown } from "rolldown"
import { aServiceProcess } from "#test/support/service-process"
import { LiveServices } from "#test/support/TestApp"
import { aKey, aSuperAdmin } from "#test/support/people"

const given = path.join(import.meta.dirname, "outside")

interface Ended {
  readonly code: number | null
  readonly printed: string
}

const start = (command: string, args: ReadonlyArray<string>, cwd: string, env: NodeJS.ProcessEnv = process.env) =>
  Effect.callback<Ended>((resume) => {
    const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] })
    let printed = ""
    child.stdout.on("data", (bytes) => (printed += String(bytes)))
    child.stderr.on("data", (bytes) => (printed += String(bytes)))
    child.once("close", (code) => resume(Effect.succeed({ code, printed })))
    return Effect.sync(() => child.kill())
  })

const run = (...given: Parameters<typeof start>) =>
  Effect.map(start(...given), ({ code, printed }) => assert.strictEqual(code, 0, printed))

const Manifest = Schema.Struct({
  name: Schema.String,
  version: Schema.String,
  license: Schema.String,
  private: Schema.optionalKey(Schema.Boolean),
  peerDependencies: Schema.optionalKey(Schema.Record(Schema.String, Schema.String))
})
const manifestOf = (folder: string) =>
  Schema.decodeUnknownSync(Schema.fromJsonString(Manifest))(readFileSync(path.join(folder, "package.json"), "utf8"))

/** A project beside the repository, with the packed tarballs and `effect` in it and nothing else. */
class Project extends Context.Service<Project, { readonly folder: string }>()("test/Project") {
  static readonly layer = Layer.effect(
    Project,
    Effect.gen(function* () {
      const folder = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(path.join(tmpdir(), "svc-outside-"))),
        (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
      )
      const packed = path.join(folder, "packed")
      yield* run(process.execPath, ["--disable-warning=ExperimentalWarning", "scripts/packages.ts", packed], ".")
      for (const name of ["contract", "client"]) {
        const place = path.join(folder, "node_modules/@svc", name)
        mkdirSync(place, { recursive: true })
        const tarball = path.join(packed, `svc-${name}-${manifestOf(".").version}.tgz`)
        yield* run("tar", ["-xzf", tarball, "-C", place, "--strip-components=1"], folder)
      }
      rmSync(packed, { recursive: true })
      symlinkSync(path.resolve("node_modules/effect"), path.join(folder, "node_modules/effect"))
      writeFileSync(path.join(folder, "package.json"), `{ "type": "module" }`)
      copyFileSync(path.join(given, "use.mjs"), path.join(folder, "use.mjs"))
      copyFileSync(path.join(given, "types.ts.txt"), path.join(folder, "types.ts"))
      return { folder }
    })
  )
}

/** This Node, and the machine's own when that is another one. */
const nodes = [
  process.execPath,
  ...(process.env["PATH"] ?? "").split(path.delimiter).map((folder) => path.join(folder, "node"))
]
  .filter((file) => existsSync(file))
  .map((file) => realpathSync(file))
  .filter((file, index, all) => all.indexOf(file) === index)

const Seen = Schema.fromJsonString(
  Schema.Struct({
    refused: Schema.Tuple([Schema.String, Schema.String]),
    created: Schema.String,
    again: Schema.Tuple([Schema.String, Schema.Boolean, Schema.String]),
    received: Schema.Struct({
      event: Schema.String,
      name: Schema.String,
      verified: Schema.Boolean,
      forged: Schema.Boolean
    })
  })
)

describe("the packages of the client", () => {
  it("have the service's version, a licence and effect as a peer", () => {
    const { license, version } = manifestOf(".")
    for (const name of ["contract", "client"]) {
      const manifest = manifestOf(`packages/${name}`)
      assert.deepStrictEqual([manifest.version, manifest.license], [version, license])
      assert.property(manifest.peerDependencies, "effect")
    }
  })
})

layer(Layer.merge(LiveServices, Project.layer), { timeout: "120 seconds", excludeTestServices: true })(
  "the client packed and installed in another project",
  (it) => {
    it.effect("carries a README, the licence and no source", function* () {
      const { folder } = yield* Project
      for (const name of ["contract", "client"]) {
        const place = path.join(folder, "node_modules/@svc", name)
        for (const file of ["README.md", "LICENSE", "dist"]) assert.isTrue(existsSync(path.join(place, file)), file)
        assert.isFalse(existsSync(path.join(place, "src")))
        assert.notProperty(manifestOf(place), "private")
      }
    })

    it.effect("type-checks there, the types of its dependencies included", function* () {
      const { folder } = yield* Project
      const compilerOptions = {
        strict: true,
        exactOptionalPropertyTypes: true,
        module: "nodenext",
        target: "es2022",
        lib: ["es2022", "dom", "dom.iterable"],
        types: [],
        noEmit: true,
        skipLibCheck: false
      }
      writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["types.ts"] }))
      yield* run(path.resolve("node_modules/.bin/tsc"), ["-p", "."], folder)
    })

    // versions-5: The client packed and installed elsewhere type-checks, works in a browser and receives webhooks.
    it.effect("serves a browser: the client of the public API needs nothing of Node", function* () {
      const { folder } = yield* Project
      const input = path.join(folder, "browser.js")
      writeFileSync(input, `export { PublicClient } from "@svc/client/public"`)
      const { code, dynamicImports, imports } = yield* Effect.promise(async () => {
        const bundle = await rolldown({ input, platform: "browser", logLevel: "silent" })
        const { output } = await bundle.generate({ format: "esm" })
        return output[0]
      })
      assert.include(code, "svc/client/PublicClient")
      assert.deepStrictEqual([...imports, ...dynamicImports], [])
    })

    for (const node of nodes) {
      it.effect(
        `calls the service and receives its webhooks on ${node === process.execPath ? "this Node" : "the machine's own"}`,
        function* () {
          const { folder } = yield* Project
          const { baseUrl } = yield* aServiceProcess()
          const member = yield* aSuperAdmin()
          const { printed } = yield* start(node, ["use.mjs"], folder, {
            BASE_URL: baseUrl,
            API_KEY: yield* aKey(member),
            EMAIL: "ada@acme.example"
          })
          assert.match(printed, /^\{.*\}\n$/)
          const { again, created, received, refused } = yield* Schema.decodeUnknownEffect(Seen)(printed)
          assert.strictEqual(refused[0], "WebhookUrlRefused")
          assert.match(refused[1], /^url: 10\.0\.0\.1 is not a public address\. .*OUTBOUND_ALLOW=10\.0\.0\.1:443$/)
          assert.strictEqual(created, "pending")
          assert.deepStrictEqual(again.slice(0, 2), ["OffboardingDuplicate", true])
          assert.isNotEmpty(again[2])
          assert.deepStrictEqual(received, {
            event: "offboarding.created",
            name: "Ada Lovelace",
            verified: true,
            forged: false
          })
        }
      )
    }
  }
)
