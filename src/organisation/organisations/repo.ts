import { OrgId } from "@svc/contract/kernel/ids"
import { Plan, PlanStatus } from "@svc/contract/kernel/plans"
import { Organisation } from "@svc/contract/organisations/schema"
import { Context, type DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { all, Instant, maybe, one } from "#platform/database/statements"

const OptionalInstant = Schema.NullOr(Instant)

const Row = Schema.Struct({
  ...Organisation.fields,
  trial_ends_at: OptionalInstant,
  deletion_scheduled_at: OptionalInstant,
  created_at: Instant
})
export type OrganisationRow = typeof Row.Type

const PlanColumns = { plan: Plan, plan_status: PlanStatus, trial_ends_at: OptionalInstant }

const NewRow = Schema.Struct({
  id: OrgId,
  name: Schema.String,
  ...PlanColumns,
  timezone: Schema.String,
  created_at: Instant
})

const PlanRow = Schema.Struct({ id: OrgId, ...PlanColumns, suspended: Schema.Boolean })

/** Columns that the organization sets; the operator sets its plan. */
const OwnRow = Schema.Struct({
  id: OrgId,
  name: Schema.String,
  benefits_region: Organisation.fields.benefits_region,
  default_jurisdiction: Organisation.fields.default_jurisdiction,
  timezone: Schema.String,
  auto_revoke_at_exit: Schema.Boolean,
  names_in_notifications: Schema.Boolean,
  advance_when_ready: Schema.Boolean,
  begin_revocation_on_last_day: Schema.Boolean,
  return_instructions: Organisation.fields.return_instructions,
  offboarding_retention_months: Organisation.fields.offboarding_retention_months,
  /** Written only with the months. */
  offboarding_retention_months_before: Schema.optionalKey(Schema.NullOr(Schema.Int)),
  offboarding_retention_applies_from: Schema.optionalKey(OptionalInstant),
  deletion_scheduled_at: OptionalInstant,
  had_subscription_before_deletion: Schema.Boolean
})
export type OwnColumns = typeof OwnRow.Type

/** Rows as they count at a moment: a trial that is over reads `trial_expired`. */
export class OrganisationsRepo extends Context.Service<OrganisationsRepo>()("svc/organisations/OrganisationsRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const columns = (now: Date) => sql`
      id, name, plan, effective_plan_status(plan, plan_status, trial_ends_at, ${now}) AS plan_status, trial_ends_at,
      suspended, deletion_scheduled_at, had_subscription_before_deletion, default_jurisdiction, benefits_region, timezone,
      auto_revoke_at_exit, names_in_notifications, advance_when_ready, begin_revocation_on_last_day, return_instructions, offboarding_retention_months, created_at`
    const insert = one({
      Request: NewRow,
      Result: Row,
      execute: (row) => sql`INSERT INTO organisations ${sql.insert(row)} RETURNING ${columns(row.created_at)}`
    })
    const One = Schema.Struct({ orgId: OrgId, now: Instant })
    const find = maybe({
      Request: One,
      Result: Row,
      execute: ({ now, orgId }) => sql`SELECT ${columns(now)} FROM organisations WHERE id = ${orgId}`
    })
    // NO KEY: does not block foreign keys to the organization.
    const lock = maybe({
      Request: One,
      Result: Row,
      execute: ({ now, orgId }) => sql`SELECT ${columns(now)} FROM organisations WHERE id = ${orgId} FOR NO KEY UPDATE`
    })
    const lockPlan = maybe({
      Request: OrgId,
      Result: PlanRow,
      execute: (orgId) => sql`
        SELECT id, plan, plan_status, trial_ends_at, suspended FROM organisations WHERE id = ${orgId} FOR NO KEY UPDATE`
    })
    const updatePlan = one({
      Request: Schema.Struct({ row: PlanRow, now: Instant }),
      Result: Row,
      execute: ({ now, row }) => sql`
        UPDATE organisations SET ${sql.update(row, ["id"])} WHERE id = ${row.id} RETURNING ${columns(now)}`
    })
    const updateOwn = one({
      Request: Schema.Struct({ row: OwnRow, now: Instant }),
      Result: Row,
      execute: ({ now, row }) => sql`
        UPDATE organisations SET ${sql.update(row, ["id"])} WHERE id = ${row.id} RETURNING ${columns(now)}`
    })
    const everyOne = all({
      Request: Instant,
      Result: Row,
      execute: (now) => sql`SELECT ${columns(now)} FROM organisations ORDER BY created_at, id`
    })
    return {
      insert,
      find: (orgId: OrgId, now: DateTime.Utc) => find({ orgId, now }),
      /** The row as of that time. Concurrent changes wait, and no new case uses the row in the meantime. */
      lock: (orgId: OrgId, now: DateTime.Utc) => lock({ orgId, now }),
      /** The plan and its status as they are stored, and the operator's switch. */
      lockPlan,
      updatePlan: (row: typeof PlanRow.Type, now: DateTime.Utc) => updatePlan({ row, now }),
      updateOwn: (row: OwnColumns, now: DateTime.Utc) => updateOwn({ row, now }),
      all: everyOne
    }
  })
}) {
  static readonly layer = Layer.effect(OrganisationsRepo, OrganisationsRepo.make)
}
