import type { BrowserContext } from "playwright-core"
import type { Permission } from "@svc/contract/kernel/permissions"
import * as pages from "@svc/dashboard/pages"
import { vendorName } from "#demo/people"

/** What stands in the addresses of pages that are about one record of the demo's organisation. */
export interface Records {
  readonly case: string
  readonly person: string
  readonly webhook: string
  readonly initiation: string
  readonly entry: string
  readonly leaverTest: string
}

interface Address {
  readonly at: (records: Records) => string
  /** What whoever opens it must hold; null where everybody may. */
  readonly needs: Permission | "superadmin" | null
  /** Nobody is signed in. */
  readonly outside?: true
}

const mailed = (path: string): Address => ({ at: () => path, needs: null, outside: true })

export type Path = Extract<(typeof pages)[keyof typeof pages], { readonly path: string }>["path"]

/** Each page of the dashboard, opened once: one that is not here does not compile. */
export const addresses: Readonly<Record<Path, Address>> = {
  "/login": mailed("/login"),
  "/forgot-password": mailed("/forgot-password"),
  "/reset-password": mailed("/reset-password?token=t"),
  "/register": mailed("/register"),
  "/verify-email": mailed("/verify-email?token=t"),
  "/accept-invite": mailed("/accept-invite?token=t"),
  "/": { at: () => pages.home(), needs: null },
  "/offboardings": { at: () => pages.offboardings(), needs: "offboardings_view" },
  "/offboardings/new": { at: () => pages.newOffboarding(), needs: "offboardings_create" },
  "/offboardings/import": { at: () => pages.importOffboardings(), needs: "offboardings_create" },
  "/offboardings/:id": { at: (records) => pages.offboarding({ id: records.case }), needs: "offboardings_view" },
  "/offboardings/:id/:tab": {
    at: (records) => pages.offboardingTab({ id: records.case, tab: "tasks" }),
    needs: "offboardings_view"
  },
  "/employees/:id": { at: (records) => pages.employee({ id: records.case }), needs: "offboardings_view" },
  "/initiations": { at: () => pages.initiations(), needs: null },
  "/initiations/new": { at: () => pages.newInitiation(), needs: "offboardings_create" },
  "/initiations/:id": { at: (records) => pages.initiation({ id: records.initiation }), needs: null },
  "/people": { at: () => pages.people(), needs: "offboardings_view" },
  "/people/:id": { at: (records) => pages.person({ id: records.person }), needs: "offboardings_view" },
  "/assets": { at: () => pages.assets(), needs: "assets_view" },
  "/documents": { at: () => pages.documents(), needs: "compliance_view" },
  "/templates": { at: () => pages.templates(), needs: null },
  "/templates/:kind": { at: () => pages.templatesOf({ kind: "letters" }), needs: null },
  "/templates/:kind/:id": { at: () => pages.template({ kind: "checklists", id: "new" }), needs: "checklists_manage" },
  "/notifications": { at: () => pages.notifications(), needs: null },
  "/account": { at: () => pages.ownAccount(), needs: null },
  "/account/:tab": { at: () => pages.ownAccountTab({ tab: "security" }), needs: null },
  "/settings": { at: () => pages.settings(), needs: null },
  // It takes settings_manage as well.
  "/settings/export": { at: () => pages.exports(), needs: "audit_export" },
  "/settings/:part": { at: () => pages.settingsPart({ part: "approvals" }), needs: "settings_manage" },
  "/members": { at: () => pages.members(), needs: "members_manage" },
  "/roles": { at: () => pages.roles(), needs: "members_manage" },
  "/roles/:id": { at: () => pages.role({ id: "new" }), needs: "members_manage" },
  "/integrations": { at: () => pages.integrations(), needs: null },
  "/reports/time-to-cut": { at: () => pages.timeToCut(), needs: "analytics_view" },
  "/reports/evidence": { at: () => pages.evidenceReadiness(), needs: "compliance_view" },
  "/left-behind": { at: () => pages.leftBehind(), needs: "offboardings_view" },
  "/residual-access": { at: () => pages.residualAccess(), needs: "offboardings_view" },
  "/reports": { at: () => pages.reports(), needs: "analytics_view" },
  "/reports/sla": { at: () => pages.slaCompliance(), needs: "analytics_view" },
  "/reports/scheduled": { at: () => pages.scheduledReports(), needs: "settings_manage" },
  "/reports/leaver-test/:id": {
    at: (records) => pages.leaverTestDetail({ id: records.leaverTest }),
    needs: "analytics_export"
  },
  "/integrations/reviews": { at: () => pages.hrReviews(), needs: "offboardings_create" },
  "/integrations/scim": { at: () => pages.scim(), needs: "integrations_manage" },
  "/integrations/sign-on": { at: () => pages.signOn(), needs: "settings_manage" },
  "/integrations/:id": { at: () => pages.integration({ id: "okta" }), needs: null },
  "/reports/leaver-test": { at: () => pages.leaverTest(), needs: "analytics_export" },
  "/audit-log": { at: () => pages.auditLog(), needs: "audit_view" },
  "/audit-log/entries/:id": { at: (records) => pages.auditEntry({ id: records.entry }), needs: "audit_view" },
  "/audit-log/integrity": { at: () => pages.auditIntegrity(), needs: "audit_view" },
  "/audit-log/archives": { at: () => pages.auditArchives(), needs: "audit_view" },
  "/webhooks": { at: () => pages.webhooks(), needs: "settings_manage" },
  "/webhooks/:id": { at: (records) => pages.webhook({ id: records.webhook }), needs: "settings_manage" },
  "/webhooks/:id/:tab": {
    at: (records) => pages.webhookTab({ id: records.webhook, tab: "check" }),
    needs: "settings_manage"
  },
  "/api-keys": { at: () => pages.apiKeys(), needs: "superadmin" },
  "/siem": { at: () => pages.siem(), needs: "settings_manage" },
  "/developers": { at: () => pages.developers(), needs: null },
  "/developers/events": { at: () => pages.eventCatalogue(), needs: null }
}

