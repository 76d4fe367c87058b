import { Effect, Option } from "effect"
import { VendorAddresses } from "./addresses.ts"
import { leaverEntitlements } from "./entitlements.ts"
import { leaverInventory } from "./inventory.ts"
import type { MakeVendor, Revoker } from "./connector.ts"

/** A vendor with its kind of account closed over, over the addresses that hold for the process. */
export const revoker = <Account>(make: MakeVendor<Account>) =>
  Effect.map(VendorAddresses, (addresses): Omit<Revoker, "vendors"> => {
    const { connector, entitlements, inventory, ...vendor } = make(addresses)
    return {
      ...vendor,
      ...(inventory === undefined ? {} : { inventory: leaverInventory(inventory, connector.find) }),
      ...(entitlements === undefined ? {} : { entitlements: leaverEntitlements(entitlements, connector.find) }),
      plan: connector.plan,
      revoke: Effect.fn("Revoker.revoke")(function* (calls, service, leaver, attempt) {
        const finding = yield* connector.find(calls, service, leaver)
        if (finding._tag === "Result") return finding.result
        const result = yield* connector.act(calls, service, finding.account, { ...attempt, leaver })
        if (result.outcome !== "revoked" || result.verified) return result
        // Not shown as gone: shown as active, or not told at all? A read that fails takes nothing from the result.
        const standing = yield* Effect.option(connector.standing(calls, service, finding.account))
        return { ...result, stillActive: Option.contains(standing, "active") }
      }),
      recheck: Effect.fn("Revoker.recheck")(function* (calls, service, leaver) {
        const finding = yield* connector.find(calls, service, leaver)
        if (finding._tag === "Account") return yield* connector.standing(calls, service, finding.account)
        // Whoever was refused, or found several, does not know whether there is an account.
        return finding.result.outcome === "skipped" ? "absent" : "unknown"
      })
    }
  })
