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
const short = "examples/list.ts"

/** Runs it as a reader would; what it printed, and how it ended. */
const run = (file: string, environment: Readonly<Record<string, string>>) =>
  Effect.callback<{ readonly code: number | null; readonly printed: string; readonly complained: string }>((resume) => {
    const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", file], {
      env: { ...childEnvironment, ...environment },
      stdio: ["ignore", "pipe", "pipe"]
    })
    const heard = { printed: "", complained: "" }
    child.stdout.on("data", (bytes) => (heard.printed += String(bytes)))
    child.stderr.on("data", (bytes) => (heard.complained += String(bytes)))
    child.once("close", (code) => resume(Effect.succeed({ code, ...heard })))
    return Effect.sync(() => child.kill())
  })

const blockOf = (page: string, language: string) =>
  new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(readFileSync(page, "utf8"))?.[1] ?? ""

describe("the pages for integrators", () => {
  it("show the examples that the next test runs", () => {
    assert.strictEqual(blockOf("README.md", "ts"), readFileSync(short, "utf8"))
    assert.strictEqual(blockOf("docs/integrate/clients.md", "ts"), readFileSync(example, "utf8"))
  })

  it("show the check of each receiver as it is", () => {
    for (const [language, file] of [
      ["js", "receiver.mjs"],
      ["python", "receiver.py"],
      ["go", "receiver.go"]
    ] as const) {
      const receiver = readFileSync(`packages/dashboard/src/outgoing/webhooks/receivers/${file}`, "utf8")
      const shown = blockOf("docs/integrate/webhooks.md", language)
      assert.include(receiver, shown, file)
      assert.isAbove(shown.split("\n").length, 10)
    }
  })
})

layer(LiveServices, { excludeTestServices: true })("the client's example", (it) => {
  it.effect(
    "creates an offboarding, receives its webhook and reads the pages, against the running service",
    function* () {
      const { baseUrl } = yield* aServiceProcess()
      const member = yield* aSuperAdmin()
      const key = yield* aKey(member)
      const port = String(yield* aFreePort)
      const { code, complained, printed } = yield* run(example, {
        BASE_URL: baseUrl,
        API_KEY: key,
        WEBHOOK_URL: `http://127.0.0.1:${port}/hooks`,
        PORT: port
      })
      assert.strictEqual(code, 0, `${printed}\n${complained}`)
      assert.match(
        printed,
        /^Created: \S+ is pending\nReceived by webhook: Ada Lovelace\nAda Lovelace leaves on 2099-03-31\n$/
      )
      const list = yield* run(short, { BASE_URL: baseUrl, API_KEY: key })
      assert.deepStrictEqual([list.code, list.printed], [0, "Ada Lovelace leaves on 2099-03-31\n"], list.complained)
    }
  )
})
