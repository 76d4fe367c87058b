import type { AuditAction } from "@svc/contract/audit/actions"
import type { AuditFacts } from "@svc/contract/audit/facts"
import { OffboardingId, type OrgId, PersonKeyId } from "@svc/contract/kernel/ids"
import { RevocationRunId } from "@svc/contract/revocations/schema"
import { Clock, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { Audit } from "#audit/record/service"
import { type AuditText, auditText, personal } from "#audit/record/text"
import { nameBasedUuid } from "#platform/crypto/name-based-uuid"
import { Db } from "#platform/database/db"
import { asSystemCaller } from "#test/support/people"
import type { Person } from "./year-people.ts"
import { runsOf } from "./year-tables.ts"

interface Entry {
  readonly at: number
  readonly action: AuditAction
  readonly details: AuditText
  readonly person: Person
  readonly offboardingId: OffboardingId | null
  readonly facts?: AuditFacts
}

const entriesOf = (person: Person): ReadonlyArray<Entry> => {
  const switched = person.switched.map(({ at, to }): Entry => ({
    at,
    action: to === "active" ? "employee_reactivated" : "employee_deactivated",
    details: auditText`source: hris`,
    person,
    offboardingId: null
  }))
  const deleted: ReadonlyArray<Entry> =
    person.deletedAt === null
      ? []
      : [
          {
            at: person.deletedAt,
            action: "offboarding_deleted",
            details: auditText`status: pending, source: app, reason: none`,
            person,
            offboardingId: OffboardingId.make(nameBasedUuid(person.id, "deleted case"))
          }
        ]
  const of = person.case
  if (of === null) return [...switched, ...deleted]
  const about = (at: number, action: AuditAction, details: AuditText, facts?: AuditFacts): Entry => ({
    at,
    action,
    details,
    person,
    offboardingId: of.id,
    ...(facts === undefined ? {} : { facts })
  })
  return [
    ...switched,
    about(of.createdAt, "offboarding_created", auditText`source: ${of.source}, last day: ${of.lastDay}`),
    ...(of.initiation === null
      ? []
      : [about(of.initiation.approvedAt, "initiation_approved", auditText`last day: ${of.lastDay}, notes: none`)]),
    ...runsOf(of).map(({ at, id, results }) =>
      about(
        at,
        "access_revoked",
        auditText`At the end of the last day: ${results.map(({ app, outcome }) => `${app}: ${outcome}`).join(", ")}`,
        {
          run_id: RevocationRunId.make(id),
          trigger: "schedule",
          incomplete: results.some(({ outcome }) => outcome === "failed" || outcome === "manual_required")
        }
      )
    ),
    ...of.apps.flatMap(({ app, confirmedAt }) =>
      confirmedAt === null
        ? []
        : [about(confirmedAt, "access_removal_confirmed", auditText`${app}: access confirmed manually as removed`)]
    ),
    ...(of.status === "cancelled" && of.endedAt !== null
      ? [about(of.endedAt, "offboarding_cancelled", auditText`reason: none`)]
      : [])
  ]
}

const inOrder = (people: ReadonlyArray<Person>) => people.flatMap(entriesOf).toSorted((one, other) => one.at - other.at)

const atOnce = 200

/** The entries of the year in the chain, each at its moment, sealed under the key of whom it names. */
export const writeLog = Effect.fnUntraced(function* (
  orgId: OrgId,
  people: ReadonlyArray<Person>,
  keyOf: (person: Person) => string
) {
  const audit = yield* Audit
  const db = yield* Db
  const clock = yield* Clock.Clock
  const standingAt = (at: number): Clock.Clock => ({
    ...clock,
    currentTimeMillis: Effect.succeed(at),
    currentTimeMillisUnsafe: () => at,
    currentTimeNanosUnsafe: () => BigInt(at) * 1_000_000n,
    sleep: (duration) => clock.sleep(duration)
  })
  const entries = inOrder(people)
  for (let first = 0; first < entries.length; first += atOnce) {
    yield* Effect.forEach(
      entries.slice(first, first + atOnce),
      ({ action, at, details, facts, offboardingId, person }) =>
        audit
          .record({
            action,
            target: auditText`Offboarding of ${personal(PersonKeyId.make(keyOf(person)), person.name)}`,
            details,
            offboardingId,
            orgEmployeeId: person.directory === "none" ? null : person.id,
            ...(facts === undefined ? {} : { facts })
          })
          .pipe(Effect.provideService(Clock.Clock, standingAt(at))),
      { discard: true }
    ).pipe(db.transact, asSystemCaller(orgId))
  }
})

/** So many entries in no time: with what finds them, and with hashes that are of nothing. */
export const writeLogRows = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  orgId: OrgId,
  people: ReadonlyArray<Person>
) {
  const entries = inOrder(people)
  const rows = 5_000
  const [head] = yield* sql<{ readonly seq: number }>`
    SELECT coalesce(max(seq), 0)::float8 AS seq FROM audit_entries WHERE org_id = ${orgId}`
  const before = head?.seq ?? 0
  for (let first = 0; first < entries.length; first += rows) {
    const some = entries
      .slice(first, first + rows)
      .map(({ action, at, details, facts, offboardingId, person }, index) => ({
        seq: before + first + index + 1,
        created_at: new Date(at).toISOString(),
        action,
        details: details.map((piece) => (typeof piece === "string" ? piece : piece.value)).join(""),
        offboarding_id: offboardingId,
        org_employee_id: person.directory === "none" ? null : person.id,
        facts: facts ?? null
      }))
    yield* sql`
      INSERT INTO audit_entries (org_id, seq, id, created_at, action, target, details, content_hash, prev_hash, entry_hash,
        offboarding_id, org_employee_id, facts)
      SELECT ${orgId}, r.seq, gen_random_uuid(), r.created_at, r.action, 'Offboarding', r.details,
        encode(sha256(('content ' || r.seq)::bytea), 'hex'), encode(sha256((r.seq - 1)::text::bytea), 'hex'),
        encode(sha256(r.seq::text::bytea), 'hex'), r.offboarding_id, r.org_employee_id, r.facts
      FROM jsonb_populate_recordset(NULL::audit_entries, ${JSON.stringify(some)}::jsonb) AS r`
  }
  const last = before + entries.length
  yield* sql`
    INSERT INTO audit_heads (org_id, seq, prev_hash, entry_hash)
    VALUES (${orgId}, ${last}, encode(sha256(${String(last - 1)}::bytea), 'hex'), encode(sha256(${String(last)}::bytea), 'hex'))
    ON CONFLICT (org_id) DO UPDATE
    SET seq = excluded.seq, prev_hash = excluded.prev_hash, entry_hash = excluded.entry_hash`
})
