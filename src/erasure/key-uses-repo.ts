import { EmployeeId, OffboardingId, OrgId, PersonKeyId } from "@svc/contract/kernel/ids"
import type { RecordScope } from "@svc/contract/kernel/access"
import { Context, type DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { all, Instant, one } from "#platform/database/statements"
import { frozen } from "#records/legal-hold"
import { signedBy } from "#records/personal-copies"
import { casesIn, employeesIn } from "#records/record-scope"

const Asked = Schema.Struct({
  orgId: OrgId,
  employeeId: EmployeeId,
  /** The person's cases. */
  offboardingIds: Schema.Array(OffboardingId),
  /** The person's, in lower case. */
  addresses: Schema.Array(Schema.String),
  keys: Schema.Array(PersonKeyId),
  now: Instant
})

interface Asked {
  readonly orgId: OrgId
  readonly employeeId: EmployeeId
  readonly offboardingIds: ReadonlyArray<OffboardingId>
  readonly addresses: ReadonlyArray<string>
  readonly keys: ReadonlyArray<PersonKeyId>
  readonly now: DateTime.Utc
}

const Use = Schema.Struct({ key: PersonKeyId, outside: Schema.Boolean })

/**
 * Other uses of a person's keys and emails in the organization; nothing can be encrypted under the keys in the
 * meantime.
 */
export class KeyUsesRepo extends Context.Service<KeyUsesRepo>()("svc/erasure/KeyUsesRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    // An initiation has a department, and a manager only once it is a case.
    const initiationsIn = (records: RecordScope) =>
      records._tag === "Departments"
        ? sql`i.employee_department = ANY(${records.departments}::text[])`
        : sql`${records._tag === "All"}`

    const others = (records: RecordScope) =>
      all({
        Request: Asked,
        Result: Use,
        execute: ({ addresses, employeeId, keys, offboardingIds, orgId }) => sql`
          SELECT p.person_key_id AS key, (${employeesIn(sql, records, "p")}) IS NOT TRUE AS outside FROM org_employees p
          WHERE p.org_id = ${orgId} AND p.person_key_id = ANY(${keys}::uuid[]) AND p.id <> ${employeeId}
          UNION ALL
          SELECT o.person_key_id, (${casesIn(sql, records, "o")}) IS NOT TRUE FROM offboardings o
          WHERE o.org_id = ${orgId} AND o.person_key_id = ANY(${keys}::uuid[]) AND o.id <> ALL(${offboardingIds}::uuid[])
          UNION ALL
          SELECT i.person_key_id, (${initiationsIn(records)}) IS NOT TRUE FROM offboarding_initiations i
          WHERE i.org_id = ${orgId} AND i.person_key_id = ANY(${keys}::uuid[]) AND i.status = 'pending'
            AND (i.lower_employee_email IS NULL OR i.lower_employee_email <> ALL(${addresses}::text[]))`
      })

    const isHeld = one({
      Request: Asked,
      Result: Schema.Struct({ held: Schema.Boolean }),
      execute: ({ addresses, keys, now, orgId }) => sql`
        WITH held AS MATERIALIZED (
          SELECT o.id, o.person_key_id, o.lower_manager_email FROM offboardings o
          WHERE o.org_id = ${orgId} AND ${frozen(sql, now, "o")}
        )
        SELECT EXISTS (
          SELECT FROM held h WHERE h.person_key_id = ANY(${keys}::uuid[]) OR h.lower_manager_email = ANY(${addresses}::text[])
        ) OR EXISTS (
          SELECT FROM held h JOIN compliance_documents d ON d.org_id = ${orgId} AND d.offboarding_id = h.id
          WHERE ${signedBy(sql, "d.signed_by")} = ANY(${addresses}::text[])
        ) OR EXISTS (
          SELECT FROM held h JOIN offboarding_initiations i ON i.org_id = ${orgId} AND i.offboarding_id = h.id
          WHERE i.person_key_id = ANY(${keys}::uuid[]) OR i.lower_employee_email = ANY(${addresses}::text[])
        ) OR EXISTS (
          SELECT FROM held h JOIN audit_entries e ON e.org_id = ${orgId} AND e.offboarding_id = h.id
          CROSS JOIN unnest(${keys}::uuid[]) AS k (id)
          WHERE strpos(e.target, '[[aps:v1:' || k.id || ':') > 0 OR strpos(e.details, '[[aps:v1:' || k.id || ':') > 0
        ) AS held`
    })

    const memberAddresses = all({
      Request: OrgId,
      Result: Schema.Struct({ email: Schema.String }),
      execute: (orgId) => sql`
        SELECT lower(u.email) AS email FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.org_id = ${orgId}`
    })

    return {
      /** Other records, cases, and pending initiations with one of the keys, and whether they are out of scope. */
      others: (asked: Asked, records: RecordScope) => others(records)(asked),
      /** Whether something of a case under legal hold is sealed under one of the keys or names one of the addresses. */
      isHeld: (asked: Asked) => Effect.map(isHeld(asked), ({ held }) => held),
      /** The emails that the organization's members sign in with, in lower case. */
      memberAddresses: (orgId: OrgId) => Effect.map(memberAddresses(orgId), (rows) => rows.map(({ email }) => email))
    }
  })
}) {
  static readonly layer = Layer.effect(KeyUsesRepo, KeyUsesRepo.make)
}
