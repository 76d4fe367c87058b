import { Effect } from "effect"
import type { SiemRow } from "./delivery-policy.ts"
import { AttemptResult, type Claimed, type DeliverySender } from "#outgoing/deliveries/sender"
import { Collector, type StoredTarget } from "./collectors.ts"
import { SiemEntries } from "./entries.ts"

const targetOf = (row: Claimed<SiemRow>): StoredTarget => ({
  orgId: row.org_id,
  id: row.receiver_id,
  type: row.type,
  endpointUrl: row.endpoint_url,
  sealedUrl: row.sealed_url,
  sealedToken: row.sealed_token,
  tokenScheme: row.token_scheme,
  payloadFormat: row.payload_format
})

const wantedOf = (row: Claimed<SiemRow>) => ({
  orgId: row.org_id,
  id: row.id,
  auditSeq: BigInt(row.audit_seq),
  event: row.event,
  replayed: row.replayed,
  createdAt: row.created_at,
  chainFields: row.chain_fields
})

/** The engine's sender: reads the entries of a whole claim in one batch. */
export const makeSiemSender = Effect.gen(function* () {
  const entries = yield* SiemEntries
  const collector = yield* Collector
  const sender: DeliverySender<SiemRow> = {
    prepare: Effect.fnUntraced(function* (claimed: ReadonlyArray<Claimed<SiemRow>>) {
      const events = yield* entries.load(claimed.map(wantedOf))
      return (delivery: Claimed<SiemRow>) => {
        const event = events.get(delivery.id)
        return event === undefined
          ? Effect.succeed(AttemptResult.Gone())
          : collector.send(targetOf(delivery), event, delivery.id)
      }
    })
  }
  return sender
})
