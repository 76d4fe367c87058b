import { Cache, Clock, Context, Data, Duration, Effect, Exit, Option, Schema } from "effect"
import { createPublicKey, type KeyObject, X509Certificate } from "node:crypto"
import { Outbound } from "#platform/outbound/outbound"
import { layerOf } from "#platform/services/layer-of"
import type { ProviderKey } from "./provider-token.ts"

/** `message` is a sentence for the person who entered the URL; it contains nothing from the other side. */
class KeySetUnreadable extends Data.TaggedError("KeySetUnreadable")<{ readonly message: string }> {}

interface KeySet {
  readonly keys: ReadonlyArray<ProviderKey>
  readonly readAt: number
}

const keptFor = Duration.minutes(5)
/** One that could not be read is not asked for at every request. */
const failureKeptFor = Duration.seconds(30)
/** For a key that is not in the set as it was read: providers publish a new one before they sign by it. */
const askedAgainAfter = Duration.minutes(1)
const mostKeys = 50
const maxBytes = 262_144

const Jwk = Schema.Struct({
  kty: Schema.Literals(["RSA", "EC", "OKP"]),
  kid: Schema.optionalKey(Schema.String),
  alg: Schema.optionalKey(Schema.String),
  use: Schema.optionalKey(Schema.String),
  n: Schema.optionalKey(Schema.String),
  e: Schema.optionalKey(Schema.String),
  crv: Schema.optionalKey(Schema.String),
  x: Schema.optionalKey(Schema.String),
  y: Schema.optionalKey(Schema.String)
})
const decodeJwk = Schema.decodeUnknownOption(Jwk)
const decodeSet = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.Struct({ keys: Schema.Array(Schema.Unknown) }))
)

/** RFC 7518 requires this of RSA keys (section 3.3); a shorter one proves nothing. */
const shortestRsa = 2048

const isStrong = (key: KeyObject) =>
  key.asymmetricKeyType !== "rsa" || (key.asymmetricKeyDetails?.modulusLength ?? 0) >= shortestRsa

/** A key that verifies; none for one that encrypts, is symmetric or too short, or that this release cannot read. */
const keyOf = (candidate: unknown): Option.Option<ProviderKey> =>
  Option.flatMap(decodeJwk(candidate), ({ alg, kid, use, ...jwk }) =>
    use === undefined || use === "sig"
      ? Option.liftThrowable(() => createPublicKey({ key: jwk, format: "jwk" }))().pipe(
          Option.filter(isStrong),
          Option.map((key): ProviderKey => ({ key, kid, alg }))
        )
      : Option.none()
  )

/** Keys of certificates in PEM, as single sign-on has them. */
export const keysOfCertificates = (certificates: ReadonlyArray<string>): ReadonlyArray<ProviderKey> =>
  certificates.flatMap((pem) =>
    Option.toArray(
      Option.map(Option.liftThrowable(() => new X509Certificate(pem).publicKey)(), (key): ProviderKey => ({
        key,
        kid: undefined,
        alg: undefined
      }))
    )
  )

/**
 * Key sets that providers publish (RFC 7517), read through the one guarded client. Each is kept for five minutes on
 * this node, one that could not be read for 30 seconds.
 */
export class KeySets extends Context.Service<
  KeySets,
  {
    /** The keys that verify, at least one, as they are published now. */
    readNow(url: string): Effect.Effect<ReadonlyArray<ProviderKey>, KeySetUnreadable>
    /** From the cache; read again, at most once a minute, if the key is not in it. */
    find(
      url: string,
      among: (keys: ReadonlyArray<ProviderKey>) => boolean
    ): Effect.Effect<ReadonlyArray<ProviderKey>, KeySetUnreadable>
  }
>()("svc/global-token-revocation/KeySets") {
  static readonly layerNoDeps = layerOf(KeySets, function* () {
    const outbound = yield* Outbound
    const unreadable = (message: string) => new KeySetUnreadable({ message })

    const read = Effect.fn("KeySets.read")(function* (url: string) {
      const answer = yield* outbound
        .send({ method: "GET", url, headers: { accept: "application/jwk-set+json, application/json" }, maxBytes })
        .pipe(
          Effect.catchTags({
            AddressRefused: ({ reason }) => Effect.fail(unreadable(reason)),
            OutboundFailed: ({ message }) => Effect.fail(unreadable(message))
          })
        )
      if (answer.status !== 200) return yield* unreadable(`The URL answered ${answer.status}, not 200`)
      const set = answer.truncated ? Option.none() : decodeSet(answer.body)
      if (Option.isNone(set)) return yield* unreadable("The URL did not return a key set")
      const keys = set.value.keys.slice(0, mostKeys).flatMap((key) => Option.toArray(keyOf(key)))
      if (keys.length === 0) return yield* unreadable("The key set has no signing key (RSA, EC or Ed25519)")
      return { keys, readAt: yield* Clock.currentTimeMillis }
    })

    const cache = yield* Cache.makeWith<string, KeySet, KeySetUnreadable>(read, {
      capacity: 1000,
      timeToLive: (exit) => (Exit.isSuccess(exit) ? keptFor : failureKeptFor)
    })

    const readNow = Effect.fnUntraced(function* (url: string) {
      yield* Cache.invalidate(cache, url)
      return (yield* Cache.get(cache, url)).keys
    })

    const find: KeySets["Service"]["find"] = Effect.fnUntraced(function* (url, among) {
      const { keys, readAt } = yield* Cache.get(cache, url)
      const age = (yield* Clock.currentTimeMillis) - readAt
      return among(keys) || age < Duration.toMillis(askedAgainAfter) ? keys : yield* readNow(url)
    })

    return KeySets.of({ readNow, find })
  })
}
