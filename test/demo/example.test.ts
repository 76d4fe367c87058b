import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, FileSystem } from "effect"
import { spawn } from "node:child_process"
import path from "node:path"
import { childEnvironment } from "#test/support/child-environment"
import { aFreePort } from "#test/support/free-port"

/** `npm run example` without npm. */
const runExample = (env: Readonly<Record<string, string>>) =>
  Effect.callback<{ readonly code: number | null; readonly printed: string; readonly complained: string }>((resume) => {
    const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "scripts/example.ts"], {
      env: { ...childEnvironment, ...env },
      stdio: ["ignore", "pipe", "pipe"]
    })
    const heard = { printed: "", complained: "" }
    child.stdout.on("data", (bytes) => (heard.printed += String(bytes)))
    child.stderr.on("data", (bytes) => (heard.complained += String(bytes)))
    child.once("close", (code) => resume(Effect.succeed({ code, ...heard })))
    return Effect.sync(() => child.kill("SIGTERM"))
  })

describe("npm run example", () => {
  it.live("starts a demo where none is running, works against it without a tunnel, and leaves nothing running", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const folder = yield* fs.makeTempDirectoryScoped({ prefix: "svc-example-" })
      yield* fs.chmod(folder, 0o755)
      const dataDir = path.join(folder, "data")
      const { code, complained, printed } = yield* runExample({ DATA_DIR: dataDir, PORT: String(yield* aFreePort) })
      assert.strictEqual(code, 0, `${printed}\n${complained}`)
      assert.match(complained, /^No demo is running. Starting one/)
      assert.match(printed, /^Created: \S+ is pending\nReceived by webhook: Ada Lovelace\n/)
      assert.include(printed, "Ada Lovelace leaves on 2099-03-31\n")
      assert.isFalse(yield* fs.exists(path.join(dataDir, "desk.json")))
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )
})
