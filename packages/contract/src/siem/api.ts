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

/** Everyone's entries go to a destination, so it requires access to every record. */
const manage = { permission: "settings_manage", records: "all", feature: "siem" } as const

const params = { id: described(SiemTargetId, "The destination") }

/** Where the audit log is streamed to (siem-1). */
export class SiemTargetsApi extends HttpApiGroup.make("siem-targets")
  .add(
    HttpApiEndpoint.get("list", "/", { success: Schema.Array(SiemTarget) }).annotateMerge(
      route(
        manage,
        "List SIEM destinations",
        "All destinations of the organization with their health, newest first, without credentials."
      )
    ),
    HttpApiEndpoint.get("events", "/events", { success: Schema.Array(SiemEventName) }).annotateMerge(
      route(manage, "List selectable events", "The event names that a destination can select, in alphabetical order.")
    ),
    HttpApiEndpoint.post("create", "/", {
      payload: CreateSiemTarget,
      success: SiemTarget.pipe(HttpApiSchema.status(201)),
      error: [SiemTargetRefused, SiemTargetLimit]
    }).annotateMerge(
      route(
        manage,
        "Create a SIEM destination",
        "Takes either `events` or `allEvents`: true, which includes actions added later. Audit entries written " +
          "from now on are sent; use a batch export for earlier ones. At most 50 destinations. Audited as " +
          "`siem_target_created`."
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
        "Change a SIEM destination",
        "Omitted fields are unchanged. A token that is null, blank or bullets keeps the stored one; a new host, " +
          "port or type needs the token again. `active`: false pauses the destination: nothing is queued, and " +
          "queued events are dropped. Audited as `siem_target_updated`, unless nothing changes."
      )
    ),
    HttpApiEndpoint.delete("remove", "/:id", {
      params,
      success: SiemTargetDeleted,
      error: SiemTargetNotFound
    }).annotateMerge(
      route(manage, "Delete a SIEM destination", "Its queued events are deleted too. Audited as `siem_target_deleted`.")
    ),
    HttpApiEndpoint.post("test", "/:id/test", {
      params,
      success: SiemTestOutcome,
      error: SiemTargetNotFound
    }).annotateMerge(
      route(
        manage,
        "Test a SIEM destination",
        "Sends a synthetic `siem_test` event and returns the response, even while the destination is paused. It " +
          "is not retried and not counted in any figure. Audited as `siem_target_tested`."
      )
    ),
    HttpApiEndpoint.post("batchExport", "/batch-export", {
      payload: BatchExport,
      success: BatchExportStep,
      error: [InvalidRequest, SiemTargetNotFound, SiemTargetPaused, SiemQueueFull]
    }).annotateMerge(
      route(
        { ...manage, permissions: ["audit_export"] },
        "Start a batch export",
        "Queues up to 10,000 audit entries of the range for one destination, oldest first. If the range has " +
          "more, the answer has `next_cursor`: send it back with the same body to queue the next ones. Audited as " +
          "`siem_batch_exported`."
      )
    )
  )
  // the last one added runs first
  .pipe(behindSession)
  .prefix("/api/siem-targets")
  .annotateMerge(group("SIEM destinations", "Collectors that receive the audit log")) {}
