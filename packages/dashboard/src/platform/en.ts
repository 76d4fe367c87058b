import type { Plan, PlanFeature } from "@svc/contract/kernel/plans"

export const common = {
  retry: "Try again",
  undo: "Undo",
  cancel: "Cancel",
  needed: "is needed",
  /** What the contract says of a field that does not fit: in English already. */
  unfit: (sentence: string) => sentence,
  findZone: "Find by city, region or offset",
  copy: "Copy",
  copied: "Copied",
  asTable: "As a table",
  withoutTable: "Without the table",
  reload: "Reload the page",
  pager: {
    label: "Pages",
    before: "Previous",
    after: "Next",
    range: (from: number, to: number, total: number) => `${from}–${to} of ${total.toLocaleString("en")}`
  }
}

export const failures = {
  unreachable: {
    title: "The service doesn’t respond",
    text: "Check your connection. This part loads again as soon as the service responds.",
    unsaved: "Your change may not have been saved. Check your connection, then look before you try again."
  },
  unexpected: {
    title: "Something did not fit",
    text: "The service may have been updated since this page was opened."
  },
  denied: {
    title: "You are not allowed to see this",
    text: (permission: string | undefined) =>
      permission === undefined
        ? "Ask an administrator of your organisation for access."
        : `It needs the permission “${permission}”. Ask an administrator of your organisation for it.`
  },
  plan: {
    title: "Not part of your plan",
    text: (feature: string, from: string, now: string) => `“${feature}” comes with the plan ${from}. Yours now: ${now}.`
  },
  suspended: { title: "Your organisation is suspended", text: "Contact support to have it opened again." },
  noOrganisation: {
    title: "You belong to no organisation",
    text: "Open the invitation that was mailed to you; until then you can manage your own account."
  },
  limited: { title: "Too many requests", text: "Wait a minute, then try again." },
  readOnly: {
    title: "Your organisation is read-only",
    text: "Its trial or plan has ended. A Super Admin can see to it that it has a plan again; then changes are possible."
  },
  notFound: { title: "Not found", text: "It was deleted, it is of another organisation, or you may not see it." }
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
  checklistTemplates: "Checklists of your own",
  fileUploads: "Uploaded documents",
  slackNotifications: "Notifications in Slack and Teams",
  publicApi: "Public API",
  webhooks: "Webhooks",
  managerInitiation: "Requests of managers, and their approval",
  pdfExport: "Reports as PDF",
  esignature: "E-signature",
  tamperEvidentAudit: "Tamper-evident audit log",
  azureAd: "Microsoft Entra ID",
  hrisIntegration: "HR systems",
  itTickets: "IT tickets",
  scheduledReports: "Scheduled reports",
  exitInterviewScheduling: "Exit interviews",
  smsNotifications: "Notifications by text message",
  scim: "SCIM",
  siem: "Forwarding to a SIEM",
  extendedIdentityProviders: "Further identity providers",
  slaComplianceDashboard: "Deadlines in figures"
}

/** How plans and what they hold are called. */
export const plans = {
  names,
  features,
  from: (plan: string) => `From ${plan} on`,
  see: "See the plan"
}
