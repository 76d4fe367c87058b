import { readRetentionDetails } from "@svc/contract/audit/chain"
import type { ChainReport } from "@svc/contract/audit-verification/schema"
import { Caller } from "@svc/contract/kernel/access"
import type { OrgId } from "@svc/contract/kernel/ids"
import { OrganisationNotFound } from "@svc/contract/organisations/errors"
import { Context, DateTime, Effect, Fiber, Option, PartitionedSemaphore } from "effect"
import type { Witness } from "#audit/anchors/service"
import { Audit } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { Db } from "#platform/database/db"
import { systemCaller } from "#platform/jobs/system-caller"
import { layerOf } from "#platform/services/layer-of"
import type { DatedPurge } from "./anchor-check.ts"
import { AnchorComparison } from "./anchored.ts"
import { makeBreaks } from "./breaks.ts"
import { type ChainEnd, makeChainWalk } from "./chain-walk.ts"
import { type LookedAt, VerificationRepo } from "./repo.ts"

/** Bounds of one run; a test makes them small. */
export const VerificationBounds = Context.Reference("svc/audit-verification/VerificationBounds", {
  defaultValue: () => ({ entries: 2_000_000, entriesPerPage: 1_000, reported: 1_000 })
})

/** Entries hashed before other requests get their turn: less than a millisecond. */
const entriesPerTurn = 100

/** Walks at the same time, each of which holds one of the requests' connections, or two; whose turn it is goes round. */
const atOnce = 2

/** Verifies that no entry was changed, removed, or added outside the service (verification-1). */
export class AuditVerification extends Context.Service<
  AuditVerification,
  {
    /**
     * Walks the organization's chain in one snapshot, then records the run as `audit_chain_verified` in the name of
     * `by`, else of the system. For a caller of another organization it does not exist.
     */
    verify(orgId: OrgId, by?: Caller["Service"]): Effect.Effect<ChainReport, OrganisationNotFound>
  }
