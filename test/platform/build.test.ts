import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "#test/support/suite"
import { OrgId } from "@svc/contract/kernel/ids"
import { DateTime, Duration, Effect, Exit, FileSystem, Layer, Option, Schema } from "effect"
import { execFileSync } from "node:child_process"
import { globSync, readFileSync } from "node:fs"
import path from "node:path"
import { pathToFileURL } from "node:url"
import { Worker } from "node:worker_threads"
import { Typesetter } from "#platform/pdf/typesetter"
import { builtService } from "#test/support/child-environment"
import { readPdf } from "#test/support/pdf"

const built = (name: string) => pathToFileURL(path.join(path.dirname(builtService), name))
const scripts = path.resolve(import.meta.dirname, "../../scripts")

/** Where the build of this repository's sources is, or would be. */
const folderOf = (root: string) =>
  Effect.sync(() => {
    const ask = `import { buildFolder } from "./scripts/built.mjs"; console.log(buildFolder(${JSON.stringify(root)}))`
    return execFileSync(process.execPath, ["--input-type=module", "-e", ask], { cwd: root, encoding: "utf8" }).trim()
  })

const Recorded = Schema.fromJsonString(Schema.Struct({ commit: Schema.String, commit_date: Schema.String }))

/** A repository with a build of its sources, which says so. */
const aRepository = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const root = yield* fs.makeTempDirectoryScoped({ prefix: "built-" })
  const write = Effect.fnUntraced(function* (name: string, text: string) {
    yield* fs.makeDirectory(path.dirname(path.join(root, name)), { recursive: true })
    yield* fs.writeFileString(path.join(root, name), text)
  })
  for (const name of ["charts", "cli", "client", "contract"]) yield* write(`packages/${name}/package.json`, "{}")
  for (const name of [
    "fingerprint.ts",
    "help-source.ts",
    "src/outgoing/notifications/leads.ts",
    "package.json",
    "src/platform/help.ts",
    "src/platform/pages.ts"
  ]) {
    yield* write(`packages/dashboard/${name}`, "export {}")
  }
  for (const name of ["admin.ts", "migrate.ts", "verifier.ts"]) yield* write(`scripts/${name}`, "export {}")
  yield* write("packages/verify/SHA256SUMS", "")
  for (const name of ["launch.mjs", "install.mjs", "built.mjs", "build.mjs", "one-byte.mjs"]) {
    yield* fs.copyFile(
      path.join(scripts, name),
      yield* write(`scripts/${name}`, "").pipe(Effect.as(path.join(root, "scripts", name)))
    )
  }
  const lock = JSON.stringify({ name: "repository", lockfileVersion: 3, packages: { "": { name: "repository" } } })
  yield* write("package.json", `{ "name": "repository", "type": "module" }`)
  yield* write("package-lock.json", lock)
  yield* write("node_modules/.package-lock.json", lock)
  yield* write("src/main.ts", `console.log("the sources")`)
  const folder = yield* folderOf(root)
  yield* write(path.join(path.relative(root, folder), "main.mjs"), `console.log("what was built")`)
  const start = (...args: ReadonlyArray<string>) =>
    execFileSync(process.execPath, ["scripts/launch.mjs", ...args, "src/main.ts"], {
      cwd: root,
      encoding: "utf8"
    }).trim()
  return { root, start, write }
})

describe("the service, built", () => {
  it("is of characters that are kept in one byte each", () => {
    const files = globSync(path.join(path.dirname(builtService), "*.mjs"))
    assert.isAbove(files.length, 4)
    assert.deepStrictEqual(
      files.filter((file) => /[^\0-\u007f]/.test(readFileSync(file, "utf8"))),
      []
    )
  })

  it.live("is what starts for as long as the sources are those that it was built of", () =>
    Effect.gen(function* () {
      const { start, write } = yield* aRepository
      assert.strictEqual(start(), "what was built")
      yield* write("packages/contract/src/more.ts", "export {}")
      assert.strictEqual(start(), "the sources")
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )

  it.live("is in use while it runs: builds of later sources remove the ones that were used longest ago", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const { root, start } = yield* aRepository
      const folder = yield* folderOf(root)
      yield* fs.utimes(folder, 0, 0)
      assert.strictEqual(start(), "what was built")
      const { mtime } = yield* fs.stat(folder)
      assert.isAbove(Option.getOrThrow(mtime).getTime(), 0)
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )

  // surfaces-8
  it.live("knows the commit that it was built of, as git or the one who builds it tells", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const { root, start, write } = yield* aRepository
      // By its means a build could be made.
      yield* write("node_modules/rolldown/package.json", "{}")
      const recorded = Effect.map(fs.readFileString(path.join(yield* folderOf(root), "commit.json")), (text) =>
        Schema.decodeUnknownSync(Recorded)(text)
      )
      start()
      assert.isTrue(Exit.isFailure(yield* Effect.exit(recorded)), "neither a checkout nor told")
      const git = (...args: ReadonlyArray<string>) =>
        execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.example", ...args], {
          cwd: root,
          encoding: "utf8"
        })
      git("init", "--quiet")
      git("commit", "--quiet", "--allow-empty", "--message", "first")
      start()
      assert.deepStrictEqual(yield* recorded, {
        commit: git("log", "-1", "--format=%H").trim(),
        commit_date: git("log", "-1", "--format=%cI").trim()
      })
      execFileSync(process.execPath, ["scripts/launch.mjs", "src/main.ts"], {
        cwd: root,
        env: { ...process.env, COMMIT: "abcdef0", COMMIT_DATE: "2026-11-28T12:00:00Z" }
      })
      assert.deepStrictEqual(yield* recorded, { commit: "abcdef0", commit_date: "2026-11-28T12:00:00Z" })
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )

  it.live("sets its documents by a process of its own", () =>
    Effect.gen(function* () {
      const typesetter = yield* Typesetter
      const pdf = yield* typesetter.set(
        { title: "A report", facts: [], footer: "Acme", blocks: [{ kind: "text", text: "Set by what was built" }] },
        {
          orgId: OrgId.make("00000000-0000-4000-8000-00000000000a"),
          documentId: "3f6c2e0a-7b1d-4c55-9a53-0c1d2e3f4a5b",
          createdAt: DateTime.makeUnsafe("2026-03-02T09:00:00Z")
        }
      )
      assert.isTrue((yield* readPdf(pdf)).isTagged)
    }).pipe(
      Effect.provide(
        Typesetter.layerWith({ entry: built("typesetter-process.mjs"), most: Duration.minutes(1) }).pipe(
          Layer.provide(NodeServices.layer)
        )
      )
    )
  )

  it.live("sets the log's entries in a thread", function* () {
    const title = { organisation: "Acme", exportedAt: "2026-03-02T09:00:00Z", filters: [], signedBy: "" }
    const messages = [{ _tag: "Head", rows: 0 }, { _tag: "End" }]
    const parts: Array<Uint8Array> = []
    yield* Effect.callback<void>((resume) => {
      const worker = new Worker(built("export-pdf-worker.mjs"), { workerData: title })
      worker.on("error", (error) => resume(Effect.die(error)))
      worker.on("message", (message: Uint8Array | "ready" | "done") => {
        if (message === "done") resume(Effect.void)
        else if (message === "ready") worker.postMessage(messages.shift(), [])
        else parts.push(message)
      })
      return Effect.promise(() => worker.terminate())
    })
    assert.include(Buffer.concat(parts).subarray(0, 8).toString("latin1"), "%PDF-1.")
    assert.include(Buffer.concat(parts).subarray(-8).toString("latin1"), "%%EOF")
  })
})
