import { type AnchorFile, NumberedAnchor } from "@svc/contract/audit/files"
import { Caller } from "@svc/contract/kernel/access"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Cause, Context, Duration, Effect, Option } from "effect"
import { Db } from "#platform/database/db"
import { Leases } from "#platform/jobs/leases"
import { systemCaller } from "#platform/jobs/system-caller"
import { layerOf } from "#platform/services/layer-of"
import { HttpsWitness } from "./https-witness.ts"
import { type After, type Pending, PublicationsRepo } from "./publications-repo.ts"
import { AnchorsRepo } from "./repo.ts"
import { identity, publishedAtMost, sorted, united } from "./rules.ts"
import { AuditAnchors, shown } from "./service.ts"
import { StoredAnchors } from "./stored-anchors.ts"

const atOnce = 4
const perPage = 500
/** A witness that failed so often in a row is left alone until the next round. */
const patience = 5
const perFile = "60 seconds"

export interface PublicationFigures {
  /** Organizations whose file was written. */
  readonly published: number
  /** Organizations whose file is left to the next round. */
  readonly unpublished: number
  /** Of those written, the ones whose file holds anchors that the chain contradicts. */
  readonly contradicted: number
  /** Anchors sent to the HTTPS witness, and those left to the next round. */
  readonly witnessed: number
  readonly unwitnessed: number
}

/** `failed`: for a reason of its own. `away`: the witness was. `skipped`: not tried. */
type Outcome = "given" | "contradicted" | "failed" | "away" | "skipped"

/**
 * Runs until the work has found the witness away `patience` times in a row; what is skipped then is left to the next
 * round. What fails for a reason of its own must not hold up the others.
 */
const whilePatient = () => {
  let failures = 0
  return <R>(work: Effect.Effect<Outcome, never, R>): Effect.Effect<Outcome, never, R> =>
    Effect.suspend(() =>
      failures >= patience
        ? Effect.succeed("skipped" as const)
        : Effect.tap(work, (outcome) =>
            Effect.sync(() => {
              failures = outcome === "away" ? failures + 1 : 0
            })
          )
    )
}

/** Gives anchors to the witnesses outside of the database, so that a database that goes back in time is found out. */
export class AnchorPublications extends Context.Service<
  AnchorPublications,
  {
    /** Publishes what the witnesses lack, of one organization or of all. */
    publish(orgId: OrgId | undefined): Effect.Effect<PublicationFigures>
  }
