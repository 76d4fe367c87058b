import type { OrgId } from "@svc/contract/kernel/ids"
import type { DateTime, Effect } from "effect"
import type { Transaction } from "#platform/database/db"
import type { Claiming, Holder } from "#platform/jobs/lease-queue"

/** A file that somebody asked for, on its way to be made. */
export interface ClaimedBuild {
  readonly org_id: OrgId
  readonly id: string
  readonly attempts: number
  readonly claims: number
  readonly storage_key: string
}

/** What a worker of builds writes counts only while the lease is its own (proof-30). */
export type { Holder }

/** The table of the builds; what answers a boolean changes nothing, and answers false, when it is the worker's no more. */
export interface BuildQueue<Build extends ClaimedBuild> {
  claim(claiming: Claiming): Effect.Effect<ReadonlyArray<Build>>
  renew(holder: Holder<Build["id"]>, leasedUntil: DateTime.Utc): Effect.Effect<boolean>
  /** Gives the build back, so that another takes it up at once. */
  release(holder: Holder<Build["id"]>): Effect.Effect<void>
  putOff(holder: Holder<Build["id"]>, nextAttemptAt: DateTime.Utc): Effect.Effect<boolean, never, Transaction>
  fail(
    holder: Holder<Build["id"]>,
    error: string,
    completedAt: DateTime.Utc
  ): Effect.Effect<boolean, never, Transaction>
  /** The files of all claims of the build up to this one are nobody's any more. */
  leaveFiles(orgId: OrgId, id: Build["id"], upTo: "all" | "all but the last"): Effect.Effect<void, never, Transaction>
  /** One file is nobody's any more. */
  leaveFile(storageKey: string): Effect.Effect<void>
}

/** The table of builds, as their end goes through it. */
export interface EndingBuilds<Id extends string> extends Pick<
  BuildQueue<ClaimedBuild & { readonly id: Id }>,
  "leaveFiles"
> {
  /** Ready builds whose time is up. */
  findExpired(
    orgId: OrgId | undefined,
    now: DateTime.Utc
  ): Effect.Effect<ReadonlyArray<{ readonly org_id: OrgId; readonly id: Id }>>
  /** Answers false when it was expired already. */
  expire(orgId: OrgId, id: Id): Effect.Effect<boolean, never, Transaction>
  leftovers(limit: number): Effect.Effect<ReadonlyArray<string>>
  forgetLeftover(storageKey: string): Effect.Effect<void>
}
