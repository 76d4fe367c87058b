import { Effect, Option, type Redacted, Result } from "effect"
import type { VendorAddresses } from "#connections/vendors/protocol/addresses"
import type { VendorAnswer, VendorReads, VendorUnanswered } from "#connections/vendors/protocol/calls"
import type { Connection } from "#connections/vendors/protocol/connection"
import {
  denied,
  type Hidden,
  hidden,
  type Listing,
  refusedFor,
  type Showing
} from "#connections/vendors/protocol/left-behind"
import type { OAuthClient } from "#connections/vendors/protocol/oauth"
import { type GoogleAccount, headersOf, isThrottled, nextPage, reasonsIn } from "./api.ts"
import { type GoogleTokens, googleTokens, type Token } from "./token.ts"

/** One leaver's account at Google, and what opens what is theirs. */
export interface GoogleReach {
  readonly addresses: VendorAddresses["Service"]
  readonly account: GoogleAccount
  readonly tokens: GoogleTokens
}

/** Of an account, by the calls of one piece of work. */
export const googleReach =
  (addresses: VendorAddresses["Service"], client: Option.Option<OAuthClient>) =>
  (calls: VendorReads, service: Connection, account: GoogleAccount): GoogleReach => ({
    addresses,
    account,
    tokens: googleTokens(calls, addresses, client, service)
  })

const scopesNamed = (scopes: ReadonlyArray<string>) =>
  `the ${scopes.length === 1 ? "scope" : "scopes"} ${scopes.join(" and ")}`

export const showing = (scopes: ReadonlyArray<string>): Showing => ({
  vendor: "Google",
  needs: scopesNamed(scopes),
  isThrottled
})

/** A list of Google's, page by page. */
export const listing = <Item>(
  url: string,
  token: Redacted.Redacted,
  itemsIn: Listing<Item>["itemsIn"],
  scopes: ReadonlyArray<string>
): Listing<Item> => ({ url, headers: headersOf(token), itemsIn, next: nextPage, showing: showing(scopes) })

const suspendedWhy = "Google does not show it while the account is suspended"

const delegationWhy = (scopes: ReadonlyArray<string>) =>
  `Only a service account with domain-wide delegation can read it, with ${scopesNamed(scopes)}`

/** The token, or why there is none: a scope that is not delegated, or a sign-in that did not work now. */
const tokenOr = (token: Token, scopes: ReadonlyArray<string>) =>
  token.pipe(
    Effect.map((it): Result.Result<Redacted.Redacted, Hidden> => Result.succeed(it)),
    Effect.catchTag("NoToken", ({ result }) => {
      const status = result.vendorStatus
      // Google refuses a sign-in for one scope that was not delegated, with 400 or 401.
      const lacks = status === 400 || status === 401 || status === 403
      return Effect.succeed(lacks ? Result.fail(denied(showing(scopes), status)) : hidden(result.message, status))
    })
  )

export const adminToken = ({ account, tokens }: GoogleReach, scopes: ReadonlyArray<string>) =>
  tokenOr(tokens.asAdmin(scopes, account.token), scopes)

/** As the leaver, which only a service account can be, and only while the account is active. */
export const ownersToken = ({ account: { user }, tokens }: GoogleReach, scopes: ReadonlyArray<string>) => {
  if (Option.isNone(tokens.asSomebody)) return Effect.succeed(hidden(delegationWhy(scopes)))
  if (user.suspended === true) return Effect.succeed(hidden(suspendedWhy))
  return tokenOr(tokens.asSomebody.value(user.primaryEmail, scopes), scopes)
}

export const somebodysToken = ({ tokens }: GoogleReach, email: string, scopes: ReadonlyArray<string>) =>
  Option.isNone(tokens.asSomebody)
    ? Effect.succeed(hidden(delegationWhy(scopes)))
    : tokenOr(tokens.asSomebody.value(email, scopes), scopes)

/** What `use` finds with a token, or why there is no token. */
export const withToken = <A>(
  token: Effect.Effect<Result.Result<Redacted.Redacted, Hidden>, VendorUnanswered>,
  use: (token: Redacted.Redacted) => Effect.Effect<Result.Result<A, Hidden>, VendorUnanswered>
): Effect.Effect<Result.Result<A, Hidden>, VendorUnanswered> =>
  Effect.flatMap(token, (it) => (Result.isSuccess(it) ? use(it.success) : Effect.succeed(Result.fail(it.failure))))

/** A refused change, with the scope that it is for want of. */
export const refusal = (scopes: ReadonlyArray<string>) => (answer: VendorAnswer) =>
  refusedFor(showing(scopes), answer, reasonsIn(answer)[0])
