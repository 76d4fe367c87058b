import { Organisation } from "@svc/contract/organisations/schema"
import { OrgId } from "@svc/contract/kernel/ids"
import { Plan, PlanStatus } from "@svc/contract/kernel/plans"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Transaction } from "#platform/db"

const Row = Schema.Struct({
  ...Organisation.fields,
  deletion_scheduled_at: Schema.NullOr(Schema.DateTimeUtcFromDate),
  created_at: Schema.DateTimeUtcFromDate
})
export type OrganisationRow = typeof Row.Type

const NewRow = Schema.Struct({
  id: OrgId,
  name: Schema.String,
  plan: Plan,
  plan_status: PlanStatus,
  timezone: Schema.String,
  created_at: Schema.DateTimeUtcFromDate
})

export class OrganisationsRepo extends Context.Service<
  OrganisationsRepo,
  {
    insert(row: typeof NewRow.Type): Effect.Effect<OrganisationRow, never, Transaction>
    find(orgId: OrgId): Effect.Effect<Option.Option<OrganisationRow>, never, Transaction>
    lock(orgId: OrgId): Effect.Effect<Option.Option<OrganisationRow>, never, Transaction>
    update(
      row: Pick<OrganisationRow, "id" | "plan" | "plan_status" | "suspended">
    ): Effect.Effect<OrganisationRow, never, Transaction>
    all: Effect.Effect<ReadonlyArray<OrganisationRow>, never, Transaction>
  }
>()("svc/organisations/OrganisationsRepo") {
  static readonly layer = Layer.effect(
    OrganisationsRepo,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql.literal(
        "id, name, plan, plan_status, suspended, deletion_scheduled_at, had_subscription_before_deletion, default_jurisdiction, timezone, auto_revoke_at_exit, created_at"
      )
      const insert = SqlSchema.findOne({
        Request: NewRow,
        Result: Row,
        execute: (row) => sql`INSERT INTO organisations ${sql.insert(row)} RETURNING ${columns}`
      })
      const find = SqlSchema.findOneOption({
        Request: OrgId,
        Result: Row,
        execute: (orgId) => sql`SELECT ${columns} FROM organisations WHERE id = ${orgId}`
      })
      const lock = SqlSchema.findOneOption({
        Request: OrgId,
        Result: Row,
        execute: (orgId) => sql`SELECT ${columns} FROM organisations WHERE id = ${orgId} FOR UPDATE`
      })
      const update = SqlSchema.findOne({
        Request: Schema.Struct({ id: OrgId, plan: Plan, plan_status: PlanStatus, suspended: Schema.Boolean }),
        Result: Row,
        execute: ({ id, plan, plan_status, suspended }) => sql`
          UPDATE organisations SET plan = ${plan}, plan_status = ${plan_status}, suspended = ${suspended}
          WHERE id = ${id} RETURNING ${columns}`
      })
      const all = SqlSchema.findAll({
        Request: Schema.Void,
        Result: Row,
        execute: () => sql`SELECT ${columns} FROM organisations ORDER BY created_at, id`
      })
      return OrganisationsRepo.of({
        insert: (row) => Transaction.use(() => Effect.orDie(insert(row))),
        find: (orgId) => Transaction.use(() => Effect.orDie(find(orgId))),
        lock: (orgId) => Transaction.use(() => Effect.orDie(lock(orgId))),
        update: (row) => Transaction.use(() => Effect.orDie(update(row))),
        all: Transaction.use(() => Effect.orDie(all(undefined)))
      })
    })
  )
}
