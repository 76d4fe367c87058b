import { IntegrationId, OrgId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { columnsOf } from "#platform/database/columns"
import { reader, SystemSql } from "#platform/database/db"
import { ofOrganisation } from "#platform/database/fragments"
import { all, Instant, maybe, one, perform } from "#platform/database/statements"

const Row = Schema.Struct({
  id: IntegrationId,
  org_id: OrgId,
  service_name: Schema.String,
  protocol: Schema.String,
  can_revoke: Schema.Boolean,
  connection_status: Schema.Boolean,
  config: Schema.Record(Schema.String, Schema.Json),
  sealed_secrets: Schema.Record(Schema.String, Schema.String),
  last_sync: Schema.NullOr(Instant),
  credential_refused_at: Schema.NullOr(Instant),
  created_at: Instant
})
export type IntegrationRow = typeof Row.Type

const Claimed = Schema.Struct({ id: IntegrationId })

const NamedRow = Schema.Struct({
  org_id: OrgId,
  id: IntegrationId,
  service_name: Schema.String,
  now: Instant
})

const Saved = Schema.Struct({
  org_id: OrgId,
  id: IntegrationId,
  protocol: Schema.String,
  can_revoke: Schema.Boolean,
  connection_status: Schema.Boolean,
  /** A new credential has not been refused yet. */
  credential_is_new: Schema.Boolean,
  config: Schema.fromJsonString(Schema.Record(Schema.String, Schema.Json)),
  sealed_secrets: Schema.fromJsonString(Schema.Record(Schema.String, Schema.String)),
  now: Instant
})

const ByName = Schema.Struct({ org_id: OrgId, service_name: Schema.String })
const Owned = Schema.Struct({ org_id: OrgId, id: IntegrationId })
const ById = Schema.Struct({ org_id: OrgId, id: IntegrationId })

export class IntegrationsRepo extends Context.Service<IntegrationsRepo>()("svc/integrations/IntegrationsRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql
    const reads = yield* reader
    const columns = columnsOf(Row, "")
    const claimName = one({
      Request: NamedRow,
      Result: Claimed,
      execute: ({ id, now, org_id, service_name }) => sql`
        INSERT INTO integrations (org_id, id, service_name, protocol, can_revoke, connection_status, created_at, updated_at)
        VALUES (${org_id}, ${id}, ${service_name}, '', false, false, ${now}, ${now})
        ON CONFLICT (org_id, lower(service_name)) DO UPDATE SET updated_at = EXCLUDED.updated_at
        RETURNING id`
    })
    const save = one({
      Request: Saved,
      Result: Row,
      execute: (row) => sql`
        UPDATE integrations SET protocol = ${row.protocol}, can_revoke = ${row.can_revoke},
          connection_status = ${row.connection_status}, config = ${row.config}::jsonb,
          sealed_secrets = ${row.sealed_secrets}::jsonb, updated_at = ${row.now},
          credential_refused_at = CASE WHEN ${row.credential_is_new} THEN NULL ELSE credential_refused_at END
        WHERE org_id = ${row.org_id} AND id = ${row.id}
        RETURNING ${columns}`
    })
    const list = all({
      Request: OrgId,
      Result: Row,
      execute: (orgId) => sql`
        SELECT ${columns} FROM integrations WHERE org_id = ${orgId} ORDER BY lower(service_name)`
    })
    const revocable = SqlSchema.findAll({
      Request: OrgId,
      Result: Schema.Struct({ service_name: Schema.String }),
      execute: (orgId) =>
        Effect.flatMap(
          reads,
          (sql) => sql`
            WITH tenant AS MATERIALIZED (SELECT set_config('svc.org_id', ${orgId}, true)::uuid AS org_id)
            SELECT i.service_name FROM tenant
            CROSS JOIN LATERAL (
              SELECT service_name FROM integrations
              WHERE org_id = tenant.org_id AND can_revoke AND connection_status OFFSET 0
            ) i`
        )
    })
    const lock = maybe({
      Request: ById,
      Result: Row,
      execute: ({ id, org_id }) => sql`
        SELECT ${columns} FROM integrations WHERE org_id = ${org_id} AND id = ${id} FOR UPDATE`
    })
    const findByName = maybe({
      Request: ByName,
      Result: Row,
      execute: ({ org_id, service_name }) => sql`
        SELECT ${columns} FROM integrations
        WHERE org_id = ${org_id} AND lower(service_name) = lower(${service_name})`
    })
    const findBySetting = SqlSchema.findAll({
      Request: Schema.Struct({ protocol: Schema.String, name: Schema.String, value: Schema.String }),
      Result: Owned,
      execute: ({ name, protocol, value }) => system`
        SELECT org_id, id FROM integrations
        WHERE protocol = ${protocol} AND connection_status AND config ->> ${name} = ${value} ORDER BY created_at LIMIT 20`
    })
    const connectedOf = SqlSchema.findAll({
      Request: Schema.Struct({ serviceName: Schema.String, orgId: Schema.UndefinedOr(OrgId) }),
      Result: Owned,
      execute: ({ orgId, serviceName }) => system`
        SELECT org_id, id FROM integrations
        WHERE lower(service_name) = ${serviceName} AND connection_status
          AND ${ofOrganisation(system, orgId, "org_id")}
        ORDER BY org_id`
    })
    const setRefused = maybe({
      Request: Schema.Struct({ ...ById.fields, at: Schema.NullOr(Instant) }),
      Result: Schema.Struct({ service_name: Schema.String }),
      execute: ({ at, id, org_id }) => sql`
        UPDATE integrations SET credential_refused_at = ${at}::timestamptz
        WHERE org_id = ${org_id} AND id = ${id}
          AND (credential_refused_at IS NULL) <> (${at}::timestamptz IS NULL)
        RETURNING service_name`
    })
    const remove = maybe({
      Request: ById,
      Result: Row,
      execute: ({ id, org_id }) => sql`
        DELETE FROM integrations WHERE org_id = ${org_id} AND id = ${id} RETURNING ${columns}`
    })

    return {
      /** The id under which the name is connected, now if it was not yet; holds the row until the transaction ends. */
      claimName: (row: typeof NamedRow.Type) => Effect.map(claimName(row), ({ id }) => id),
      /** Replaces everything saved before. */
      save,
      list,
      /** Names of what is connected and able to revoke. */
      revocable: (orgId: OrgId) =>
        Effect.orDie(revocable(orgId)).pipe(Effect.map((rows) => rows.map(({ service_name }) => service_name))),
      /** Holds it until the transaction ends. */
      lock,
      /** Whether it is connected or not. */
      findByName,
      /** Replaces some of the sealed secrets, as when a vendor rotates its token. */
      storeSecrets: ({
        id,
        now,
        org_id,
        sealed
      }: typeof ById.Type & { readonly sealed: Readonly<Record<string, string>>; readonly now: DateTime.Utc }) =>
        perform(sql`
              UPDATE integrations SET sealed_secrets = sealed_secrets || ${JSON.stringify(sealed)}::jsonb,
                updated_at = ${DateTime.toDateUtc(now)}
              WHERE org_id = ${org_id} AND id = ${id}`),
      synced: ({ at, id, org_id }: typeof ById.Type & { readonly at: DateTime.Utc }) =>
        perform(sql`
              UPDATE integrations SET last_sync = ${DateTime.toDateUtc(at)} WHERE org_id = ${org_id} AND id = ${id}`),
      /** When its credential was refused, null when it works; answers the name of the service when that is news. */
      setRefused: (refusal: typeof ById.Type & { readonly at: DateTime.Utc | null }) =>
        setRefused(refusal).pipe(Effect.map(Option.map(({ service_name }) => service_name))),
      /** Connections of any organization whose plain settings contain this text: for calls without a session. */
      findBySetting: (setting: { readonly protocol: string; readonly name: string; readonly value: string }) =>
        Effect.orDie(findBySetting(setting)),
      /** Every connection of a service: whom a job visits. */
      connectedOf: (service: { readonly serviceName: string; readonly orgId: OrgId | undefined }) =>
        Effect.orDie(connectedOf(service)),
      remove
    }
  })
}) {
  static readonly layer = Layer.effect(IntegrationsRepo, IntegrationsRepo.make)
}
