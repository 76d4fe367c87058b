import { Effect, Option } from "effect"
import { VendorAddresses, type VendorName } from "./addresses.ts"
import { accountToActOn, boundLookUp, namedBy } from "./bound-look-up.ts"
import type { ReadThrottle, VendorCalls, VendorReads, VendorUnanswered } from "./calls.ts"
import type { Candidate, Connection } from "./connection.ts"
import type { Attempt, Connector, CredentialUnproven, Leaver, Rechecked } from "./connector.ts"
import { type Entitlements, type LeaverEntitlements, leaverEntitlements } from "./entitlements.ts"
import { type Inventory, type LeaverInventory, leaverInventory } from "./inventory.ts"
import type { SeenResult } from "./outcome.ts"

/** One kind of service as this release speaks to it. */
export interface Vendor<Account> {
  readonly throttle?: ReadThrottle
  readonly connector: Connector<Account>
  /** Of a vendor that shows what a leaver leaves behind. */
  readonly inventory?: Inventory<Account>
  /** Of a vendor that shows what a person holds there, and takes it back. */
  readonly entitlements?: Entitlements<Account>
  /**
   * Proves the credential with a real request. Returns the settings to store, with what the vendor reported about
   * itself (the organization's name, for example).
   */
  readonly prove: (
    calls: VendorReads,
    candidate: Candidate
  ) => Effect.Effect<Candidate["settings"], CredentialUnproven | VendorUnanswered>
}

/** Made once, over the addresses that hold for the process. */
export type MakeVendor<Account> = (addresses: VendorAddresses["Service"]) => Vendor<Account>

/** A vendor with its kind of account closed over: what the engine runs. */
export interface Revoker extends Pick<Vendor<never>, "throttle" | "prove"> {
  /** Whose addresses it calls (`CallOptions.vendors`). */
  readonly vendors: ReadonlyArray<VendorName>
  readonly plan: Connector<never>["plan"]
  readonly effects: Connector<never>["effects"]
  readonly survives: NonNullable<Connector<never>["survives"]>
  readonly undo: NonNullable<Connector<never>["undo"]>
  readonly usernameOf: NonNullable<Connector<never>["usernameOf"]>
  readonly inventory?: LeaverInventory
  readonly entitlements?: LeaverEntitlements
  readonly revoke: (
    calls: VendorCalls,
    service: Connection,
    leaver: Leaver,
    attempt: Attempt
  ) => Effect.Effect<SeenResult, VendorUnanswered>
  readonly recheck: (
    calls: VendorReads,
    service: Connection,
    leaver: Leaver
  ) => Effect.Effect<Rechecked, VendorUnanswered>
}

const rechecked = (standing: Rechecked["standing"], account: Rechecked["account"] = null): Rechecked => ({
  standing,
  account
})

/** A vendor with its kind of account closed over, over the addresses that hold for the process. */
export const revoker = <Account>(make: MakeVendor<Account>) =>
  Effect.map(VendorAddresses, (addresses): Omit<Revoker, "vendors"> => {
    const { connector, entitlements, inventory, ...vendor } = make(addresses)
    const { act, effects, find, nameOf, plan, standing, survives, undo, usernameOf } = connector
    return {
      ...vendor,
      ...(inventory === undefined ? {} : { inventory: leaverInventory(inventory, connector) }),
      ...(entitlements === undefined ? {} : { entitlements: leaverEntitlements(entitlements, connector) }),
      plan,
      effects,
      survives: survives ?? (() => []),
      undo: undo ?? (() => null),
      usernameOf: usernameOf ?? (() => null),
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
