import { Caller } from "@svc/contract/kernel/access"
import { InvalidRequest } from "@svc/contract/kernel/errors"
import type { SiemTargetId } from "@svc/contract/kernel/ids"
import { SiemQueueFull, SiemTargetNotFound, SiemTargetPaused } from "@svc/contract/siem/errors"
import { Context, DateTime, Effect, Option } from "effect"
import { Audit } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { Db } from "#platform/database/db"
import { Secrets } from "#platform/keys/secrets"
import { makeFairSemaphore } from "#platform/jobs/fair-semaphore"
import { Wakeups } from "#platform/jobs/wakeups"
import { layerOf } from "#platform/services/layer-of"
import { BatchExportRepo, type Place } from "./batch-export-repo.ts"
import { replayedActions } from "./subscribed-events.ts"
import { siemDeliveries } from "./delivery-policy.ts"

/** Entries that one step queues at most (siem-7). */
const stepSize = 10_000

/** Maximum pending deliveries of a destination before a batch export stops adding more. */
const mostWaiting = 100_000

/** Concurrent steps in this process, each of another organization; waiting holds no connection. */
const atOnce = 2

const purpose = "siem-batch-cursor"

/** A range of the log, both ends inclusive, and how it was asked for. */
export interface BatchRange {
  readonly targetId: SiemTargetId
  readonly from: DateTime.Utc
  readonly to: DateTime.Utc
  /** For the log: the ends as they were typed. */
  readonly text: string
  readonly cursor?: string
}

interface BatchStep {
  readonly queued: number
  /** Null when nothing of the range is left. */
  readonly nextCursor: string | null
}

/** Replays a date range of audit entries to one target, oldest first (siem-7). */
export class SiemBatchExport extends Context.Service<
  SiemBatchExport,
  {
    /** Queues up to 10,000 entries that the target wants. A cursor of another range or target is a 400. */
    queue(
      range: BatchRange
    ): Effect.Effect<BatchStep, InvalidRequest | SiemTargetNotFound | SiemTargetPaused | SiemQueueFull, Caller>
  }
>()("svc/siem/SiemBatchExport") {
  static readonly layerNoDeps = layerOf(SiemBatchExport, function* () {
    const db = yield* Db
    const repo = yield* BatchExportRepo
    const audit = yield* Audit
    const secrets = yield* Secrets
    const wakeups = yield* Wakeups
    const turns = yield* makeFairSemaphore(atOnce)

    /** What a cursor is bound to besides its place. */
    const signed = ({ from, targetId, to }: BatchRange, { micros, seq }: Place) =>
      [targetId, DateTime.formatIso(from), DateTime.formatIso(to), micros, seq].join("\n")

    /** The position and its proof, so that a cursor continues its own export only. */
    const cursorAt = (range: BatchRange, place: Place) => {
      const proof = secrets.hmac(purpose, signed(range, place)).slice(0, 32)
      return Buffer.from([place.micros, place.seq, proof].join(".")).toString("base64url")
    }

    const readCursor = (range: BatchRange, cursor: string): Option.Option<Place> => {
      const match = /^(\d{1,17})\.(\d{1,18})\.([0-9a-f]{32})$/.exec(Buffer.from(cursor, "base64url").toString("latin1"))
      const [, micros = "", seq = "", proof = ""] = match ?? []
      const place = { micros, seq }
      return match !== null && secrets.hmacs(purpose, signed(range, place)).some((hmac) => hmac.startsWith(proof))
        ? Option.some(place)
        : Option.none()
    }

    const step = Effect.fnUntraced(function* (range: BatchRange) {
      const { orgId } = yield* Caller
      const { from, targetId, text, to } = range
      const key = { orgId, id: targetId }
      const target = yield* repo.begin(key)
      if (Option.isNone(target)) return yield* new SiemTargetNotFound()
      const after = range.cursor === undefined ? null : Option.getOrUndefined(readCursor(range, range.cursor))
      if (after === undefined) {
        return yield* new InvalidRequest({
          error: "cursor: does not belong to an export of this range to this destination. Omit it to start again"
        })
      }
      const { active, all_events: allEvents, events, name } = target.value
      if (!active) return yield* new SiemTargetPaused()
      if ((yield* repo.countWaiting({ ...key, most: mostWaiting })) >= mostWaiting) {
        return yield* new SiemQueueFull()
      }
      const { last, more, queued } = yield* repo.queue({
        orgId,
        targetId,
        from,
        to,
        after,
        actions: replayedActions({ allEvents, events }),
        limit: stepSize,
        now: yield* DateTime.now
      })
      if (!(yield* repo.stillActive(key))) return yield* new SiemTargetPaused()
      yield* audit.record({
        action: "siem_batch_exported",
        target: auditText`SIEM target ${name}`,
        details: auditText`${text}: entries queued: ${queued}${more ? ", more to come" : ""}`
      })
      if (queued > 0) yield* wakeups.signal(siemDeliveries.name)
      return { queued, nextCursor: more && last !== null ? cursorAt(range, last) : null }
    }, db.transact)

    const queue = Effect.fn("SiemBatchExport.queue")(function* (range: BatchRange) {
      const { orgId } = yield* Caller
      return yield* turns(orgId, step(range))
    })

    return SiemBatchExport.of({ queue })
  })
}
