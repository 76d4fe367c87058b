import { assert, describe, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"
import { mayAskSessions, sessionDependencies } from "#platform/database/session-dependencies"

describe("what outlives a transaction", () => {
  // start-4
  it("is asked for by nothing but what does without where sessions are shared", () => {
    const found = [...globSync("src/**/*.ts"), ...globSync("migrations/*.sql")]
      .filter((file) => !mayAskSessions.includes(file))
      .flatMap((file) =>
        sessionDependencies(readFileSync(file, "utf8")).map(({ line, what }) => `${file}:${line} asks for ${what}`)
      )
    assert.deepStrictEqual(found, [])
  })

  it.each([
    ["a lock of the session", "sql`SELECT pg_try_advisory_lock(hashtextextended(${name}, 0)) AS held`"],
    ["a setting of the session", "sql`SELECT set_config('lock_timeout', (SELECT '0'), false)`"],
    ["a setting of the session", "SET ROLE svc_app"],
    ["a setting of the session", "SET statement_timeout TO '1s'"],
    ["listening", "LISTEN svc_wakeup"],
    ["a temporary table", "CREATE TEMP TABLE rows (id int)"],
    ["a statement prepared by name", "PREPARE rows AS SELECT 1"],
    ["a cursor beyond its transaction", "DECLARE rows CURSOR WITH HOLD FOR SELECT 1"],
    ["another session's state", "DISCARD ALL"]
  ])("is named where it stands: %s", (what, text) => {
    assert.deepStrictEqual(
      sessionDependencies(`const a = 1\n/* ${text} */\n${text}\n`).map(({ line, what }) => ({ line, what })),
      [{ line: 3, what }]
    )
  })

  it("is not what ends with the transaction", () => {
    for (const text of [
      "SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))",
      "SELECT set_config('svc.org_id', ${orgId}, true)",
      "SET LOCAL statement_timeout TO '1s'",
      "UPDATE organisations SET name = ${name}",
      "DECLARE export_records NO SCROLL CURSOR FOR SELECT 1"
    ]) {
      assert.deepStrictEqual(sessionDependencies(text), [], text)
    }
  })
})