/** Further states of these pages that look different. */
export const states = (records: Records): ReadonlyArray<string> => [
  "/offboardings?q=nobody",
  "/offboardings?view=board",
  pages.templatesOf({ kind: "approval-chains" }),
  pages.settingsPart({ part: "plan" }),
  pages.integration({ id: vendorName }),
  ...["access", "assets", "documents", "activity"].map((tab) => pages.offboardingTab({ id: records.case, tab })),
  ...["sessions", "notifications", "data"].map((tab) => pages.ownAccountTab({ tab })),
  `${pages.eventCatalogue()}?stream=siem`,
  // Of two pages of one case that follow each other the title stays.
  pages.offboardingTab({ id: records.case, tab: "left-behind" }),
  `${pages.leftBehind()}?show=successors`,
  pages.offboardingTab({ id: records.case, tab: "before-and-after" }),
  `${pages.leftBehind()}?show=freed`
]

/** The records of the demo, as a superadmin finds them. */
export const recordsOf = async ({ request }: BrowserContext): Promise<Records> => {
  const none = "00000000-0000-4000-8000-000000000000"
  const first = async (path: string, otherwise = none): Promise<string> => {
    const body = await (await request.get(path)).json()
    return (Array.isArray(body) ? body : (body.rows ?? body.tests))?.[0]?.id ?? otherwise
  }
  return {
    case: await first("/api/employees?status=it_revocation", await first("/api/employees?open=true")),
    person: await first("/api/org-employees"),
    webhook: await first("/api/webhooks"),
    initiation: await first("/api/offboarding-initiations"),
    entry: await first("/api/audit-log"),
    // The demo has made none: it is not found.
    leaverTest: await first("/api/reports/leaver-test")
  }
}
