import type { Caller } from "@svc/contract/kernel/access"
import type { InvalidRequest } from "@svc/contract/kernel/errors"
import type { SiemTargetId } from "@svc/contract/kernel/ids"
import type { SiemQueueFull, SiemTargetNotFound, SiemTargetPaused } from "@svc/contract/siem/errors"
import { Context, type DateTime, Effect, Layer } from "effect"

/** A range of the log, both ends inclusive, and how it was asked for. */
export interface BatchRange {
  readonly targetId: SiemTargetId
  readonly from: DateTime.Utc
  readonly to: DateTime.Utc
  /** For the log: the ends as they were typed. */
  readonly text: string
  readonly cursor?: string
}

export interface BatchStep {
  readonly queued: number
  /** Null when nothing of the range is left. */
  readonly nextCursor: string | null
}

/** Replays a date range of audit entries to one target, oldest first (D2, Batch export). */
export class SiemBatchExport extends Context.Service<
  SiemBatchExport,
  {
    /** Queues up to 10,000 entries that the target wants. A cursor of another range or target is a 400. */
    queue(
      range: BatchRange
    ): Effect.Effect<BatchStep, InvalidRequest | SiemTargetNotFound | SiemTargetPaused | SiemQueueFull, Caller>
  }
>()("svc/siem/SiemBatchExport") {
  static readonly layerNoDeps = Layer.succeed(SiemBatchExport, {
    queue: () => Effect.succeed({ queued: 0, nextCursor: null })
  })
}
