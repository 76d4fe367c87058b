import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { behindSession } from "../kernel/behind.ts"
import { described } from "../kernel/described.ts"
import { InvalidRequest } from "../kernel/errors.ts"
import { SiemTargetId } from "../kernel/ids.ts"
import { group, route } from "../kernel/route.ts"
import { SiemQueueFull, SiemTargetLimit, SiemTargetNotFound, SiemTargetPaused, SiemTargetRefused } from "./errors.ts"
import { SiemEventName } from "./events.ts"
import {
  BatchExport,
  BatchExportStep,
  CreateSiemTarget,
  SiemTarget,
  SiemTargetDeleted,
  SiemTestOutcome,
  UpdateSiemTarget
} from "./schema.ts"

/** Everybody's entries go to a target, so it is for those who see every record. */
const manage = { permission: "settings_manage", records: "all", feature: "siem" } as const

const params = { id: described(SiemTargetId, "The target") }

/** Where the audit log is streamed to (siem-1). */
export class SiemTargetsApi extends HttpApiGroup.make("siem-targets")
  .add(
    HttpApiEndpoint.get("list", "/", { success: Schema.Array(SiemTarget) }).annotateMerge(
      route(
        manage,
        "List SIEM targets",
        "Every target of the organisation with its health, newest first, without credentials."
      )
    ),
    HttpApiEndpoint.get("events", "/events", { success: Schema.Array(SiemEventName) }).annotateMerge(
      route(manage, "List selectable events", "The names that a target may choose from, in alphabetical order.")
    ),
    HttpApiEndpoint.post("create", "/", {
      payload: CreateSiemTarget,
      success: SiemTarget.pipe(HttpApiSchema.status(201)),
      error: [SiemTargetRefused, SiemTargetLimit]
    }).annotateMerge(
      route(
        manage,
        "Create a SIEM target",
        "Takes either `events` or `allEvents`: true, which includes actions added later. What is written to the " +
          "audit log from now on is sent; what was written before can be sent with a batch export. At most 50 " +
          "targets. Audited as `siem_target_created`."
      )
    ),
    HttpApiEndpoint.patch("update", "/:id", {
      params,
      payload: UpdateSiemTarget,
      success: SiemTarget,
      error: [SiemTargetRefused, SiemTargetNotFound]
    }).annotateMerge(
      route(
        manage,
        "Change a SIEM target",
        "What is left out stays. A token that is null, blank or bullets keeps the stored one; moving to another " +
          "host, port or type needs the token again. `active`: false pauses: nothing is queued, and what is queued is " +
          "dropped. Audited as `siem_target_updated`, unless nothing changes."
      )
    ),
    HttpApiEndpoint.delete("remove", "/:id", {
      params,
      success: SiemTargetDeleted,
      error: SiemTargetNotFound
    }).annotateMerge(
      route(manage, "Delete a SIEM target", "What is queued for it goes with it. Audited as `siem_target_deleted`.")
    ),
    HttpApiEndpoint.post("test", "/:id/test", {
      params,
      success: SiemTestOutcome,
      error: SiemTargetNotFound
    }).annotateMerge(
      route(
        manage,
        "Test a SIEM target",
        "Sends a synthetic `siem_test` event and waits for the answer; also while the target is paused. It is not " +
          "tried again and counts in no figure. Audited as `siem_target_tested`."
      )
    ),
    HttpApiEndpoint.post("batchExport", "/batch-export", {
      payload: BatchExport,
      success: BatchExportStep,
      error: [InvalidRequest, SiemTargetNotFound, SiemTargetPaused, SiemQueueFull]
    }).annotateMerge(
      route(
        { ...manage, permissions: ["audit_export"] },
        "Send a date range again",
        "Queues up to 10,000 audit entries of the range for one target, oldest first. While the range holds more, " +
          "`next_cursor` is answered: sent back with the same body it queues the next ones. Audited as " +
          "`siem_batch_exported`."
      )
    )
  )
  // the last one added runs first
  .pipe(behindSession)
  .prefix("/api/siem-targets")
  .annotateMerge(group("SIEM targets", "Where the audit log is streamed to")) {}
