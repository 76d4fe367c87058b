import type { ESignatureProvider } from "@svc/contract/esignature/schema"
import { OrgId, Uuid } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { SystemSql } from "#platform/database/db"
import { ofOrganisation } from "#platform/database/fragments"
import { exists, Instant, perform } from "#platform/database/statements"
import { makeLeaseQueue } from "#platform/jobs/lease-queue"
import { RequestRow } from "./repo.ts"

type Key = Pick<RequestRow, "org_id" | "id">

const Owner = Schema.Struct({ org_id: OrgId })

/** Requests as a queue under leases. */
export class SignatureQueueRepo extends Context.Service<SignatureQueueRepo>()("svc/esignature/SignatureQueueRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql
    const date = DateTime.toDateUtc

    const queue = yield* makeLeaseQueue({
      table: "esignature_requests",
      lease: "lease_id",
      row: RequestRow,
      join: system`JOIN organisations o ON o.id = q.org_id AND NOT o.suspended`,
      due: (now) => system`q.next_attempt_at <= ${now}`,
      order: "q.next_attempt_at",
      taken: (now) => system`last_attempt_at = ${now}, attempts = q.attempts + 1`
    })
    const take = exists({
      Request: Schema.Struct({ org_id: OrgId, id: Uuid, worker: Schema.String, now: Instant, leasedUntil: Instant }),
      execute: ({ id, leasedUntil, now, org_id, worker }) => sql`
        UPDATE esignature_requests SET leased_until = ${leasedUntil}, lease_id = ${worker}, last_attempt_at = ${now}
        WHERE org_id = ${org_id} AND id = ${id} AND (leased_until IS NULL OR leased_until <= ${now}) RETURNING 1`
    })
    const ownerOf = SqlSchema.findOneOption({
      Request: Schema.Struct({ connection: Schema.String, service: Schema.String }),
      Result: Owner,
      execute: ({ connection, service }) => system`
        SELECT i.org_id FROM integrations i JOIN organisations o ON o.id = i.org_id AND NOT o.suspended
        WHERE i.id = ${connection}::uuid AND lower(i.service_name) = ${service} AND i.connection_status`
    })
    const named = SqlSchema.findAll({
      Request: Schema.Struct({
        orgId: Schema.UndefinedOr(OrgId),
        provider: Schema.String,
        externalId: Schema.String,
        fallback: Schema.Boolean
      }),
      Result: Schema.Struct({ org_id: OrgId, id: Uuid }),
      execute: ({ externalId, fallback, orgId, provider }) => system`
        SELECT r.org_id, r.id FROM esignature_requests r
        WHERE ${ofOrganisation(system, orgId, "r.org_id")} AND r.provider = ${provider} AND r.external_id = ${externalId}
          AND r.fallback = ${fallback} AND r.status IN ('sending', 'pending') LIMIT 5`
    })

    return {
      claim: queue.claim,
      /** Takes one up out of its turn, unless another works on it. */
      take,
      /** The call that makes it begins. */
      markSent: ({ id, org_id }: Key, at: DateTime.Utc) =>
        perform(sql`UPDATE esignature_requests SET sent_at = ${date(at)} WHERE org_id = ${org_id} AND id = ${id}`),
      /** A reminder is about to be sent: at most once, whatever its outcome. */
      markReminded: ({ id, next, org_id }: Key & { readonly next: DateTime.Utc }) =>
        perform(sql`
          UPDATE esignature_requests SET reminders = reminders + 1, next_reminder_at = ${date(next)}
          WHERE org_id = ${org_id} AND id = ${id}`),
      /** Of a document that is gone. */
      drop: ({ id, org_id }: Key) =>
        perform(sql`
          DELETE FROM esignature_requests WHERE org_id = ${org_id} AND id = ${id} AND document_id IS NULL`),
      /** Makes it due now; it is the provider who says that something happened. */
      hasten: ({ at, id, org_id }: Key & { readonly at: DateTime.Utc }) =>
        perform(sql`
          UPDATE esignature_requests SET next_attempt_at = ${date(at)}
          WHERE org_id = ${org_id} AND id = ${id} AND status IN ('sending', 'pending')`),
      /** The organization of a connection, unless it is suspended. */
      ownerOf: (connection: string, service: string) =>
        Effect.orDie(ownerOf({ connection, service })).pipe(Effect.map(Option.map(({ org_id }) => org_id))),
      /** Open requests by the provider's id: of one organization, or of those that the operator's account sent. */
      named: (request: {
        readonly orgId: OrgId | undefined
        readonly provider: ESignatureProvider
        readonly externalId: string
        readonly fallback: boolean
      }) => Effect.orDie(named(request))
    }
  })
}) {
  static readonly layer = Layer.effect(SignatureQueueRepo, SignatureQueueRepo.make)
}
