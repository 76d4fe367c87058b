import { DirectoryEmployee, HeldAsset, type ListDirectory } from "@svc/contract/employees/schema"
import type { RecordScope } from "@svc/contract/kernel/access"
import { EmployeeId, OffboardingId, OrgId, type PersonKeyId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Layer, Option, Schema, Struct } from "effect"
import { SqlClient, SqlSchema, type Statement } from "effect/sql"
import { columnsOf } from "#platform/database/columns"
import { Transaction } from "#platform/database/db"
import { all, exists, maybe, one, perform, send } from "#platform/database/statements"
import { servesOthers } from "#platform/keys/person-key-uses"
import { casesIn, employeesIn, foldedAddress } from "#records/record-scope"
import { Employee, Person } from "./person.ts"

const PageRow = Schema.Struct({ rows: Schema.Array(DirectoryEmployee), total: Schema.Int })
const Key = Schema.Struct({ orgId: OrgId, id: EmployeeId })
type Key = typeof Key.Type
const ChangedRow = Schema.Struct({ ...Struct.omit(Person.fields, ["created_at"]), org_id: OrgId })

/** The directory as the app reads and changes it. */
export class DirectoryRepo extends Context.Service<DirectoryRepo>()("svc/employees/DirectoryRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const shown = columnsOf(Person, "p")
    const seen = columnsOf(Employee, "p", {
      erased: sql`EXISTS (SELECT FROM erasures x WHERE x.org_id = p.org_id AND x.employee_id = p.id)`
    })

    const conditions = (records: RecordScope, filters: ListDirectory): ReadonlyArray<Statement.Fragment> => [
      ...(records._tag === "All" ? [] : [employeesIn(sql, records, "p")]),
      ...(filters.status === undefined ? [] : [sql`p.status = ${filters.status}`]),
      ...(filters.department === undefined ? [] : [sql`p.department = ${filters.department}`]),
      ...(filters.worker_type === undefined ? [] : [sql`p.worker_type = ${filters.worker_type}`]),
      ...(filters.manager_email === undefined
        ? []
        : [sql`p.lower_manager_email = ${foldedAddress(filters.manager_email)}`]),
      ...(filters.q === undefined
        ? []
        : [sql`strpos(p.search_text, lower(${filters.q.trim()}::text COLLATE "und-x-icu") COLLATE "C") > 0`])
    ]

    const page = Effect.fnUntraced(function* (orgId: OrgId, records: RecordScope, filters: ListDirectory) {
      const narrowed = conditions(records, filters)
      const where = sql.and([sql`p.org_id = ${orgId}`, ...narrowed])
      const byStatusAlone = narrowed.length === (filters.status === undefined ? 0 : 1)
      const total = byStatusAlone
        ? sql`(
            SELECT coalesce(sum(c.count), 0)::int FROM org_employee_counts c
            WHERE c.org_id = ${orgId} AND ${filters.status === undefined ? sql`true` : sql`c.status = ${filters.status}`})`
        : filters.q === undefined
          ? sql`(SELECT count(*)::int FROM org_employees p WHERE ${where})`
          : sql`(SELECT count(*)::int FROM found)`
      // A text search reads everyone, so only once.
      const found =
        filters.q === undefined
          ? sql`found AS NOT MATERIALIZED (SELECT p.org_id, p.id, p.sort_name FROM org_employees p WHERE ${where})`
          : sql`found AS MATERIALIZED (SELECT p.org_id, p.id, p.sort_name FROM org_employees p WHERE ${where})`
      const read = SqlSchema.findOne({
        Request: Schema.Void,
        Result: PageRow,
        execute: () => sql`
          WITH ${found}, page AS (
            SELECT * FROM found ORDER BY sort_name, id LIMIT ${filters.limit} OFFSET ${filters.offset}
          )
          SELECT ${total} AS total, coalesce((
            SELECT json_agg(row_to_json(r) ORDER BY page.sort_name, page.id)
            FROM page JOIN org_employees p ON p.org_id = page.org_id AND p.id = page.id
            CROSS JOIN LATERAL (SELECT ${shown}) r
          ), '[]') AS rows`
      })
      return yield* read()
    })

    const find = (records: RecordScope) =>
      maybe({
        Request: Key,
        Result: Person,
        execute: ({ id, orgId }) => sql`
          SELECT ${shown} FROM org_employees p
          WHERE p.org_id = ${orgId} AND p.id = ${id} AND ${employeesIn(sql, records, "p")}`
      })

    const theirs = ({ id, orgId }: { readonly id: string; readonly orgId: string }) => sql`
      o.org_id = ${orgId} AND (o.org_employee_id = ${id} OR (o.org_employee_id IS NULL AND o.lower_employee_email =
        (SELECT e.lower_email FROM org_employees e WHERE e.org_id = ${orgId} AND e.id = ${id})))`

    const openCase = (records: RecordScope) =>
      maybe({
        Request: Key,
        Result: Schema.Struct({ id: OffboardingId }),
        execute: (key) => sql`
          SELECT o.id FROM offboardings o
          WHERE ${theirs(key)} AND o.status NOT IN ('completed', 'cancelled') AND ${casesIn(sql, records, "o")}
          ORDER BY o.created_at DESC, o.id LIMIT 1`
      })

    const hasCases = one({
      Request: Key,
      Result: Schema.Struct({ found: Schema.Boolean }),
      execute: (key) => sql`SELECT EXISTS (SELECT FROM offboardings o WHERE ${theirs(key)}) AS found`
    })

    const isActedOn = exists({
      Request: Key,
      execute: ({ id, orgId }) => sql`
        SELECT 1 FROM offboardings o
        WHERE o.org_id = ${orgId} AND o.org_employee_id = ${id} AND (
          EXISTS (
            SELECT FROM revocation_runs r
            WHERE r.org_id = o.org_id AND r.offboarding_id = o.id AND r.status <> 'finished')
          OR EXISTS (
            SELECT FROM access_returns x
            WHERE x.org_id = o.org_id AND x.offboarding_id = o.id AND x.status = 'running'))`
    })

    const equipment = all({
      Request: Key,
      Result: HeldAsset,
      execute: ({ id, orgId }) => sql`
        SELECT id, item_name, serial_number, category FROM assets
        WHERE org_id = ${orgId} AND org_employee_id = ${id} AND status = 'deployed' ORDER BY item_name, id`
    })

    const lock = (records: RecordScope) =>
      maybe({
        Request: Key,
        Result: Employee,
        execute: ({ id, orgId }) => sql`
          SELECT ${seen} FROM org_employees p
          WHERE p.org_id = ${orgId} AND p.id = ${id} AND ${employeesIn(sql, records, "p")} FOR NO KEY UPDATE OF p`
      })

    const known = all({
      Request: Schema.Struct({
        orgId: OrgId,
        addresses: Schema.Array(Schema.String),
        numbers: Schema.Array(Schema.String)
      }),
      Result: Employee,
      execute: ({ addresses, numbers, orgId }) => sql`
        SELECT ${seen} FROM org_employees p
        WHERE p.org_id = ${orgId} AND p.id IN (
          SELECT a.id FROM org_employees a WHERE a.org_id = ${orgId} AND a.lower_email = ANY(${addresses}::text[])
          UNION
          SELECT n.id FROM org_employees n WHERE n.org_id = ${orgId} AND n.employee_id = ANY(${numbers}::text[])
        )
        ORDER BY p.id FOR NO KEY UPDATE OF p`
    })

    const inScope = (records: RecordScope) =>
      all({
        Request: Schema.Struct({ orgId: OrgId, ids: Schema.Array(EmployeeId) }),
        Result: Schema.Struct({ id: EmployeeId }),
        execute: ({ ids, orgId }) => sql`
          SELECT p.id FROM org_employees p
          WHERE p.org_id = ${orgId} AND p.id = ANY(${ids}::uuid[]) AND ${employeesIn(sql, records, "p")}`
      })

    const update = one({
      Request: ChangedRow,
      Result: Person,
      execute: ({ id, org_id: orgId, ...row }) => sql`
        UPDATE org_employees p SET ${sql.update(row)} WHERE p.org_id = ${orgId} AND p.id = ${id} RETURNING ${shown}`
    })

    return {
      /** By name. */
      page: (orgId: OrgId, records: RecordScope, filters: ListDirectory) =>
        Transaction.use(() => Effect.orDie(page(orgId, records, filters))),
      find: (key: Key, records: RecordScope) => find(records)(key),
      /** Their open case in this scope. */
      openCase: (key: Key, records: RecordScope) => openCase(records)(key).pipe(Effect.map(Option.map(({ id }) => id))),
      equipment,
      /** Held until the transaction ends; none out of the scope. */
      lock: (key: Key, records: RecordScope) => lock(records)(key),
      /** Everyone with one of these emails, in lower case, or numbers. */
      known: (orgId: OrgId, addresses: ReadonlyArray<string>, numbers: ReadonlyArray<string>) =>
        known({ orgId, addresses, numbers }),
      /** Which of the people are in the scope. */
      inScope: (orgId: OrgId, ids: ReadonlyArray<EmployeeId>, records: RecordScope) =>
        inScope(records)({ orgId, ids }).pipe(Effect.map((rows) => new Set(rows.map(({ id }) => id)))),
      /** Answers the row as it is now. */
      update,
      /** Whether the key of this record, which had this address, serves anything but it and the cases tied to it. */
      sharesKey: ({
        email,
        id,
        orgId,
        personKeyId
      }: Key & { readonly personKeyId: PersonKeyId; readonly email: string }) =>
        Transaction.use(() =>
          Effect.orDie(
            sql<{ readonly shared: boolean }>`
              SELECT ${servesOthers(sql, { orgId, personKeyId, email, employeeId: id, offboardingId: null })} AS shared`
          )
        ).pipe(Effect.map(([row]) => row?.shared !== false)),
      /** The record is sealed under another key from now on. */
      rekey: ({ id, orgId }: Key, personKeyId: PersonKeyId) =>
        send(sql`UPDATE org_employees SET person_key_id = ${personKeyId} WHERE org_id = ${orgId} AND id = ${id}`),
      /** Holds the cases that `keepCases` would tie to the person if one of these were their address. */
      lockCases: (key: Key, addresses: ReadonlyArray<string>) =>
        send(sql`
          SELECT 1 FROM offboardings o
          WHERE o.org_employee_id IS NULL AND o.lower_employee_email <> ANY(${addresses.map(foldedAddress)}::text[])
            AND ${theirs(key)}
          ORDER BY o.id FOR NO KEY UPDATE OF o`),
      /** Cases that are the person's only by their address are tied to the record, so that another address keeps them. */
      keepCases: (key: Key) =>
        perform(
          sql`UPDATE offboardings o SET org_employee_id = ${key.id} WHERE o.org_employee_id IS NULL AND ${theirs(key)}`
        ),
      /** Whether a run waits or works, or an approved return works, on a case that takes its username from this record. */
      isActedOn,
      /** Whether an offboarding is theirs, by the record or by the address. */
      hasCases: (key: Key) => hasCases(key).pipe(Effect.map(({ found }) => found)),
      /** False when another record refers to the person. That there was a record stays known (proof-110). */
      remove: ({ id, orgId }: Key, at: DateTime.Utc) =>
        Transaction.use(() =>
          sql`
            WITH gone AS (
              DELETE FROM org_employees WHERE org_id = ${orgId} AND id = ${id}
              RETURNING org_id, id, person_key_id, created_at
            )
            INSERT INTO deleted_employees (org_id, employee_id, person_key_id, joined_at, deleted_at)
            SELECT org_id, id, person_key_id, created_at, ${DateTime.toDateUtc(at)} FROM gone`.pipe(
            Effect.as(true),
            Effect.catchReason("SqlError", "ConstraintError", () => Effect.succeed(false)),
            Effect.orDie
          )
        )
    }
  })
}) {
  static readonly layer = Layer.effect(DirectoryRepo, DirectoryRepo.make)
}
