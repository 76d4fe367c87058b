import { Case, CasePage } from "@svc/contract/cases/schema"
import type { OrgId } from "@svc/contract/kernel/ids"
import { DateTime, Effect, Schema } from "effect"
import { randomUUID } from "node:crypto"
import { type Member } from "#test/support/people"
import { as, type Asked } from "#test/support/requests"
import { inTables } from "#test/support/tables"

export const path = "/api/employees"

/** The answer of a request that must have this status. */
export const expect = Effect.fnUntraced(function* (status: number, request: Asked) {
  const answer = yield* request
  return answer.status === status
    ? answer
    : yield* Effect.die(`${status} was expected, but it was ${answer.status}: ${answer.text}`)
})

export const leaver = (more: { readonly [field: string]: unknown } = {}) => ({
  employee_name: "Ada Lovelace",
  exit_date: "2026-03-31",
  ...more
})

const decodeCase = Schema.decodeUnknownEffect(Schema.toCodecJson(Case))
export const caseIn = (answer: { readonly body: unknown }) => Effect.orDie(decodeCase(answer.body))

/** An organisation where nobody asks for an approval before an offboarding begins. */
export const withoutApproval = (orgId: OrgId) =>
  inTables(
    orgId,
    (sql) => sql`INSERT INTO initiation_settings (org_id, require_initiation_approval, default_chain_id)
      VALUES (${orgId}, false, NULL) ON CONFLICT (org_id) DO UPDATE SET require_initiation_approval = false`
  )

/** A case made by the form. */
export const aCase = (who: Member, more: { readonly [field: string]: unknown } = {}) =>
  Effect.flatMap(expect(201, as(who).post(path, leaver(more))), caseIn)

const decodePage = Schema.decodeUnknownEffect(Schema.toCodecJson(CasePage))
export const listed = (who: Member, query = "") =>
  Effect.flatMap(expect(200, as(who).get(`${path}${query}`)), ({ body }) => Effect.orDie(decodePage(body)))

export const namesOf = ({ rows }: CasePage) => rows.map(({ employee_name }) => employee_name)

/** A connected service that can revoke access. */
export const aConnection = Effect.fnUntraced(function* (orgId: OrgId, serviceName: string) {
  const now = DateTime.toDateUtc(yield* DateTime.now)
  yield* inTables(
    orgId,
    (sql) =>
      sql`INSERT INTO integrations ${sql.insert({
        org_id: orgId,
        id: randomUUID(),
        service_name: serviceName,
        protocol: serviceName,
        can_revoke: true,
        connection_status: true,
        created_at: now,
        updated_at: now
      })}`
  )
})
