import { Effect, Option, type Redacted, Result, Schema } from "effect"
import { isSameAddress } from "#connections/vendors/protocol/account-search"
import type { VendorAnswer, VendorCalls, VendorReads, VendorUnanswered } from "#connections/vendors/protocol/calls"
import type { Entitlement, EntitlementName } from "#connections/vendors/protocol/entitlements"
import {
  forAPerson,
  givenBack,
  type Held,
  type HeldLook,
  labelOf,
  unlooked
} from "#connections/vendors/protocol/giving-back"
import { headersOf, keyOf } from "#connections/vendors/google-workspace/api"
import {
  adminToken,
  type GoogleReach,
  listing,
  refusal,
  showing,
  withToken
} from "#connections/vendors/google-workspace/reach"
import { type Hidden, hidden, hiddenBy, listed } from "#connections/vendors/protocol/left-behind"
import type { AppResult } from "#connections/vendors/protocol/outcome"
import { maybeText, reader } from "#connections/vendors/protocol/vendor-json"

const scopes = ["apps.licensing"]

/** Products that the API knows. A list is asked for by product, so that a SKU which is new today is seen too. */
const products = [
  "Google-Apps",
  "Google-Vault",
  "Google-Drive-storage",
  "101001",
  "101005",
  "101031",
  "101033",
  "101034",
  "101035",
  "101036",
  "101037",
  "101038",
  "101039",
  "101040",
  "101043",
  "101047",
  "101049",
  "101050"
]

const Assignment = Schema.Struct({
  userId: Schema.String,
  productId: Schema.String,
  skuId: Schema.String,
  skuName: maybeText
})

const readItems = reader(Schema.Struct({ items: Schema.optionalKey(Schema.NullOr(Schema.Array(Assignment))) }))
const itemsIn = (body: string) => Option.map(readItems(body), ({ items }) => items ?? [])

const productUrl = ({ addresses }: GoogleReach, product: string) =>
  `${addresses.of("googleLicensing")}/apps/licensing/v1/product/${encodeURIComponent(product)}`

const ofProduct = (
  calls: VendorReads,
  reach: GoogleReach,
  token: Redacted.Redacted,
  { customerId, product }: { readonly customerId: string; readonly product: string }
) =>
  Effect.map(
    listed(
      calls,
      listing(
        `${productUrl(reach, product)}/users?customerId=${encodeURIComponent(customerId)}&maxResults=1000`,
        token,
        itemsIn,
        scopes
      )
    ),
    (shown): Result.Result<Option.Option<ReadonlyArray<typeof Assignment.Type>>, Hidden> => {
      if (Result.isSuccess(shown)) return Result.succeed(Option.some(shown.success))
      // The organization has not bought it.
      const isNotBought = shown.failure.status === 400 || shown.failure.status === 404
      return isNotBought ? Result.succeed(Option.none()) : Result.fail(shown.failure)
    }
  )

const held = Effect.fnUntraced(function* (calls: VendorReads, reach: GoogleReach, token: Redacted.Redacted) {
  const { customerId, id, primaryEmail } = reach.account.user
  if (typeof customerId !== "string")
    return hidden("Google does not show which customer the account belongs to. Scan again later")
  const asked = yield* Effect.forEach(products, (product) => ofProduct(calls, reach, token, { customerId, product }), {
    concurrency: 4
  })
  const all = Result.all(asked)
  if (Result.isFailure(all)) return Result.fail<Hidden>(all.failure)
  const known = all.success.flatMap(Option.toArray)
  if (known.length === 0) return hidden("Google shows no product of the organization. Check its licenses there")
  const own = known.flat().filter(({ userId }) => isSameAddress(userId, primaryEmail) || userId === id)
  return Result.succeed(
    own.map(({ productId, skuId, skuName }): Entitlement => ({
      kind: "licence",
      externalId: skuId,
      label: labelOf(skuName, skuId),
      terms: { productId, skuId },
      byHand: null
    }))
  )
})

/** The licences that are assigned to the account. */
export const heldLicences = (calls: VendorReads, reach: GoogleReach): Effect.Effect<Held, VendorUnanswered> =>
  withToken(adminToken(reach, scopes), (token) => held(calls, reach, token))

const refused = (answer: VendorAnswer): AppResult =>
  answer.status === 412
    ? forAPerson("Google has no free seat of the license, or assigns it automatically", answer)
    : refusal(scopes)(answer)

export const giveLicence = Effect.fnUntraced(function* (
  calls: VendorCalls,
  reach: GoogleReach,
  { externalId, terms }: EntitlementName
) {
  const opened = yield* adminToken(reach, scopes)
  if (Result.isFailure(opened)) return unlooked(opened.failure)
  const headers = headersOf(opened.success)
  const { primaryEmail } = reach.account.user
  const url = `${productUrl(reach, terms["productId"] ?? "")}/sku/${encodeURIComponent(externalId)}/user`
  const isHeld: HeldLook = Effect.map(calls.read({ url: `${url}/${keyOf(primaryEmail)}`, headers }), (answer) => {
    if (answer.status === 404) return Result.succeed(false)
    return answer.status >= 300 ? Result.fail(hiddenBy(showing(scopes), answer)) : Result.succeed(true)
  })
  return yield* givenBack({
    isHeld,
    write: calls.write({ method: "POST", url, headers, body: JSON.stringify({ userId: primaryEmail }) }),
    then: "The license is assigned. Verified in Google",
    gone: "The license no longer exists in Google, so it cannot be restored",
    refusal: refused
  })
})
