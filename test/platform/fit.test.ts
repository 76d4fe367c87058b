import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, FileSystem, type Redacted, type Scope } from "effect"
import { Reactivity } from "effect/reactivity"
import { readFileSync } from "node:fs"
import { findSessions } from "#platform/database/start"
import { emptyDatabase, freshDatabase } from "#test/support/database"
import { aPooler, pgbouncer } from "#test/support/pgbouncer"
import { aShufflingPooler } from "#test/support/shuffling-pooler"
import { quietly } from "../../scripts/fit/services.ts"
import { linesOf } from "../../scripts/fit/table.ts"

const cellsOf = (line: string) => line.split("|").map((cell) => cell.trim())

/** What `docs/operate/databases.md` says of an engine, by part. */
const documented = (engine: string): Readonly<Record<string, string>> => {
  const rows = readFileSync("docs/operate/databases.md", "utf8")
    .split("\n")
    .filter((line) => line.startsWith("|"))
  const at = cellsOf(rows[0] ?? "").indexOf(engine)
  assert.isAbove(at, 0, `databases.md has no column for ${engine}`)
  return Object.fromEntries(rows.slice(2).map((row) => [cellsOf(row)[1] ?? "", cellsOf(row)[at] ?? ""]))
}

/** What `npm run fit` prints of the database at this address. */
const fit = Effect.fnUntraced(
  function* <E>(address: Effect.Effect<Redacted.Redacted, E, Scope.Scope>) {
    const url = yield* address
    const dataDir = yield* Effect.flatMap(FileSystem.FileSystem, (fs) => fs.makeTempDirectoryScoped())
    const sessions = yield* findSessions({ url })
    return yield* linesOf({ url, sessions, maxConnections: 8, dataDir, plant: false })
  },
  Effect.scoped,
  quietly,
  Effect.provide([NodeServices.layer, Reactivity.layer])
)

const pgBouncer = (pool_mode: string) =>
  Effect.flatMap(freshDatabase, (url) => aPooler(pgbouncer ?? "", url, { pool_mode, server_round_robin: "1" }))

const engines = [
  {
    engine: "15.18, PgBouncer 1.18 `transaction`",
    by: "the pooler of these tests, from an empty database on",
    address: Effect.flatMap(emptyDatabase, aShufflingPooler)
  },
  { engine: "PostgreSQL 18.4 (embedded)", by: "the database of these tests", address: freshDatabase },
  ...(pgbouncer === undefined ? [] : ["session", "transaction"]).map((mode) => ({
    engine: `15.18, PgBouncer 1.18 \`${mode}\``,
    by: "this machine's PgBouncer with server_round_robin=1",
    address: pgBouncer(mode)
  }))
]

describe.concurrent("fit says in every line what databases.md says of it", () => {
  it.live.each(engines)("$engine, by $by", ({ address, engine }) =>
    Effect.gen(function* () {
      const claims = documented(engine)
      const lines = yield* fit(address)
      assert.includeMembers(
        lines.map(({ part }) => part),
        Object.keys(claims)
      )
      for (const { holds, part, told } of lines) {
        const claim = part === "sessions" ? told : (claims[part] ?? "yes")
        assert.isTrue(
          claim.startsWith(part === "sessions" ? (claims[part] ?? "") : holds),
          `${part}: ${holds}, ${told}`
        )
      }
    })
  )
})
