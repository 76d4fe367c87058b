import { readRetentionDetails } from "@svc/contract/audit/chain"
import type { ChainReport } from "@svc/contract/audit-verification/schema"
import { Caller } from "@svc/contract/kernel/access"
import type { OrgId } from "@svc/contract/kernel/ids"
import { OrganisationNotFound } from "@svc/contract/organisations/errors"
import { Context, DateTime, Effect, Layer, Option, PartitionedSemaphore } from "effect"
import type { Witness } from "#audit/anchors/service"
import { Audit } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { Db } from "#platform/database/db"
import { systemCaller } from "#access/system-caller"
import type { DatedPurge } from "./anchor-check.ts"
import { AnchorComparison } from "./anchored.ts"
import { makeBreaks } from "./breaks.ts"
import { type ChainEnd, followed } from "./chain-follow.ts"
import { makeChainWalk } from "./chain-walk.ts"
import { type Page, VerificationRepo } from "./repo.ts"

/** Bounds of one run; a test makes them small. */
export const VerificationBounds = Context.Reference("svc/audit-verification/VerificationBounds", {
  defaultValue: () => ({ entries: 2_000_000, entriesPerPage: 1_000, reported: 1_000 })
})

/** Entries hashed before other requests get their turn: less than a millisecond. */
const entriesPerTurn = 100

/** Walks at the same time, each of which holds one of the requests' connections; whose turn it is goes round. */
const atOnce = 2

/** Checks that nobody has changed, removed or added entries behind the service's back (verification-1). */
export class AuditVerification extends Context.Service<
  AuditVerification,
  {
    /**
     * Walks the organisation's chain in one snapshot, then records the run as `audit_chain_verified` in the name of
     * `by`, else of the system. To a caller of another organisation it does not exist.
     */
    verify(orgId: OrgId, by?: Caller["Service"]): Effect.Effect<ChainReport, OrganisationNotFound>
  }
>()("svc/audit-verification/AuditVerification") {
  static readonly layerNoDeps = Layer.effect(
    AuditVerification,
    Effect.gen(function* () {
      const db = yield* Db
      const repo = yield* VerificationRepo
      const audit = yield* Audit
      const anchors = yield* AnchorComparison
      const turns = yield* PartitionedSemaphore.make<OrgId>({ permits: atOnce })

      /** What retention removed, as far as the chain tells of it; the walk checks the entry that does. */
      const purgeOf = Effect.fnUntraced(function* (orgId: OrgId) {
        const found = Option.getOrUndefined(yield* repo.newestPurge(orgId))
        const purge = found === undefined ? undefined : readRetentionDetails(found.details)
        if (purge === undefined || !found?.created_at) return undefined
        // One that is dated ahead would make every entry old enough for it.
        const now = DateTime.toDateUtc(yield* DateTime.now)
        const dated: DatedPurge = { ...purge, at: found.created_at < now ? found.created_at : now }
        return dated
      })

      const walkChain = Effect.fn("AuditVerification.walkChain")(
        function* (orgId: OrgId, witnesses: ReadonlyArray<Witness>) {
          const bounds = yield* VerificationBounds
          const found = yield* repo.head(orgId)
          if (Option.isNone(found)) return yield* new OrganisationNotFound()
          const head = found.value
          const purge = yield* purgeOf(orgId)
          const breaks = makeBreaks(bounds.reported)
          const walk = makeChainWalk(orgId, purge, breaks)

          /** Takes the page over when nothing in it is broken. */
          const follows = Effect.fnUntraced(function* ({ entries, pieces }: Page) {
            let end: ChainEnd | undefined = pieces === null ? undefined : walk.end()
            for (const piece of pieces ?? []) {
              end = end === undefined ? undefined : followed(orgId, end, piece)
              // A fraction of a millisecond; others have their turn.
              yield* Effect.yieldNow
            }
            if (end !== undefined) walk.arrive(end, entries)
            return end !== undefined
          })

          const walkEntries = Effect.fnUntraced(function* () {
            let page = Option.getOrUndefined(yield* repo.page(orgId, null, bounds.entriesPerPage))
            while (page !== undefined) {
              const left = bounds.entries - walk.checked() - page.entries
              // The database reads the next page while this one is hashed; at the bound, one entry tells of more.
              const [next, intact] = yield* Effect.all(
                [repo.page(orgId, page.last, Math.min(bounds.entriesPerPage, Math.max(left, 1))), follows(page)],
                { concurrency: 2 }
              )
              if (!intact) {
                const entries = yield* repo.entries(orgId, page.first, page.last)
                for (const [index, entry] of entries.entries()) {
                  walk.next(entry)
                  if (index % entriesPerTurn === 0) yield* Effect.yieldNow
                }
              }
              if (left <= 0 && Option.isSome(next)) return false
              page = Option.getOrUndefined(next)
            }
            return true
          })

          const complete = yield* walkEntries()
          for (const { id, seq } of yield* repo.misplaced(orgId, walk.reached(), bounds.reported)) {
            breaks.add(seq, id, "subject_mismatch")
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
        const walked = yield* walkChain(orgId, witnesses)
        const report: ChainReport = { ...walked, ok: walked.brokenCount === 0 }
        // A chain whose head was tampered with may take no further entry; whoever asked must learn of it all the same.
        yield* report.ok
          ? record(report)
          : Effect.catchDefect(record(report), (defect) =>
              Effect.logError("the verification of a broken audit chain could not be recorded in it", defect)
            )
        return report
      })

      const verify = Effect.fn("AuditVerification.verify")(
        (orgId: OrgId, by: Caller["Service"] = systemCaller(orgId)) =>
          turns.withPermit(orgId)(Effect.provideService(run(orgId), Caller, by))
      )

      return AuditVerification.of({ verify })
    })
  )
}
