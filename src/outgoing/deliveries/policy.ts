import { DeliveryId, OrgId } from "@svc/contract/kernel/ids"
import type { PlanFeature } from "@svc/contract/kernel/plans"
import { type Duration, Schema } from "effect"
import type { Topic } from "#platform/jobs/wakeups"

/** Columns that a claim reads in every queue, in addition to `receiver_id`. */
export const claimedFields = {
  org_id: OrgId,
  id: DeliveryId,
  /** Before this one. */
  attempts: Schema.Int,
  /** `next_attempt_at` to the microsecond: a delivery that was restarted has another. */
  due_at: Schema.String,
  /** The lease of the receiver's queue. */
  lease_id: Schema.String,
  /** The claim reached its limit, so more may be due. */
  limited: Schema.Boolean
}

/** A row that a claim read. */
export interface ClaimedRow {
  readonly org_id: OrgId
  readonly receiver_id: string
  readonly id: DeliveryId
  readonly attempts: number
  readonly due_at: string
  readonly lease_id: string
  readonly limited: boolean
  /** The trace of its cause, if the queue stores it. */
  readonly trace_parent?: string | null
}

/** Columns for the receiver's health; a queue maintains those it names. */
export interface HealthColumns {
  /** Time of the last delivery. */
  readonly deliveredAt?: string
  /** Number delivered. */
  readonly delivered?: string
  /** Number of dead letters. */
  readonly givenUp?: string
  /** Newest attempt: time, outcome, HTTP status. */
  readonly latest?: { readonly at: string; readonly status: string; readonly statusCode: string }
  /** Error of the newest failed attempt; a success keeps it. */
  readonly error?: string
}

/**
 * One kind of delivery: its tables, backoff schedule with jitter, and what ends it. The table of deliveries has `org_id`,
 * `id`, `status` ('pending', 'failed'; 'delivered', 'dead' where finished rows are kept), `attempts`,
 * `last_status_code`, `last_error`, `next_attempt_at`, `last_attempt_at` (and `delivered_at` where finished rows are
 * kept) and an index over (org_id, the receiver, next_attempt_at, id) of what is unfinished; the table of receivers
 * `org_id`, `id`, `active`, `lease_id` and `leased_until`.
 */
export interface DeliveryPolicy<Row extends ClaimedRow> {
  /** Name of the job and of its wake-up topic. */
  readonly name: Topic
  /** The receiver's name in error texts. */
  readonly receiver: string
  readonly tables: {
    readonly deliveries: string
    /** The delivery's column with its receiver's id. */
    readonly receiverId: string
    readonly receivers: string
  }
  /** Further columns that a claim reads: of the delivery (or `expression AS name`), and of its receiver. */
  readonly reads: {
    readonly row: Schema.Codec<Row, unknown>
    readonly delivery: ReadonlyArray<string>
    readonly receiver: ReadonlyArray<string>
  }
  /** Backoff schedule; attempts = length + 1. */
  readonly backoff: ReadonlyArray<Duration.Input>
  /** Each backoff is extended by a random fraction of itself up to this; never shortened. */
  readonly jitter: number
  /** Statuses that are not retried, in addition to redirects and refused addresses. */
  readonly finalStatuses: ReadonlyArray<number>
  /** Consecutive dead letters that pause the receiver, and its column that counts them. */
  readonly pause: { readonly after: number; readonly counter: string } | null
  /** What happens to due deliveries of an inactive receiver. */
  readonly whileInactive: "wait" | "drop"
  /** Plan feature an organization needs; the due deliveries of others are dropped. Null: all are served. */
  readonly feature: PlanFeature | null
  /** With a feature: whether read-only, suspended, and deleting organizations are served. */
  readonly whileReadOnly: "serve" | "drop"
  /** Whether delivered and dead deliveries are kept. */
  readonly finished: "kept" | "removed"
  readonly health: HealthColumns
}
