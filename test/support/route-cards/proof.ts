import { Effect } from "effect"
import { aPerson } from "#test/support/cases"
import type { Cards } from "./card.ts"
import { aStoredTest, anAuditorLink } from "#test/proof/leaver-test/stored"
import { made, type Prepare } from "./prepare.ts"

const employee: Prepare = ({ admin }) =>
  Effect.map(aPerson(admin, "Grace Hopper"), ({ id }) => ({ parameters: { id } }))

const report = { name: "Leavers", type: "weekly_summary", schedule: "daily", recipients: ["ada@acme.test"] }
const nowhereElse = { distribution_list_id: null, delivery_webhook: null }
const list = { name: "The board", recipients: ["ada@acme.test"] }

const scheduledReport: Prepare = (world) =>
  Effect.map(made(world, "/api/scheduled-reports", report), (id) => ({ parameters: { id } }))
const distributionList: Prepare = (world) =>
  Effect.map(made(world, "/api/scheduled-reports/distribution-lists", list), (id) => ({ parameters: { id } }))

const leaverTest: Prepare = ({ orgId }) => Effect.map(aStoredTest(orgId), ({ id }) => ({ parameters: { id } }))
const auditorLink: Prepare = ({ admin, orgId }) =>
  Effect.gen(function* () {
    const { id } = yield* aStoredTest(orgId)
    const link = yield* anAuditorLink(admin, id)
    return { parameters: { id, linkId: link.id } }
  })

export const proofCards = {
  "POST /api/account/org-export": { permission: ["settings_manage", "audit_export"], also: ["whileReadOnly"] },
  "GET /api/account/org-export": { permission: ["settings_manage", "audit_export"], also: ["whileReadOnly"] },
  "GET /api/account/org-export/{id}/download": {
    permission: ["settings_manage", "audit_export"],
    also: ["recording", "whileReadOnly"]
  },
  "GET /api/org-employees/{id}/erasure": { permission: ["employees_manage"] },
  "POST /api/org-employees/{id}/erase": { permission: ["employees_manage"], prepare: employee },
  "GET /api/reports/offboarding/{id}/pdf": { permission: ["offboardings_view"], also: ["recording"] },
  "GET /api/reports/analytics-pdf": { permission: ["analytics_view", "analytics_export"], also: ["recording"] },
  "GET /api/reports/summary": { permission: ["analytics_view"] },
  "GET /api/reports/upcoming-exits": { permission: "nothing" },
  "GET /api/reports/my-tasks": { permission: "nothing" },
  "GET /api/reports/home": { permission: "nothing" },
  "GET /api/reports/compliance-summary": { permission: ["compliance_view"] },
  "GET /api/reports/advanced": { permission: ["analytics_view"] },
  "GET /api/reports/benchmarks": { permission: ["analytics_view"] },
  "GET /api/reports/time-to-cut": { permission: ["analytics_view"] },
  "GET /api/reports/evidence-readiness": { permission: ["compliance_view"] },
  "GET /api/reports/evidence-readiness/cases": { permission: ["compliance_view"] },
  "GET /api/reports/sla-compliance": { permission: ["analytics_view"] },
  "GET /api/reports/sla-compliance/export": { permission: ["analytics_view", "analytics_export"], also: ["recording"] },
  "POST /api/reports/leaver-test": {
    permission: ["compliance_view", "analytics_export"],
    body: { from: "2026-01-01", to: "2026-12-31" }
  },
  "GET /api/reports/leaver-test": { permission: ["compliance_view", "analytics_export"] },
  "GET /api/reports/leaver-test/{id}": { permission: ["compliance_view", "analytics_export"] },
  "GET /api/reports/leaver-test/{id}/download": {
    permission: ["compliance_view", "analytics_export"],
    also: ["recording"]
  },
  "POST /api/reports/leaver-test/{id}/links": {
    permission: ["compliance_view", "analytics_export"],
    body: { label: "External auditor" },
    prepare: leaverTest
  },
  "GET /api/reports/leaver-test/{id}/links": { permission: ["compliance_view", "analytics_export"] },
  "DELETE /api/reports/leaver-test/{id}/links/{linkId}": {
    permission: ["compliance_view", "analytics_export"],
    prepare: auditorLink
  },
  "GET /api/reports/leaver-test/{id}/page": { permission: ["compliance_view", "analytics_export"] },
  "GET /api/employees/{id}/evidence": { permission: ["offboardings_view", "audit_export"], also: ["recording"] },
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
