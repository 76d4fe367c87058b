import { IntegrationId, OrgId } from "@svc/contract/kernel/ids"
import { Plan, PlanStatus } from "@svc/contract/kernel/plans"
import { ScimMode, ScimRequest } from "@svc/contract/scim/schema"
import { Context, type DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { SystemSql } from "#platform/database/db"
import { all, Instant, maybe, one, run } from "#platform/database/statements"

const NewToken = Schema.Struct({
  org_id: OrgId,
  integration_id: IntegrationId,
  token_digest: Schema.String,
  mode: ScimMode,
  created_at: Instant
})

const Authenticated = Schema.Struct({
  org_id: OrgId,
  integration_id: IntegrationId,
  mode: ScimMode,
  plan: Plan,
  plan_status: PlanStatus,
  suspended: Schema.Boolean
})

const Connected = Schema.Struct({
  mode: ScimMode,
  integration_id: IntegrationId,
  last_sync: Schema.NullOr(Instant),
  connection_status: Schema.Boolean
})

const Logged = Schema.fromJsonString(
  Schema.Array(
    Schema.Struct({
      org_id: OrgId,
      at: Schema.DateTimeUtcFromString,
      method: Schema.String,
      path: Schema.String,
      status: Schema.Int,
      rule: Schema.NullOr(Schema.String),
      /** In the order of the responses. */
      place: Schema.Int
    })
  )
)
export type LoggedRequest = Omit<(typeof Logged.Type)[number], "place">

const Page = Schema.Struct({ orgId: OrgId, limit: Schema.Int, offset: Schema.Int })

/** Tokens of provisioning, and what came in with them. */
export class ScimTokensRepo extends Context.Service<ScimTokensRepo>()("svc/scim/ScimTokensRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql

    const put = run({
      Request: NewToken,
      execute: (token) => sql`
        INSERT INTO scim_tokens ${sql.insert(token)}
        ON CONFLICT (org_id) DO UPDATE SET integration_id = EXCLUDED.integration_id,
          token_digest = EXCLUDED.token_digest, mode = EXCLUDED.mode, created_at = EXCLUDED.created_at`
    })

    const connected = maybe({
      Request: OrgId,
      Result: Connected,
      execute: (orgId) => sql`
        SELECT t.integration_id, t.mode, i.last_sync, i.connection_status FROM scim_tokens t
        JOIN integrations i ON i.org_id = t.org_id AND i.id = t.integration_id
        WHERE t.org_id = ${orgId}`
    })

    const authenticate = SqlSchema.findOneOption({
      Request: Schema.Struct({ digest: Schema.String, now: Instant }),
      Result: Authenticated,
      execute: ({ digest, now }) => system`
        SELECT t.org_id, t.integration_id, t.mode, o.plan,
          effective_plan_status(o.plan, o.plan_status, o.trial_ends_at, ${now}) AS plan_status, o.suspended
        FROM scim_tokens t
        JOIN integrations i ON i.org_id = t.org_id AND i.id = t.integration_id AND i.connection_status
        JOIN organisations o ON o.id = t.org_id
        WHERE t.token_digest = ${digest}`
    })

    const log = run({
      Request: Schema.Struct({ requests: Logged, keep: Schema.Int }),
      execute: ({ keep, requests }) => sql`
        WITH came AS MATERIALIZED (
          SELECT r.* FROM jsonb_to_recordset(${requests}::jsonb) AS r (
            org_id uuid, at timestamptz, method text, path text, status integer, rule text, place integer
          ) JOIN organisations o ON o.id = r.org_id
        ), kept AS (
          INSERT INTO scim_requests (org_id, at, method, path, status, rule)
          SELECT org_id, at, method, path, status, rule FROM came ORDER BY place
        )
        DELETE FROM scim_requests q USING (SELECT org_id, count(*) AS count FROM came GROUP BY org_id) c
        WHERE q.org_id = c.org_id AND q.id <= (
          SELECT k.id FROM scim_requests k WHERE k.org_id = c.org_id
          ORDER BY k.id DESC OFFSET greatest(${keep}::int - c.count, 0) LIMIT 1
        )`
    })

    const requests = all({
      Request: Page,
      Result: Schema.Struct({ ...ScimRequest.fields, at: Instant }),
      execute: ({ limit, offset, orgId }) => sql`
        SELECT at, method, path, status, rule FROM scim_requests WHERE org_id = ${orgId}
        ORDER BY id DESC LIMIT ${limit} OFFSET ${offset}`
    })

    const total = one({
      Request: OrgId,
      Result: Schema.Struct({ total: Schema.Int }),
      execute: (orgId) => sql`SELECT count(*)::int AS total FROM scim_requests WHERE org_id = ${orgId}`
    })

    return {
      /** Replaces the organization's token. */
      put,
      /** The connection of the organization's token, active or not; none without a token. */
      connected,
      /** One indexed statement, on every request of a provider. */
      authenticate: (digest: string, now: DateTime.Utc) => Effect.orDie(authenticate({ digest, now })),
      /** Keeps the newest `keep` per organization; none of a deleted one. */
      log: (logged: ReadonlyArray<LoggedRequest>, keep: number) => {
        const requests = logged.map((request, place) => ({ ...request, place }))
        return log({ requests, keep })
      },
      /** Newest first. */
      requests: (page: typeof Page.Type) =>
        Effect.all({ rows: requests(page), total: Effect.map(total(page.orgId), (row) => row.total) })
    }
  })
}) {
  static readonly layer = Layer.effect(ScimTokensRepo, ScimTokensRepo.make)
}
