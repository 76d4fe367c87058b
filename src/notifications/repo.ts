import { OrgId } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Transaction } from "#platform/db"

/** What the members with one of these roles are told. */
export interface NewNotices {
  readonly orgId: OrgId
  readonly roles: ReadonlyArray<string>
  readonly now: Date
  readonly type: string
  readonly title: string
  readonly body: string
  readonly data: Readonly<Record<string, string>>
}

export class NotificationsRepo extends Context.Service<
  NotificationsRepo,
  {
    insertNotifications(notices: NewNotices): Effect.Effect<void, never, Transaction>
    /** The mail addresses of the members with one of these roles. */
    addressesOf(orgId: OrgId, roles: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<string>, never, Transaction>
  }
>()("svc/notifications/NotificationsRepo") {
  static readonly layer = Layer.effect(
    NotificationsRepo,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const addressesOf = SqlSchema.findAll({
        Request: Schema.Struct({ orgId: OrgId, roles: Schema.Array(Schema.String) }),
        Result: Schema.Struct({ email: Schema.String }),
        execute: ({ orgId, roles }) => sql`
          SELECT u.email FROM memberships m JOIN users u ON u.id = m.user_id
          WHERE m.org_id = ${orgId} AND m.role = ANY(${roles}) ORDER BY m.user_id`
      })

      return NotificationsRepo.of({
        insertNotifications: ({ body, data, now, orgId, roles, title, type }) =>
          Transaction.use(({ send }) =>
            send(sql`
              INSERT INTO notifications (org_id, id, user_id, type, title, body, data, created_at)
              SELECT m.org_id, gen_random_uuid(), m.user_id, ${type}, ${title}, ${body}, ${JSON.stringify(data)}::jsonb, ${now}::timestamptz
              FROM memberships m WHERE m.org_id = ${orgId} AND m.role = ANY(${roles}) ORDER BY m.user_id`)
          ),
        addressesOf: (orgId, roles) =>
          Transaction.use(() =>
            Effect.orDie(Effect.map(addressesOf({ orgId, roles }), (rows) => rows.map(({ email }) => email)))
          )
      })
    })
  )
}
