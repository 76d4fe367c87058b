import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "#test/support/suite"
import { Effect, FileSystem, Redacted, type Scope } from "effect"
import { Reactivity } from "effect/reactivity"
import { readFileSync } from "node:fs"
import { findSessions } from "#platform/database/start"
import { emptyDatabase, freshDatabase } from "#test/support/database"
import { aPooler, pgbouncer } from "#test/support/pgbouncer"
import { aPostgresServer, installedPostgres } from "#test/support/postgres-server"
import { ask } from "#test/support/replicated-pair"
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

/** The owner of step 1 of databases.md in a server of these programs. */
const anOwner = Effect.fnUntraced(function* (bin: string) {
  const { port, url } = yield* aPostgresServer(bin, { settings: { fsync: "off" } })
  yield* ask(url, "CREATE ROLE offboarding_owner LOGIN CREATEROLE PASSWORD 'first secret'")
  yield* ask(url, "CREATE DATABASE fit OWNER offboarding_owner")
  return Redacted.make(`postgres://offboarding_owner:first%20secret@127.0.0.1:${port}/fit`)
})

const postgres15 = installedPostgres?.includes("/15/") === true ? installedPostgres : undefined

const engines = [
  {
    engine: "15.18, PgBouncer 1.18 `transaction`",
    by: "the pooler of these tests, from an empty database on",
    address: Effect.flatMap(emptyDatabase, aShufflingPooler)
  },
  { engine: "PostgreSQL 18.4 (embedded)", by: "the database of these tests", address: freshDatabase },
  ...(postgres15 === undefined ? [] : [postgres15]).map((bin) => ({
    engine: "PostgreSQL 15.18 (Debian)",
    by: "this machine's, as an owner who may create roles, from an empty database on",
    address: anOwner(bin)
  })),
  ...(pgbouncer === undefined ? [] : ["session", "transaction"]).map((mode) => ({
    engine: `15.18, PgBouncer 1.18 \`${mode}\``,
    by: "this machine's PgBouncer with server_round_robin=1",
    address: pgBouncer(mode)
  }))
]

describe.concurrent("fit says in every line what databases.md says of it", () => {
  // start-4
  it.live.each(engines)("$engine, by $by", function* ({ address, engine }) {
    const claims = documented(engine)
    const lines = yield* fit(address)
    assert.includeMembers(
      lines.map(({ part }) => part),
      Object.keys(claims)
    )
    for (const { holds, part, told } of lines) {
      const claim = part === "sessions" ? told : (claims[part] ?? "yes")
      assert.isTrue(claim.startsWith(part === "sessions" ? (claims[part] ?? "") : holds), `${part}: ${holds}, ${told}`)
    }
  })
})
