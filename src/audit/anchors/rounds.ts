import { Caller } from "@svc/contract/kernel/access"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Array, Cause, Context, Effect, Number, Option } from "effect"
import { survive } from "#platform/jobs/survive"
import { Db } from "#platform/database/db"
import { systemCaller } from "#platform/jobs/system-caller"
import { layerOf } from "#platform/services/layer-of"
import { SigningKeys } from "./keys.ts"
import { AnchorPublications, type PublicationFigures } from "./publications.ts"
import { AnchorsRepo } from "./repo.ts"
import { AuditAnchors } from "./service.ts"

/** Transactions at a time; the requests' pool has ten connections. */
const atOnce = 4
/** Organizations per transaction: a statement's parameters are bounded, and other work must get its turn. */
const together = 100

interface RoundFigures extends PublicationFigures {
  readonly anchored: number
  /** Organizations whose head could not be anchored; retried in the next round. */
  readonly failed: number
}

/** Anchors the chains of many organizations, then publishes the anchors. */
export class AnchorRounds extends Context.Service<
  AnchorRounds,
  {
    /** `hourly`: heads that moved since their newest anchor. `nightly`: every chain. */
    run(source: "hourly" | "nightly", orgId: OrgId | undefined): Effect.Effect<RoundFigures>
  }
>()("svc/audit-anchors/AnchorRounds") {
  static readonly layerNoDeps = layerOf(AnchorRounds, function* () {
    const db = yield* Db
    const repo = yield* AnchorsRepo
    const anchors = yield* AuditAnchors
    const publications = yield* AnchorPublications
    const keys = yield* SigningKeys

    /** One that fails holds up no other. */
    const anchorOne = (source: "hourly" | "nightly", orgId: OrgId) =>
      anchors
        .anchorHead(source)
        .pipe(
          db.transact,
          Effect.provideService(Caller, systemCaller(orgId)),
          Effect.map(Option.isSome),
          survive("audit chain not anchored", false, { orgId })
        )

    /** If one organization fails, each gets its own transaction. */
    const anchorMany = (source: "hourly" | "nightly", orgIds: ReadonlyArray<OrgId>) =>
      Effect.catchCause(anchors.anchorHeads(source, orgIds), (cause) =>
        Cause.hasInterruptsOnly(cause)
          ? Effect.interrupt
          : Effect.map(
              Effect.forEach(orgIds, (orgId) => anchorOne(source, orgId)),
              (done) => done.filter(Boolean).length
            )
      )

    const run = Effect.fn("AnchorRounds.run")(function* (source: "hourly" | "nightly", orgId: OrgId | undefined) {
      yield* keys.keep
      const due = yield* repo.toAnchor({ orgId, which: source === "hourly" ? "moved" : "all" })
      const done = yield* Effect.forEach(Array.chunksOf(due, together), (ids) => anchorMany(source, ids), {
        concurrency: atOnce
      })
      const anchored = Number.sumAll(done)
      return { anchored, failed: due.length - anchored, ...(yield* publications.publish(orgId)) }
    })

    return AnchorRounds.of({ run })
  })
}
