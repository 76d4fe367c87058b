import { Effect } from "effect"
import { aPerson } from "#test/support/cases"
import type { Cards } from "./card.ts"
import type { Prepare } from "./prepare.ts"

const employee: Prepare = ({ admin }) =>
  Effect.map(aPerson(admin, "Grace Hopper"), ({ id }) => ({ parameters: { id } }))

export const proofCards = {
  "POST /api/account/org-export": { permission: ["settings_manage", "audit_export"], also: ["whileReadOnly"] },
  "GET /api/account/org-export": { permission: ["settings_manage", "audit_export"], also: ["whileReadOnly"] },
  "GET /api/account/org-export/{id}/download": {
    permission: ["settings_manage", "audit_export"],
    also: ["recording", "whileReadOnly"]
  },
  "POST /api/org-employees/{id}/erase": { permission: ["employees_manage"], prepare: employee },
  "GET /api/reports/advanced": { permission: ["analytics_view"] },
  "GET /api/reports/benchmarks": { permission: ["analytics_view"] },
  "GET /api/reports/sla-compliance": { permission: ["analytics_view"] },
  "GET /api/reports/sla-compliance/export": { permission: ["analytics_view", "analytics_export"], also: ["recording"] },
  "GET /api/reports/summary": { permission: ["analytics_view"] },
  "GET /api/reports/upcoming-exits": { permission: "nothing" },
  "GET /api/reports/my-tasks": { permission: "nothing" },
  "GET /api/reports/compliance-summary": { permission: ["compliance_view"] },
  "GET /api/employees/{id}/evidence": { permission: ["offboardings_view", "audit_export"], also: ["recording"] }
} satisfies Cards
