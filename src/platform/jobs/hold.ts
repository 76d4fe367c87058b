import { Context, DateTime, Effect, Option, Schema } from "effect"
import { SqlSchema } from "effect/sql"
import { SystemSql } from "#platform/database/db"
import { Instant } from "#platform/database/statements"
import { layerOf } from "#platform/services/layer-of"

const Hold = Schema.Struct({
  origin: Schema.Literals(["backup", "recovery"]),
  backup_id: Schema.NullOr(Schema.String),
  /** The moment that the data is of. */
  data_of: Instant,
  /** Null while the restore is not finished. */
  ready_at: Schema.NullOr(Instant)
})
type Hold = typeof Hold.Type

/** Why jobs wait, as the log tells it. */
export const heldBecause = ({ backup_id, data_of, origin }: Hold): string =>
  `the database was ${origin === "backup" ? `restored from the backup ${backup_id ?? ""}` : "recovered"} as of ` +
  `${DateTime.formatIso(data_of)}, so that no job runs and nothing is sent: look at \`admin backup held\`, then say ` +
  "`admin backup release`"

/** Whether jobs wait because the database came back from a backup (backup-7). */
export class JobHold extends Context.Service<
  JobHold,
  {
    /** None once it was released. A hold begins only while no service runs, so none stays none. */
    readonly current: Effect.Effect<Option.Option<Hold>>
  }
>()("svc/platform/JobHold") {
  static readonly layerNoDeps = layerOf(JobHold, function* () {
    const system = yield* SystemSql
    const open = SqlSchema.findOneOption({
      Request: Schema.Void,
      Result: Hold,
      execute: () => system`
          SELECT origin, backup_id, data_of, ready_at FROM platform_holds WHERE released_at IS NULL`
    })
    let free = false
    return JobHold.of({
      current: Effect.suspend(() =>
        free
          ? Effect.succeedNone
          : Effect.tap(Effect.orDie(open(undefined)), (found) =>
              Effect.sync(() => {
                free = Option.isNone(found)
              })
            )
      )
    })
  })
}
