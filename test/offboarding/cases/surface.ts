import { Case, CasePage } from "@svc/contract/cases/schema"
import type { OrgId } from "@svc/contract/kernel/ids"
import { DateTime, Effect, Schema } from "effect"
import type { HttpMethod } from "effect/http"
import { randomUUID } from "node:crypto"
import {
  aMember,
  anOrganisation,
  aSession,
  type Member,
  type OrganisationOptions,
  type OwnRole
} from "#test/support/people"
import { send } from "#test/support/requests"
import { inTables } from "#test/support/tables"

export const path = "/api/employees"

/** Somebody with a session. */
export const signedIn = Effect.fnUntraced(function* (orgId: OrgId, holding?: Parameters<typeof aMember>[1]) {
  const member = yield* aMember(orgId, holding)
  return { ...member, session: yield* aSession(member) }
})
export type SignedIn = Member & { readonly session: string }
export type { OwnRole }

/** An organisation with its Super Admin. */
export const anAdmin = Effect.fnUntraced(function* (options: OrganisationOptions = {}) {
  return yield* signedIn(yield* anOrganisation(options))
})

export const ask = (who: SignedIn, method: HttpMethod.HttpMethod, route: string, body?: unknown) =>
  send(method, route, { bearer: who.session, ...(body === undefined ? {} : { body }) })

/** The answer of a request that must have this status. */
export const expect = Effect.fnUntraced(function* (status: number, request: ReturnType<typeof ask>) {
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
export const aCase = (who: SignedIn, more: { readonly [field: string]: unknown } = {}) =>
  Effect.flatMap(expect(201, ask(who, "POST", path, leaver(more))), caseIn)

const decodePage = Schema.decodeUnknownEffect(Schema.toCodecJson(CasePage))
export const listed = (who: SignedIn, query = "") =>
  Effect.flatMap(expect(200, ask(who, "GET", `${path}${query}`)), ({ body }) => Effect.orDie(decodePage(body)))

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
