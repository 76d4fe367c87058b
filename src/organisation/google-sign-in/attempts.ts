import { Clock, Context, DateTime, Effect, Option, Redacted, Schema } from "effect"
import { Randomness } from "#platform/crypto/random"
import { boundTo, Secrets } from "#platform/keys/secrets"
import { layerOf } from "#platform/services/layer-of"
import { attemptLifetime, safeReturnTo } from "./rules.ts"

const Attempt = Schema.fromJsonString(
  Schema.Struct({
    id: Schema.String,
    state: Schema.String,
    nonce: Schema.String,
    /** Of PKCE (RFC 7636). */
    verifier: Schema.String,
    returnTo: Schema.String,
    expiresAt: Schema.DateTimeUtcFromMillis
  })
)
export type Attempt = typeof Attempt.Type

const encode = Schema.encodeEffect(Attempt)
const decode = Schema.decodeOption(Attempt)

const place = boundTo({ orgId: null, table: "cookies", column: "google_sign_in", rowId: "" })

/**
 * Sign-ins in progress. Each is kept encrypted in a cookie of its browser, so that no other browser can finish it and
 * the service stores nothing for those who never return (organisation-41).
 */
export class Attempts extends Context.Service<
  Attempts,
  {
    begin(
      returnTo: string | undefined
    ): Effect.Effect<{ readonly attempt: Attempt; readonly sealed: Redacted.Redacted }>
    /** None for anything that was not sealed here, and for an attempt that has expired. */
    resume(sealed: Redacted.Redacted): Effect.Effect<Option.Option<Attempt>>
  }
>()("svc/google-sign-in/Attempts") {
  static readonly layerNoDeps = layerOf(Attempts, function* () {
    const secrets = yield* Secrets
    const randomness = yield* Randomness

    const begin = Effect.fnUntraced(function* (returnTo: string | undefined) {
      const attempt: Attempt = {
        id: yield* randomness.uuid,
        state: yield* randomness.token(32),
        nonce: yield* randomness.token(32),
        verifier: yield* randomness.token(32),
        returnTo: safeReturnTo(returnTo),
        expiresAt: DateTime.addDuration(yield* DateTime.now, attemptLifetime)
      }
      const text = yield* Effect.orDie(encode(attempt))
      return { attempt, sealed: Redacted.make(yield* secrets.seal(text, place)) }
    })

    const resume = Effect.fnUntraced(function* (sealed: Redacted.Redacted) {
      const text = yield* Effect.option(secrets.open(Redacted.value(sealed), place))
      const now = yield* Clock.currentTimeMillis
      return text.pipe(
        Option.flatMap((opened) => decode(Redacted.value(opened))),
        Option.filter(({ expiresAt }) => now < expiresAt.epochMilliseconds)
      )
    })

    return Attempts.of({ begin, resume })
  })
}
