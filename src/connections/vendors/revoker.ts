import { Effect, Option } from "effect"
import { VendorAddresses } from "./addresses.ts"
import { accountToActOn, boundLookUp, namedBy } from "./bound-look-up.ts"
import { leaverEntitlements } from "./entitlements.ts"
import { leaverInventory } from "./inventory.ts"
import type { MakeVendor, Rechecked, Revoker } from "./connector.ts"
import type { SeenResult } from "./outcome.ts"

const rechecked = (standing: Rechecked["standing"], account: Rechecked["account"] = null): Rechecked => ({
  standing,
  account
})

/** A vendor with its kind of account closed over, over the addresses that hold for the process. */
export const revoker = <Account>(make: MakeVendor<Account>) =>
  Effect.map(VendorAddresses, (addresses): Omit<Revoker, "vendors"> => {
    const { connector, entitlements, inventory, ...vendor } = make(addresses)
    const { act, effects, find, nameOf, plan, standing } = connector
    return {
      ...vendor,
      ...(inventory === undefined ? {} : { inventory: leaverInventory(inventory, connector) }),
      ...(entitlements === undefined ? {} : { entitlements: leaverEntitlements(entitlements, connector) }),
      plan,
      effects,
      revoke: Effect.fn("Revoker.revoke")(function* (calls, service, leaver, attempt) {
        const finding = yield* accountToActOn(connector)(calls, service, leaver)
        if (finding._tag === "Result") return finding.result
        const { account } = finding
        const result: SeenResult = {
          ...(yield* act(calls, service, account, { ...attempt, leaver })),
          ...namedBy(nameOf(account))
        }
        if (result.outcome !== "revoked" || result.verified) return result
        // Not shown as gone: shown as active, or not told at all? A read that fails takes nothing from the result.
        const now = yield* Effect.option(standing(calls, service, account, leaver))
        return { ...result, stillActive: Option.contains(now, "active") }
      }),
      recheck: Effect.fn("Revoker.recheck")(function* (calls, service, leaver) {
        const finding = yield* boundLookUp(connector)(calls, service, leaver)
        if (finding._tag === "Account") {
          const { account } = finding
          return rechecked(yield* standing(calls, service, account, leaver), nameOf(account))
        }
        // A refusal, or several accounts, does not show that there is none.
        if (finding.result.outcome !== "skipped") return rechecked("unknown")
        if (leaver.accountId === null) return rechecked("absent")
        // Who has the address now? Their account is not the one that was meant.
        const now = yield* find(calls, service, leaver)
        if (now._tag === "Result") return rechecked(now.result.outcome === "skipped" ? "absent" : "unknown")
        const named = nameOf(now.account)
        const isAnother = named !== null && named.id !== leaver.accountId
        return isAnother ? rechecked("other_account", named) : rechecked("unknown")
      })
    }
  })
