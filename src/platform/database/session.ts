import type { PgConnection, PgPool } from "@effect/sql-pg"
import { Effect, Semaphore } from "effect"
import { SqlError } from "effect/sql"
import { secureBytes } from "#platform/crypto/random"

export type DatabaseRole = "svc_app" | "svc_system"

/** What holds in every session besides its role, as PostgreSQL spells it. */
const sessionSettings = {
  TimeZone: "UTC",
  statement_timeout: "30s",
  lock_timeout: "10s",
  idle_in_transaction_session_timeout: "1min"
}

const parts = Object.entries(sessionSettings)

const setUp = `SELECT ${parts.map(([name, value]) => `set_config('${name}', '${value}', false)`).join(", ")},
  set_config('svc.session', $1, false), set_config('role', $2, false)`

const asserted = `SELECT current_user::text AS role, current_setting('svc.session', true) AS session,
  ${parts.map(([name, value]) => `current_setting('${name}') = '${value}'`).join(" AND ")} AS timed`

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

const refused = (role: DatabaseRole, was: unknown) =>
  new SqlError.SqlError({
    reason: new SqlError.ConnectionError({
      cause: new Error(
        `A session of the database works as ${String(was)}, not as ${role} with its time-outs, and is not used: ` +
          "a pooler such as PgBouncer must keep a session for one client (pool_mode = session)"
      ),
      message: "A session of the database is refused",
      operation: "connect"
    })
  })

/**
 * Gives a new session its role and time-outs by statement, since poolers drop or refuse what a connection asks for at its
 * start, and asks in another statement whether it has them. Row-level security is only as good as the
 * role (platform-51).
 */
export const setUpSession = Effect.fnUntraced(function* (run: Run, role: DatabaseRole) {
  const id = Buffer.from(secureBytes(12)).toString("hex")
  yield* run(setUp, [id, role])
  const [row] = yield* run(asserted, [])
  if (row?.["role"] !== role || row["session"] !== id || row["timed"] !== true) {
    return yield* refused(role, row?.["role"])
  }
})

/** The pool, whose sessions do nothing before they have their role. One that cannot have it is given up. */
export const poolAs = (pool: PgPool.PgPool, role: DatabaseRole): PgPool.PgPool => {
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
    Effect.suspend(() => (ready.has(session) ? Effect.void : setUpSession(inSession(session), role))).pipe(
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
