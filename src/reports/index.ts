import { Layer } from "effect"
import * as Home from "./home/index.ts"
import * as ReportPdfs from "./report-pdfs/index.ts"
import * as Reports from "./reports/index.ts"
import * as ScheduledReports from "./scheduled-reports/index.ts"
import * as SlaCompliance from "./sla-compliance/index.ts"
import * as TimeToCut from "./time-to-cut/index.ts"
import * as Trends from "./trends/index.ts"

/** Figures of the organization, on screen, as PDF and by email. Lowest last. */
export const services = Layer.mergeAll(
  Home.services,
  SlaCompliance.services,
  ScheduledReports.services,
  TimeToCut.services
).pipe(Layer.provideMerge(ReportPdfs.services), Layer.provideMerge(Layer.mergeAll(Reports.services, Trends.services)))
export const http = Layer.mergeAll(
  Home.http,
  Reports.http,
  SlaCompliance.http,
  TimeToCut.http,
  Trends.http,
  ReportPdfs.http,
  ScheduledReports.http
)
export const { loops } = ScheduledReports
