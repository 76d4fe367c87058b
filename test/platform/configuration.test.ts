import { assert, describe, it, layer } from "#test/support/suite"
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { configurationTables } from "../../scripts/configuration.ts"
import { secretVariables, variableNames } from "#platform/config/variables"
import { childEnvironment } from "#test/support/child-environment"
import { aServiceProcess } from "#test/support/service-process"
import { LiveServices, operatorToken } from "#test/support/TestApp"

const configuration = readFileSync("docs/operate/configuration.md", "utf8")
const quickstart = readFileSync("docs/integrate/quickstart.md", "utf8")

/** Without what aligns the columns of a table. */
const bare = (table: string) =>
  table
    .trim()
    .split("\n")
    .map((line) => line.replaceAll(/ +/g, " ").replaceAll(/-+/g, "-"))

/** Runs a script as a reader would type it; what it printed, and how it ended. */
const typed = (script: string, environment: Readonly<Record<string, string>>) =>
  Effect.callback<{ readonly failed: boolean; readonly printed: string; readonly complained: string }>((resume) => {
    const child = execFile(
      "bash",
      ["-euo", "pipefail", "-c", script],
      { env: { ...childEnvironment, HOME: process.env["HOME"] ?? "", ...environment } },
      (error, printed, complained) => resume(Effect.succeed({ failed: error !== null, printed, complained }))
    )
    return Effect.sync(() => child.kill())
  })

describe("docs/operate/configuration.md", () => {
  // configuration-1: Every variable is listed once in `docs/operate/configuration.md`, as the code prints it, with a
  //   meaning and an example.
  it("holds the tables of all variables as the code prints them (npm run -s configuration)", () => {
    const [, shown = ""] =
      /<!-- npm run -s configuration -->([\s\S]*?)<!-- the end of the tables -->/.exec(configuration) ?? []
    assert.deepStrictEqual(bare(shown), bare(configurationTables()))
  })

  // configuration-1
  it("names each variable once, with a meaning and an example", () => {
    const rows = configurationTables()
      .split("\n")
      .filter((line) => line.startsWith("| `"))
      .map((row) => row.split(/(?<!\\) \| |^\| | \|$/).slice(1, -1))
    const names = rows.map(([name = ""]) => name.replaceAll("`", ""))
    const files = secretVariables.map((name) => `${name}_FILE`)
    assert.sameMembers([...names, ...files], [...variableNames])
    for (const [name, takes, meaning, , example] of rows.filter(({ length }) => length === 5)) {
      for (const told of [name, takes, meaning, example]) assert.isAbove((told ?? "").length, 1, name)
    }
  })
})

layer(LiveServices, { timeout: "120 seconds", excludeTestServices: true })("the quickstart for integrators", (it) => {
  // start-6: The quickstart for integrators leads from nothing to an offboarding.
  it.effect(
    "leads from nothing to an organisation, an API key and an offboarding",
    function* () {
      const { baseUrl, log } = yield* aServiceProcess({ OPERATOR_TOKEN: operatorToken })
      const [, section = ""] = quickstart.split("## Create a key and an offboarding\n")
      const [, script = ""] = /```sh\n([\s\S]*?)```/.exec(section) ?? []
      const there = script.replace("BASE_URL=http://localhost:3000", `export BASE_URL=${baseUrl}`)
      assert.include(there, baseUrl)
      const { complained, failed, printed } = yield* typed(there, { OPERATOR_TOKEN: operatorToken })
      assert.isFalse(failed, `${printed}\n${complained}`)
      assert.match(printed, /"employee_name":"Grace Hopper"/)
      const said = log()
      assert.include(said, "no organization yet: register the first one")
      for (const part of ["storage", "mail", "limits", "signingKey", "dataDir"])
        assert.match(said, new RegExp(`"?${part}"?[=:]`))
    },
    120_000
  )
})
