import type { CreateOffboarding } from "@svc/contract/offboardings/schema"
import { Effect, Schema } from "effect"
import { Jobs } from "#platform/jobs/jobs"
import { aKey, aSuperAdmin, type Member } from "#test/support/people"
import { as, withKey } from "#test/support/requests"
import { systemSql } from "#test/support/tables"
import { aPerson } from "#test/support/cases"

const Id = Schema.Struct({ id: Schema.String })

export const idOf = (body: unknown) => Effect.map(Schema.decodeUnknownEffect(Id)(body), ({ id }) => id)

/** Creates an offboarding by the public API; answers its id. */
export const anOffboarding = Effect.fnUntraced(function* (
  member: Member,
  fields: Partial<typeof CreateOffboarding.Encoded> = {}
) {
  const { body } = yield* withKey(yield* aKey(member)).post("/api/v1/offboardings", {
    employee_name: "Ada Lovelace",
    employee_email: "ada.lovelace@acme.test",
    exit_date: "2026-04-30",
    manager_email: "grace@acme.test",
    ...fields
  })
  return yield* idOf(body)
})

/** A Super Admin whose directory has Ada Lovelace, and her offboarding. */
export const aLeaver = Effect.gen(function* () {
  const member = yield* aSuperAdmin()
  const named = { employeeId: "LOVELACE-1", sourceControlUsername: "ada-lovelace", phone: "+44 20 18151852" }
  const person = yield* aPerson(member, "Ada Lovelace", named)
  return { member, person, offboardingId: yield* anOffboarding(member) }
})

export const erase = Effect.fnUntraced(function* (member: Member, employeeId: string) {
  return yield* as(member).post(`/api/org-employees/${employeeId}/erase`)
})

export const runJob = (name: string, member: Member) => Jobs.use((jobs) => jobs.run(name, member.orgId))

const Rows = Schema.Struct({
  rows: Schema.Array(Schema.Struct({ action: Schema.String, target: Schema.String, details: Schema.String }))
})

/** The organisation's log as its Super Admin reads it, oldest first. */
export const readLog = Effect.fnUntraced(function* (member: Member) {
  const { body } = yield* as(member).get("/api/audit-log?limit=100")
  const { rows } = yield* Schema.decodeUnknownEffect(Rows)(body)
  // Which key or job acted is another test's.
  return rows.map((row) => ({ ...row, details: row.details.replace(/ \| by [^|]*$/, "") })).toReversed()
})

/** Every entry as it is stored. */
export const storedEntries = (member: Member) =>
  systemSql<{ readonly entry: string }>`
      SELECT (to_jsonb(e) - 'search_text')::text AS entry FROM audit_entries e
      WHERE org_id = ${member.orgId} ORDER BY seq`
