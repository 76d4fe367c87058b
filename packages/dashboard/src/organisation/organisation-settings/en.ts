import type { LimitedResource, PlanStatus } from "@svc/contract/kernel/plans"
import { plurals } from "#languages/plural.ts"

const plural = plurals("en")

const planStates: Readonly<Record<PlanStatus, string>> = {
  active: "Active",
  trialing: "Trial",
  past_due: "Payment is late",
  trial_expired: "The trial is over",
  canceled: "Cancelled"
}

const resources: Readonly<Record<LimitedResource, string>> = {
  activeEmployees: "Active people in the directory",
  seats: "Members and open invitations",
  openOffboardings: "Open offboardings",
  assets: "Equipment"
}

export const organisationSettings = {
  title: "Settings",
  about: "What holds for everybody of your organisation.",
  organisation: "Organisation",
  parts: {
    rules: "Organisation",
    approvals: "Approvals",
    retention: "Retention",
    security: "Security",
    plan: "Plan"
  },
  benefits: "Benefits",
  benefitsHelp: "Which words about benefits the people who leave read.",
  benefitsRegions: { none: "Neutral", us: "United States" },
  readOnlyTitle: "Your organisation is read-only",
  readOnlyText: "The plan has ended. Everything can be looked at and exported, and nothing changed.",
  trialUntil: (at: string) => `The trial ends on ${at}`,
  trialText: "From then on everything can be looked at, and nothing changed, until a plan is chosen.",
  planChange: "Plans are changed by whoever runs this service.",
  limits: "Limits",
  resource: "Of what",
  resources,
  used: "Used",
  limit: "At most",
  noLimit: "no limit",
  features: "What the plan holds",
  feature: "Feature",
  included: "Included",
  requireApproval: "Somebody has to agree before an offboarding that a manager asks for begins",
  requireApprovalHelp: "Requests of HR and admins begin at once either way.",
  defaultChain: "Chain of requests that name none",
  defaultChainHelp: "Requests that wait already go on as they began.",
  noChain: "None: HR or an admin decides",
  openChains: "Open the chains",
  saveApprovals: "Save the approvals",
  kept: (months: number | null) =>
    months === null ? "Closed offboardings are kept forever" : `Closed offboardings are kept for ${months} months`,
  retentionText:
    "Every night, closed offboardings past this period are permanently deleted, with tasks, documents, files, and evidence. Legal hold is exempt. The audit log stays.",
  months: "Months",
  monthsHelp: "6 to 120, from completion or cancellation. Empty: forever.",
  retentionNote:
    "A first or shorter retention takes effect after 30 days; until then you can take it back. A longer one takes effect immediately.",
  saveRetention: "Save retention",
  retentionAhead: (months: number, day: string) =>
    `From ${day} on, closed offboardings will be deleted after ${months} months`,
  retentionAheadText: (months: number | null) =>
    months === null
      ? "Until then, retention deletes nothing."
      : `Until then, they are kept for ${months} months, as before.`,
  keepRetention: (months: number | null) => (months === null ? "Keep forever" : `Keep ${months} months`),
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
    `every night, each offboarding ${months} months after it was completed or canceled. This can't be undone.`,
  stays: "Kept:",
  staysText:
    "offboardings under legal hold, and the audit log. It shows “[erased]” for people you have no other record of.",
  takesEffect: "Takes effect:",
  takesEffectText: (at: string) => `${at}. Until then, you can take the change back.`,
  shorten: "Delete offboardings",
  secondFactorTitle: "Second factor",
  secondFactorText:
    "Whoever has one gives a code besides the password. Everybody sets up their own; an identity provider can ask for it of all.",
  withFactor: (count: number, of: number) => `${count} of ${of} members sign in with a second factor`,
  without: (names: ReadonlyArray<string>) => `Without: ${names.join(", ")}`,
  openMembers: "Show who has none",
  openOwn: "Set up your own",
  name: "Name",
  timezone: "Time zone",
  timezoneHelp: "Last working days end at its midnight.",
  jurisdiction: "Country or region of law",
  jurisdictionHelp: "Default for new offboardings.",
  autoRevoke: "Revoke access by itself when the last working day ends",
  autoRevokeHelp: "A change here, or of the time zone, moves revocations that are still ahead.",
  beginOnLastDay: "Begin access revocation on the last day",
  beginOnLastDayHelp: "Moves an offboarding to the stage Access revocation when its last day begins, in its time zone.",
  advance: "Move on when the conditions are met",
  advanceHelp:
    "Moves an offboarding to Equipment return when access is settled in every app. After the last day, completes it when equipment, tasks and items are done. Not under legal hold.",
  names: "Name people in emails and chat messages",
  namesHelp: "Off: notification emails, Slack and Teams say “an employee”. The dashboard always shows the name.",
  returnInstructions: "Where things are sent back to",
  returnInstructionsHelp: "Whoever leaves reads it on their page: an address, a contact, who pays for the parcel.",
  on: "On",
  off: "Off",
  save: "Save",
  saved: "The settings are saved",
  whoChanges: "A Super Admin of your organisation can change this.",
  plan: "Plan",
  planStates,
  state: "State",
  trialEnds: "Trial ends",
  since: "Since",
  id: "Id",
  exportTitle: "Take everything along",
  exportText: "Every record and every file as one ZIP.",
  exportOpen: "Open exports",
  deleteTitle: "Delete the organisation",
  deleteAbout: "It goes after 30 days; until then everything works and any Super Admin can call it off.",
  delete: "Delete the organisation",
  deleteQuestion: "Delete the organisation in 30 days?",
  deleteText:
    "Offboardings, directory, files and audit log go for good after 30 days. Until then everything stays as it is. Every Super Admin gets a mail.",
  typeName: (name: string) => `Type “${name}” to confirm`,
  nameDiffers: "This is not the name of the organisation",
  deletionAhead: (at: string) => `This organisation will be deleted on ${at}`,
  deletionAheadText: "With its offboardings, its directory, its files and its audit log. Until then everything works.",
  callOff: "Call off the deletion",
  calledOff: "The deletion is called off. Nothing was deleted."
}
