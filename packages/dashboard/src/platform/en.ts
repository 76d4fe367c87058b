import type { Plan, PlanFeature } from "@svc/contract/kernel/plans"
import { localeOf } from "#languages/locale.ts"

export const common = {
  retry: "Retry",
  undo: "Undo",
  cancel: "Cancel",
  needed: "Required",
  /** Validation messages of the contract are English already. */
  unfit: (sentence: string) => sentence.charAt(0).toUpperCase() + sentence.slice(1),
  findZone: "Find by city, region, or offset",
  copy: "Copy",
  copied: "Copied",
  asTable: "View as table",
  withoutTable: "Hide table",
  reload: "Reload page",
  pager: {
    label: "Pages",
    before: "Previous",
    after: "Next",
    range: (from: number, to: number, total: number) => `${from}–${to} of ${total.toLocaleString(localeOf("en"))}`
  }
}

export const failures = {
  unreachable: {
    title: "Can’t reach the server",
    text: "Check your connection. This part reloads as soon as the server responds.",
    unsaved: "Your change might not be saved. Check your connection, and check the data before you retry."
  },
  unexpected: {
    title: "Unexpected response",
    text: "The service may have been updated. Reload the page."
  },
  denied: {
    title: "You don’t have access",
    text: (permission: string | undefined) =>
      permission === undefined
        ? "Ask an administrator for access."
        : `You need the permission “${permission}”. Ask an administrator.`
  },
  plan: {
    title: "Not included in your plan",
    text: (feature: string, from: string, now: string) =>
      `“${feature}” is included in the ${from} plan. Your current plan: ${now}.`
  },
  suspended: { title: "Your organization is suspended", text: "Contact support to reactivate it." },
  noOrganisation: {
    title: "You aren’t a member of an organization",
    text: "To join one, open the invitation in your email. Until then, you can manage your account."
  },
  limited: { title: "Too many requests", text: "Try again in a minute." },
  readOnly: {
    title: "Your organization is read-only",
    text: "Its trial or plan has ended. Ask a Super Admin to renew the plan."
  },
  notFound: { title: "Not found", text: "This page doesn’t exist, or you don’t have access to it." }
}

const names: Readonly<Record<Plan, string>> = {
  none: "No plan",
  trial: "Trial",
  starter: "Starter",
  team: "Team",
  enterprise: "Enterprise"
}

const features: Readonly<Record<PlanFeature, string>> = {
  identityProviders: "Sign-in and revocation through identity providers",
  checklistTemplates: "Custom checklists",
  fileUploads: "Document uploads",
  slackNotifications: "Slack and Teams notifications",
  publicApi: "Public API",
  webhooks: "Webhooks",
  managerInitiation: "Manager requests and approvals",
  pdfExport: "PDF reports",
  esignature: "E-signature",
  tamperEvidentAudit: "Tamper-evident audit log",
  azureAd: "Microsoft Entra ID",
  hrisIntegration: "HR systems",
  itTickets: "IT tickets",
  scheduledReports: "Scheduled reports",
  exitInterviewScheduling: "Exit interviews",
  smsNotifications: "Text message notifications",
  scim: "SCIM",
  siem: "SIEM forwarding",
  extendedIdentityProviders: "Additional identity providers",
  slaComplianceDashboard: "Task deadline reports"
}

/** Plans and their features. */
export const plans = {
  names,
  features,
  from: (plan: string) => `${plan} or higher`,
  see: "View plan"
}
