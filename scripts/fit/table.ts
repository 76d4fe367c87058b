import { PgClient } from "@effect/sql-pg"
import { Cause, Effect } from "effect"
import { globSync, readFileSync } from "node:fs"
import { type DatabaseOptions, loginSettings } from "#platform/database/connections"
import { migrate } from "#platform/database/migrations"
import { mayAskSessions, sessionDependencies } from "#platform/database/session-dependencies"
import type { Sessions } from "#platform/database/session"
import { checkRoles } from "#platform/database/start"
import { innermostMessage } from "#platform/process/start-failed"
import { registerKeys } from "#platform/start/key-register"
import { parts, planted } from "./parts.ts"
import { configOver, servicesOver } from "./services.ts"

export interface Line {
  readonly part: string
  /** `does without`: it only makes things faster. */
  readonly holds: "yes" | "NO" | "does without"
  readonly told: string
}

export const toldOf = (cause: Cause.Cause<unknown>) =>
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

interface Asked extends DatabaseOptions {
  readonly sessions: Sessions
  /** A folder that is thrown away. */
  readonly dataDir: string
  /** Asks for something that outlives a transaction, which a line is to name. */
  readonly plant: boolean
}

/** What the service asks of this database, line by line; writes into it. */
export const linesOf = Effect.fnUntraced(function* ({ dataDir, plant, ...options }: Asked) {
  const config = configOver(options.url, dataDir)
  const begin = asLine(
    "migrations",
    Effect.gen(function* () {
      const both = yield* Effect.all([migrate(options), migrate(options)], { concurrency: "unbounded" })
      yield* checkRoles(options)
      yield* registerKeys(options)
      return `${both.map(({ length }) => length).join(" and ")} by two that started together`
    }).pipe(Effect.provide(config))
  )
  const shared = options.sessions === "shared"
  const lines: Array<Line> = [
    { part: "sessions", holds: "yes", told: shared ? "shared by a pooler" : "one for each connection" },
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
  return lines
})
