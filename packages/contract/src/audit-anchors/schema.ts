import { Schema } from "effect"
import { CalendarDate } from "../kernel/dates.ts"
import { described } from "../kernel/described.ts"
import { WholeNumberParam } from "../kernel/paging.ts"

/** What part of the anchors is asked for (anchors-4). */
export const AnchorsQuery = {
  limit: WholeNumberParam({ minimum: 1, maximum: 1000, default: 500, description: "Anchors per page" }),
  since: Schema.optionalKey(described(CalendarDate, "Anchored on or after this day (UTC)"))
}

/** The key that exports and anchors are signed by (anchors-7). */
export const SigningKey = Schema.Struct({
  algorithm: Schema.Literal("Ed25519"),
  /** The first 16 hex digits of the SHA-256 of the key's DER SPKI. */
  keyId: Schema.String,
  publicKeyPem: Schema.String
})
export type SigningKey = typeof SigningKey.Type

/** The public keys that signatures of this service are checked with. */
export const SigningKeyList = Schema.Struct({
  algorithm: Schema.Literal("Ed25519"),
  /** The one that signs now first, then those that signed before it. */
  keys: Schema.Array(
    Schema.Struct({
      keyId: SigningKey.fields.keyId,
      publicKeyPem: SigningKey.fields.publicKeyPem,
      /** It signs now. */
      current: Schema.Boolean
    })
  )
}).annotate({ identifier: "SigningKeyList" })
export type SigningKeyList = typeof SigningKeyList.Type
