import type { EntitlementKind, ReturnOutcome } from "@svc/contract/entitlements/schema"
import { Effect, Result } from "effect"
import type { VendorCalls, VendorReads, VendorUnanswered } from "./calls.ts"
import type { Connection } from "./connection.ts"
import type { Connector, Leaver } from "./connector.ts"
import { type Looked, type Owner, ownerName, ownerToActFor, ownerToLookFor } from "./inventory.ts"
import type { AppResult } from "./outcome.ts"

/** Something that a person holds at a service, as the vendor shows it. */
export interface Entitlement {
  readonly kind: EntitlementKind
  /** The vendor's stable id: with the kind it names the same thing in every scan. Never logged. */
  readonly externalId: string
  /** A person's name for it: one line, without secrets, names, or emails. */
  readonly label: string
  /** What it is held with, in the vendor's own words (`{ role: "maintainer" }`): what it takes to give the same back. */
  readonly terms: Readonly<Record<string, string>>
  /** A sentence, without its full stop, for what the API cannot give back: a rule or another directory gives it. */
  readonly byHand: string | null
}

/** The result of one scan for one kind; what a missing permission hides is `NotVisible`, never an empty list. */
export type EntitlementSight =
  | { readonly _tag: "Seen"; readonly kind: EntitlementKind; readonly items: ReadonlyArray<Entitlement> }
  | {
      readonly _tag: "NotVisible"
      readonly kind: EntitlementKind
      /** What is missing, and what would show it; fit for a person. */
      readonly why: string
    }

/** What came of giving one back; `verified` when the vendor showed it afterwards. */
export interface GivenBack {
  readonly outcome: ReturnOutcome
  /** Fit for a person: one line, no secret. */
  readonly message: string
  readonly verified: boolean
}

/** What names one at the vendor, and how it was held. */
export type EntitlementName = Pick<Entitlement, "kind" | "externalId" | "label" | "terms">

/**
 * What a person holds at one kind of service, and how it is given back. An account that is off, or that the vendor no longer
 * knows, shows no `account`.
 */
export interface Entitlements<Account> {
  /** Each of them has one sight in every answer of `look`. */
  readonly kinds: ReadonlyArray<EntitlementKind>
  readonly look: (
    calls: VendorReads,
    service: Connection,
    owner: Owner<Account>
  ) => Effect.Effect<ReadonlyArray<EntitlementSight>, VendorUnanswered>
  /**
   * Restores one as it was held, and verifies it. Reads first: an existing one is not written (`held_already`), and
   * nothing else is changed, whatever others have done. Safe to repeat.
   */
  readonly giveBack: (
    calls: VendorCalls,
    service: Connection,
    owner: Owner<Account>,
    entitlement: EntitlementName
  ) => Effect.Effect<GivenBack, VendorUnanswered>
}

/** The same for any kind of account: it looks the account up itself. */
export interface LeaverEntitlements {
  readonly kinds: ReadonlyArray<EntitlementKind>
  readonly look: (
    calls: VendorReads,
    service: Connection,
    leaver: Leaver
  ) => Effect.Effect<Looked<EntitlementSight>, VendorUnanswered>
  readonly giveBack: (
    calls: VendorCalls,
    service: Connection,
    leaver: Leaver,
    entitlement: EntitlementName
  ) => Effect.Effect<GivenBack, VendorUnanswered>
}

/** The error of a lookup, without its advice to revoke manually. */
const wrongWith = ({ message }: AppResult) => message.replace(/\. [^.]* manually$/, "")

/** What was not restored, in the words of a lookup. */
const notGivenBack = (result: AppResult): GivenBack => ({
  outcome: result.outcome === "manual_required" ? "by_hand" : "failed",
  message: `${wrongWith(result)}. Restore it manually`,
  verified: false
})

/** Whose account it is must be known beyond doubt; what was refused hides every kind, and gives nothing back. */
export const leaverEntitlements = <Account>(
  { giveBack, kinds, look }: Entitlements<Account>,
  connector: Pick<Connector<Account>, "find" | "findById" | "nameOf">
): LeaverEntitlements => {
  const ownerOf = ownerToLookFor(connector)
  const toActFor = ownerToActFor(connector)
  return {
    kinds,
    look: Effect.fn("LeaverEntitlements.look")(function* (calls, service, leaver) {
      const owner = yield* ownerOf(calls, service, leaver)
      if (Result.isFailure(owner)) {
        const why = wrongWith(owner.failure)
        return { account: null, sights: kinds.map((kind): EntitlementSight => ({ _tag: "NotVisible", kind, why })) }
      }
      return {
        account: ownerName(connector, owner.success),
        sights: yield* look(calls, service, owner.success)
      }
    }),
    giveBack: Effect.fn("LeaverEntitlements.giveBack")(function* (calls, service, leaver, entitlement) {
      const owner = yield* toActFor(calls, service, leaver)
      return Result.isSuccess(owner)
        ? yield* giveBack(calls, service, owner.success, entitlement)
        : notGivenBack(owner.failure)
    })
  }
}
