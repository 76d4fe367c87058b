import { Effect } from "effect"
import type { Cards } from "./card.ts"
import { made, type Prepare } from "./prepare.ts"

const report = { name: "Leavers", type: "weekly_summary", schedule: "daily", recipients: ["ada@acme.test"] }
const nowhereElse = { distribution_list_id: null, delivery_webhook: null }
const list = { name: "The board", recipients: ["ada@acme.test"] }

const scheduledReport: Prepare = (world) =>
  Effect.map(made(world, "/api/scheduled-reports", report), (id) => ({ parameters: { id } }))
const distributionList: Prepare = (world) =>
  Effect.map(made(world, "/api/scheduled-reports/distribution-lists", list), (id) => ({ parameters: { id } }))

export const reportCards = {
  "GET /api/reports/offboarding/{id}/pdf": { permission: ["offboardings_view"], also: ["recording"] },
  "GET /api/reports/analytics-pdf": { permission: ["analytics_view", "analytics_export"], also: ["recording"] },
  "GET /api/reports/summary": { permission: ["analytics_view"] },
  "GET /api/reports/upcoming-exits": { permission: "nothing" },
  "GET /api/reports/my-tasks": { permission: "nothing" },
  "GET /api/home": { permission: "nothing" },
  "GET /api/reports/compliance-summary": { permission: ["compliance_view"] },
  "GET /api/reports/advanced": { permission: ["analytics_view"] },
  "GET /api/reports/benchmarks": { permission: ["analytics_view"] },
  "GET /api/reports/time-to-cut": { permission: ["analytics_view"] },
  "GET /api/reports/time-to-cut/export": { permission: ["analytics_view"], also: ["recording"] },
  "GET /api/reports/sla-compliance": { permission: ["analytics_view"] },
  "GET /api/reports/sla-compliance/export": { permission: ["analytics_view", "analytics_export"], also: ["recording"] },
  "GET /api/scheduled-reports": { permission: ["settings_manage"] },
  "POST /api/scheduled-reports": { permission: ["settings_manage"], body: report, reach: "body" },
  "PATCH /api/scheduled-reports/{id}": {
    permission: ["settings_manage"],
    body: { ...report, name: "Another report", columns: [], grouping: "none", filters: {}, ...nowhereElse },
    reach: "body",
    prepare: scheduledReport
  },
  "GET /api/scheduled-reports/{id}/preview": { permission: ["settings_manage"] },
  "DELETE /api/scheduled-reports/{id}": { permission: ["settings_manage"], prepare: scheduledReport },
  "GET /api/scheduled-reports/distribution-lists": { permission: ["settings_manage"] },
  "POST /api/scheduled-reports/distribution-lists": { permission: ["settings_manage"], body: list },
  "PATCH /api/scheduled-reports/distribution-lists/{id}": {
    permission: ["settings_manage"],
    body: { name: "Another list" },
    prepare: distributionList
  },
  "DELETE /api/scheduled-reports/distribution-lists/{id}": {
    permission: ["settings_manage"],
    prepare: distributionList
  }
} satisfies Cards
