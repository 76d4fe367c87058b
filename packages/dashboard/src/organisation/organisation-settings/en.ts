import type { LimitedResource, PlanStatus } from "@svc/contract/kernel/plans"
import { plurals } from "#languages/plural.ts"

const plural = plurals("en")

const planStates: Readonly<Record<PlanStatus, string>> = {
  active: "Active",
  trialing: "Trial",
  past_due: "Payment overdue",
  trial_expired: "Trial ended",
  canceled: "Canceled"
}

const resources: Readonly<Record<LimitedResource, string>> = {
  activeEmployees: "Active people in the directory",
  seats: "Members and open invitations",
  openOffboardings: "Open offboardings",
  assets: "Equipment"
}

export const organisationSettings = {
  title: "Settings",
  about: "Settings for all members.",
  organisation: "Organization",
  benefits: "Benefits wording",
  benefitsHelp: "No text uses this yet. The API returns it.",
  benefitsRegions: { none: "Neutral", us: "United States" },
  readOnlyTitle: "Your organization is read-only",
  readOnlyText: "Your plan has ended. You can view and export, but not change anything.",
  trialUntil: (at: string) => `The trial ends on ${at}`,
  trialText: "After that, your organization is read-only until a plan is chosen.",
  planChange: "To change the plan, contact the operator of this service.",
  limits: "Limits",
  resource: "Resource",
  resources,
  used: "Used",
  limit: "Limit",
  noLimit: "No limit",
  features: "Plan features",
  feature: "Feature",
  included: "Included",
  requireApproval: "Require approval for managers’ requests",
  requireApprovalHelp: "Requests from HR and Admins never need approval.",
  defaultChain: "Default approval chain",
  defaultChainHelp: "For requests without a chain of their own. Pending requests keep their chain.",
  noChain: "None: HR or an Admin decides",
  openChains: "Open approval chains",
  saveApprovals: "Save approvals",
  kept: (months: number | null) =>
    months === null ? "Closed offboardings are kept indefinitely" : `Closed offboardings are kept for ${months} months`,
  retentionText:
    "Every night, closed offboardings past this period are permanently deleted, with tasks, documents, files, and evidence. Legal hold is exempt. The audit log stays.",
  months: "Months",
  monthsHelp: "6 to 120, from completion or cancellation. Leave empty to keep them indefinitely.",
  retentionNote:
    "A first or shorter retention takes effect after 30 days; until then you can take it back. A longer one takes effect immediately.",
  saveRetention: "Save retention",
  retentionAhead: (months: number, day: string) =>
    `From ${day} on, closed offboardings will be deleted after ${months} months`,
  retentionAheadText: (months: number | null) =>
    months === null
      ? "Until then, retention deletes nothing."
      : `Until then, they are kept for ${months} months, as before.`,
  keepRetention: (months: number | null) => (months === null ? "Keep indefinitely" : `Keep ${months} months`),
  retentionKept: "Retention change canceled",
  shortenTitle: (months: number) => `Delete offboardings after ${months} months?`,
  firstDeleted: (count: number, day: string) =>
    count === 0
      ? `No offboarding is old enough to be deleted on ${day}.`
      : plural(count, {
          one: `# offboarding will be deleted from ${day} on.`,
          other: `# offboardings will be deleted from ${day} on.`
        }),
  deleted: "Deleted:",
  deletedText: (months: number) =>
    `every night, each offboarding ${months} months after it was completed or canceled. This can’t be undone.`,
  stays: "Kept:",
  staysText:
    "offboardings under legal hold, and the audit log. It shows “[erased]” for people you have no other record of.",
  takesEffect: "Takes effect:",
  takesEffectText: (at: string) => `${at}. Until then, you can take the change back.`,
  shorten: "Delete offboardings",
  secondFactorTitle: "Two-factor authentication (2FA)",
  secondFactorText:
    "Members with 2FA enter a code in addition to their password. Each member sets it up; an identity provider can require it for all.",
  withFactor: (count: number, of: number) => `${count} of ${of} members use 2FA`,
  without: (names: ReadonlyArray<string>) => `Without 2FA: ${names.join(", ")}`,
  openMembers: "Show members without 2FA",
  openOwn: "Set up your 2FA",
  name: "Name",
  timezone: "Time zone",
  timezoneHelp: "Last days end at midnight in this time zone.",
  jurisdiction: "Default jurisdiction",
  jurisdictionHelp: "Country or region for new offboardings.",
  autoRevoke: "Revoke access automatically at the end of the last day",
  autoRevokeHelp: "Changing this or the time zone reschedules upcoming revocations.",
  beginOnLastDay: "Start access revocation on the last day",
  beginOnLastDayHelp: "Moves an offboarding to the stage Access revocation when its last day starts, in its time zone.",
  advance: "Move to the next stage when the conditions are met",
  advanceHelp:
    "Moves an offboarding to Equipment return when access is resolved in every app. After the last day, completes it when equipment, tasks, and orphaned items are done. Not under legal hold.",
  names: "Name people in emails and chat messages",
  namesHelp: "When off, notification emails, Slack, and Teams say “an employee”. The dashboard always shows the name.",
  returnInstructions: "Return address and instructions",
  returnInstructionsHelp: "Shown in the employee portal: an address, a contact, who pays for shipping.",
  on: "On",
  off: "Off",
  save: "Save",
  saved: "Settings saved",
  whoChanges: "Only a Super Admin can change this.",
  plan: "Plan",
  planStates,
  state: "Status",
  trialEnds: "Trial ends",
  since: "Created",
  id: "Organization ID",
  deleteTitle: "Delete organization",
  deleteAbout: "Deleted after 30 days. Until then, everything works and any Super Admin can cancel.",
  delete: "Delete organization",
  deleteQuestion: "Delete organization in 30 days?",
  deleteText:
    "Offboardings, directory, files, and audit log are permanently deleted after 30 days. Until then, nothing changes. Every Super Admin gets an email.",
  typeName: (name: string) => `Type “${name}” to confirm`,
  nameDiffers: "This isn’t the name of the organization",
  deletionAhead: (at: string) => `This organization will be deleted on ${at}`,
  deletionAheadText: "With its offboardings, directory, files, and audit log. Until then, everything works.",
  callOff: "Cancel deletion",
  calledOff: "Deletion canceled. Nothing was deleted."
}
