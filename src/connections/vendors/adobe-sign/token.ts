import { Effect, Option, Redacted, Schema } from "effect"
import { setting } from "#connections/vendors/protocol/connection-fields"
import { bearer, secretOf } from "#connections/vendors/protocol/credential-check"
import { clear, failureOf, isSuccess, noAnswer } from "#connections/vendors/protocol/signing-answers"
import { SigningFailed, type SigningTools } from "#connections/vendors/protocol/signing-provider"
import { maybeText, reader } from "#connections/vendors/protocol/vendor-json"

const readRefusal = reader(Schema.Struct({ error: Schema.String }))
const readGrant = reader(Schema.Struct({ access_token: Schema.NonEmptyString, refresh_token: maybeText }))

/** Where the account's API is: the operator's address, else what Adobe told when it was connected. Without a trailing slash. */
export const accessPoint = ({ addresses, keys }: Pick<SigningTools, "addresses" | "keys">) =>
  Option.getOrElse(addresses.override("adobeSign"), () => {
    const told = setting(keys, "api_access_point").replace(/\/+$/, "")
    return told === "" ? addresses.of("adobeSign") : told
  })

/** The token of a connection, renewed by its refresh token where there is one (RFC 6749, section 6). */
export const adobeTokens = (tools: Pick<SigningTools, "addresses" | "calls" | "keep" | "keys">) => {
  const { calls, keep, keys } = tools
  const { secrets } = keys
  let token = secretOf(keys, "access_token")
  const refresh = Option.all([
    Option.fromUndefinedOr(secrets.get("refresh_token")),
    Option.fromUndefinedOr(secrets.get("client_secret")),
    Option.liftPredicate((id: string) => id !== "")(setting(keys, "client_id"))
  ])

  const renewed = Option.map(refresh, ([refreshToken, clientSecret, clientId]) =>
    Effect.gen(function* () {
      const answer = yield* calls
        .ask({
          url: `${accessPoint(tools)}/oauth/v2/refresh`,
          headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
          body: new URLSearchParams({
            grant_type: "refresh_token",
            refresh_token: clear(refreshToken),
            client_id: clientId,
            client_secret: clear(clientSecret)
          }).toString()
        })
        .pipe(Effect.mapError(noAnswer("Adobe Sign", "reads")))
      const grant = isSuccess(answer) ? readGrant(answer.body) : Option.none()
      if (Option.isNone(grant)) {
        const { kind, message } = failureOf(
          "Adobe Sign",
          answer,
          "reads",
          Option.map(readRefusal(answer.body), ({ error }) => error)
        )
        return yield* new SigningFailed({ kind: kind === "refused" ? "credential" : kind, message })
      }
      const { access_token, refresh_token } = grant.value
      yield* keep({
        access_token: Redacted.make(access_token),
        ...(refresh_token === null || refresh_token === undefined
          ? {}
          : { refresh_token: Redacted.make(refresh_token) })
      })
      token = access_token
      return bearer(access_token)
    })
  )
  return { headers: Effect.sync(() => bearer(token)), renewed }
}
