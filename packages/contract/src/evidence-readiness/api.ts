import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Requires } from "../kernel/access.ts"
import { behindSession } from "../kernel/behind.ts"
import { reportQuery } from "../kernel/report-range.ts"
import { says } from "../kernel/says.ts"
import { CaseReadinessPage, CasesAskedParam, EvidenceReadiness, ListCaseReadiness } from "./schema.ts"

/** What cases could show an auditor today, and what they lack. */
export class EvidenceReadinessApi extends HttpApiGroup.make("evidence-readiness")
  .add(
    HttpApiEndpoint.get("report", "/", {
      query: reportQuery(1, { cases: CasesAskedParam }),
      success: EvidenceReadiness
    })
      .annotateMerge(
        says(
          "Report evidence by control",
          "How many of the cases that the caller sees, whose last day lies in the range, by default the last 90 days and " +
            "at most a year, have evidence of each control and how many lack it. Cancelled cases do not count."
        )
      )
      .annotate(Requires, { permission: "compliance_view" }),
    HttpApiEndpoint.get("cases", "/cases", { query: reportQuery(1, ListCaseReadiness), success: CaseReadinessPage })
      .annotateMerge(
        says(
          "List cases with the evidence that they lack",
          "These cases, or one of them, each with every control; the last to leave first."
        )
      )
      .annotate(Requires, { permission: "compliance_view" })
  )
  .pipe(behindSession)
  .prefix("/api/reports/evidence-readiness")
  .annotateMerge(
    OpenApi.annotations({ title: "Evidence readiness", description: "What cases could show an auditor" })
  ) {}
