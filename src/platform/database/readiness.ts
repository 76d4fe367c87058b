import { Data, Effect } from "effect"
import { type SqlClient, SqlError } from "effect/sql"
import { DedicatedConnection, ReadSql, SystemSql } from "./db.ts"
import type { DatabaseRole } from "./session.ts"
import { connectionOf } from "./transaction-client.ts"

/** A pooler before the database has begun to share sessions since the start. `message` is what readiness tells. */
class SessionsShared extends Data.TaggedError("SessionsShared") {
  override readonly message = "the database's pooler shares sessions: set pool_mode = session, or restart the service"
}

interface Seen {
  readonly role: string
  readonly mark: string | null
}

const worksAs = (
  sql: SqlClient.SqlClient,
  role: DatabaseRole,
  mark: string | null
): Effect.Effect<void, SqlError.SqlError | SessionsShared> =>
  Effect.flatMap(
    sql<Seen>`SELECT current_user::text AS role, nullif(current_setting('svc.ready', true), '') AS mark`,
    ([row]) => (row?.role === role && row.mark === mark ? Effect.void : Effect.fail(new SessionsShared()))
  )

/** A transaction shaped like a change: statements in one write ahead of the one that is waited for. It changes nothing. */
const asChange = (sql: SqlClient.SqlClient, role: DatabaseRole) =>
  Effect.flatMap(connectionOf(sql), (connection) => {
    connection.send(sql`SELECT set_config('svc.ready', ${role}, true)`)
    return worksAs(sql, role, role)
  }).pipe(sql.withTransaction)

/**
 * Readiness of the database: it responds as the role of each pool. With a pooler, also that it carries a change; two
 * concurrently, to prove more than one session.
 */
export const databaseReady = Effect.gen(function* () {
  const { sessions } = yield* DedicatedConnection
  const ways: ReadonlyArray<readonly [SqlClient.SqlClient, DatabaseRole]> = [
    [yield* SystemSql, "svc_system"],
    [yield* ReadSql, "svc_app"]
  ]
  for (const [sql, role] of ways) {
    if (sessions === "own") yield* worksAs(sql, role, null)
    else yield* Effect.all([asChange(sql, role), asChange(sql, role)], { concurrency: 2, discard: true })
  }
}).pipe(
  // A ROLLBACK on a lost connection dies. Caught outside of both changes, since the one that fails interrupts the other.
  Effect.catchDefect((defect) => (SqlError.isSqlError(defect) ? Effect.fail(defect) : Effect.die(defect)))
)
