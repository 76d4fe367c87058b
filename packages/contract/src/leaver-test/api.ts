import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { type Requirement } from "../kernel/access.ts"
import { behindSession } from "../kernel/behind.ts"
import { described } from "../kernel/described.ts"
import { LeaverTestId } from "../kernel/ids.ts"
import { group, route } from "../kernel/route.ts"
import {
  LeaverTestDownloadRefused,
  LeaverTestInProgress,
  LeaverTestNotFound,
  LeaverTestStorageFull,
  LeaverTestStorageMissing,
  LeaverTestUnavailable
} from "./errors.ts"
import { LeaverTest, LeaverTestDetails, LeaverTestDownload, LeaverTests, RequestLeaverTest } from "./schema.ts"

/** It names every leaver, so nobody whose records are limited may ask for it. */
export const leaverTestRequirement: Requirement = {
  permissions: ["compliance_view", "analytics_export"],
  records: "all",
  feature: "tamperEvidentAudit"
}

const params = { id: described(LeaverTestId, "The leaver test") }

/** Every leaver of a period tested (`docs/leaver-test.md`). */
export class LeaverTestApi extends HttpApiGroup.make("leaver-test")
  .add(
    HttpApiEndpoint.post("request", "/", {
      payload: RequestLeaverTest,
      success: LeaverTest.pipe(HttpApiSchema.status(202)),
      error: [LeaverTestInProgress, LeaverTestStorageMissing, LeaverTestStorageFull]
    }).annotateMerge(
      route(
        leaverTestRequirement,
        "Request a leaver test",
        "One signed ZIP, made in the background: every leaver of the period with what they held, what was removed when and " +
          "by which evidence, what may be missing, the figures, a sample that nobody could pick, a PDF and OSCAL. One at a " +
          "time; you get an e-mail when it is ready or has failed."
      )
    ),
    HttpApiEndpoint.get("list", "/", { success: LeaverTests }).annotateMerge(
      route(
        leaverTestRequirement,
        "List leaver tests",
        "The 20 newest of the organisation, newest first, whoever requested them."
      )
    ),
    HttpApiEndpoint.get("show", "/:id", {
      params,
      success: LeaverTestDetails,
      error: LeaverTestNotFound
    }).annotateMerge(
      route(
        leaverTestRequirement,
        "Show a leaver test",
        "With its progress while it is made, and with what it found once it is ready."
      )
    ),
    HttpApiEndpoint.get("download", "/:id/download", {
      params,
      success: LeaverTestDownload,
      error: [LeaverTestNotFound, LeaverTestUnavailable, LeaverTestDownloadRefused]
    }).annotateMerge(
      route(
        { ...leaverTestRequirement, recording: true },
        "Download a leaver test",
        "A signed link to the ZIP of a ready test, good for 10 minutes. The download is recorded in the audit log first; " +
          "without that entry there is no link."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/reports/leaver-test")
  .annotateMerge(group("Leaver test", "Every leaver of a period tested, instead of a sample")) {}
