import { OrgId, UserId } from "@svc/contract/kernel/ids"
import { SavedViewId, ViewFilters } from "@svc/contract/saved-views/schema"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { all, exists, Instant, maybe, one, run } from "#platform/database/statements"

/** Shared views of an organization that are shown at most, besides a member's own. */
const maxShared = 100

const Row = Schema.Struct({
  id: SavedViewId,
  user_id: UserId,
  name: Schema.String,
  filters: ViewFilters,
  shared: Schema.Boolean,
  created_at: Instant
})
export type SavedViewRow = typeof Row.Type

const Member = Schema.Struct({ orgId: OrgId, userId: UserId })
const Key = Schema.Struct({ ...Member.fields, id: SavedViewId })
const Stored = Schema.Struct({
  org_id: OrgId,
  ...Row.fields,
  filters: Schema.fromJsonString(ViewFilters)
})

export class SavedViewsRepo extends Context.Service<SavedViewsRepo>()("svc/saved-views/SavedViewsRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const columns = sql.literal("id, user_id, name, filters, shared, created_at")

    const visible = all({
      Request: Member,
      Result: Row,
      execute: ({ orgId, userId }) => sql`
        (SELECT ${columns} FROM saved_views WHERE org_id = ${orgId} AND user_id = ${userId})
        UNION ALL
        (SELECT ${columns} FROM saved_views WHERE org_id = ${orgId} AND shared AND user_id <> ${userId}
          ORDER BY created_at LIMIT ${maxShared})
        ORDER BY name, id`
    })

    const lock = maybe({
      Request: Key,
      Result: Row,
      execute: ({ id, orgId, userId }) => sql`
        SELECT ${columns} FROM saved_views
        WHERE org_id = ${orgId} AND id = ${id} AND (shared OR user_id = ${userId}) FOR UPDATE`
    })

    const holdMembership = exists({
      Request: Member,
      execute: ({ orgId, userId }) => sql`
        SELECT 1 FROM memberships WHERE org_id = ${orgId} AND user_id = ${userId} FOR NO KEY UPDATE`
    })

    const count = one({
      Request: Member,
      Result: Schema.Struct({ views: Schema.Int }),
      execute: ({ orgId, userId }) => sql`
        SELECT count(*)::int AS views FROM saved_views WHERE org_id = ${orgId} AND user_id = ${userId}`
    })

    const insert = run({
      Request: Stored,
      execute: (view) => sql`INSERT INTO saved_views ${sql.insert(view)}`
    })

    const update = run({
      Request: Stored,
      execute: ({ filters, id, name, org_id, shared }) => sql`
        UPDATE saved_views SET name = ${name}, filters = ${filters}::jsonb, shared = ${shared}
        WHERE org_id = ${org_id} AND id = ${id}`
    })

    const remove = run({
      Request: Schema.Struct({ orgId: OrgId, id: SavedViewId }),
      execute: ({ id, orgId }) => sql`DELETE FROM saved_views WHERE org_id = ${orgId} AND id = ${id}`
    })

    return {
      /** The member's own and the shared ones, by name. */
      visible,
      /** One of those, held to the end of the transaction. */
      lock,
      /** How many the member saved; their membership is held, so that two saves come one after the other. */
      countOwn: (member: typeof Member.Type) =>
        Effect.andThen(
          holdMembership(member),
          Effect.map(count(member), ({ views }) => views)
        ),
      insert,
      update,
      remove
    }
  })
}) {
  static readonly layer = Layer.effect(SavedViewsRepo, SavedViewsRepo.make)
}
