import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { PgClient } from "@effect/sql-pg"
import { Cause, Effect, FileSystem, Option, Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import { type DatabaseOptions, loginSettings } from "#platform/database/connections"
import { migrate } from "#platform/database/migrations"
import { mayAskSessions, sessionDependencies } from "#platform/database/session-dependencies"
import { checkRoles, findSessions } from "#platform/database/start"
import { databaseTls } from "#platform/database/tls"
import { innermostMessage, StartFailed } from "#platform/process/start-failed"
import { registerKeys } from "#platform/start/key-register"
import { globSync, readFileSync } from "node:fs"
import { parts, planted } from "./fit/parts.ts"
import { configOver, quietly, servicesOver } from "./fit/services.ts"

/**
 * `npm run -s fit -- DATABASE_URL`: runs what the service asks of a database against an empty one, and prints what holds.
 * The address may stand in the environment instead, where nobody reads its password among the processes.
 * `--plant` asks for something that outlives a transaction, which the table is to name.
 */
const usage = "npm run -s fit -- postgres://…/an-empty-database [--plant]; or DATABASE_URL in the environment"

const plant = process.argv.includes("--plant")
const address =
  process.argv.slice(2).find((argument) => !argument.startsWith("--")) ?? process.env["DATABASE_URL"] ?? ""

interface Line {
  readonly part: string
  /** `does without`: it only makes things faster. */
  readonly holds: "yes" | "NO" | "does without"
  readonly told: string
}

const toldOf = (cause: Cause.Cause<unknown>) =>
  innermostMessage(Cause.squash(cause)) || Cause.pretty(cause).split("\n", 1)[0] || "it failed"

const asLine = <E, R>(part: string, self: Effect.Effect<string, E, R>, needed = true): Effect.Effect<Line, never, R> =>
  self.pipe(
    Effect.timeout("2 minutes"),
    Effect.map((told): Line => ({ part, holds: "yes", told })),
    Effect.catchCause((cause) =>
      Effect.succeed<Line>({ part, holds: needed ? "NO" : "does without", told: toldOf(cause) })
    )
  )

/** What sessions of this database hold although no transaction is under way in them; by a connection beside the service's. */
const lasting = Effect.fnUntraced(function* (options: DatabaseOptions) {
  const sql = yield* PgClient.makeClient(loginSettings(options, "fit"))
  const rows = yield* sql.unsafe<{ readonly what: string }>(`
    SELECT DISTINCT 'a lock of the session' || CASE WHEN a.pid = pg_backend_pid() THEN ''
      ELSE ' (its last statement: ' || left(regexp_replace(a.query, '\\s+', ' ', 'g'), 60) || ')' END AS what
    FROM pg_locks l JOIN pg_stat_activity a USING (pid)
    WHERE l.locktype = 'advisory' AND a.datname = current_database() AND (a.state = 'idle' OR a.pid = pg_backend_pid())
    UNION ALL
    SELECT 'a temporary table (' || c.relname || ')'
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname LIKE 'pg\\_temp\\_%' AND c.relkind = 'r'`)
  return rows.map(({ what }) => what)
}, Effect.scoped)

const source = Effect.sync((): Line => {
  const found = [...globSync("src/**/*.ts"), ...globSync("migrations/*.sql")]
    .filter((file) => !mayAskSessions.includes(file))
    .flatMap((file) =>
      sessionDependencies(readFileSync(file, "utf8")).map(({ line, what }) => `${file}:${line} asks for ${what}`)
    )
  return {
    part: "source",
    holds: found.length === 0 ? "yes" : "NO",
    told: found.length === 0 ? "nothing asks for what outlives a transaction" : found.join("; ")
  }
})

const print = (lines: ReadonlyArray<Line>) => {
  const widths = [12, 12]
  for (const { holds, part, told } of lines) {
    process.stdout.write(`${part.padEnd(widths[0] ?? 0)} ${holds.padEnd(widths[1] ?? 0)} ${told}\n`)
  }
}

const main = Effect.gen(function* () {
  if (!URL.canParse(address)) return yield* new StartFailed({ message: usage })
  const fs = yield* FileSystem.FileSystem
  const dataDir = yield* fs.makeTempDirectoryScoped({ prefix: "offboarding-fit-" })
  const tls = yield* databaseTls("DATABASE_URL", address).pipe(
    Effect.mapError((message) => new StartFailed({ message }))
  )
  const given: DatabaseOptions = {
    url: Redacted.make(address),
    maxConnections: 8,
    ...(Option.isSome(tls) ? { tls: tls.value } : {})
  }
  const sessions = yield* findSessions(given)
  const options = { ...given, sessions }
  const [server] = yield* PgClient.makeClient(loginSettings(options, "fit")).pipe(
    Effect.flatMap((sql) =>
      sql.unsafe<{ readonly version: string; readonly used: boolean }>(
        "SELECT version() AS version, EXISTS (SELECT FROM pg_tables WHERE tablename = 'organisations') AS used"
      )
    ),
    Effect.scoped
  )
  if (server?.used === true) {
    return yield* new StartFailed({
      message: "The database is not empty: fit writes into it, so give it one of its own, which you drop afterwards"
    })
  }
  const config = configOver(address, dataDir)
  const begin = asLine(
    "migrations",
    Effect.gen(function* () {
      const both = yield* Effect.all([migrate(options), migrate(options)], { concurrency: "unbounded" })
      yield* checkRoles(options)
      yield* registerKeys(options)
      return `${both.map(({ length }) => length).join(" and ")} by two that started together`
    }).pipe(Effect.provide(config))
  )
  const lines: Array<Line> = [
    { part: "engine", holds: "yes", told: server?.version.split(" on ")[0] ?? "" },
    { part: "sessions", holds: "yes", told: sessions === "own" ? "one for each connection" : "shared by a pooler" },
    yield* begin
  ]
  const all = Object.entries({ ...parts, ...(plant ? { planted } : {}) })
  const run = Effect.forEach(all, ([part, self]) =>
    Effect.gen(function* () {
      const line = yield* asLine(part, self, part !== "listening")
      const left = yield* Effect.orElseSucceed(lasting(options), () => [])
      return left.length === 0 ? line : { part, holds: "NO" as const, told: `leaves behind ${left.join(", ")}` }
    })
  )
  const ran = yield* run.pipe(
    Effect.provide(servicesOver(options, config)),
    Effect.catchCause((cause) =>
      Effect.succeed<ReadonlyArray<Line>>([{ part: "service", holds: "NO", told: toldOf(cause) }])
    )
  )
  lines.push(...ran, yield* source)
  yield* Effect.sync(() => print(lines))
  return lines.every(({ holds }) => holds !== "NO")
}).pipe(Effect.scoped, quietly, Effect.provide([NodeServices.layer, Reactivity.layer]))

NodeRuntime.runMain(
  main.pipe(
    Effect.catchCause((cause) =>
      Effect.sync(() => {
        process.stderr.write(`${toldOf(cause)}\n`)
        return false
      })
    ),
    Effect.tap((holds) => Effect.sync(() => void (process.exitCode = holds ? 0 : 1)))
  ),
  { teardown: (_, onExit) => onExit(Number(process.exitCode ?? 0)) }
)
