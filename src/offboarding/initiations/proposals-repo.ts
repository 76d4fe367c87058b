import { ProposalKind } from "@svc/contract/initiations/schema"
import { ApiKeyId, InitiationId, OffboardingId, OrgId } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Instant, maybe, one, perform, run } from "#platform/database/statements"
import { PlanPart } from "./plan.ts"

const Row = Schema.Struct({
  org_id: OrgId,
  initiation_id: InitiationId,
  kind: ProposalKind,
  offboarding_id: Schema.NullOr(OffboardingId),
  plan_digest: Schema.String,
  plan_parts: Schema.Array(PlanPart),
  agent: Schema.String,
  api_key_id: ApiKeyId,
  api_key_name: Schema.String,
  created_at: Instant
})
export type ProposalRow = typeof Row.Type

const Written = Schema.Struct({ ...Row.fields, plan_parts: Schema.fromJsonString(Row.fields.plan_parts) })

/** What an assistant's request has in addition. */
export class ProposalsRepo extends Context.Service<ProposalsRepo>()("svc/initiations/ProposalsRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const columns = sql`p.org_id, p.initiation_id, p.kind, p.offboarding_id, p.plan_digest, p.plan_parts, p.agent,
      p.api_key_id, p.api_key_name, p.created_at`

    const insert = run({
      Request: Written,
      execute: (row) => sql`
        INSERT INTO initiation_proposals (org_id, initiation_id, kind, offboarding_id, plan_digest, plan_parts, agent,
          api_key_id, api_key_name, created_at)
        VALUES (${row.org_id}, ${row.initiation_id}, ${row.kind}, ${row.offboarding_id}, ${row.plan_digest},
          ${row.plan_parts}::text::jsonb, ${row.agent}, ${row.api_key_id}, ${row.api_key_name}, ${row.created_at})`
    })

    const find = maybe({
      Request: Schema.Struct({ orgId: OrgId, id: InitiationId }),
      Result: Row,
      execute: ({ id, orgId }) => sql`
        SELECT ${columns} FROM initiation_proposals p WHERE p.org_id = ${orgId} AND p.initiation_id = ${id}`
    })

    const waiting = sql`initiation_proposals p
      JOIN offboarding_initiations i ON i.org_id = p.org_id AND i.id = p.initiation_id AND i.status = 'pending'`

    const findPending = maybe({
      Request: Schema.Struct({ orgId: OrgId, digest: Schema.String }),
      Result: Row,
      execute: ({ digest, orgId }) => sql`
        SELECT ${columns} FROM ${waiting} WHERE p.org_id = ${orgId} AND p.plan_digest = ${digest} LIMIT 1`
    })

    const count = one({
      Request: OrgId,
      Result: Schema.Struct({ waiting: Schema.Int }),
      execute: (orgId) => sql`SELECT count(*)::int AS waiting FROM ${waiting} WHERE p.org_id = ${orgId}`
    })

    return {
      insert,
      find,
      /** The pending proposal with this plan, by any proposer. */
      findPending,
      /** Until the end of the transaction no one else in the organization proposes. */
      lockCount: (orgId: OrgId) =>
        perform(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`proposals:${orgId}`}, 0))`),
      countPending: (orgId: OrgId) => Effect.map(count(orgId), (row) => row.waiting)
    }
  })
}) {
  static readonly layer = Layer.effect(ProposalsRepo, ProposalsRepo.make)
}
