import type { PgConnection, PgPool } from "@effect/sql-pg"
import { Effect, Semaphore } from "effect"
import { SqlError } from "effect/sql"
import { secureBytes } from "#platform/crypto/random"

export type DatabaseRole = "svc_app" | "svc_system"

/**
 * Whose the sessions of a database are. `own`: one for each connection, as PostgreSQL gives them. `shared`: a pooler gives
 * another between two transactions, so that role, tenant and time-outs travel with each of them.
 */
export type Sessions = "own" | "shared"

/** What holds in every session besides its role, as PostgreSQL spells it. */
const sessionSettings = {
  TimeZone: "UTC",
  statement_timeout: "30s",
  lock_timeout: "10s",
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
  (session: PgConnection.PgConnection): Run =>
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
    "a pooler such as PgBouncer has begun to share sessions since the service started, which is then to be started anew, " +
    "or must keep a session for one client (pool_mode = session)",
  shared: "a pooler such as PgBouncer must keep a session for one transaction at least (pool_mode = transaction)"
}

/** After a fail-over the address may still lead to where nothing can be written. */
const standby =
  "A session of the database is one of a standby, which takes no writes, and is not used: DATABASE_URL is to lead to the primary"

const judged = Effect.fnUntraced(function* (
  row: Readonly<Record<string, unknown>> | undefined,
  role: DatabaseRole,
  sessions: Sessions,
  mayBeStandby: boolean
) {
  if (row?.["role"] !== role || row["timed"] !== true) {
    return yield* refused(
      `A session of the database works as ${String(row?.["role"])}, not as ${role} with its time-outs, and is not used: ${lost[sessions]}`
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
  if (row?.["session"] !== id) return yield* refused(`A session of the database was exchanged for another: ${lost.own}`)
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
  /** Whatever runs here only reads. */
  readonly mayBeStandby?: boolean
}

/** The pool, whose sessions do nothing before they have their role. One that cannot have it is given up. */
export const poolAs = (pool: PgPool.PgPool, { mayBeStandby = false, role, sessions }: PoolRole): PgPool.PgPool => {
  const begin = sessions === "own" ? setUpSession : tryTransaction
  const ready = new WeakSet<PgConnection.PgConnection>()
  // Fibers share a pipelined session from its beginning; all but the first wait for what that one finds.
  const turns = new WeakMap<PgConnection.PgConnection, Semaphore.Semaphore>()
  const turnOf = (session: PgConnection.PgConnection) => {
    const known = turns.get(session)
    if (known !== undefined) return known
    const made = Semaphore.makeUnsafe(1)
    turns.set(session, made)
    return made
  }
  const prepare = (session: PgConnection.PgConnection) =>
    Effect.suspend(() => (ready.has(session) ? Effect.void : begin(inSession(session), role, mayBeStandby))).pipe(
      Effect.tap(() => Effect.sync(() => void ready.add(session))),
      Effect.onError(() => pool.invalidate(session)),
      turnOf(session).withPermits(1)
    )
  const get = Effect.flatMap(pool.get, (session) =>
    ready.has(session) ? Effect.succeed(session) : Effect.as(prepare(session), session)
  )
  return {
    ...pool,
    get,
    reserve: Effect.flatMap(get, (session) => session.pin),
    use: (work) =>
      pool.use((session) =>
        ready.has(session)
          ? work(session)
          : Effect.andThen(
              prepare(session),
              Effect.suspend(() => work(session))
            )
      )
  }
}
