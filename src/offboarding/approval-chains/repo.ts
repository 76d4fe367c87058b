import { ApprovalChain, ApprovalStep, InitiationSettings } from "@svc/contract/approval-chains/schema"
import { ApprovalChainId, OrgId, UserId } from "@svc/contract/kernel/ids"
import type { OffsetParams } from "@svc/contract/kernel/paging"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema, type Statement } from "effect/sql"
import { Transaction } from "#platform/database/db"
import { all, Instant, maybe, perform, run } from "#platform/database/statements"

const Row = Schema.Struct({ ...ApprovalChain.fields, created_at: Instant, updated_at: Instant })
const Stored = Schema.Struct({
  org_id: OrgId,
  id: ApprovalChainId,
  name: Schema.String,
  steps: Schema.fromJsonString(Schema.Array(ApprovalStep)),
  now: Instant
})

const Key = Schema.Struct({ orgId: OrgId, id: ApprovalChainId })
type Key = typeof Key.Type

const Count = Schema.Struct({ count: Schema.Int })

/** Approval chains, and the organization's settings for requests. */
export class ApprovalChainsRepo extends Context.Service<ApprovalChainsRepo>()(
  "svc/approval-chains/ApprovalChainsRepo",
  {
    make: Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const chains = (orgId: string, which: Statement.Fragment) => sql`
      SELECT c.org_id, c.id, c.name, c.steps, c.created_at, c.updated_at, EXISTS (
          SELECT FROM initiation_settings s WHERE s.org_id = c.org_id AND s.default_chain_id = c.id
        ) AS is_default
      FROM approval_chains c WHERE c.org_id = ${orgId} ${which}`

      const page = all({
        Request: Schema.Struct({ orgId: OrgId, limit: Schema.Int, offset: Schema.Int }),
        Result: Row,
        execute: ({ limit, offset, orgId }) =>
          chains(orgId, sql`ORDER BY lower(c.name COLLATE "und-x-icu"), c.id LIMIT ${limit} OFFSET ${offset}`)
      })

      const count = SqlSchema.findOne({
        Request: OrgId,
        Result: Count,
        execute: (orgId) => sql`SELECT count(*)::int AS count FROM approval_chains WHERE org_id = ${orgId}`
      })

      const found = (lock: Statement.Fragment) =>
        SqlSchema.findOneOption({
          Request: Key,
          Result: Row,
          execute: ({ id, orgId }) => chains(orgId, sql`AND c.id = ${id} ${lock}`)
        })
      const find = found(sql``)
      const lockToChange = found(sql`FOR UPDATE OF c`)
      const lockToUse = found(sql`FOR KEY SHARE OF c`)

      const insert = run({
        Request: Stored,
        execute: ({ id, name, now, org_id, steps }) => sql`
        INSERT INTO approval_chains (org_id, id, name, steps, created_at, updated_at)
        VALUES (${org_id}, ${id}, ${name}, ${steps}::text::jsonb, ${now}, ${now})`
      })

      const update = run({
        Request: Stored,
        execute: ({ id, name, now, org_id, steps }) => sql`
        UPDATE approval_chains SET name = ${name}, steps = ${steps}::text::jsonb, updated_at = ${now}
        WHERE org_id = ${org_id} AND id = ${id}`
      })

      const remove = run({
        Request: Key,
        execute: ({ id, orgId }) => sql`DELETE FROM approval_chains WHERE org_id = ${orgId} AND id = ${id}`
      })

      const countPending = SqlSchema.findOne({
        Request: Key,
        Result: Count,
        execute: ({ id, orgId }) => sql`
        SELECT count(*)::int AS count FROM offboarding_initiations
        WHERE org_id = ${orgId} AND chain_id = ${id} AND status = 'pending'`
      })

      const membersAmong = all({
        Request: Schema.Struct({ orgId: OrgId, ids: Schema.Array(UserId) }),
        Result: Schema.Struct({ user_id: UserId }),
        execute: ({ ids, orgId }) => sql`
        SELECT user_id FROM memberships WHERE org_id = ${orgId} AND user_id = ANY(${ids}::uuid[])`
      })

      const rolesAmong = all({
        Request: Schema.Struct({ orgId: OrgId, ids: Schema.Array(Schema.String) }),
        Result: Schema.Struct({ id: Schema.String }),
        execute: ({ ids, orgId }) => sql`
        SELECT id::text AS id FROM roles WHERE org_id = ${orgId} AND id = ANY(${ids}::uuid[])`
      })

      const settings = maybe({
        Request: OrgId,
        Result: InitiationSettings,
        execute: (orgId) => sql`
        SELECT require_initiation_approval, default_chain_id FROM initiation_settings WHERE org_id = ${orgId}`
      })

      const saveSettings = run({
        Request: Schema.Struct({ orgId: OrgId, ...InitiationSettings.fields }),
        execute: ({ default_chain_id, orgId, require_initiation_approval }) => sql`
        INSERT INTO initiation_settings (org_id, require_initiation_approval, default_chain_id)
        VALUES (${orgId}, ${require_initiation_approval}, ${default_chain_id})
        ON CONFLICT (org_id) DO UPDATE SET require_initiation_approval = EXCLUDED.require_initiation_approval,
          default_chain_id = EXCLUDED.default_chain_id`
      })

      return {
        /** By name. */
        page: (orgId: OrgId, { limit, offset }: OffsetParams) => page({ orgId, limit, offset }),
        count: (orgId: OrgId) => Transaction.use(() => Effect.map(Effect.orDie(count(orgId)), ({ count }) => count)),
        find: (key: Key) => Transaction.use(() => Effect.orDie(find(key))),
        /**
         * `change`: no one else changes it or starts to use it; `use`: no one deletes it. Until the transaction ends.
         */
        lock: (key: Key, to: "change" | "use") =>
          Transaction.use(() => Effect.orDie(to === "change" ? lockToChange(key) : lockToUse(key))),
        insert,
        update,
        remove,
        /** Initiations that wait for approval and run on it. */
        countPending: (key: Key) =>
          Transaction.use(() => Effect.map(Effect.orDie(countPending(key)), ({ count }) => count)),
        /** Those of the ids that are members. */
        membersAmong: (orgId: OrgId, ids: ReadonlyArray<UserId>) =>
          membersAmong({ orgId, ids }).pipe(Effect.map((rows) => rows.map(({ user_id }) => user_id))),
        /** Those ids that are custom roles. */
        rolesAmong: (orgId: OrgId, ids: ReadonlyArray<string>) =>
          rolesAmong({ orgId, ids }).pipe(Effect.map((rows) => rows.map(({ id }) => id))),
        settings,
        /** Serializes changes of an organization's chains and settings. */
        lockSettings: (orgId: OrgId) =>
          perform(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`approval-chains:${orgId}`}, 0))`),
        saveSettings: (orgId: OrgId, values: InitiationSettings) => saveSettings({ orgId, ...values })
      }
    })
  }
) {
  static readonly layer = Layer.effect(ApprovalChainsRepo, ApprovalChainsRepo.make)
}
