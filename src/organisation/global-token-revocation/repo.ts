import { OrgId, UserId, Uuid } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { columnsOf } from "#platform/database/columns"
import { exists, Instant, maybe, perform, run } from "#platform/database/statements"
import type { MemberKey } from "./rules.ts"

const Settings = Schema.Struct({
  org_id: OrgId,
  issuer: Schema.String,
  jwks_url: Schema.NullOr(Schema.String),
  caller_id: Schema.NullOr(Schema.String),
  revoke_api_keys: Schema.Boolean,
  updated_at: Instant
})
export type SettingsRow = typeof Settings.Type

const TakenToken = Schema.Struct({ org_id: OrgId, digest: Schema.String, now: Instant, expires_at: Instant })

const Member = Schema.Struct({ id: UserId, email: Schema.String, full_name: Schema.String })

/** Trusted issuers of an organization, and their used tokens. */
export class GlobalTokenRevocationRepo extends Context.Service<GlobalTokenRevocationRepo>()(
  "svc/global-token-revocation/GlobalTokenRevocationRepo",
  {
    make: Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = columnsOf(Settings, "")

      const find = maybe({
        Request: OrgId,
        Result: Settings,
        execute: (orgId) => sql`SELECT ${columns} FROM global_token_revocation_settings WHERE org_id = ${orgId}`
      })

      const lock = maybe({
        Request: OrgId,
        Result: Settings,
        execute: (orgId) => sql`
        SELECT ${columns} FROM global_token_revocation_settings WHERE org_id = ${orgId} FOR UPDATE`
      })

      const save = run({
        Request: Settings,
        execute: (row) => sql`
        INSERT INTO global_token_revocation_settings ${sql.insert({ ...row, created_at: row.updated_at })}
        ON CONFLICT (org_id) DO UPDATE SET issuer = EXCLUDED.issuer, jwks_url = EXCLUDED.jwks_url,
          caller_id = EXCLUDED.caller_id, revoke_api_keys = EXCLUDED.revoke_api_keys, updated_at = EXCLUDED.updated_at`
      })

      const takeToken = exists({
        Request: TakenToken,
        execute: ({ now, ...token }) => sql`
        WITH expired AS (
          DELETE FROM global_token_revocation_tokens WHERE org_id = ${token.org_id} AND expires_at <= ${now}
        )
        INSERT INTO global_token_revocation_tokens ${sql.insert(token)} ON CONFLICT DO NOTHING RETURNING digest`
      })

      const member = sql.literal("u.id, u.email, u.full_name FROM users u JOIN memberships m ON m.user_id = u.id")

      const findByEmail = maybe({
        Request: Schema.Struct({ orgId: OrgId, email: Schema.String }),
        Result: Member,
        execute: ({ email, orgId }) => sql`
        SELECT ${member} WHERE m.org_id = ${orgId} AND lower(u.email) = lower(${email})`
      })

      const findById = maybe({
        Request: Schema.Struct({ orgId: OrgId, id: Uuid }),
        Result: Member,
        execute: ({ id, orgId }) => sql`
        SELECT ${member} WHERE m.org_id = ${orgId} AND (m.user_id = ${id}::uuid OR lower(u.email) = (
          SELECT e.lower_email FROM org_employees e WHERE e.org_id = ${orgId} AND e.id = ${id}::uuid
        ))`
      })

      const findByExternalId = maybe({
        Request: Schema.Struct({ orgId: OrgId, externalId: Schema.String }),
        Result: Member,
        execute: ({ externalId, orgId }) => sql`
        SELECT ${member} WHERE m.org_id = ${orgId} AND lower(u.email) IN (
          SELECT e.lower_email FROM org_employees e WHERE e.org_id = ${orgId} AND e.employee_id = ${externalId}
        )`
      })

      return {
        find,
        lock,
        save,
        remove: (orgId: OrgId) => perform(sql`DELETE FROM global_token_revocation_settings WHERE org_id = ${orgId}`),
        /** False if it was used before. Removes expired ones of the organization. */
        takeToken: (token: typeof TakenToken.Type) => takeToken(token),
        /** Addresses are compared without case. */
        findMember: (orgId: OrgId, key: MemberKey) => {
          if ("email" in key) return findByEmail({ orgId, email: key.email })
          return "id" in key ? findById({ orgId, id: key.id }) : findByExternalId({ orgId, externalId: key.externalId })
        }
      }
    })
  }
) {
  static readonly layer = Layer.effect(GlobalTokenRevocationRepo, GlobalTokenRevocationRepo.make)
}
