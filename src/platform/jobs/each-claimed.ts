import { Caller } from "@svc/contract/kernel/access"
import type { OrgId } from "@svc/contract/kernel/ids"
import { DateTime, type Duration, Effect } from "effect"
import { Randomness } from "#platform/crypto/random"
import type { LogFields } from "#platform/observability/log-line"
import { LeaseLost, type LeaseMoment, leaseMoment, underLease } from "./lease-guard.ts"
import type { Claiming } from "./lease-queue.ts"
import { survive } from "./survive.ts"
import { systemCaller } from "./system-caller.ts"

interface Claim<Row> {
  readonly orgId: OrgId | undefined
  readonly claim: (claiming: Claiming) => Effect.Effect<ReadonlyArray<Row>>
  readonly lease: Duration.Input
  /** Rows at most. */
  readonly limit: number
}

/** Under which id the rows of a claim are held, and since when by this process's clocks. */
interface Taken {
  readonly worker: string
  readonly since: LeaseMoment
}

/** Takes up what is due of a queue (`lease-queue.ts`), under a lease with an id of its own. */
export const makeTakeUp = Effect.map(Randomness, (randomness) =>
  Effect.fnUntraced(function* <Row>({ claim, lease, limit, orgId }: Claim<Row>) {
    const since = yield* leaseMoment
    const now = yield* DateTime.now
    const worker = yield* randomness.uuid
    const rows = yield* claim({ orgId, worker, now, leasedUntil: DateTime.addDuration(now, lease), limit })
    return { rows, worker, since }
  })
)

/**
 * Work on a claimed row while its lease holds. When the process stops the row is given back; work whose lease
 * was lost ends without a result.
 */
export const whileLeased =
  <R2>(lease: {
    readonly since: LeaseMoment
    readonly lasts: Duration.Input
    readonly giveBack: Effect.Effect<unknown, never, R2>
    /** What the log says of a lost lease. */
    readonly lost: Effect.Effect<void>
  }) =>
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A | undefined, E, R | R2> =>
    underLease(lease, work).pipe(
      Effect.onInterrupt(() => lease.giveBack),
      Effect.catch((error) => (error instanceof LeaseLost ? Effect.as(lease.lost, undefined) : Effect.fail(error)))
    )

/**
 * One round of a lease queue: takes up what is due and works on it, each row in the system's name in its organization.
 * Work that fails is logged, holds up no other row, and is taken up again when its lease ends. Answers how many were done
 * and how many were not.
 */
export const makeEachClaimed = Effect.map(makeTakeUp, (takeUp) =>
  Effect.fnUntraced(function* <Row extends { readonly org_id: OrgId }, E, R>(
    round: Claim<Row> & {
      readonly atOnce: number
      /** Whether it was done; undefined where another worker has it. */
      readonly work: (row: Row, taken: Taken) => Effect.Effect<boolean | undefined, E, R>
      /** For calls that are not made again: instead of the work, where the row's call had begun under a lease that ended. */
      readonly unknown?: {
        readonly hasBegun: (row: Row) => boolean
        readonly end: (row: Row) => Effect.Effect<boolean, E, R>
      }
      /** What the log says of one that failed. */
      readonly says: string
      /** Its fields besides `orgId`. */
      readonly about?: (row: Row) => LogFields
    }
  ) {
    const { rows, ...taken } = yield* takeUp(round)
    const ends = yield* Effect.forEach(
      rows,
      (row) =>
        (round.unknown?.hasBegun(row) === true ? round.unknown.end(row) : round.work(row, taken)).pipe(
          Effect.provideService(Caller, systemCaller(row.org_id)),
          survive(round.says, false, { orgId: row.org_id, ...round.about?.(row) })
        ),
      { concurrency: round.atOnce }
    )
    return { done: ends.filter((end) => end === true).length, failed: ends.filter((end) => end === false).length }
  })
)