>()("svc/audit-verification/AuditVerification") {
  static readonly layerNoDeps = layerOf(AuditVerification, function* () {
    const db = yield* Db
    const repo = yield* VerificationRepo
    const audit = yield* Audit
    const anchors = yield* AnchorComparison
    const turns = yield* PartitionedSemaphore.make<OrgId>({ permits: atOnce })

    /** What retention removed, as far as the chain records it; the walk checks the entry that does. */
    const purgeOf = Effect.fnUntraced(function* (orgId: OrgId) {
      const found = Option.getOrUndefined(yield* repo.newestPurge(orgId))
      const purge = found === undefined ? undefined : readRetentionDetails(found.details)
      if (purge === undefined || !found?.created_at) return undefined
      // One that is dated ahead would make every entry old enough for it.
      const now = DateTime.toDateUtc(yield* DateTime.now)
      const dated: DatedPurge = { ...purge, at: found.created_at < now ? found.created_at : now }
      return dated
    })

    /** Follows the chain from an entry while nothing is broken, up to the limit. */
    const followFrom = Effect.fn("AuditVerification.followFrom")(function* (orgId: OrgId, seq: bigint, most: number) {
      const { entriesPerPage } = yield* VerificationBounds
      const entry_hash = yield* repo.hashAt(orgId, seq)
      if (Option.isNone(entry_hash)) return undefined
      const start: ChainEnd = { seq, entry_hash: entry_hash.value }
      const reached = { start, end: start, entries: 0, mayBeMisplaced: false }
      while (reached.entries < most) {
        const numbers = Math.min(entriesPerPage, most - reached.entries)
        const { end, entries, mayBeMisplaced } = yield* repo.follow(
          orgId,
          { ...reached.end, isBeginning: false },
          numbers
        )
        if (end === null) break
        reached.end = end
        reached.entries += entries
        reached.mayBeMisplaced ||= mayBeMisplaced
      }
      return reached
    })

    const walkChain = Effect.fn("AuditVerification.walkChain")(
      function* (orgId: OrgId, witnesses: ReadonlyArray<Witness>, outside: Context.Context<Caller>) {
        const bounds = yield* VerificationBounds
        const found = yield* repo.head(orgId)
        if (Option.isNone(found)) return yield* new OrganisationNotFound()
        const head = found.value
        const purge = yield* purgeOf(orgId)
        const breaks = makeBreaks(bounds.reported)
        const walk = makeChainWalk(orgId, purge, breaks)
        // Else there is no entry to look for that says to be about something else than its columns do.
        let mayBeMisplaced = false

        /**
         * The second half, followed concurrently on its own connection in the same snapshot; none for a short chain.
         */
        const followSecondHalf = Effect.fnUntraced(function* () {
          const { seq } = walk.end()
          const span = Math.min(Number((head?.seq ?? seq) - seq), bounds.entries)
          if (span < 2 * bounds.entriesPerPage) return undefined
          const half = Math.floor(span / 2)
          const middle = seq + BigInt(half)
          const following = followFrom(orgId, middle, span - half).pipe(
            db.transact,
            VerificationRepo.inSnapshot(yield* repo.exportSnapshot),
            Effect.provideService(VerificationBounds, bounds),
            // Not of this transaction.
            Effect.updateContext<never, Caller>(() => outside),
            Effect.catchDefect((defect) =>
              Effect.as(Effect.logWarning("audit chain verified on a single connection", defect), undefined)
            )
          )
          return { middle, fiber: yield* Effect.forkScoped(following) }
        })

        const walkEntries = Effect.fnUntraced(function* () {
          let second = yield* followSecondHalf()
          let after: bigint | null = null
          for (;;) {
            const left = bounds.entries - walk.checked()
            if (left <= 0) return (yield* repo.entries(orgId, walk.reached(), 1)).length === 0
            const end = walk.end()
            if (second !== undefined && after !== null && end.seq >= second.middle) {
              const followed = yield* Fiber.join(second.fiber)
              second = undefined
              // What was followed from another end than this one says nothing.
              const isSame =
                followed?.start.seq === end.seq &&
                followed.start.entry_hash === end.entry_hash &&
                followed.entries <= left
              if (isSame && followed.entries > 0) {
                walk.arrive(followed.end, followed.entries)
                mayBeMisplaced ||= followed.mayBeMisplaced
                after = followed.end.seq
                continue
              }
            }
            const untilMiddle = second === undefined ? left : Number(second.middle - end.seq)
            const numbers = Math.max(1, Math.min(bounds.entriesPerPage, left, untilMiddle))
            const looked: LookedAt = yield* repo.follow(orgId, { ...end, isBeginning: after === null }, numbers)
            if (looked.end !== null) {
              walk.arrive(looked.end, looked.entries)
              mayBeMisplaced ||= looked.mayBeMisplaced
              after = looked.end.seq
              continue
            }
            const entries = yield* repo.entries(orgId, after, Math.min(bounds.entriesPerPage, left))
            if (entries.length === 0) return true
            mayBeMisplaced = true
            for (const [index, entry] of entries.entries()) {
              walk.next(entry)
              if (index % entriesPerTurn === 0) yield* Effect.yieldNow
            }
            after = walk.reached()
          }
        }, Effect.scoped)

        const complete = yield* walkEntries()
        if (mayBeMisplaced) {
          for (const { id, seq } of yield* repo.misplaced(orgId, walk.reached(), bounds.reported)) {
            breaks.add(seq, id, "subject_mismatch")
          }
        }
        if (complete) {
          for (const { id, seq } of yield* repo.repeatedIds(orgId)) breaks.add(seq, id, "duplicate")
          walk.close(head)
        }
        const walked = { complete, purge, head, reached: walk.reached() }
        const anchored = yield* anchors.compare(orgId, walked, witnesses, breaks)
        const report: Omit<ChainReport, "ok"> = { checked: walk.checked(), complete, ...breaks.result(), ...anchored }
        return report
      },
      db.transact,
      VerificationRepo.inOneSnapshot
    )

    const record = ({ brokenCount, checked, complete, ok }: ChainReport) =>
      audit
        .record({
          action: "audit_chain_verified",
          target: auditText`Audit log`,
          details: auditText`ok: ${ok}, checked: ${checked}, complete: ${complete}, broken: ${brokenCount}`
        })
        .pipe(db.transact)

    const run = Effect.fnUntraced(function* (orgId: OrgId) {
      // Before the snapshot: an anchor that is published after it began must not look as if the chain were set back.
      const witnesses = yield* anchors.published(orgId)
      const walked = yield* walkChain(orgId, witnesses, yield* Effect.context<Caller>())
      const report: ChainReport = { ...walked, ok: walked.brokenCount === 0 }
      // A chain with a tampered head may accept no further entry; the caller must still get the result.
      yield* report.ok
        ? record(report)
        : Effect.catchDefect(record(report), (defect) =>
            Effect.logError("verification of a broken audit chain not recorded", defect)
          )
      return report
    })

    const verify = Effect.fn("AuditVerification.verify")((orgId: OrgId, by: Caller["Service"] = systemCaller(orgId)) =>
      turns.withPermit(orgId)(Effect.provideService(run(orgId), Caller, by))
    )

    return AuditVerification.of({ verify })
  })
}
