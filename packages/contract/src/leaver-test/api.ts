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

/** It names every leaver, so members with limited records cannot request it. */
export const leaverTestRequirement: Requirement = {
  permissions: ["compliance_view", "analytics_export"],
  records: "all",
  feature: "tamperEvidentAudit"
}

const params = { id: described(LeaverTestId, "The leaver access test") }

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
        "Request a leaver access test",
        "Creates one signed ZIP in the background: every leaver of the period with the access they held, what " +
          "was removed when and by which evidence, what might be missing, the figures, an unpredictable sample, a " +
          "PDF and OSCAL. One at a time; you get an email when it is ready or has failed."
      )
    ),
    HttpApiEndpoint.get("list", "/", { success: LeaverTests }).annotateMerge(
      route(
        leaverTestRequirement,
        "List leaver access tests",
        "The 20 newest of the organization, newest first, from all members."
      )
    ),
    HttpApiEndpoint.get("show", "/:id", {
      params,
      success: LeaverTestDetails,
      error: LeaverTestNotFound
    }).annotateMerge(
      route(
        leaverTestRequirement,
        "View a leaver access test",
        "With its progress while it is being created, and its findings once it is ready."
      )
    ),
    HttpApiEndpoint.get("download", "/:id/download", {
      params,
      success: LeaverTestDownload,
      error: [LeaverTestNotFound, LeaverTestUnavailable, LeaverTestDownloadRefused]
    }).annotateMerge(
      route(
        { ...leaverTestRequirement, recording: true },
        "Download a leaver access test",
        "A signed link to the ZIP of a ready test, valid for 10 minutes. The download is recorded in the audit " +
          "log first; if that fails, there is no link."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/reports/leaver-test")
  .annotateMerge(group("Leaver access test", "Tests every leaver of a period instead of a sample")) {}
