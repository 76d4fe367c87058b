import { DateTime, Effect, Option, Redacted, Schema } from "effect"
import { bearer, secretOf } from "#connections/vendors/protocol/credential-check"
import { SigningFailed, type SigningTools } from "#connections/vendors/protocol/signing-provider"
import { reader } from "#connections/vendors/protocol/vendor-json"
import { failureOf, isSuccess, noAnswer } from "#connections/vendors/protocol/signing-answers"
import { canGrant, docuSignAddress, docuSignGrant } from "./credential-check.ts"

const Granted = Schema.Struct({ token: Schema.String, expires_at: Schema.String })
const readGranted = reader(Granted)
const readRefusal = reader(Schema.Struct({ error: Schema.String }))
const readAnswer = reader(
  Schema.Struct({ access_token: Schema.NonEmptyString, expires_in: Schema.optionalKey(Schema.Number) })
)

/** A token that expires during its use is as useless as an expired one. */
const margin = { minutes: 1 }

/** The secret that holds a granted token with its end. */
const grantedName = "granted_token"

/**
 * The connection's token: obtained by JWT if there is a key (RFC 7523), and cached until it expires; else the given
 * one, which cannot be renewed.
 */
export const docuSignTokens = ({
  addresses,
  calls,
  keep,
  keys
}: Pick<SigningTools, "addresses" | "calls" | "keep" | "keys">) => {
  let held = keys.secrets.get(grantedName)
  const renewable = canGrant(keys)

  const grant = Effect.gen(function* () {
    const now = yield* DateTime.now
    const answer = yield* docuSignGrant(calls, docuSignAddress(addresses, keys), keys).pipe(
      Effect.catchTags({
        VendorUnanswered: (failure) => Effect.fail(noAnswer("DocuSign", "reads")(failure)),
        CredentialUnproven: ({ message }) => Effect.fail(new SigningFailed({ kind: "credential", message }))
      })
    )
    const granted = isSuccess(answer) ? readAnswer(answer.body) : Option.none()
    if (Option.isNone(granted)) {
      // `consent_required` tells what to do: the user has not allowed the integration yet.
      const code = Option.map(readRefusal(answer.body), ({ error }) => error)
      const { kind, message } = failureOf("DocuSign", answer, "reads", code)
      // OAuth refuses a client with 400, too.
      return yield* new SigningFailed({ kind: kind === "refused" ? "credential" : kind, message })
    }
    const { access_token, expires_in = 3600 } = granted.value
    const ends = DateTime.add(now, { seconds: Math.max(0, Math.floor(expires_in)) })
    const kept = Redacted.make(JSON.stringify({ token: access_token, expires_at: DateTime.formatIso(ends) }))
    yield* keep({ [grantedName]: kept })
    held = kept
    return access_token
  })

  const current = Effect.gen(function* () {
    if (!renewable) return secretOf(keys, "access_token")
    const now = yield* DateTime.now
    const good = Option.fromUndefinedOr(held).pipe(
      Option.flatMap((secret) => readGranted(Redacted.value(secret))),
      Option.filter(({ expires_at }) =>
        Option.exists(
          DateTime.make(expires_at),
          (ends) => DateTime.subtract(ends, margin).epochMilliseconds > now.epochMilliseconds
        )
      )
    )
    return Option.isSome(good) ? good.value.token : yield* grant
  })

  return {
    headers: Effect.map(current, bearer),
    /** A new one after the provider refused the last; none where there is nothing to renew it by. */
    renewed: renewable ? Option.some(Effect.map(grant, bearer)) : Option.none()
  }
}
