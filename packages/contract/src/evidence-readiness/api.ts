import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { ListCsv, listExport, wholeList } from "../audit-list-exports/schema.ts"
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
        "Per control, how many of the offboardings that the caller sees have evidence and how many lack it. " +
          "Covers last days in the range: by default the last 90 days, at most a year. Canceled offboardings are " +
          "not counted."
      )
    ),
    HttpApiEndpoint.get("cases", "/cases", {
      query: reportQuery(1, ListCaseReadiness),
      success: CaseReadinessPage
    }).annotateMerge(
      route(
        { permission: "compliance_view" },
        "List offboardings with missing evidence",
        "The same offboardings, or one of them, each with every control; latest last day first."
      )
    ),
    HttpApiEndpoint.get("exportCases", "/cases/export", {
      query: reportQuery(1, wholeList(ListCaseReadiness)),
      success: ListCsv
    }).annotateMerge(listExport({ permission: "compliance_view" }, "evidence by offboarding"))
  )
  .pipe(behindSession)
  .prefix("/api/reports/evidence-readiness")
  .annotateMerge(group("Audit readiness", "Evidence available for an audit")) {}
