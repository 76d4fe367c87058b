import { ApprovalChain } from "@svc/contract/approval-chains/schema"
import { Initiation, InitiationDetails, InitiationPage } from "@svc/contract/initiations/schema"
import { Effect, Schema } from "effect"
import { aMember, anOrganisation, type Member, type OrganisationOptions } from "#test/support/people"
import { as } from "#test/support/requests"
import { systemSql } from "#test/support/tables"

const path = "/api/offboarding-initiations"

/** An organisation with one member of each built-in role. */
export const anOffice = Effect.fnUntraced(function* (options: OrganisationOptions = {}) {
  const orgId = yield* anOrganisation(options)
  return {
    orgId,
    superadmin: yield* aMember(orgId),
    admin: yield* aMember(orgId, "admin"),
    hr: yield* aMember(orgId, "hr"),
    manager: yield* aMember(orgId, "manager")
  }
})

/** Somebody who leaves, of whom there is nothing to revoke. */
export const leaving = (more: Readonly<Record<string, unknown>> = {}) => ({
  employee_name: "Ada Lovelace",
  exit_date: "2026-03-31",
  no_apps: true,
  ...more
})

export const submit = (by: Member, more: Readonly<Record<string, unknown>> = {}) => as(by).post(path, leaving(more))
export const approve = (by: Member, id: string, body: unknown = {}) => as(by).post(`${path}/${id}/approve`, body)
export const reject = (by: Member, id: string, body: unknown = { rejection_reason: "Not agreed" }) =>
  as(by).post(`${path}/${id}/reject`, body)
export const delegate = (by: Member, id: string, to: string, more: Readonly<Record<string, unknown>> = {}) =>
  as(by).post(`${path}/${id}/delegate`, { delegate_id: to, ...more })
export const withdraw = (by: Member, id: string) => as(by).delete(`${path}/${id}`)
export const edit = (by: Member, id: string, body: unknown) => as(by).patch(`${path}/${id}`, body)
export const view = (by: Member, id: string) => as(by).get(`${path}/${id}`)
export const settings = (by: Member, body: unknown) => as(by).patch(`${path}/settings`, body)

const decodeInitiation = Schema.decodeUnknownEffect(Schema.toCodecJson(Initiation))
const decodeDetails = Schema.decodeUnknownEffect(Schema.toCodecJson(InitiationDetails))
const decodePage = Schema.decodeUnknownEffect(Schema.toCodecJson(InitiationPage))
const decodeChain = Schema.decodeUnknownEffect(Schema.toCodecJson(ApprovalChain))

/** A submitted one, as it was answered. */
export const anInitiation = (by: Member, more: Readonly<Record<string, unknown>> = {}) =>
  Effect.flatMap(submit(by, more), ({ body, status }) =>
    status === 201 ? decodeInitiation(body) : Effect.die(`It was not submitted: ${JSON.stringify(body)}`)
  )

export const seen = (by: Member, id: string) => Effect.flatMap(view(by, id), ({ body }) => decodeDetails(body))

export const listed = (by: Member, query = "") =>
  Effect.flatMap(as(by).get(`${path}${query}`), ({ body }) => decodePage(body))

export const aChain = (
  by: Member,
  steps: ReadonlyArray<Readonly<Record<string, unknown>>>,
  more: Readonly<Record<string, unknown>> = {}
) =>
  Effect.flatMap(as(by).post("/api/approval-chains", { name: "Chain", steps, ...more }), ({ body, status }) =>
    status === 201 ? decodeChain(body) : Effect.die(`The chain was not created: ${JSON.stringify(body)}`)
  )

/** How many cases there are in the organisation, how many of them announced, and what their rows hold. */
export const casesOf = (orgId: Member["orgId"]) =>
  systemSql<Readonly<Record<string, unknown>>>`
      SELECT o.*, o.exit_date::text AS exit_date, (
          SELECT count(*)::int FROM outbox_events e WHERE e.org_id = o.org_id AND e.event ->> '_tag' = 'offboarding.created'
            AND e.event ->> 'offboardingId' = o.id::text) AS events,
        ARRAY(SELECT service_name FROM revocation_apps a WHERE a.org_id = o.org_id AND a.offboarding_id = o.id ORDER BY 1) AS apps
      FROM offboardings o WHERE o.org_id = ${orgId} ORDER BY o.created_at`

/** A connected app that can revoke access. */
export const connects = Effect.fnUntraced(function* (by: Member, name: string) {
  yield* as(by).post("/api/integrations/saas-revocation/connect", {
    service_name: name,
    protocol: "webhook",
    base_url: "https://127.0.0.1:9/",
    token: "secret"
  })
})
