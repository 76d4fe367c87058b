import { Case, CasePage } from "@svc/contract/cases/schema"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Effect, Schema } from "effect"
import { type Member } from "#test/support/people"
import { as, type Asked } from "#test/support/requests"
import { inTables } from "#test/support/tables"
import { leaver } from "#test/support/cases"

export const path = "/api/employees"

/** The answer of a request that must have this status. */
export const expect = Effect.fnUntraced(function* (status: number, request: Asked) {
  const answer = yield* request
  return answer.status === status
    ? answer
    : yield* Effect.die(`${status} was expected, but it was ${answer.status}: ${answer.text}`)
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
