import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, FileSystem, Schema, type Scope } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import path from "node:path"

const scripts = path.resolve(import.meta.dirname, "../../scripts")

const test = <E>(name: string, body: Effect.Effect<void, E, NodeServices.NodeServices | Scope.Scope>) =>
  it.live(name, () => body.pipe(Effect.scoped, Effect.provide(NodeServices.layer)))

/** A repository whose one package is its own, so that npm needs no network. */
const aRepository = Effect.fnUntraced(function* (program: string) {
  const fs = yield* FileSystem.FileSystem
  const root = yield* fs.makeTempDirectoryScoped({ prefix: "launch-" })
  const write = (name: string, value: unknown) =>
    fs.writeFileString(path.join(root, name), typeof value === "string" ? value : JSON.stringify(value))
  yield* fs.makeDirectory(path.join(root, "scripts"))
  yield* fs.makeDirectory(path.join(root, "part"))
  for (const name of ["launch.mjs", "install.mjs", "built.mjs"]) {
    yield* fs.copyFile(path.join(scripts, name), path.join(root, "scripts", name))
  }
  const manifest = { name: "repository", version: "1.0.0", type: "module", dependencies: { part: "file:part" } }
  yield* write("package.json", manifest)
  yield* write("part/package.json", { name: "part", version: "1.0.0" })
  const lock = (version: string) =>
    write("package-lock.json", {
      name: "repository",
      version,
      lockfileVersion: 3,
      requires: true,
      packages: {
        "": { name: "repository", version, dependencies: manifest.dependencies },
        "node_modules/part": { resolved: "part", link: true },
        part: { version: "1.0.0" }
      }
    })
  yield* lock("1.0.0")
  yield* write("program.ts", program)
  const withDevPackage = Effect.gen(function* () {
    yield* fs.makeDirectory(path.join(root, "tool"))
    yield* fs.makeDirectory(path.join(root, "src"))
    yield* write("src/main.ts", program)
    yield* write("tool/package.json", { name: "tool", version: "1.0.0" })
    const devDependencies = { tool: "file:tool" }
    yield* write("package.json", { ...manifest, devDependencies })
    yield* write("package-lock.json", {
      name: "repository",
      version: "1.0.0",
      lockfileVersion: 3,
      requires: true,
      packages: {
        "": { name: "repository", version: "1.0.0", dependencies: manifest.dependencies, devDependencies },
        "node_modules/part": { resolved: "part", link: true },
        "node_modules/tool": { resolved: "tool", link: true, dev: true },
        part: { version: "1.0.0" },
        tool: { version: "1.0.0", dev: true }
      }
    })
  })
  return { root, lock, write, withDevPackage }
})

const installWithoutDev = (root: string): Effect.Effect<void> =>
  Effect.callback((resume) => {
    const child = spawn("npm", ["ci", "--omit=dev", "--offline", "--no-audit", "--no-fund"], {
      cwd: root,
      stdio: "ignore"
    })
    child.once("close", (code) => resume(code === 0 ? Effect.void : Effect.die(`npm ci ended with ${code}`)))
  })

const Install = Schema.Struct({
  findNode: Schema.declare(
    (it): it is (root: string, own: ReadonlyArray<string>) => string | undefined => typeof it === "function"
  )
})

const installModule = (root: string) =>
  Effect.promise((): Promise<unknown> => import(path.join(root, "scripts/install.mjs"))).pipe(
    Effect.flatMap(Schema.decodeUnknownEffect(Install))
  )

interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

const launch = (
  root: string,
  args: ReadonlyArray<string> = [],
  env: Readonly<Record<string, string>> = {},
  file = "program.ts"
) => {
  const child = spawn(process.execPath, [path.join(root, "scripts/launch.mjs"), file, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    // A session of its own: no terminal sends it signals.
    detached: true
  })
  const heard = { stdout: "", stderr: "" }
  child.stdout.on("data", (bytes) => (heard.stdout += String(bytes)))
  child.stderr.on("data", (bytes) => (heard.stderr += String(bytes)))
  const ended = Effect.callback<Ended>((resume) => {
    child.once("close", (code) => resume(Effect.succeed({ code, ...heard })))
  })
  return { child, ended }
}

