import { Schema } from "effect"
import { described } from "../kernel/described.ts"
import { Refusal } from "../kernel/refusal.ts"

/** A field of the target that cannot be; the sentence begins with its name. */
export class SiemTargetRefused extends Refusal<SiemTargetRefused>("SiemTargetRefused")(
  {
    error: described(Schema.String, "What was wrong and what to do", {
      example: "endpoint_url: The address must start with https://"
    })
  },
  { httpApiStatus: 400 }
) {
  readonly _tag = "SiemTargetRefused"
}

export class SiemTargetNotFound extends Refusal<SiemTargetNotFound>("SiemTargetNotFound")(
  { error: Schema.tag("SIEM target not found") },
  { httpApiStatus: 404 }
) {
  readonly _tag = "SiemTargetNotFound"
}

/** The organisation has as many targets as it may have. */
export class SiemTargetLimit extends Refusal<SiemTargetLimit>("SiemTargetLimit")(
  { error: Schema.tag("An organisation can have at most 50 SIEM targets; delete one first") },
  { httpApiStatus: 409 }
) {
  readonly _tag = "SiemTargetLimit"
}

/** A paused target queues nothing (siem-17). */
export class SiemTargetPaused extends Refusal<SiemTargetPaused>("SiemTargetPaused")(
  {
    error: Schema.tag("The SIEM target is paused, so nothing can be queued for it; activate it first"),
    code: Schema.tag("target_paused")
  },
  { httpApiStatus: 409 }
) {
  readonly _tag = "SiemTargetPaused"
}

/** So much is waiting for the target already that another step would only add to the heap. */
export class SiemQueueFull extends Refusal<SiemQueueFull>("SiemQueueFull")(
  {
    error: Schema.tag(
      "100,000 events are waiting for this SIEM target; go on with the same cursor when some have been sent"
    ),
    code: Schema.tag("queue_full")
  },
  { httpApiStatus: 409 }
) {
  readonly _tag = "SiemQueueFull"
}
