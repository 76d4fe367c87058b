import { Effect, Option, Result, Schema } from "effect"
import type { VendorCalls, VendorReads } from "#connections/vendors/protocol/calls"
import type { LeftBehind } from "#connections/vendors/protocol/inventory"
import { closed, isOffList, type Source, untried } from "#connections/vendors/protocol/left-behind"
import { cleaned, manualRequired } from "#connections/vendors/protocol/outcome"
import { maybeText, reader } from "#connections/vendors/protocol/vendor-json"
import { headersOf, listAt, type OktaReach, refusal, urlOf } from "./api.ts"
import { userIn } from "./user.ts"

const permission = "a super administrator's API token, which is required to see API tokens"

const Token = Schema.Struct({ id: Schema.String, name: maybeText, userId: maybeText })

const tokensIn = reader(Schema.Array(Token))

const tokens = (calls: VendorReads, reach: OktaReach) =>
  Effect.map(
    listAt(calls, reach, "api-tokens?limit=200", tokensIn, permission),
    // Filtered here: Okta lists all users' tokens.
    Result.map((all) => all.filter(({ userId }) => userId === reach.user.id))
  )

const ours = "The connection to Okta uses an API token of the leaver. Connect Okta with another person's token first"

/** Does this service itself speak by a token of the leaver's? Where Okta does not say, nothing is assumed. */
const isOurs = (calls: VendorReads, reach: OktaReach) =>
  Effect.map(
    calls.read({ url: urlOf(reach, "users/me"), headers: headersOf(reach.service) }),
    ({ body, status }) => status < 300 && Option.exists(userIn(body), ({ id }) => id === reach.user.id)
  )

const itemOf =
  (own: boolean) =>
  ({ id, name }: typeof Token.Type): LeftBehind => ({
    kind: "api_key",
    externalId: id,
    label: cleaned(`API token "${name || id}"`),
    risk: "high",
    privileges: ["everything the person can do in Okta"],
    lastUsedAt: null,
    closing: own ? "by_hand" : "revoke",
    stopsTheCut: own ? ours : null
  })

/** API tokens that the leaver made. */
export const lookAtTokens = Effect.fnUntraced(function* (calls: VendorReads, reach: OktaReach) {
  const shown = yield* tokens(calls, reach)
  const own = Result.isSuccess(shown) && shown.success.length > 0 ? yield* isOurs(calls, reach) : false
  return { kind: "api_key", shown: Result.map(shown, (all) => all.map(itemOf(own))) } satisfies Source
})

/** Ends one API token, unless it may be the one by which this is asked. */
export const endToken = Effect.fnUntraced(function* (calls: VendorCalls, reach: OktaReach, id: string) {
  const shown = yield* tokens(calls, reach)
  if (Result.isFailure(shown)) return untried(shown.failure)
  if (shown.success.length > 0 && (yield* isOurs(calls, reach))) return manualRequired(ours)
  return yield* closed({
    write: calls.write({
      method: "DELETE",
      url: urlOf(reach, `api-tokens/${encodeURIComponent(id)}`),
      headers: headersOf(reach.service),
      body: ""
    }),
    isClosed: isOffList(tokens(calls, reach), (token) => token.id === id),
    then: "The API token was deleted. Verified in Okta",
    refusal: refusal(permission)
  })
})
