import { Caller } from "@svc/contract/kernel/access"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import { ResidualAccessNotFound } from "@svc/contract/residual-access/errors"
import type {
  ListResidualAccess,
  ListUnverifiedAccess,
  ResidualAccess,
  ResidualAccessByApp,
  ResidualAccessId,
  ResidualAccessPage,
  ResolveResidualAccess,
  UnverifiedAccessPage
} from "@svc/contract/residual-access/schema"
import { Context, DateTime, Effect, Option } from "effect"
import { accessEndsAt } from "#records/case-clocks"
import { makeSealedAccounts } from "#audit/record/sealed-account"
import { Audit } from "#audit/record/service"
import { auditText, caseTarget, personal } from "#audit/record/text"
import type { Envelope } from "#outgoing/outbox/service"
import { Db, type Transaction } from "#platform/database/db"
import { Checklists } from "#work/checklists/service"
import { layerOf } from "#platform/services/layer-of"
import { ChecksRepo } from "./checks-repo.ts"
import { makeSeenActive, type SeenActive } from "./findings.ts"
import { type FindingRow, ResidualAccessRepo } from "./repo.ts"
import { UnverifiedRepo } from "./unverified-repo.ts"

/** Revoked accounts that can be used again, as members see them; `ResidualAccessChecks` finds them. */
export class ResidualAccesses extends Context.Service<
  ResidualAccesses,
  {
    /** Those of cases within the caller's records, newest first. */
    list(query: ListResidualAccess): Effect.Effect<ResidualAccessPage, never, Caller>
    /** State per app, within the caller's records. */
    readonly byApp: Effect.Effect<ResidualAccessByApp, never, Caller>
    /** Removals that were not read back, of those whose access has ended; the last to leave first. */
    unverified(query: ListUnverifiedAccess): Effect.Effect<UnverifiedAccessPage, never, Caller>
    /** One that is resolved stays as it is. */
    resolve(
      id: ResidualAccessId,
      input: ResolveResidualAccess
    ): Effect.Effect<ResidualAccess, ResidualAccessNotFound, Caller>
    /** Opens a finding, by a run or by a later check; returns whether it is news: audited, and notified (work-16). */
    seenActive(seen: SeenActive): Effect.Effect<boolean, never, Caller | Transaction>
    /** A member marked the app as removed: its open finding ends. */
    confirmedRemoved(confirmed: {
      readonly offboardingId: OffboardingId
      readonly service: string
      readonly at: DateTime.Utc
    }): Effect.Effect<void, never, Caller | Transaction>
    /** A run that saw the account inactive ends its finding. */
    hear(envelope: Envelope): Effect.Effect<void, never, Transaction>
  }
>()("svc/residual-access/ResidualAccesses") {
  static readonly layerNoDeps = layerOf(ResidualAccesses, function* () {
    const db = yield* Db
    const repo = yield* ResidualAccessRepo
    const checks = yield* ChecksRepo
    const removals = yield* UnverifiedRepo
    const audit = yield* Audit
    const checklists = yield* Checklists
    const seenActive = yield* makeSeenActive
    const { shownAccounts } = yield* makeSealedAccounts

    const shown = Effect.fnUntraced(function* (rows: ReadonlyArray<FindingRow>) {
      const { orgId } = yield* Caller
      const accounts = yield* shownAccounts(
        orgId,
        rows.map(({ sealed_account }) => sealed_account)
      )
      return rows.map(({ person_key_id: _key, sealed_account: _sealed, ...row }, index): ResidualAccess => ({
        ...row,
        status: row.resolved_at === null ? "open" : "resolved",
        account: accounts[index] ?? null
      }))
    })
    const shownOne = (row: FindingRow) =>
      Effect.flatMap(shown([row]), ([one]) => Effect.orDie(Effect.fromNullishOr(one)))

    const list = Effect.fn("ResidualAccesses.list")(function* ({
      limit,
      offset,
      offboarding_id: offboardingId,
      service,
      status = "open"
    }: ListResidualAccess) {
      const { orgId, records } = yield* Caller
      const listing = { orgId, records, status, offboardingId, service }
      const total = yield* repo.count(listing)
      const rows = yield* repo.page(listing, { limit, offset })
      return { rows: yield* shown(rows), total, limit, offset }
    }, db.transact)

    const byApp = Effect.gen(function* () {
      const { orgId, records } = yield* Caller
      return { apps: yield* removals.byApp({ orgId, records, now: yield* DateTime.now }) }
    }).pipe(db.transact, Effect.withSpan("ResidualAccesses.byApp"))

    const unverified = Effect.fn("ResidualAccesses.unverified")(function* ({
      evidence,
      limit,
      offset,
      service
    }: ListUnverifiedAccess) {
      const { orgId, records } = yield* Caller
      const listing = { orgId, records, now: yield* DateTime.now, evidence, service }
      const total = yield* removals.count(listing)
      const rows = yield* removals.page(listing, { limit, offset })
      return {
        rows: rows.map(({ access_ends_at: named, exit_date: exitDate, timezone, ...row }) => ({
          ...row,
          access_ended_at: accessEndsAt({ exitDate, timezone, accessEndsAt: named })
        })),
        total,
        limit,
        offset
      }
    }, db.transact)

    const resolve = Effect.fn("ResidualAccesses.resolve")(function* (
      id: ResidualAccessId,
      { reason, resolution = "removed" }: ResolveResidualAccess
    ) {
      const { orgId, records, userId } = yield* Caller
      const found = yield* repo.find(orgId, records, id)
      if (Option.isNone(found)) return yield* new ResidualAccessNotFound()
      const row = found.value
      if (row.resolved_at !== null) return yield* shownOne(row)
      const at = yield* DateTime.now
      yield* repo.resolve(orgId, id, { resolution, at, by: userId })
      if (resolution === "accepted" && !row.former_identity) {
        yield* checks.accept({ orgId, offboardingId: row.offboarding_id, serviceName: row.service })
      }
      yield* audit.record({
        action: "residual_access_resolved",
        target: caseTarget(row),
        details: auditText`${row.service}: ${resolution === "accepted" ? "accepted" : "removed manually"}. Reason: ${personal(row.person_key_id, reason)}`,
        offboardingId: row.offboarding_id
      })
      yield* checklists.sync(row.offboarding_id)
      return yield* shownOne({ ...row, resolution, resolved_at: at, resolved_by: userId })
    }, db.transact)

    const confirmedRemoved = Effect.fn("ResidualAccesses.confirmedRemoved")(function* ({
      at,
      offboardingId,
      service
    }: {
      readonly offboardingId: OffboardingId
      readonly service: string
      readonly at: DateTime.Utc
    }) {
      const { orgId, userId } = yield* Caller
      yield* checks.close({ orgId, offboardingId, serviceName: service }, { resolution: "removed", at, by: userId })
    })

    const hear = Effect.fnUntraced(function* ({ event, orgId, recordedAt }: Envelope) {
      if (event._tag !== "revocation.completed") return
      const ended = event.results.filter(({ outcome, verified }) => outcome === "revoked" && verified)
      yield* Effect.forEach(
        ended,
        ({ service }) =>
          checks.close(
            { orgId, offboardingId: event.offboardingId, serviceName: service },
            { resolution: "revoked", at: recordedAt, by: null }
          ),
        { discard: true }
      )
    })

    return ResidualAccesses.of({ list, byApp, unverified, resolve, seenActive, confirmedRemoved, hear })
  })
}