>()("svc/audit-anchors/AnchorPublications") {
  static readonly layerNoDeps = layerOf(AnchorPublications, function* () {
    const db = yield* Db
    const repo = yield* AnchorsRepo
    const pending = yield* PublicationsRepo
    const leases = yield* Leases
    const anchors = yield* AuditAnchors
    const stored = yield* StoredAnchors
    const witness = yield* HttpsWitness

    /** What the file is to hold: what is recorded, and whatever it held already. */
    const fileOf = Effect.fnUntraced(function* (orgId: OrgId, kept: Pick<AnchorFile, "anchors" | "contradicted">) {
      // What the file has under the current key stays, whatever the database says.
      const known = [...kept.anchors, ...kept.contradicted].filter(
        ({ key_id, signature }) => signature !== null && key_id === anchors.currentKeyId
      )
      const rows = yield* repo.unknown(orgId, { limit: publishedAtMost, known: known.map(identity) })
      const seqs = new Map(rows.map(({ id, seq }) => [id, Number(seq)]))
      const { anchors: recorded, ...page } = yield* anchors.pageOf(rows.map(shown))
      // What the file could not be read with again is not written into it.
      const numbered = recorded.map((anchor) => NumberedAnchor.make({ ...anchor, seq: seqs.get(anchor.id) ?? 0 }))
      const all = united(numbered, kept, page.key?.key_id ?? null)
      const verdicts = yield* repo.judge(orgId, all)
      return {
        ...page,
        ...sorted(
          all.map((anchor, index) => [anchor, verdicts[index] ?? "contradicts"] as const),
          kept
        )
      } satisfies AnchorFile
    }, db.transact)

    const store = Effect.fn("AnchorPublications.store")(function* (orgId: OrgId, ids: ReadonlyArray<string>) {
      // Read first, so that what it remembers and the database does not know is never overwritten.
      const found = yield* stored.read(orgId)
      const kept = Option.getOrElse(found, () => ({ anchors: [], contradicted: [] }))
      const file = yield* fileOf(orgId, kept).pipe(Effect.provideService(Caller, systemCaller(orgId)))
      yield* stored.write(file)
      if (!(yield* pending.stored(orgId, ids))) yield* stored.remove(orgId)
      if (file.contradicted.length > 0) {
        yield* Effect.logError(
          "stored anchors contradict the audit chain: database restored from a backup, or audit log changed",
          {
            orgId,
            anchors: file.contradicted.length
          }
        )
      }
      return file.contradicted.length > 0 ? ("contradicted" as const) : ("given" as const)
    }, Effect.timeout(perFile))

    const notStored = (orgId: OrgId, cause: Cause.Cause<unknown>, outcome: Outcome) =>
      Effect.as(Effect.logError("audit anchors not stored, will be retried", { orgId }, cause), outcome)

    const storeOne = (orgId: OrgId, ids: ReadonlyArray<string>): Effect.Effect<Outcome> =>
      store(orgId, ids).pipe(
        Effect.catchTag(["StorageFailed", "TimeoutError"], (failure) => notStored(orgId, Cause.fail(failure), "away")),
        Effect.catchCause((cause) =>
          Cause.hasInterruptsOnly(cause) ? Effect.interrupt : notStored(orgId, cause, "failed")
        )
      )

    const storeAll = Effect.fnUntraced(function* (orgId: OrgId | undefined) {
      const patiently = whilePatient()
      const due = stored.isConfigured ? yield* pending.unstored(orgId) : []
      const outcomes = yield* Effect.forEach(due, ({ anchors, org_id }) => patiently(storeOne(org_id, anchors)), {
        concurrency: atOnce
      })
      const contradicted = outcomes.filter((outcome) => outcome === "contradicted").length
      return { published: contradicted + outcomes.filter((outcome) => outcome === "given").length, contradicted }
    })

    const notTold = (id: string, cause: Cause.Cause<unknown>, outcome: Outcome) =>
      Effect.as(
        Effect.logWarning("audit anchor not sent to the witness, will be retried", { anchorId: id }, cause),
        outcome
      )

    const tellOne = ({ id, seq, ...anchor }: Pending): Effect.Effect<Outcome> =>
      witness.tell({ format: "svc-audit-anchor/v1", seq: Number(seq), ...anchor }).pipe(
        Effect.andThen(pending.told({ id, seq, ...anchor })),
        Effect.as("given" as const),
        Effect.catchTag("WitnessFailed", (failure) =>
          notTold(id, Cause.fail(failure), failure.away ? "away" : "failed")
        ),
        Effect.catchCause((cause) => (Cause.hasInterruptsOnly(cause) ? Effect.interrupt : notTold(id, cause, "failed")))
      )

    const tellAll = Effect.fnUntraced(function* (orgId: OrgId | undefined) {
      const patiently = whilePatient()
      let witnessed = 0
      let after: After | undefined
      while (witness.isConfigured) {
        const page = yield* pending.untold({ orgId, after, limit: perPage })
        const outcomes = yield* Effect.forEach(page, (anchor) => patiently(tellOne(anchor)), { concurrency: atOnce })
        witnessed += outcomes.filter((outcome) => outcome === "given").length
        const last = page.at(-1)
        if (last === undefined || outcomes.includes("skipped")) break
        after = { anchoredAt: last.anchored_at, id: last.id }
      }
      return { witnessed }
    })

    const publish = Effect.fn("AnchorPublications.publish")(function* (orgId: OrgId | undefined) {
      const figures = { ...(yield* storeAll(orgId)), ...(yield* tellAll(orgId)) }
      return { ...figures, ...(yield* pending.left(orgId)) }
    })

    return AnchorPublications.of({
      // Of several rounds at a time, on whatever nodes, one gives anchors away; another one may take its time.
      publish: (orgId) =>
        Effect.map(leases.hold("audit-anchors: publication", Duration.infinity, publish(orgId)), Option.getOrThrow)
    })
  })
}
