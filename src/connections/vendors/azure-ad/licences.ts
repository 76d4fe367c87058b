import { Effect, Result, Schema } from "effect"
import type { VendorCalls, VendorReads } from "#connections/vendors/protocol/calls"
import type { Entitlement, EntitlementName } from "#connections/vendors/protocol/entitlements"
import { givenBack, isOnList, labelOf, termsOf } from "#connections/vendors/protocol/giving-back"
import { type Hidden, hidden } from "#connections/vendors/protocol/left-behind"
import { cleaned } from "#connections/vendors/protocol/outcome"
import { maybeText } from "#connections/vendors/protocol/vendor-json"
import { userPath } from "./account-use.ts"
import { type EntraReach, graphList, graphObject, graphWrite, refusal } from "./graph-lists.ts"

const shows = "User.Read.All"
const changes = "LicenseAssignment.ReadWrite.All"

const Licence = Schema.Struct({
  skuId: Schema.String,
  disabledPlans: Schema.optionalKey(Schema.NullOr(Schema.Array(Schema.String))),
  assignedByGroup: maybeText,
  state: maybeText
})
type Licence = typeof Licence.Type

const licencesAt = graphObject(
  Schema.Struct({ licenseAssignmentStates: Schema.optionalKey(Schema.NullOr(Schema.Array(Licence))) })
)
const namesAt = graphList(Schema.Struct({ skuId: maybeText, skuPartNumber: maybeText }))

/** Without those that Entra ID could not assign, or has disabled. */
const licencesOf = (calls: VendorReads, reach: EntraReach) =>
  Effect.map(
    licencesAt(calls, reach, userPath(reach, "?$select=id,licenseAssignmentStates"), shows),
    Result.flatMap(({ licenseAssignmentStates }): Result.Result<ReadonlyArray<Licence>, Hidden> =>
      Array.isArray(licenseAssignmentStates)
        ? Result.succeed(licenseAssignmentStates.filter(({ state }) => state !== "Error" && state !== "Disabled"))
        : hidden("Entra ID does not show the licenses of the account")
    )
  )

const byHandOf = ({ assignedByGroup }: EntitlementName["terms"]) =>
  assignedByGroup === undefined ? null : "The license comes with a group, and returns with it"

/** One seat however many ways lead to it: the way that was the person's own is the one to give back. */
const itemOf = (skuId: string, ways: ReadonlyArray<Licence>, name: string | undefined): Entitlement => {
  const own = ways.find(({ assignedByGroup }) => !assignedByGroup)
  const group = own === undefined ? ways[0]?.assignedByGroup : null
  const terms = termsOf({
    disabledPlans: (own?.disabledPlans ?? []).toSorted().join(" "),
    assignedByGroup: group
  })
  return {
    kind: "licence",
    externalId: skuId,
    // `ENTERPRISEPACK`, `SPE_E5`: Microsoft's own, as its price lists have them.
    label: labelOf(name?.replaceAll("_", " "), skuId),
    terms,
    byHand: byHandOf(terms)
  }
}

/** Licences of the account, by product. */
export const lookAtLicences = Effect.fnUntraced(function* (calls: VendorReads, reach: EntraReach) {
  const licences = yield* licencesOf(calls, reach)
  if (Result.isFailure(licences)) return Result.fail<Hidden>(licences.failure)
  if (licences.success.length === 0) return Result.succeed<ReadonlyArray<Entitlement>>([])
  // What they are called is of use, and no reason to hide what is held.
  const named = yield* namesAt(calls, reach, userPath(reach, "/licenseDetails?$select=skuId,skuPartNumber"), shows)
  const names = new Map(
    Result.isSuccess(named) ? named.success.map(({ skuId, skuPartNumber }) => [skuId, skuPartNumber ?? undefined]) : []
  )
  return Result.succeed<ReadonlyArray<Entitlement>>(
    [...Map.groupBy(licences.success, ({ skuId }) => skuId)].map(([skuId, ways]) =>
      itemOf(skuId, ways, names.get(skuId))
    )
  )
})

/** Assigns a licence with the plans that were off, off. */
export const giveLicence = (calls: VendorCalls, reach: EntraReach, { externalId, terms }: EntitlementName) =>
  givenBack({
    isHeld: isOnList(licencesOf(calls, reach), ({ skuId }) => skuId === externalId),
    byHand: byHandOf(terms),
    write: graphWrite(calls, reach, "POST", userPath(reach, "/assignLicense"), {
      addLicenses: [
        { skuId: externalId, disabledPlans: (terms["disabledPlans"] ?? "").split(" ").filter((plan) => plan !== "") }
      ],
      removeLicenses: []
    }),
    then: "The account has the license. Verified in Entra ID",
    refusal: (answer) => {
      const plain = refusal(changes)(answer)
      return answer.status === 400
        ? {
            ...plain,
            message: cleaned(
              `${plain.message}. Check that the organization still has the license and a free seat, and that the account has a usage location`
            )
          }
        : plain
    }
  })
