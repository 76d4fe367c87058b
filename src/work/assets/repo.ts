import { Asset, AssetCategory, AssetStatus } from "@svc/contract/assets/schema"
import { RecordScope } from "@svc/contract/kernel/access"
import { CalendarDate } from "@svc/contract/kernel/dates"
import { AssetId, EmployeeId, OffboardingId, OrgId, PersonKeyId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { columnsOf } from "#platform/database/columns"
import { Transaction } from "#platform/database/db"
import { all, Instant, one, perform, run, unlessTaken } from "#platform/database/statements"
import { frozen } from "#records/legal-hold"
import { employeesIn } from "#records/record-scope"

const Row = Schema.Struct({
  ...Asset.fields,
  created_at: Instant,
  updated_at: Instant,
  /** Of the holder. */
  person_key_id: Schema.NullOr(PersonKeyId),
  /** True without a holder, and for a holder in the record scope that was asked for. */
  in_sight: Schema.Boolean
})
/** An item with its holder. */
export type AssetRow = typeof Row.Type

const Holder = Schema.Struct({
  id: EmployeeId,
  full_name: Schema.String,
  person_key_id: PersonKeyId,
  erased: Schema.Boolean
})
const content = {
  item_name: Schema.String,
  serial_number: Schema.String,
  model: Schema.String,
  category: AssetCategory,
  condition: Schema.String,
  org_employee_id: Schema.NullOr(EmployeeId),
  tracking_number: Schema.String,
  return_deadline: Schema.NullOr(CalendarDate),
  status: AssetStatus
}

const NewRow = Schema.Struct({
  org_id: OrgId,
  id: AssetId,
  ...content,
  created_at: Schema.DateTimeUtcFromString,
  updated_at: Schema.DateTimeUtcFromString
})
type NewAsset = typeof NewRow.Type

const Changes = Schema.Struct({ org_id: OrgId, id: AssetId, ...content, updated_at: Instant })

const HeldCase = Schema.Struct({ id: OffboardingId, frozen: Schema.Boolean })

interface Assets {
  readonly orgId: OrgId
  readonly records: RecordScope
  readonly ids: ReadonlyArray<AssetId>
}

interface People {
  readonly orgId: OrgId
  readonly records: RecordScope
  readonly ids: ReadonlyArray<EmployeeId>
}

interface Key {
  readonly org_id: OrgId
  readonly id: AssetId
}

/** Equipment, and what it needs of other tables. Changes lock the holder's cases first. */
export class AssetsRepo extends Context.Service<AssetsRepo>()("svc/assets/AssetsRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const columns = sql.literal(`a.id, a.org_id, a.org_employee_id, a.item_name, a.serial_number, a.model, a.category,
      a.condition, a.tracking_number, a.return_deadline, a.status, a.created_at, a.updated_at,
      json_build_object('id', e.id, 'full_name', e.full_name, 'email', e.email, 'employee_id', e.employee_id,
        'department', e.department) AS employee, e.person_key_id`)
    const inSight = (records: RecordScope) =>
      sql`(e.id IS NULL OR (${employeesIn(sql, records, "e")}) IS TRUE) AS in_sight`
    const joined = sql.literal("assets a LEFT JOIN org_employees e ON e.org_id = a.org_id AND e.id = a.org_employee_id")

    const Ids = Schema.Struct({ orgId: OrgId, records: RecordScope, ids: Schema.Array(AssetId) })
    const find = all({
      Request: Ids,
      Result: Row,
      execute: ({ ids, orgId, records }) => sql`
        SELECT ${columns}, ${inSight(records)} FROM ${joined} WHERE a.org_id = ${orgId} AND a.id = ANY(${ids}::uuid[]) ORDER BY a.id`
    })

    const lockRows = run({
      Request: Ids,
      execute: ({ ids, orgId }) => sql`
        SELECT 1 FROM assets WHERE org_id = ${orgId} AND id = ANY(${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE`
    })

    const count = one({
      Request: OrgId,
      Result: Schema.Struct({ count: Schema.Int }),
      execute: (orgId) => sql`
        SELECT coalesce(sum(count), 0)::int AS count FROM asset_counts WHERE org_id = ${orgId}`
    })

    const People = Schema.Struct({ orgId: OrgId, records: RecordScope, ids: Schema.Array(EmployeeId) })
    const lockPeople = SqlSchema.void({
      Request: People,
      execute: ({ ids, orgId }) => sql`
        SELECT 1 FROM org_employees WHERE org_id = ${orgId} AND id = ANY(${ids}::uuid[]) ORDER BY id FOR SHARE`
    })
    const holders = SqlSchema.findAll({
      Request: People,
      Result: Holder,
      execute: ({ ids, orgId, records }) => sql`
        SELECT e.id, e.full_name, e.person_key_id,
          EXISTS (SELECT FROM erasures r WHERE r.org_id = e.org_id AND r.employee_id = e.id) AS erased
        FROM org_employees e
        WHERE e.org_id = ${orgId} AND e.id = ANY(${ids}::uuid[]) AND ${employeesIn(sql, records, "e")}`
    })

    const lockAllCasesOf = all({
      Request: Schema.Struct({ orgId: OrgId, holder: EmployeeId, now: Instant }),
      Result: HeldCase,
      execute: ({ holder, now, orgId }) => sql`
        SELECT o.id, ${frozen(sql, now, "o")} AS frozen FROM offboardings o
        WHERE o.org_id = ${orgId} AND (o.org_employee_id = ${holder} OR (o.org_employee_id IS NULL AND o.lower_employee_email =
          (SELECT e.lower_email FROM org_employees e WHERE e.org_id = ${orgId} AND e.id = ${holder})))
        ORDER BY o.id FOR NO KEY UPDATE OF o`
    })

    const taken = all({
      Request: Schema.Struct({ orgId: OrgId, serials: Schema.Array(Schema.String) }),
      Result: Schema.Struct({ serial_number: Schema.String }),
      execute: ({ orgId, serials }) => sql`
        SELECT serial_number FROM assets WHERE org_id = ${orgId} AND serial_number = ANY(${serials}::text[])`
    })

    const newColumns = columnsOf(NewRow, "")
    const encodeRows = Schema.encodeEffect(Schema.fromJsonString(Schema.Array(NewRow)))
    const insert = SqlSchema.findAll({
      Request: Schema.String,
      Result: Schema.Struct({ id: AssetId }),
      // In one order everywhere, so that two imports of the same items never wait for each other.
      execute: (rows) => sql`
        INSERT INTO assets (${newColumns}) SELECT ${newColumns}
        FROM jsonb_populate_recordset(NULL::assets, ${rows}::jsonb) ORDER BY serial_number
        ON CONFLICT (org_id, serial_number) DO NOTHING RETURNING id`
    })

    const update = unlessTaken(sql, "assets_org_id_serial_number_key", {
      Request: Changes,
      execute: (row) => sql`
        UPDATE assets SET ${sql.update(row, ["org_id", "id"])} WHERE org_id = ${row.org_id} AND id = ${row.id}`
    })

    return {
      /** Until the end of the transaction no one else in the organization adds equipment. */
      lockCount: (orgId: OrgId) =>
        perform(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`assets:${orgId}`}, 0))`),
      count: (orgId: OrgId) => count(orgId).pipe(Effect.map((row) => row.count)),
      find,
      /** In the order of their ids; those that are there. */
      // Read after the lock, in a statement of its own: what a row was joined with before the wait is old.
      lock: (which: Assets) => Effect.andThen(lockRows(which), find(which)),
      /** Directory people in the record scope, locked against erasure; existing ones only. */
      holders: (which: People) =>
        Transaction.use(() =>
          which.ids.length === 0 ? Effect.succeed([]) : Effect.orDie(Effect.andThen(lockPeople(which), holders(which)))
        ),
      /** Every case of a person, whatever its status; held, in the order of their ids. */
      lockAllCasesOf: (orgId: OrgId, holder: EmployeeId, now: DateTime.Utc) => lockAllCasesOf({ orgId, holder, now }),
      /** Of these, the serial numbers that are taken. */
      taken: (orgId: OrgId, serials: ReadonlyArray<string>) =>
        taken({ orgId, serials }).pipe(Effect.map((rows) => new Set(rows.map((row) => row.serial_number)))),
      /** Answers the ids of those that were added; a serial number that is taken adds none. */
      insert: (rows: ReadonlyArray<NewAsset>) =>
        Transaction.use(() => Effect.orDie(Effect.flatMap(encodeRows(rows), insert))).pipe(
          Effect.map((added) => added.map(({ id }) => id))
        ),
      /** False if another item has the serial number: the transaction continues as before. */
      update,
      markReturned: (orgId: OrgId, ids: ReadonlyArray<AssetId>, at: DateTime.Utc) =>
        perform(sql`
            WITH arrived AS (DELETE FROM asset_shipments WHERE org_id = ${orgId} AND asset_id = ANY(${ids}::uuid[]))
            UPDATE assets SET status = 'returned', updated_at = ${DateTime.toDateUtc(at)}
            WHERE org_id = ${orgId} AND id = ANY(${ids}::uuid[])`),
      /** Nothing of it is in transit anymore. */
      endShipment: ({ id, org_id }: Key) =>
        perform(sql`DELETE FROM asset_shipments WHERE org_id = ${org_id} AND asset_id = ${id}`),
      remove: ({ id, org_id }: Key) => perform(sql`DELETE FROM assets WHERE org_id = ${org_id} AND id = ${id}`)
    }
  })
}) {
  static readonly layer = Layer.effect(AssetsRepo, AssetsRepo.make)
}
