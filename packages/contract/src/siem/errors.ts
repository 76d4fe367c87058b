import { Schema } from "effect"
import { Refusal, sentence } from "../kernel/refusal.ts"

/** A field of the target that cannot be; the sentence begins with its name. */
export class SiemTargetRefused extends Refusal<SiemTargetRefused>()("SiemTargetRefused", 400, {
  error: sentence("endpoint_url: The URL must start with https://")
}) {}

export class SiemTargetNotFound extends Refusal<SiemTargetNotFound>()("SiemTargetNotFound", 404, {
  error: Schema.tag("SIEM destination not found")
}) {}

/** The organization has its maximum of destinations. */
export class SiemTargetLimit extends Refusal<SiemTargetLimit>()("SiemTargetLimit", 409, {
  error: Schema.tag("An organization can have at most 50 SIEM destinations. Delete one first")
}) {}

/** A paused target queues nothing (siem-17). */
export class SiemTargetPaused extends Refusal<SiemTargetPaused>()("SiemTargetPaused", 409, {
  error: Schema.tag("This SIEM destination is paused, so nothing can be queued for it. Activate it first"),
  code: Schema.tag("target_paused")
}) {}

/** So much is waiting for the target already that another step would only add to the heap. */
export class SiemQueueFull extends Refusal<SiemQueueFull>()("SiemQueueFull", 409, {
  error: Schema.tag(
    "100,000 events are already queued for this SIEM destination. Continue with the same cursor when some have been sent"
  ),
  code: Schema.tag("queue_full")
}) {}
