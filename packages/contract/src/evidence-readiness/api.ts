import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { behindSession } from "../kernel/behind.ts"
import { reportQuery } from "../kernel/report-range.ts"
import { group, route } from "../kernel/route.ts"
import { CaseReadinessPage, CasesAskedParam, EvidenceReadiness, ListCaseReadiness } from "./schema.ts"

/** What cases could show an auditor today, and what they lack. */
export class EvidenceReadinessApi extends HttpApiGroup.make("evidence-readiness")
  .add(
    HttpApiEndpoint.get("report", "/", {
      query: reportQuery(1, { cases: CasesAskedParam }),
      success: EvidenceReadiness
    }).annotateMerge(
      route(
        { permission: "compliance_view" },
        "Report evidence by control",
        "How many of the cases that the caller sees, whose last day lies in the range, by default the last 90 days and " +
          "at most a year, have evidence of each control and how many lack it. Cancelled cases do not count."
      )
    ),
    HttpApiEndpoint.get("cases", "/cases", {
      query: reportQuery(1, ListCaseReadiness),
      success: CaseReadinessPage
    }).annotateMerge(
      route(
        { permission: "compliance_view" },
        "List cases with the evidence that they lack",
        "These cases, or one of them, each with every control; the last to leave first."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/reports/evidence-readiness")
  .annotateMerge(group("Evidence readiness", "What cases could show an auditor")) {}
