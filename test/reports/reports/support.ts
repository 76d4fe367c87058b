import { type Member } from "#test/support/people"
import { as, withStatus } from "#test/support/requests"
import { asSystem } from "#test/support/tables"
import { Effect, Schema } from "effect"
import { randomUUID } from "node:crypto"

/** A task of a case as a test says it; open unless done or not needed. */
interface RawTask {
  readonly task?: string
  readonly assignedTo?: string
  readonly done?: boolean
  readonly notNeeded?: boolean
  readonly dueDate?: string
  readonly slaDeadline?: string
}

interface RawApp {
  readonly service: string
  readonly outcome?: "revoked" | "failed" | "manual_required" | "skipped" | "stopped" | null
  readonly revokedAt?: string | null
  readonly confirmedAt?: string | null
}

/** A case as the table holds it; open unless it says otherwise. */
export interface RawCase {
  readonly name?: string
  readonly createdAt: string
  readonly status?: string
  readonly completedAt?: string | null
  readonly exitDate?: string
  readonly department?: string
  readonly type?: string
  readonly manager?: string
  readonly timezone?: string
  readonly legalHold?: boolean
  readonly tasks?: ReadonlyArray<RawTask>
  readonly apps?: ReadonlyArray<RawApp>
  readonly documents?: ReadonlyArray<readonly [docType: string, status: "pending" | "signed" | "completed"]>
  readonly interview?: "invited" | "scheduled" | "canceled" | "completed"
}

/** Cases with all that belongs to them, straight into the tables; answers their ids. */
export const written = Effect.fnUntraced(function* (orgId: string, cases: ReadonlyArray<RawCase>) {
  const key = randomUUID()
  const ids: Array<string> = []
  yield* asSystem(
    Effect.fnUntraced(function* (sql) {
      yield* sql`INSERT INTO audit_person_keys (org_id, id, created_at) VALUES (${orgId}, ${key}, now())`
      for (const one of cases) {
        const id = randomUUID()
        ids.push(id)
        yield* sql`INSERT INTO offboardings ${sql.insert({
          org_id: orgId,
          id,
          employee_name: one.name ?? "Ada Lovelace",
          employee_department: one.department ?? "",
          employee_role: "Engineer",
          exit_date: one.exitDate ?? "2026-04-30",
          status: one.status ?? "pending",
          separation_type: one.type ?? "resignation",
          manager_email: one.manager ?? null,
          timezone: one.timezone ?? null,
          source: "app",
          person_key_id: key,
          created_at: one.createdAt,
          updated_at: one.createdAt,
          completed_at: one.completedAt ?? null,
          legal_hold: one.legalHold ?? false
        })}`
        for (const [position, item] of (one.tasks ?? []).entries()) {
          yield* sql`INSERT INTO checklist_items ${sql.insert({
            org_id: orgId,
            id: randomUUID(),
            offboarding_id: id,
            task: item.task ?? `Task ${position}`,
            assigned_to: item.assignedTo ?? "HR",
            completed_at: item.done === true ? one.createdAt : null,
            not_needed_at: item.notNeeded === true ? one.createdAt : null,
            created_at: one.createdAt,
            position,
            due_date: item.dueDate ?? null,
            sla_deadline: item.slaDeadline ?? null,
            sla_hours: item.slaDeadline === undefined ? null : 24
          })}`
        }
        for (const [position, app] of (one.apps ?? []).entries()) {
          yield* sql`INSERT INTO revocation_apps ${sql.insert({
            org_id: orgId,
            offboarding_id: id,
            service_name: app.service,
            position,
            outcome: app.outcome ?? null,
            revoked_at: app.revokedAt ?? null,
            removal_confirmed_at: app.confirmedAt ?? null
          })}`
        }
        for (const [docType, status] of one.documents ?? []) {
          yield* sql`INSERT INTO compliance_documents ${sql.insert({
            org_id: orgId,
            id: randomUUID(),
            offboarding_id: id,
            name: "paper.pdf",
            doc_type: docType,
            status,
            created_at: one.createdAt,
            updated_at: one.createdAt
          })}`
        }
        if (one.interview !== undefined) {
          yield* sql`INSERT INTO exit_interviews ${sql.insert({
            org_id: orgId,
            id: randomUUID(),
            offboarding_id: id,
            status: one.interview,
            sealed_booking_url: "",
            sent_to: "work",
            invited_at: one.createdAt,
            completed_at: one.interview === "completed" ? one.createdAt : null,
            updated_at: one.createdAt
          })}`
        }
      }
    })
  )
  return ids
})

/** What the member reads of a report, by its schema. */
export const read = Effect.fnUntraced(function* <S extends Schema.Codec<unknown, unknown>>(
  member: Member,
  path: string,
  schema: S
) {
  const answer = yield* withStatus(200, as(member).get(`/api/reports/${path}`))
  return yield* Schema.decodeUnknownEffect(Schema.toCodecJson(schema), { onExcessProperty: "error" })(answer.body)
})
