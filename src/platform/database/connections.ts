import { PgClient, PgPool } from "@effect/sql-pg"
import { Clock, Context, type Duration, Effect, Layer, Option, type Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient } from "effect/sql"
import { passwordOf } from "./address.ts"
import { type Answers, watchAnswers } from "./answers.ts"
import { DedicatedConnection, ReadSql, SystemSql } from "./db.ts"
import { makePipelinedClient } from "./pipelined-client.ts"
import { databaseAt, databaseAttributes, databasePlace } from "./place.ts"
import { watchReplica } from "./replica.ts"
import { type DatabaseRole, opening, poolAs, type Sessions, setUpSession } from "./session.ts"
import type { DatabaseTls } from "./tls.ts"
import { makeTransactionClient } from "./transaction-client.ts"

export interface DatabaseOptions {
  readonly url: Redacted.Redacted
  /** TLS that the address asks for beyond what the driver reads in it. */
  readonly tls?: DatabaseTls
  /** `own` unless it was found otherwise (`findSessions`). */
  readonly sessions?: Sessions
  /** What only reads may do so here. */
  readonly replica?: {
    readonly options: DatabaseOptions
    /** It is read while it is behind no more than this. */
    readonly bound: Duration.Duration
  }
  /** Connections for transactions. Reads and the system's statements are pipelined over three of each. */
  readonly maxConnections?: number
  /** Silence after which the database is probed; default 5 seconds. */
  readonly answerTimeout?: Duration.Duration
}

/** A connection as the URL's role; `name` is its application name. */
export const loginSettings = ({ sessions, tls, url }: DatabaseOptions, name: string) => ({
  ...databaseAt(url),
  ...Option.match(passwordOf(url), { onNone: () => ({}), onSome: (password) => ({ password }) }),
  ...(tls === undefined ? {} : { ssl: tls }),
  connectTimeout: "5 seconds" as const,
  applicationName: `offboarding-service/${name}`,
  // What one session has prepared, another one does not know.
  prepare: sessions !== "shared"
})

const defaultConnections = 10

/** One way to a database, and who notices that it does not answer. */
interface Way extends DatabaseOptions {
  readonly answers: Answers
}

const wayTo = Effect.fnUntraced(function* (options: DatabaseOptions) {
  const place = Option.getOrElse(databasePlace(options.url), () => ({ host: "localhost", port: 5432 }))
  const answers = yield* watchAnswers(loginSettings(options, "watch"), place, options.answerTimeout)
  return { ...options, answers }
})

const exclusivePool = (options: Way, role: DatabaseRole, mayBeStandby = false) =>
  PgPool.make({
    ...loginSettings(options, role),
    stream: options.answers.stream,
    maxConnections: options.maxConnections ?? defaultConnections,
    // An unavailable replica does not prevent the start.
    minConnections: mayBeStandby ? 0 : 1,
    idleTimeout: "1 minute",
    multiplex: true,
    multiplexConcurrency: 1
  }).pipe(
    Effect.map((pool) =>
      poolAs(pool, { role, sessions: options.sessions ?? "own", answers: options.answers, mayBeStandby })
    )
  )

const openingOf = (options: DatabaseOptions, role: DatabaseRole) =>
  options.sessions === "shared" ? opening(role) : undefined

const transactions = (options: Way, role: DatabaseRole, mayBeStandby = false) =>
  Effect.flatMap(exclusivePool(options, role, mayBeStandby), (pool) =>
    makeTransactionClient(pool, databaseAttributes(options.url), openingOf(options, role))
  )

/** Single statements; where sessions are shared each is a transaction, and none travels with its neighbours. */
const statements = (options: Way, role: DatabaseRole) =>
  options.sessions === "shared"
    ? transactions(options, role)
    : PgPool.make({
        ...loginSettings(options, role),
        stream: options.answers.stream,
        maxConnections: 3,
        minConnections: 1,
        idleTimeout: "1 minute",
        multiplex: true
      }).pipe(
        Effect.flatMap((pool) =>
          makePipelinedClient(
            poolAs(pool, { role, sessions: "own", answers: options.answers }),
            databaseAttributes(options.url)
          )
        )
      )

const dedicated = Effect.fnUntraced(function* (options: Way) {
  const client = yield* PgClient.makeClient({ ...loginSettings(options, "svc_system"), stream: options.answers.stream })
  if (options.sessions === "shared") return client
  yield* setUpSession((text, params) => client.unsafe<Record<string, unknown>>(text, params).unprepared, "svc_system")
  return client
})

/** Connections keep real time: under a test clock the pool would replay every idle check since 1970. */
const liveClock = Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())

/** The replica, where role and time-outs travel with each transaction, whether or not a pooler stands before it. */
const openReplica = Effect.fnUntraced(function* (
  { bound, options: given }: NonNullable<DatabaseOptions["replica"]>,
  system: SqlClient.SqlClient
) {
  const options = { ...(yield* wayTo(given)), sessions: "shared" as const }
  const watched = yield* watchReplica(
    system,
    yield* transactions({ ...options, maxConnections: 2 }, "svc_system", true),
    bound
  )
  return { ...watched, options, opening: opening("svc_app"), pool: yield* exclusivePool(options, "svc_app", true) }
})

const connections = Effect.gen(function* () {
  const reactivity = yield* Reactivity.Reactivity
  return (given: DatabaseOptions) =>
    Effect.gen(function* () {
      const options = yield* wayTo(given)
      const system = yield* statements(options, "svc_system")
      const replica = options.replica === undefined ? undefined : yield* openReplica(options.replica, system)
      const pool = yield* exclusivePool(options, "svc_app")
      const sql = yield* makeTransactionClient(
        pool,
        databaseAttributes(options.url),
        openingOf(options, "svc_app"),
        replica
      )
      const openFrom = (from: Way) =>
        dedicated(from).pipe(Effect.provideService(Reactivity.Reactivity, reactivity), liveClock)
      const open = openFrom(options)
      return Context.empty().pipe(
        Context.add(SqlClient.SqlClient, sql),
        Context.add(ReadSql, yield* statements(options, "svc_app")),
        Context.add(SystemSql, system),
        Context.add(DedicatedConnection, {
          open,
          openToRead:
            replica === undefined
              ? open
              : Effect.flatMap(replica.catchesUp, (reached) =>
                  reached ? openFrom(replica.options).pipe(Effect.catch(() => open)) : open
                ),
          sessions: options.sessions ?? "own"
        })
      )
    })
})

/** `SqlClient` for transactions, and the other three ways to the same database. */
export const databaseLayer = (options: DatabaseOptions) =>
  Layer.effectContext(Effect.flatMap(connections, (connect) => liveClock(connect(options)))).pipe(
    Layer.provide(Reactivity.layer)
  )
