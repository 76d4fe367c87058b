import { PgClient } from "@effect/sql-pg"
import { Clock, Data, Effect } from "effect"
import { Reactivity } from "effect/reactivity"
import { type DatabaseOptions, loginSettings } from "#platform/database/connections"

/** A restore was begun and not finished. `message` is what the operator reads. */
class RestoreUnfinished extends Data.TaggedError("RestoreUnfinished")<{ readonly message: string }> {}

/** What is restored is served once it is whole, erased again and verified, not before (backup-6). */
export const checkRestored = Effect.fn("checkRestored")(
  function* (options: DatabaseOptions) {
    const sql = yield* PgClient.makeClient(loginSettings(options, "start"))
    const [unfinished] = yield* sql.withTransaction(
      Effect.andThen(
        sql`SELECT set_config('role', 'svc_system', true)`,
        sql<{ readonly backup_id: string | null }>`SELECT backup_id FROM platform_holds WHERE ready_at IS NULL`
      )
    )
    if (unfinished === undefined) return
    return yield* new RestoreUnfinished({
      message:
        unfinished.backup_id === null
          ? "The recovery of this database is not finished. Run `admin backup recovered` again"
          : `The restore of the backup ${unfinished.backup_id} into this database is not finished. Run \`admin backup restore\` again`
    })
  },
  Effect.scoped,
  Effect.provide(Reactivity.layer),
  Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())
)
