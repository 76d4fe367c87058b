import { Clock, Data, Duration, Effect, Option, Schema } from "effect"
import { constantTimeEquals } from "#platform/crypto/constant-time"
import { FileKey, type LinkOptions } from "./store.ts"
import type { Secrets } from "#platform/keys/secrets"

/** The link is not ours or has expired; the two are not distinguished to the caller. */
export class LinkInvalid extends Data.TaggedError("LinkInvalid")<{ readonly reason: "forged" | "expired" }> {}

/** What a genuine link leads to. */
export interface LinkTarget {
  readonly key: FileKey
  readonly filename: Option.Option<string>
  readonly disposition: "inline" | "attachment"
}

const purpose = "file-link"

const Payload = Schema.fromJsonString(
  Schema.Struct({
    key: FileKey,
    /** Milliseconds since 1970; from then on the link is dead. */
    until: Schema.Int,
    filename: Schema.OptionFromNullOr(Schema.String),
    disposition: Schema.Literals(["inline", "attachment"])
  })
)
const encode = Schema.encodeEffect(Payload)
const decode = Schema.decodeUnknownOption(Payload)

/** `<base64url payload>.<hex HMAC-SHA256>`: a token that leads to one file until it expires. */
export const makeLinkToken = Effect.fnUntraced(function* (
  secrets: Secrets["Service"],
  key: FileKey,
  { disposition = "attachment", expiresIn, filename }: LinkOptions
) {
  const until = Math.floor((yield* Clock.currentTimeMillis) + Duration.toMillis(expiresIn))
  // Longer names are cut in the answer's header anyway, and addresses have their limits.
  const name = Option.map(Option.fromUndefinedOr(filename), (it) => it.slice(0, 200))
  const text = yield* Effect.orDie(encode({ key, until, filename: name, disposition }))
  const payload = Buffer.from(text).toString("base64url")
  return `${payload}.${secrets.hmac(purpose, payload)}`
})

/** Reads a token of `makeLinkToken`, also one made before the last rotation of the master key. */
export const readLinkToken = Effect.fnUntraced(function* (secrets: Secrets["Service"], token: string) {
  const separator = token.lastIndexOf(".")
  const payload = token.slice(0, Math.max(0, separator))
  const signature = token.slice(separator + 1)
  // The payload is decoded only if the signature is ours.
  if (!secrets.hmacs(purpose, payload).some((genuine) => constantTimeEquals(genuine, signature))) {
    return yield* new LinkInvalid({ reason: "forged" })
  }
  const link = decode(Buffer.from(payload, "base64url").toString("utf8"))
  if (Option.isNone(link)) return yield* new LinkInvalid({ reason: "forged" })
  const { disposition, filename, key, until } = link.value
  if ((yield* Clock.currentTimeMillis) >= until) return yield* new LinkInvalid({ reason: "expired" })
  const target: LinkTarget = { key, filename, disposition }
  return target
})
