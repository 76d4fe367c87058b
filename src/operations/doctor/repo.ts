import { Context, Effect, Layer, Schema } from "effect"
import { SqlSchema } from "effect/sql"
import { SystemSql } from "#platform/database/db"

const Server = Schema.Struct({
  version: Schema.Int,
  login: Schema.String,
  standby: Schema.Boolean,
  readOnly: Schema.Boolean,
  connections: Schema.Int,
  mostConnections: Schema.Int,
  /** In milliseconds since 1970. */
  now: Schema.Number
})

const Keys = Schema.Struct({
  sealedWith: Schema.Array(Schema.String),
  /** Undefined before the first start. */
  signedWith: Schema.NullOr(Schema.String)
})

const Chains = Schema.Struct({ chains: Schema.Int, broken: Schema.Array(Schema.String) })

/** What the doctor asks of the database; it changes nothing. */
export class DoctorRepo extends Context.Service<DoctorRepo>()("svc/doctor/DoctorRepo", {
  make: Effect.gen(function* () {
    const system = yield* SystemSql
    const server = SqlSchema.findOne({
      Request: Schema.Void,
      Result: Server,
      execute: () => system`
        SELECT current_setting('server_version_num')::int AS version, session_user::text AS login,
          pg_is_in_recovery() AS standby, current_setting('transaction_read_only') = 'on' AS "readOnly",
          (SELECT count(*)::int FROM pg_stat_activity WHERE datid IS NOT NULL AND usesysid IS NOT NULL) AS connections,
          current_setting('max_connections')::int AS "mostConnections",
          (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now`
    })
    const keys = SqlSchema.findOne({
      Request: Schema.Void,
      Result: Keys,
      execute: () => system`
        SELECT ARRAY(SELECT key_id FROM platform_master_keys ORDER BY key_id) AS "sealedWith",
          (SELECT coalesce(key_id, 'none') FROM platform_signing_keys ORDER BY number DESC LIMIT 1) AS "signedWith"`
    })
    const chains = SqlSchema.findOne({
      Request: Schema.Void,
      Result: Chains,
      execute: () => system`
        WITH looked AS (
          SELECT h.org_id, e.entry_hash IS NOT DISTINCT FROM h.entry_hash AS stands,
            anchored.seq IS NULL OR (anchored.seq <= h.seq AND (anchor_entry.seq IS NULL OR anchor_entry.entry_hash = anchored.entry_hash))
              AS agrees
          FROM audit_heads h
          LEFT JOIN audit_entries e ON e.org_id = h.org_id AND e.seq = h.seq
          LEFT JOIN LATERAL (
            SELECT a.seq, a.entry_hash FROM audit_anchors a WHERE a.org_id = h.org_id ORDER BY a.seq DESC LIMIT 1
          ) anchored ON true
          -- An entry that retention removed contradicts no anchor.
          LEFT JOIN audit_entries anchor_entry ON anchor_entry.org_id = h.org_id AND anchor_entry.seq = anchored.seq
          WHERE h.seq > 0
        )
        SELECT count(*)::int AS chains,
          coalesce(array_agg(org_id::text ORDER BY org_id) FILTER (WHERE NOT stands OR NOT agrees), '{}') AS broken
        FROM looked`
    })
    return {
      server: Effect.orDie(server(undefined)),
      keys: Effect.orDie(keys(undefined)),
      /** Each head against the entry that it names, and each newest anchor against the entry that it is of. */
      chains: Effect.orDie(chains(undefined))
    }
  })
}) {
  static readonly layer = Layer.effect(DoctorRepo, DoctorRepo.make)
}
