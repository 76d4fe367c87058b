import type { ChainReport } from "@svc/contract/audit-verification/schema"
import { Caller } from "@svc/contract/kernel/access"
import type { OrgId } from "@svc/contract/kernel/ids"
import { OrganisationNotFound } from "@svc/contract/organisations/errors"
import { Context, Effect, Layer, Option } from "effect"
import { Db } from "#platform/db"
import { systemCaller } from "#platform/system-caller"
import { makeChainWalk, type StoredEntry } from "./chain-walk.ts"
import { Audit } from "#audit/service"
import { auditText } from "#audit/text"
import { VerificationRepo } from "./repo.ts"

/** Bounds of one run; a test makes them small. */
export const VerificationBounds = Context.Reference("svc/audit-verification/VerificationBounds", {
  defaultValue: () => ({ entries: 2_000_000, entriesPerPage: 5_000, reported: 1_000 })
})

/** Entries hashed before other requests get their turn: a millisecond or two. */
const entriesPerTurn = 200

/** Checks that nobody has changed, removed or added entries behind the service's back (D2, GET /api/audit-log/verify). */
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

      const walkChain = Effect.fn("AuditVerification.walkChain")(
        function* (orgId: OrgId) {
          const bounds = yield* VerificationBounds
          const head = yield* repo.head(orgId)
          if (Option.isNone(head)) return yield* new OrganisationNotFound()
          const walk = makeChainWalk(orgId, bounds.reported)

          const check = Effect.fnUntraced(function* (page: ReadonlyArray<StoredEntry>) {
            for (let start = 0; start < page.length; start += entriesPerTurn) {
              for (const entry of page.slice(start, start + entriesPerTurn)) walk.next(entry)
              yield* Effect.yieldNow
            }
          })

          let page = yield* repo.page(orgId, null, bounds.entriesPerPage)
          for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
            const left = bounds.entries - walk.result().checked - page.length
            // The database reads the next page while this one is hashed; at the bound, one entry tells of more.
            const [next] = yield* Effect.all(
              [repo.page(orgId, last.seq, Math.min(bounds.entriesPerPage, Math.max(left, 1))), check(page)],
              { concurrency: 2 }
            )
            if (left <= 0 && next.length > 0) return { ...walk.result(), complete: false }
            page = next
          }
          for (const entry of yield* repo.repeatedIds(orgId)) walk.repeated(entry)
          walk.end(head.value)
          return { ...walk.result(), complete: true }
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
        const walked = yield* walkChain(orgId)
        const report: ChainReport = { ...walked, ok: walked.brokenCount === 0, anchoredThrough: null }
        // A chain whose head was tampered with may take no further entry; whoever asked must learn of it all the same.
        yield* report.ok
          ? record(report)
          : Effect.catchDefect(record(report), (defect) =>
              Effect.logError("the verification of a broken audit chain could not be recorded in it", defect)
            )
        return report
      })

      const verify = Effect.fn("AuditVerification.verify")(
        (orgId: OrgId, by: Caller["Service"] = systemCaller(orgId)) => Effect.provideService(run(orgId), Caller, by)
      )

      return AuditVerification.of({ verify })
    })
  )
}
