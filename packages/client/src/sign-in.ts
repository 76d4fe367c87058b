import { AppApi } from "@svc/contract/app-api"
import { type EmailAddress } from "@svc/contract/kernel/text"
import { Data, Effect, Option, Redacted, Ref } from "effect"
import { Cookies, HttpClient } from "effect/http"
import { HttpApiClient } from "effect/http-api"

/** The password was right, and a code of the second factor is wanted. */
export class TwoFactorWanted extends Data.TaggedError("TwoFactorWanted") {
  override get message() {
    return "The account uses two-factor authentication. Sign in with a browser"
  }
}

/**
 * Signs a program in by password, and answers the token that `AppClient` takes. `baseUrl` is the address of the service
 * without `/api`. Fails as the contract's login does (429 after 10 tries in 15 minutes from an address), or with
 * `TwoFactorWanted`.
 */
export const signIn = Effect.fn("signIn")(function* (options: {
  readonly baseUrl: string
  readonly email: typeof EmailAddress.Type
  readonly password: Redacted.Redacted
}) {
  const { baseUrl, email, password } = options
  const token = yield* Ref.make(Option.none<string>())
  const httpClient = HttpClient.tap(yield* HttpClient.HttpClient, ({ cookies }) =>
    Ref.set(token, Cookies.getValue(cookies, "access_token"))
  )
  const client = yield* HttpApiClient.group(AppApi, { group: "sign-in", httpClient, baseUrl })
  const answer = yield* client.login({ payload: { email, password } })
  const given = yield* Ref.get(token)
  if (Option.isNone(given)) return yield* new TwoFactorWanted()
  return { token: Redacted.make(given.value), orgId: "user" in answer ? answer.user.orgId : null }
})
