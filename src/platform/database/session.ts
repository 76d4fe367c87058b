import type { PgConnection, PgPool } from "@effect/sql-pg"
import { Effect, type Scope, Semaphore } from "effect"
import { SqlError } from "effect/sql"
import { secureBytes } from "#platform/crypto/random"
import type { Answers } from "./answers.ts"
import { lockTimeout, statementTimeout } from "./time-limits.ts"
import type { WatchedSession } from "./watched-session.ts"

export type DatabaseRole = "svc_app" | "svc_system"

/**
 * Whose the sessions of a database are. `own`: one for each connection, as PostgreSQL gives them. `shared`: a pooler gives
 * another between two transactions, so that role, tenant and time-outs travel with each of them.
 */
export type Sessions = "own" | "shared"

/** What holds in every session besides its role, as PostgreSQL spells it. */
const sessionSettings = {
  TimeZone: "UTC",
  statement_timeout: `${statementTimeout}s`,
  lock_timeout: `${lockTimeout}s`,
  idle_in_transaction_session_timeout: "1min"
}

const parts = Object.entries(sessionSettings)

const told = (local: boolean) =>
  parts.map(([name, value]) => `set_config('${name}', '${value}', ${String(local)})`).join(", ")

const setUp = `SELECT ${told(false)}, set_config('svc.session', $1, false), set_config('role', $2, false)`

/** Role and time-outs of one transaction, and of nothing behind it. */
export const opening = (role: DatabaseRole) => `SELECT ${told(true)}, set_config('role', '${role}', true)`

const asserted = `SELECT current_user::text AS role, current_setting('svc.session', true) AS session,
  ${parts.map(([name, value]) => `current_setting('${name}') = '${value}'`).join(" AND ")} AS timed,
  pg_is_in_recovery() AS standby`

/** One statement in the session, not prepared. */
type Run = (
  text: string,
  params: ReadonlyArray<unknown>
) => Effect.Effect<ReadonlyArray<Readonly<Record<string, unknown>>>, SqlError.SqlError>

/** Runs statements in this session. */
export const inSession =
  (session: Pick<PgConnection.PgConnection, "query">): Run =>
  (text, params) =>
    Effect.map(session.query(text, params, false), ({ rows }) => rows)

const refused = (sentence: string) =>
  new SqlError.SqlError({
    reason: new SqlError.ConnectionError({
      cause: new Error(sentence),
      message: "A session of the database is refused",
      operation: "connect"
    })
  })

/** What else it may be when a role or a time-out is not there. */
const lost: Record<Sessions, string> = {
  own:
    "a pooler such as PgBouncer has started to share sessions since the service started. Restart the service, or " +
    "keep a session for one client (pool_mode = session)",
  shared: "a pooler such as PgBouncer must keep a session for at least one transaction (pool_mode = transaction)"
}

/** After a fail-over the address may still lead to where nothing can be written. */
const standby =
  "A database session leads to a standby, which accepts no writes, so it is not used. Point DATABASE_URL to the primary"

const judged = Effect.fnUntraced(function* (
  row: Readonly<Record<string, unknown>> | undefined,
  role: DatabaseRole,
  sessions: Sessions,
  mayBeStandby: boolean
) {
  if (row?.["role"] !== role || row["timed"] !== true) {
    return yield* refused(
      `A database session has the role ${String(row?.["role"])}, not ${role} with its timeouts, so it is not used: ${lost[sessions]}`
    )
  }
  if (row["standby"] === true && !mayBeStandby) return yield* refused(standby)
})

/**
 * Gives a new session its role and time-outs by statement, since poolers drop or refuse what a connection asks for at its
 * start, and asks in another statement whether it has them. Row-level security is only as good as the
 * role (platform-51).
 */
export const setUpSession = Effect.fnUntraced(function* (run: Run, role: DatabaseRole, mayBeStandby = false) {
  const id = Buffer.from(secureBytes(12)).toString("hex")
  yield* run(setUp, [id, role])
  const [row] = yield* run(asserted, [])
  if (row?.["session"] !== id) return yield* refused(`A database session was replaced by another one: ${lost.own}`)
  return yield* judged(row, role, "own", mayBeStandby)
})

/** Asks in a transaction of a new connection whether that gives it its role and time-outs; leaves nothing behind. */
export const tryTransaction = Effect.fnUntraced(function* (run: Run, role: DatabaseRole, mayBeStandby = false) {
  yield* run("BEGIN", [])
  yield* run(opening(role), [])
  const [row] = yield* run(asserted, [])
  yield* run("COMMIT", [])
  return yield* judged(row, role, "shared", mayBeStandby)
})

interface PoolRole {
  readonly role: DatabaseRole
  readonly sessions: Sessions
  readonly answers: Answers
  /** Whatever runs here only reads. */
  readonly mayBeStandby?: boolean
}

/** A pool whose sessions have their role, and are given up when they do not answer. */
export interface RolePool {
  readonly config: PgPool.Config
  readonly get: Effect.Effect<WatchedSession, SqlError.SqlError, Scope.Scope>
  /** Exclusively, where several share a session; not watched. */
  readonly reserve: Effect.Effect<PgConnection.PgConnection, SqlError.SqlError, Scope.Scope>
  readonly use: <A, E, R>(
    work: (session: WatchedSession) => Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E | SqlError.SqlError, R>
}

/** The pool, whose sessions do nothing before they have their role. One that cannot have it is given up. */
export const poolAs = (pool: PgPool.PgPool, { answers, mayBeStandby = false, role, sessions }: PoolRole): RolePool => {
  const begin = sessions === "own" ? setUpSession : tryTransaction
  const shared = (pool.config.multiplexConcurrency ?? 2) > 1
  const ready = new WeakMap<PgConnection.PgConnection, WatchedSession>()
  // Fibers share a pipelined session from its beginning; all but the first wait for what that one finds.
  const turns = new WeakMap<PgConnection.PgConnection, Semaphore.Semaphore>()
  const turnOf = (session: PgConnection.PgConnection) => {
    const known = turns.get(session)
    if (known !== undefined) return known
    const made = Semaphore.makeUnsafe(1)
    turns.set(session, made)
    return made
  }
  const begun = Effect.fnUntraced(function* (session: PgConnection.PgConnection) {
    const known = ready.get(session)
    if (known !== undefined) return known
    const watched = yield* answers.watched(session, shared)
    yield* begin(inSession(watched), role, mayBeStandby)
    ready.set(session, watched)
    return watched
  })
  const prepare = (session: PgConnection.PgConnection) =>
    begun(session).pipe(
      Effect.onError(() => pool.invalidate(session)),
      turnOf(session).withPermits(1)
    )
  const get = Effect.flatMap(pool.get, (session) => {
    const known = ready.get(session)
    return known === undefined ? prepare(session) : Effect.succeed(known)
  })
  return {
    config: pool.config,
    get,
    reserve: Effect.flatMap(pool.get, (session) => Effect.andThen(prepare(session), session.pin)),
    use: (work) =>
      pool.use((session) => {
        const known = ready.get(session)
        return known === undefined ? Effect.flatMap(prepare(session), work) : work(known)
      })
  }
}
