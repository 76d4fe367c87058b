import type { RecordScope } from "@svc/contract/kernel/access"
import { EmployeeId, OffboardingId, OrgId, PersonKeyId, UserId } from "@svc/contract/kernel/ids"
import { ListedOffboarding, OffboardingStatus } from "@svc/contract/offboardings/schema"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Instant, maybe, one, run, unlessTaken } from "#platform/database/statements"
import { caseReads, directoryId } from "#records/case-facts"

const Row = Schema.Struct({
  ...ListedOffboarding.fields,
  employee_personal_email: Schema.NullOr(Schema.String),
  person_key_id: PersonKeyId,
  no_apps_confirmed_at: Schema.NullOr(Instant),
  asset_return_confirmed_at: Schema.NullOr(Instant),
  sealed_cancel_reason: Schema.NullOr(Schema.String),
  completed_at: Schema.NullOr(Instant),
  cancelled_at: Schema.NullOr(Instant),
  legal_hold: Schema.Boolean,
  legal_hold_released_at: Schema.NullOr(Instant),
  created_at: Instant,
  updated_at: Instant,
  directory_id: Schema.NullOr(EmployeeId)
})
export type OffboardingRow = typeof Row.Type

const Changes = Schema.Struct({
  org_id: OrgId,
  id: OffboardingId,
  status: OffboardingStatus,
  manager_email: Schema.NullOr(Schema.String),
  completed_at: Schema.NullOr(Instant),
  cancelled_at: Schema.NullOr(Instant),
  sealed_cancel_reason: Schema.NullOr(Schema.String),
  updated_at: Instant
})
const Confirmation = Schema.Struct({
  org_id: OrgId,
  id: OffboardingId,
  by: Schema.NullOr(UserId),
  at: Instant
})
type Confirmation = typeof Confirmation.Type

const LegalHold = Schema.Struct({
  org_id: OrgId,
  id: OffboardingId,
  legal_hold: Schema.Boolean,
  legal_hold_released_at: Schema.NullOr(Instant),
  updated_at: Instant
})

const Completion = Schema.Struct({ assets: Schema.Array(Schema.String), tasks: Schema.Array(Schema.String) })

interface Key {
  readonly org_id: OrgId
  readonly id: OffboardingId
}

/** The cases, and what of other tables their gates depend on. */
export class OffboardingsRepo extends Context.Service<OffboardingsRepo>()("svc/offboardings/OffboardingsRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const findOpenId = maybe({
      Request: Schema.Struct({ orgId: OrgId, email: Schema.String }),
      Result: Schema.Struct({ id: OffboardingId }),
      execute: ({ email, orgId }) => sql`
        SELECT id FROM offboardings
        WHERE org_id = ${orgId} AND lower_employee_email = lower(${email})
          AND status NOT IN ('completed', 'cancelled')`
    })

    const { caseOf, lockCase } = caseReads(sql, Row, { directory_id: directoryId(sql) })

    const update = unlessTaken(sql, "offboardings_open_email", {
      Request: Changes,
      execute: ({
        cancelled_at,
        completed_at,
        id,
        manager_email,
        org_id,
        sealed_cancel_reason,
        status,
        updated_at
      }) => sql`
        UPDATE offboardings SET status = ${status}, manager_email = ${manager_email}, completed_at = ${completed_at},
          cancelled_at = ${cancelled_at}, sealed_cancel_reason = ${sealed_cancel_reason}, updated_at = ${updated_at}
        WHERE org_id = ${org_id} AND id = ${id}`
    })

    const confirm = (columnPrefix: "no_apps" | "asset_return") =>
      run({
        Request: Confirmation,
        execute: ({ at, by, id, org_id }) => sql`
          UPDATE offboardings SET ${sql(`${columnPrefix}_confirmed_at`)} = ${at}, ${sql(`${columnPrefix}_confirmed_by`)} = ${by},
            updated_at = ${at}
          WHERE org_id = ${org_id} AND id = ${id}`
      })
    const confirmNoApps = confirm("no_apps")
    const confirmAssetReturn = confirm("asset_return")

    const setLegalHold = run({
      Request: LegalHold,
      execute: ({ id, legal_hold, legal_hold_released_at, org_id, updated_at }) => sql`
        UPDATE offboardings SET legal_hold = ${legal_hold}, legal_hold_released_at = ${legal_hold_released_at},
          updated_at = ${updated_at}
        WHERE org_id = ${org_id} AND id = ${id}`
    })

    const openForCompletion = one({
      Request: Schema.Struct({ org_id: OrgId, id: OffboardingId, holder: Schema.NullOr(EmployeeId) }),
      Result: Completion,
      execute: ({ holder, id, org_id }) => sql`
        SELECT
          array(SELECT item_name || ' (' || serial_number || ')' FROM assets
            WHERE org_id = ${org_id}::uuid AND org_employee_id = ${holder}::uuid AND status = 'deployed'
            ORDER BY item_name, serial_number) AS assets,
          array(SELECT task FROM checklist_items
            WHERE org_id = ${org_id}::uuid AND offboarding_id = ${id}::uuid AND completed_at IS NULL AND not_needed_at IS NULL
            ORDER BY position, created_at, id) AS tasks`
    })

    return {
      findOpenId: (orgId: OrgId, email: string) =>
        findOpenId({ orgId, email }).pipe(Effect.map(Option.map((row) => row.id))),
      /** The same without a lock. */
      find: ({ id, org_id }: Key, records: RecordScope) => caseOf({ orgId: org_id, offboardingId: id }, records),
      /** Changes of one case follow each other. None as well when it is not in the scope. */
      lock: ({ id, org_id }: Key, records: RecordScope) =>
        lockCase({ orgId: org_id, offboardingId: id }, records, "UPDATE"),
      /** False if another open offboarding has the email: the transaction continues as before. */
      update,
      confirmNoApps,
      confirmAssetReturn,
      setLegalHold,
      /** Names of the holder's assets still out, and the case's open tasks. */
      openForCompletion: (key: Key, holder: EmployeeId | null) => openForCompletion({ ...key, holder })
    }
  })
}) {
  static readonly layer = Layer.effect(OffboardingsRepo, OffboardingsRepo.make)
}
