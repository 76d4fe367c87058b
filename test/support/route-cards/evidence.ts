import { Effect } from "effect"
import { aStoredTest, anAuditorLink } from "#test/evidence/leaver-test/stored"
import type { Cards } from "./card.ts"
import type { Prepare } from "./prepare.ts"

const leaverTest: Prepare = ({ orgId }) => Effect.map(aStoredTest(orgId), ({ id }) => ({ parameters: { id } }))
const auditorLink: Prepare = ({ admin, orgId }) =>
  Effect.gen(function* () {
    const { id } = yield* aStoredTest(orgId)
    const link = yield* anAuditorLink(admin, id)
    return { parameters: { id, linkId: link.id } }
  })

export const evidenceCards = {
  "GET /api/reports/evidence-readiness": { permission: ["compliance_view"] },
  "GET /api/reports/evidence-readiness/cases": { permission: ["compliance_view"] },
  "GET /api/reports/evidence-readiness/cases/export": { permission: ["compliance_view"], also: ["recording"] },
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
  "GET /api/employees/{id}/evidence": { permission: ["offboardings_view", "audit_export"], also: ["recording"] }
} satisfies Cards
