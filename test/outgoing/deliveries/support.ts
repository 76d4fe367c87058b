import { type DeliveryId, type OrgId, SiemTargetId } from "@svc/contract/kernel/ids"
import { Context, DateTime, type Duration, Effect, Layer } from "effect"
import { randomUUID } from "node:crypto"
import { type EngineReactions, makeDeliveryEngine } from "#outgoing/deliveries/engine"
import { siemDeliveries, type SiemRow } from "#outgoing/siem/delivery-policy"
import { AttemptResult, type DeliverySender } from "#outgoing/deliveries/sender"
import { Outbound } from "#platform/outbound/outbound"
import { TestServices } from "#test/support/TestApp"
import { ReceiverCertificate } from "#test/outgoing/webhooks/receiver"
import { TrustingOutbound } from "#test/outgoing/webhooks/support"
import { systemSql } from "#test/support/tables"

/** Posts the delivery's id to an address, and takes the status for the answer. */
export class PlainPost extends Context.Service<
  PlainPost,
  { send(url: string, id: DeliveryId): Effect.Effect<AttemptResult> }
>()("test/PlainPost") {
  static readonly layer = Layer.effect(
    PlainPost,
    Effect.map(Outbound, (outbound) =>
      PlainPost.of({
        send: (url, id) =>
          outbound.send({ method: "POST", url, headers: { "x-svc-delivery": id }, body: "{}" }).pipe(
            Effect.map(({ status }) => AttemptResult.Answered({ status })),
            Effect.catchTags({
              AddressRefused: () => Effect.succeed(AttemptResult.Refused()),
              OutboundFailed: ({ message }) => Effect.succeed(AttemptResult.Unanswered({ reason: message }))
            })
          )
      })
    )
  ).pipe(Layer.provide(TrustingOutbound))
}

/** The platform on a database of its own, and a client that trusts the receivers of the suite. */
export const DeliveriesServices = PlainPost.layer.pipe(
  Layer.provideMerge(ReceiverCertificate.layer),
  Layer.provideMerge(TestServices)
)

export const plainSender = Effect.map(PlainPost, ({ send }): DeliverySender<SiemRow> => ({
  prepare: () => Effect.succeed(({ endpoint_url, id }) => send(endpoint_url, id))
}))

/** An engine of the SIEM policy, as one node has it. */
export const anEngine = (options: Partial<DeliverySender<SiemRow>> & EngineReactions = {}) =>
  Effect.flatMap(plainSender, ({ prepare }) =>
    makeDeliveryEngine(siemDeliveries, { prepare: options.prepare ?? prepare }, options)
  )

export const aTarget = Effect.fnUntraced(function* (orgId: OrgId, url: string) {
  const id = SiemTargetId.make(randomUUID())
  const now = DateTime.toDateUtc(yield* DateTime.now)
  yield* systemSql`
      INSERT INTO siem_targets (org_id, id, name, type, endpoint_url, events, all_events, after_seq, created_at)
      VALUES (${orgId}, ${id}, 'A collector', 'generic', ${url}, '{}', true, 0, ${now})`
  return id
})

export const setActive = (id: SiemTargetId, active: boolean) =>
  systemSql`UPDATE siem_targets SET active = ${active} WHERE id = ${id}`

/** So many deliveries, due after so long. */
export const queued = Effect.fnUntraced(function* (
  orgId: OrgId,
  targetId: SiemTargetId,
  count: number,
  after: Duration.Input = 0
) {
  const now = yield* DateTime.now
  const due = DateTime.toDateUtc(DateTime.addDuration(now, after))
  const rows = yield* systemSql<{ readonly id: string }>`
      INSERT INTO siem_deliveries (org_id, id, target_id, audit_seq, event, next_attempt_at, created_at)
      SELECT ${orgId}::uuid, gen_random_uuid(), ${targetId}::uuid, n, 'login_failed', ${due}::timestamptz - (${count}::int - n) * interval '1 microsecond',
        ${DateTime.toDateUtc(now)}::timestamptz
      FROM generate_series(1, ${count}::int) AS n RETURNING id`
  return rows.map(({ id }) => id)
})

/** A row as it is stored. */
interface StoredDelivery {
  readonly id: string
  readonly status: string
  readonly attempts: number
  readonly last_status_code: number | null
  readonly last_error: string | null
  readonly next_attempt_at: Date
  readonly leased_until: Date | null
}

export const stored = (orgId: OrgId) =>
  systemSql<StoredDelivery>`
      SELECT id, status, attempts, last_status_code, last_error, next_attempt_at, leased_until FROM siem_deliveries
      WHERE org_id = ${orgId} ORDER BY next_attempt_at, id`

/** The target's figures. */
export const healthOf = Effect.fnUntraced(function* (id: SiemTargetId) {
  const [row] = yield* systemSql<{
    readonly delivery_count: number
    readonly given_up_count: number
    readonly last_delivery_at: Date | null
    readonly last_delivery_status: string | null
    readonly last_status_code: number | null
    readonly last_error: string | null
  }>`
      SELECT delivery_count::int AS delivery_count, given_up_count::int AS given_up_count, last_delivery_at, last_delivery_status,
        last_status_code, last_error
      FROM siem_targets WHERE id = ${id}`
  return row ?? (yield* Effect.die("no target"))
})
