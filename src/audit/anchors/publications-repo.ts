import { OrgId, Uuid } from "@svc/contract/kernel/ids"
import { Context, type DateTime, Effect, Layer, Schema } from "effect"
import { SqlSchema } from "effect/sql"
import { SystemSql } from "#platform/database/db"
import { ofOrganisation } from "#platform/database/fragments"
import { Instant } from "#platform/database/statements"

const Pending = Schema.Struct({
  org_id: OrgId,
  id: Uuid,
  seq: Schema.BigInt,
  entry_id: Uuid,
  entry_hash: Schema.String,
  entry_created_at: Instant,
  anchored_at: Instant,
  signature: Schema.NullOr(Schema.String),
  key_id: Schema.NullOr(Schema.String)
})
export type Pending = typeof Pending.Type

const Unstored = Schema.Struct({ org_id: OrgId, anchors: Schema.Array(Uuid) })

/** A page is continued after this anchor. */
export interface After {
  readonly anchoredAt: DateTime.Utc
  readonly id: string
}

/** Anchors on their way to the witnesses. */
export class PublicationsRepo extends Context.Service<PublicationsRepo>()("svc/audit-anchors/PublicationsRepo", {
  make: Effect.gen(function* () {
    const system = yield* SystemSql

    const unstored = SqlSchema.findAll({
      Request: Schema.UndefinedOr(OrgId),
      Result: Unstored,
      execute: (orgId) => system`
        SELECT w.org_id, array_agg(w.anchor_id) AS anchors FROM audit_anchor_witnessings w
        JOIN organisations o ON o.id = w.org_id AND o.deletion_started_at IS NULL
        WHERE w.witness = 'storage' AND ${ofOrganisation(system, orgId, "w.org_id")}
        GROUP BY w.org_id ORDER BY w.org_id`
    })
    const stored = SqlSchema.findOne({
      Request: Schema.Struct({ orgId: OrgId, anchors: Schema.Array(Schema.String) }),
      Result: Schema.Struct({ living: Schema.Boolean }),
      execute: ({ anchors, orgId }) => system`
        WITH done AS (
          DELETE FROM audit_anchor_witnessings
          WHERE org_id = ${orgId} AND witness = 'storage' AND anchor_id = ANY(${anchors}::uuid[])
        )
        SELECT EXISTS (SELECT FROM organisations WHERE id = ${orgId} AND deletion_started_at IS NULL) AS living`
    })
    const untold = SqlSchema.findAll({
      Request: Schema.Struct({
        orgId: Schema.UndefinedOr(OrgId),
        after: Schema.NullOr(Schema.Struct({ anchoredAt: Instant, id: Schema.String })),
        limit: Schema.Int
      }),
      Result: Pending,
      execute: ({ after, limit, orgId }) => system`
        SELECT a.org_id, a.id, a.seq, a.entry_id, a.entry_hash, a.entry_created_at, a.anchored_at, a.signature, a.key_id
        FROM audit_anchor_witnessings w JOIN audit_anchors a ON a.org_id = w.org_id AND a.id = w.anchor_id
        WHERE w.witness = 'https' AND ${ofOrganisation(system, orgId, "w.org_id")}
          ${after === null ? system`` : system`AND (a.anchored_at, a.id) > (${after.anchoredAt}::timestamptz, ${after.id}::uuid)`}
        ORDER BY a.anchored_at, a.id LIMIT ${limit}`
    })
    const told = SqlSchema.void({
      Request: Schema.Struct({ orgId: OrgId, id: Schema.String }),
      execute: ({ id, orgId }) => system`
        DELETE FROM audit_anchor_witnessings WHERE org_id = ${orgId} AND anchor_id = ${id} AND witness = 'https'`
    })
    const left = SqlSchema.findOne({
      Request: Schema.UndefinedOr(OrgId),
      Result: Schema.Struct({ unpublished: Schema.Int, unwitnessed: Schema.Int }),
      execute: (orgId) => system`
        SELECT (count(DISTINCT org_id) FILTER (WHERE witness = 'storage'))::int AS unpublished,
          (count(*) FILTER (WHERE witness = 'https'))::int AS unwitnessed
        FROM audit_anchor_witnessings WHERE ${ofOrganisation(system, orgId, "org_id")}`
    })

    return {
      /** Organizations with anchors that the storage lacks. */
      unstored: (orgId: OrgId | undefined) => Effect.orDie(unstored(orgId)),
      /** Marks them as stored. Returns false if the organization is deleted or being deleted. */
      stored: (orgId: OrgId, anchors: ReadonlyArray<string>) =>
        Effect.orDie(stored({ orgId, anchors })).pipe(Effect.map(({ living }) => living)),
      /** Anchors that the HTTPS witness does not have, oldest first. */
      untold: ({
        after,
        ...which
      }: {
        readonly orgId: OrgId | undefined
        readonly after: After | undefined
        readonly limit: number
      }) => Effect.orDie(untold({ ...which, after: after ?? null })),
      /** The HTTPS witness has it now. */
      told: ({ id, org_id }: Pending) => Effect.orDie(told({ orgId: org_id, id })),
      /** What remains for the next round: organizations and anchors. */
      left: (orgId: OrgId | undefined) => Effect.orDie(left(orgId))
    }
  })
}) {
  static readonly layer = Layer.effect(PublicationsRepo, PublicationsRepo.make)
}
