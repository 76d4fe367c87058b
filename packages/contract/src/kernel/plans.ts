import { Schema } from "effect"

export const Plan = Schema.Literals(["none", "trial", "starter", "team", "enterprise"])
export type Plan = typeof Plan.Type

export const PlanStatus = Schema.Literals(["active", "trialing", "past_due", "trial_expired", "canceled"])
export type PlanStatus = typeof PlanStatus.Type

export const PlanFeature = Schema.Literals([
  "identityProviders",
  "checklistTemplates",
  "fileUploads",
  "slackNotifications",
  "publicApi",
  "webhooks",
  "managerInitiation",
  "pdfExport",
  "esignature",
  "tamperEvidentAudit",
  "azureAd",
  "hrisIntegration",
  "itTickets",
  "scheduledReports",
  "exitInterviewScheduling",
  "smsNotifications",
  "scim",
  "siem",
  "extendedIdentityProviders",
  "slaComplianceDashboard"
])
export type PlanFeature = typeof PlanFeature.Type

const starter: ReadonlyArray<PlanFeature> = [
  "identityProviders",
  "checklistTemplates",
  "fileUploads",
  "slackNotifications"
]
const team: ReadonlyArray<PlanFeature> = [
  ...starter,
  "publicApi",
  "webhooks",
  "managerInitiation",
  "pdfExport",
  "esignature",
  "tamperEvidentAudit",
  "azureAd",
  "hrisIntegration",
  "itTickets",
  "scheduledReports",
  "exitInterviewScheduling",
  "smsNotifications"
]

/** Features of each plan; `trial` has those of Team (subscription-1). */
export const planFeatures: Readonly<Record<Plan, ReadonlyArray<PlanFeature>>> = {
  none: [],
  trial: team,
  starter,
  team,
  enterprise: PlanFeature.literals
}

/** What a plan may limit: active people in the directory, members, open cases, assets. */
export type LimitedResource = "activeEmployees" | "seats" | "openOffboardings" | "assets"

/** Limits of each plan; `null`: unlimited (subscription-1). */
export const planLimits: Readonly<Record<Plan, Readonly<Record<LimitedResource, number | null>>>> = {
  none: { activeEmployees: 10, seats: 2, openOffboardings: 3, assets: 10 },
  starter: { activeEmployees: 100, seats: 3, openOffboardings: null, assets: null },
  trial: { activeEmployees: 500, seats: 15, openOffboardings: null, assets: null },
  team: { activeEmployees: 500, seats: 15, openOffboardings: null, assets: null },
  enterprise: { activeEmployees: null, seats: null, openOffboardings: null, assets: null }
}

/** An organization in one of these states can read but not write (subscription-3). */
export const isReadOnly = (status: PlanStatus) => status === "trial_expired" || status === "canceled"

/** A paid plan, as opposed to none and to the trial. */
export const isPaid = (plan: Plan) => plan === "starter" || plan === "team" || plan === "enterprise"

/** The smallest of the paid plans that has it. */
export const firstPlanWith = (feature: PlanFeature): Plan =>
  Plan.literals.find((plan) => isPaid(plan) && planFeatures[plan].includes(feature)) ?? "enterprise"

/** How long a trial lasts (subscription-1). */
export const trialDays = 14