const says = (child: ChildProcess, text: string): Effect.Effect<void> =>
  Effect.callback((resume) => {
    child.stdout?.on("data", (bytes) => String(bytes).includes(text) && resume(Effect.void))
  })

const run = (...given: Parameters<typeof launch>) => Effect.suspend(() => launch(...given).ended)

const greeting = `const who: string = process.argv.slice(2).join("+")\nconsole.log("hello " + who)\n`

const installing = /Installing the packages/

describe("launch", () => {
  test(
    "installs what is missing with its output on stderr, then runs the file with its arguments",
    Effect.gen(function* () {
      const { root } = yield* aRepository(greeting)
      const first = yield* run(root, ["a b", "--json"])
      assert.deepStrictEqual([first.code, first.stdout], [0, "hello a b+--json\n"])
      assert.match(first.stderr, installing)
      const second = yield* run(root)
      assert.deepStrictEqual(second, { code: 0, stdout: "hello \n", stderr: "" })
    })
  )

  test(
    "installs again when package-lock.json has changed",
    Effect.gen(function* () {
      const { lock, root, write } = yield* aRepository(greeting)
      yield* run(root)
      yield* lock("1.0.1")
      yield* write("node_modules/.package-lock.json", { packages: {} })
      assert.match((yield* run(root)).stderr, installing)
    })
  )

  test(
    "an installation by hand that matches package-lock.json is as good, and nothing in it is changed",
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const { root } = yield* aRepository(greeting)
      yield* run(root)
      const before = yield* fs.readDirectory(path.join(root, "node_modules"), { recursive: true })
      assert.strictEqual((yield* run(root)).stderr, "")
      assert.deepStrictEqual(yield* fs.readDirectory(path.join(root, "node_modules"), { recursive: true }), before)
    })
  )

  test(
    "the service runs on an install without dev packages, a script installs them first",
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const { root, withDevPackage } = yield* aRepository(greeting)
      yield* withDevPackage
      yield* installWithoutDev(root)
      const before = yield* fs.readDirectory(path.join(root, "node_modules"), { recursive: true })
      assert.deepStrictEqual(yield* run(root, [], {}, "src/main.ts"), { code: 0, stdout: "hello \n", stderr: "" })
      assert.deepStrictEqual(yield* fs.readDirectory(path.join(root, "node_modules"), { recursive: true }), before)
      assert.match((yield* run(root)).stderr, installing)
      assert.isTrue(yield* fs.exists(path.join(root, "node_modules/tool")))
    })
  )

  test(
    "nothing is installed with NODE_ENV=production: one line says what to run",
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const { root } = yield* aRepository(greeting)
      const { code, stderr, stdout } = yield* run(root, [], { NODE_ENV: "production" }, "src/main.ts")
      assert.deepStrictEqual([code, stdout], [1, ""])
      assert.match(stderr, /^node_modules is not what package-lock\.json names\. .* npm ci --omit=dev before\n$/)
      assert.isFalse(yield* fs.exists(path.join(root, "node_modules")))
    })
  )

  test(
    "the machine's own Node runs it where that is new enough, though npm puts the pinned one before it",
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const { root } = yield* aRepository(`console.log(process.execPath)`)
      yield* run(root)
      const bin = path.join(root, `node_modules/node-${process.platform}-${process.arch}/bin`)
      yield* fs.makeDirectory(bin, { recursive: true })
      yield* fs.writeFileString(
        path.join(bin, "node"),
        `#!/bin/sh\nif [ "$1" = -p ]; then echo 24; else echo pinned; fi\n`
      )
      yield* fs.chmod(path.join(bin, "node"), 0o755)
      const old = path.join(root, "old-node")
      yield* fs.writeFileString(old, `#!/bin/sh\necho 20\n`)
      yield* fs.chmod(old, 0o755)
      const printed = (env: Readonly<Record<string, string>>) => Effect.map(run(root, [], env), ({ stdout }) => stdout)
      assert.strictEqual(yield* printed({ npm_node_execpath: process.execPath }), `${process.execPath}\n`)
      assert.strictEqual(yield* printed({ npm_node_execpath: old }), `${process.execPath}\n`)
      const { findNode } = yield* installModule(root)
      assert.strictEqual(findNode(root, [old]), path.join(bin, "node"))
      assert.strictEqual(findNode(root, [process.execPath, old]), process.execPath)
    })
  )

  test(
    "two launches at once install once",
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const { root } = yield* aRepository(greeting)
      const all = yield* Effect.all([run(root, ["1"]), run(root, ["2"])], { concurrency: "unbounded" })
      assert.deepStrictEqual(
        all.map((it) => it.stdout),
        ["hello 1\n", "hello 2\n"]
      )
      assert.lengthOf(
        all.flatMap((it) => it.stderr.match(installing) ?? []),
        1
      )
      assert.isFalse(yield* fs.exists(path.join(root, ".install-lock")))
    })
  )

  test(
    "the lock of an installation that was killed holds nobody up",
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const { root, write } = yield* aRepository(greeting)
      const dead = launch(root, [], { PATH: "/nowhere" })
      yield* dead.ended
      yield* fs.makeDirectory(path.join(root, ".install-lock"))
      yield* write(".install-lock/pid", String(dead.child.pid))
      assert.strictEqual((yield* run(root)).code, 0)
    })
  )

  test(
    "without npm: one line and exit code 1",
    Effect.gen(function* () {
      const { root } = yield* aRepository(greeting)
      const { code, stderr, stdout } = yield* run(root, [], { PATH: "/nowhere", npm_execpath: "" })
      assert.deepStrictEqual([code, stdout], [1, ""])
      assert.match(stderr, /npm is not on the PATH\n$/)
    })
  )

  test(
    "a cache that npm cannot write to is replaced by a temporary one",
    Effect.gen(function* () {
      const { root } = yield* aRepository(greeting)
      assert.strictEqual((yield* run(root, [], { npm_config_cache: "/proc/nowhere" })).code, 0)
    })
  )

  test(
    "exits with the program's exit code",
    Effect.gen(function* () {
      const { root } = yield* aRepository("process.exitCode = 7\n")
      assert.strictEqual((yield* run(root)).code, 7)
    })
  )

  test(
    "exits with 128 + n when a signal killed the program",
    Effect.gen(function* () {
      const { root } = yield* aRepository(`process.kill(process.pid, "SIGKILL")\n`)
      assert.strictEqual((yield* run(root)).code, 137)
    })
  )

  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    test(
      `forwards ${signal} once, however often it comes`,
      Effect.gen(function* () {
        const { root } = yield* aRepository(`
          let count = 0
          process.on("${signal}", () => { count++; if (count === 1) { console.log("got it"); setTimeout(() => { console.log("count " + count); process.exit(3) }, 300) } })
          setInterval(() => {}, 1000)
          console.log("up")
        `)
        const { child, ended } = launch(root)
        const end = yield* Effect.forkChild(ended)
        yield* says(child, "up")
        child.kill(signal)
        yield* says(child, "got it")
        child.kill(signal)
        const { code, stdout } = yield* Fiber.join(end)
        assert.deepStrictEqual([code, stdout], [3, "up\ngot it\ncount 1\n"])
      })
    )
  }

  test(
    "ends the program when npm's shell was ended around it",
    Effect.gen(function* () {
      const { root } = yield* aRepository(
        `process.on("SIGTERM", () => { console.log("ended"); process.exit(0) })\nsetInterval(() => {}, 1000)\nconsole.log("up")\n`
      )
      const shell = spawn("/bin/sh", ["-c", '"$0" scripts/launch.mjs program.ts; true', process.execPath], {
        cwd: root,
        env: { ...process.env, npm_lifecycle_event: "start" },
        stdio: ["ignore", "pipe", "ignore"],
        detached: true
      })
      yield* says(shell, "up")
      shell.kill("SIGTERM")
      yield* says(shell, "ended")
    })
  )
})
