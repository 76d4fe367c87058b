import { DeliveryId, OrgId } from "@svc/contract/kernel/ids"
import type { PlanFeature } from "@svc/contract/kernel/plans"
import { type Duration, Schema } from "effect"
import type { Topic } from "#platform/jobs/wakeups"

/** What a claim reads in every queue; `receiver_id` besides, as the kind of id that it is. */
export const claimedFields = {
  org_id: OrgId,
  id: DeliveryId,
  /** Before this one. */
  attempts: Schema.Int,
  /** `next_attempt_at` to the microsecond: a delivery that was started over meanwhile has another. */
  due_at: Schema.String,
  /** Under which its receiver's queue was owned. */
  lease_id: Schema.String,
  /** The claim took as many as it might: there may be more. */
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
  /** The trace of what caused it, where its queue keeps it. */
  readonly trace_parent?: string | null
}

/** Columns of the receiver in which its health is kept; a queue keeps what it names. */
export interface HealthColumns {
  /** When the last one arrived. */
  readonly deliveredAt?: string
  /** How many have arrived. */
  readonly delivered?: string
  /** How many were given up. */
  readonly givenUp?: string
  /** The newest attempt: its moment, how it ended, what it was answered. */
  readonly latest?: { readonly at: string; readonly status: string; readonly statusCode: string }
  /** Why the newest attempt that failed did; one that arrives leaves it. */
  readonly error?: string
}

/**
 * One kind of delivery: which tables it lives in and what the engine makes of it. The table of deliveries has `org_id`,
 * `id`, `status` ('pending', 'failed'; 'delivered', 'dead' where finished rows are kept), `attempts`,
 * `last_status_code`, `last_error`, `next_attempt_at`, `last_attempt_at` (and `delivered_at` where finished rows are
 * kept) and an index over (org_id, the receiver, next_attempt_at, id) of what is unfinished; the table of receivers
 * `org_id`, `id`, `active`, `lease_id` and `leased_until`.
 */
export interface DeliveryPolicy<Row extends ClaimedRow> {
  /** Of the job, and of the signal that wakes it. */
  readonly name: Topic
  /** What the receiver is called in the sentences that tell why an attempt failed. */
  readonly receiver: string
  readonly tables: {
    readonly deliveries: string
    /** The column of a delivery that names its receiver. */
    readonly receiverId: string
    readonly receivers: string
  }
  /** What a claim reads besides: columns of the delivery (or `expression AS name`), and of its receiver. */
  readonly reads: {
    readonly row: Schema.Codec<Row, unknown>
    readonly delivery: ReadonlyArray<string>
    readonly receiver: ReadonlyArray<string>
  }
  /** The waits between the attempts: one fewer than attempts. */
  readonly waits: ReadonlyArray<Duration.Input>
  /** Each wait is longer by chance, by up to this share of it; never shorter. */
  readonly spread: number
  /** Answers after which no other attempt is made; besides redirects and refused addresses, which always end it. */
  readonly finalStatuses: ReadonlyArray<number>
  /** So many given up in a row pause the receiver; `counter` is the receiver's column that counts them. */
  readonly pause: { readonly after: number; readonly counter: string } | null
  /** What becomes of what is due to a receiver that is not active. */
  readonly whileInactive: "wait" | "drop"
  /** Served are only organisations whose plan has this feature; what is due of the others is dropped. Null: all are served. */
  readonly feature: PlanFeature | null
  /** With a feature: whether those are served that are read-only, suspended or being deleted. */
  readonly whileReadOnly: "serve" | "drop"
  /** What becomes of a delivery that has arrived or was given up. */
  readonly finished: "kept" | "removed"
  readonly health: HealthColumns
}
