import { assert, describe, it, layer } from "#test/support/suite"
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { childEnvironment } from "#test/support/child-environment"
import { aFreePort } from "#test/support/free-port"
import { aServiceProcess } from "#test/support/service-process"
import { LiveServices } from "#test/support/TestApp"
import { aKey, aSuperAdmin } from "#test/support/people"

const example = "examples/leaver.ts"

/** Runs it as a reader would; what it printed, and how it ended. */
const run = (environment: Readonly<Record<string, string>>) =>
  Effect.callback<{ readonly code: number | null; readonly printed: string; readonly complained: string }>((resume) => {
    const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", example], {
      env: { ...childEnvironment, ...environment },
      stdio: ["ignore", "pipe", "pipe"]
    })
    const heard = { printed: "", complained: "" }
    child.stdout.on("data", (bytes) => (heard.printed += String(bytes)))
    child.stderr.on("data", (bytes) => (heard.complained += String(bytes)))
    child.once("close", (code) => resume(Effect.succeed({ code, ...heard })))
    return Effect.sync(() => child.kill())
  })

describe("README", () => {
  it("shows the example that the next test runs", () => {
    const [, section = ""] = readFileSync("README.md", "utf8").split("## The client\n")
    assert.strictEqual(/```ts\n([\s\S]*?)```/.exec(section)?.[1], readFileSync(example, "utf8"))
  })
})

layer(LiveServices, { excludeTestServices: true })("the client's example", (it) => {
  it.effect(
    "creates an offboarding, receives its webhook and reads the pages, against the running service",
    function* () {
      const { baseUrl } = yield* aServiceProcess()
      const member = yield* aSuperAdmin()
      const port = String(yield* aFreePort)
      const { code, complained, printed } = yield* run({
        BASE_URL: baseUrl,
        API_KEY: yield* aKey(member),
        WEBHOOK_URL: `http://127.0.0.1:${port}/hooks`,
        PORT: port
      })
      assert.strictEqual(code, 0, `${printed}\n${complained}`)
      assert.match(
        printed,
        /^Created: \S+ is pending\nTold by webhook: Ada Lovelace\nAda Lovelace leaves on 2099-03-31\n$/
      )
    }
  )
})
