import { Data, Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { ReadSql, SystemSql } from "./db.ts"
import type { DatabaseRole } from "./session.ts"

/** A pooler before the database has begun to share sessions since the start. `message` is what readiness tells. */
class SessionsShared extends Data.TaggedError("SessionsShared") {
  override readonly message =
    "the database's pooler gives sessions to others: set pool_mode = session, or start the service anew"
}

const worksAs = (
  sql: SqlClient.SqlClient,
  role: DatabaseRole
): Effect.Effect<void, SqlError.SqlError | SessionsShared> =>
  Effect.flatMap(sql<{ readonly role: string }>`SELECT current_user::text AS role`, ([row]) =>
    row?.role === role ? Effect.void : Effect.fail(new SessionsShared())
  )

/** Whether the database answers, as the role that each way to it has. */
export const databaseReady = Effect.gen(function* () {
  yield* worksAs(yield* SystemSql, "svc_system")
  yield* worksAs(yield* ReadSql, "svc_app")
})
