import { Schema } from "effect"

/** One request as the receiver saw, checked and answered it. */
export const ReceivedDelivery = Schema.Struct({
  /** 1 for the first request since the receiver started. */
  number: Schema.Int,
  event: Schema.String,
  delivery_id: Schema.String,
  /** How often this delivery id has come in. */
  attempt: Schema.Int,
  signature: Schema.Literals(["valid", "invalid"]),
  /** The example receivers (test/receivers) that found it genuine, by what they verify with. */
  verified_by: Schema.Array(Schema.String),
  answered: Schema.Int,
  body: Schema.Record(Schema.String, Schema.Json)
})
export type ReceivedDelivery = typeof ReceivedDelivery.Type

export const ReceivedDeliveries = Schema.Array(ReceivedDelivery)
