import type { Plan, PlanFeature } from "@svc/contract/kernel/plans"

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
