import { Data, type Effect, type Option } from "effect"
import type { ConnectedService } from "#integrations/service"
import type { OutboundResponse } from "#platform/outbound"
import type { AppResult } from "./vendor-message.ts"

export type VendorAnswer = OutboundResponse

/** No answer; `message` is fit for an event. After a write the change may have happened all the same. */
export class VendorUnanswered extends Data.TaggedError("VendorUnanswered")<{ readonly message: string }> {}

export interface VendorRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** Calls that change nothing at the vendor. */
export interface VendorReads {
  readonly read: (request: VendorRequest) => Effect.Effect<VendorAnswer, VendorUnanswered>
}

/** Calls that may. */
export interface VendorWrites {
  readonly write: (
    request: VendorRequest & { readonly method: "POST" | "PUT" | "PATCH" | "DELETE"; readonly body: string }
  ) => Effect.Effect<VendorAnswer, VendorUnanswered>
}

/** Whose access goes. */
export interface Leaver {
  readonly offboardingId: string
  readonly name: string
  readonly email: string
  readonly exitDate: string
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

/**
 * How one kind of service revokes access. Three steps of rising power, told apart by what they are handed: `plan` has
 * no calls at all (the preview), `find` can only read, `act` alone can write.
 */
export interface Connector<Account> {
  /** What a run would call, in order; what is only known later stands in braces. */
  readonly plan: (
    service: ConnectedService,
    leaver: Leaver
  ) => ReadonlyArray<{ readonly method: string; readonly url: string }>
  /** Looks the account up; accepts it only when it is the leaver's beyond doubt. */
  readonly find: (
    calls: VendorReads,
    service: ConnectedService,
    leaver: Leaver
  ) => Effect.Effect<Finding<Account>, VendorUnanswered>
  /** Ends the account's access and reads the state back. Safe to repeat. */
  readonly act: (
    calls: VendorReads & VendorWrites,
    service: ConnectedService,
    account: Account,
    attempt: Attempt & { readonly leaver: Leaver }
  ) => Effect.Effect<AppResult, VendorUnanswered>
}

/** A connector with its kind of account closed over: what the engine runs. */
export interface Revoker {
  readonly plan: Connector<never>["plan"]
  readonly revoke: (
    calls: VendorReads & VendorWrites,
    service: ConnectedService,
    leaver: Leaver,
    attempt: Attempt
  ) => Effect.Effect<AppResult, VendorUnanswered>
}

/** Which connector speaks to a protocol; none for one that this release does not know. */
export type Connectors = (protocol: string) => Option.Option<Revoker>
