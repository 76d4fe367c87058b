import type { RevocationEffect, RevocationRemainder, RevocationUndo } from "@svc/contract/revocations/schema"
import { Data, type Effect } from "effect"
import type { VendorCalls, VendorReads, VendorUnanswered } from "./calls.ts"
import type { Connection } from "./connection.ts"
import type { AccountName, AppResult } from "./outcome.ts"

export type { VendorAnswer, VendorCalls, VendorReads, VendorRequest, VendorWrite, VendorWrites } from "./calls.ts"
export { VendorUnanswered } from "./calls.ts"
export type { AccountName } from "./outcome.ts"

/** Whose access goes. */
export interface Leaver {
  readonly offboardingId: string
  readonly name: string
  readonly email: string
  readonly exitDate: string
  /** From the directory record; null if it is not entered. */
  readonly sourceControlUsername: string | null
  /** The manager's address: who takes over files. */
  readonly managerEmail: string | null
  /** The vendor's id of the account that an earlier run or scan was about; null: it is looked up by address or username. */
  readonly accountId: string | null
}

/** One app of one run; the same however often a worker has to take it up again. */
export interface Attempt {
  readonly runId: string
  readonly runCreatedAt: string
}

/** The account to act on, or the result when there is none to act on. */
export type Finding<Account> =
  | { readonly _tag: "Account"; readonly account: Account }
  | { readonly _tag: "Result"; readonly result: AppResult }

/** Whether an account can still be used, as the vendor shows it now. */
export type Standing = "active" | "inactive" | "unknown"

/** What a re-check showed, and of which account. */
export interface Rechecked {
  /**
   * `absent`: the service answers, and does not have the account. `other_account`: the same, and the address belongs to another
   * account by now, which `account` names. `unknown`: not shown beyond doubt.
   */
  readonly standing: Standing | "absent" | "other_account"
  readonly account: AccountName | null
}

/** The vendor did not take the credential, or gave no usable answer; `message` is a sentence for who typed it. */
export class CredentialUnproven extends Data.TaggedError("CredentialUnproven")<{
  readonly reason: "refused" | "unanswering"
  readonly message: string
}> {}

/**
 * How one kind of service revokes access. Steps of rising power, told apart by what they are handed: `plan` has no calls
 * at all (the preview), `find` and `standing` can only read, `act` alone can write.
 */
export interface Connector<Account> {
  /** What a run would call, in order; values known only later are in braces. */
  readonly plan: (
    service: Connection,
    leaver: Leaver
  ) => ReadonlyArray<{ readonly method: string; readonly url: string }>
  /** What `act` does to the account with these settings, as people read it in the preview; `plan` has the calls for it. */
  readonly effects: (service: Connection) => ReadonlyArray<RevocationEffect>
  /** What `act` cannot end with these settings, by the vendor's design; absent where nothing is known. */
  readonly survives?: (service: Connection) => ReadonlyArray<RevocationRemainder>
  /** How the access comes back after `act`; absent, and null, where that is unknown or depends on the account. */
  readonly undo?: (service: Connection) => RevocationUndo | null
  /** The username that `find` uses for this leaver; absent, and null, where it is the email address. */
  readonly usernameOf?: (leaver: Leaver) => string | null
  /** Looks the account up; accepts it only when it is the leaver's beyond doubt. */
  readonly find: (
    calls: VendorReads,
    service: Connection,
    leaver: Leaver
  ) => Effect.Effect<Finding<Account>, VendorUnanswered>
  /**
   * The account with this id, whatever its address is now; reads only. A `skipped` result is a proof: the vendor answers, and
   * has no account of this id.
   */
  readonly findById: (
    calls: VendorReads,
    service: Connection,
    accountId: string,
    leaver: Leaver
  ) => Effect.Effect<Finding<Account>, VendorUnanswered>
  /** How the vendor names the account; null at a service that shows no accounts, or no id of this one. */
  readonly nameOf: (account: Account) => AccountName | null
  /** Ends the account's access and reads the state back. Safe to repeat. */
  readonly act: (
    calls: VendorCalls,
    service: Connection,
    account: Account,
    attempt: Attempt & { readonly leaver: Leaver }
  ) => Effect.Effect<AppResult, VendorUnanswered>
  /** Reads whether the account can be used now; the lookup's result does not count. */
  readonly standing: (
    calls: VendorReads,
    service: Connection,
    account: Account,
    leaver: Leaver
  ) => Effect.Effect<Standing, VendorUnanswered>
}
