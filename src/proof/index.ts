import { Layer } from "effect"
import * as Evidence from "./evidence/index.ts"
import * as EvidenceReadiness from "./evidence-readiness/index.ts"
import * as Erasure from "./erasure/index.ts"
import * as Exports from "./exports/index.ts"
import * as LeaverTest from "./leaver-test/index.ts"
import * as Mcp from "./mcp/index.ts"
import * as ReportPdfs from "./report-pdfs/index.ts"
import * as Reports from "./reports/index.ts"
import * as ScheduledReports from "./scheduled-reports/index.ts"
import * as SlaCompliance from "./sla-compliance/index.ts"
import * as TimeToCut from "./time-to-cut/index.ts"
import * as Trends from "./trends/index.ts"

const shown = Layer.mergeAll(
  Evidence.services,
  EvidenceReadiness.services,
  Erasure.services,
  Exports.services,
  LeaverTest.services,
  SlaCompliance.services,
  ScheduledReports.services,
  TimeToCut.services
).pipe(Layer.provideMerge(ReportPdfs.services), Layer.provideMerge(Layer.mergeAll(Reports.services, Trends.services)))

/** What can be shown, to people and to assistants, and what is forgotten. Lowest last. */
export const services = Mcp.services.pipe(Layer.provideMerge(shown))
export const http = Layer.mergeAll(
  Evidence.http,
  EvidenceReadiness.http,
  Erasure.http,
  Exports.http,
  LeaverTest.http,
  Mcp.http,
  Reports.http,
  SlaCompliance.http,
  TimeToCut.http,
  Trends.http,
  ReportPdfs.http,
  ScheduledReports.http
)
export const loops = Layer.mergeAll(Erasure.loops, Exports.loops, LeaverTest.loops, ScheduledReports.loops)
export const { page, pagePaths } = LeaverTest
