import { assert } from "@effect/vitest"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Effect, Schema } from "effect"
import { ScimTokens } from "#offboarding/scim/service"
import { asCaller, aSuperAdmin, type Member, type OrganisationOptions } from "#test/support/people"
import { withScim } from "#test/support/requests"
import { systemSql } from "#test/support/tables"

export const errorSchema = "urn:ietf:params:scim:api:messages:2.0:Error"
export const listSchema = "urn:ietf:params:scim:api:messages:2.0:ListResponse"
export const decodeUser = Schema.decodeUnknownEffect(
  Schema.Struct({
    id: Schema.String,
    externalId: Schema.optionalKey(Schema.String),
    userName: Schema.String,
    displayName: Schema.String,
    title: Schema.optionalKey(Schema.String),
    department: Schema.optionalKey(Schema.String),
    active: Schema.Boolean
  })
)
export const decodePage = Schema.decodeUnknownEffect(
  Schema.Struct({
    totalResults: Schema.Int,
    startIndex: Schema.Int,
    itemsPerPage: Schema.Int,
    Resources: Schema.Array(Schema.Struct({ id: Schema.String, userName: Schema.String }))
  })
)

export interface Provisioned {
  readonly orgId: OrgId
  readonly admin: Member
  readonly token: string
}

/** An organisation with a token. */
export const aProvider = Effect.fnUntraced(function* (
  mode: "literal" | "compat" = "literal",
  options: OrganisationOptions = {}
) {
  const admin = yield* aSuperAdmin(options)
  const tokens = yield* ScimTokens
  const { token } = yield* asCaller(admin)(tokens.setUp(mode))
  const provider: Provisioned = { orgId: admin.orgId, admin, token }
  return provider
})

/** Somebody whom the provider created. */
export const aUser = Effect.fnUntraced(function* (
  { token }: Provisioned,
  email = "ann.lee@acme.test",
  more: Readonly<Record<string, unknown>> = {}
) {
  const answer = yield* withScim(token).post("/Users", { userName: email, displayName: "Ann Lee", ...more })
  assert.strictEqual(answer.status, 201, answer.text)
  return yield* decodeUser(answer.body)
})

export const deactivation = { Operations: [{ op: "replace", path: "active", value: false }] }

interface CaseRow {
  readonly id: string
  readonly status: string
  readonly separation_type: string
  readonly exit_date: string
  readonly initiated_by: string | null
  readonly source: string
  readonly employee_email: string
  readonly employee_name: string
  readonly org_employee_id: string
}

/** The offboardings of the organisation, oldest first. */
export const casesOf = (orgId: OrgId) =>
  systemSql<CaseRow>`
      SELECT id, status, separation_type, exit_date::text, initiated_by, source, employee_email, employee_name, org_employee_id
      FROM offboardings WHERE org_id = ${orgId} ORDER BY created_at, id`

/** The refusal of this surface, to the letter. */
export const refusal = (status: number, detail: string) => ({
  schemas: [errorSchema],
  status: String(status),
  detail
})
