import type { Plan, PlanStatus } from "@svc/contract/kernel/plans"

const plans: Readonly<Record<Plan, string>> = {
  none: "No plan",
  trial: "Trial",
  starter: "Starter",
  team: "Team",
  enterprise: "Enterprise"
}

const planStates: Readonly<Record<PlanStatus, string>> = {
  active: "Active",
  trialing: "Trial",
  past_due: "Payment is late",
  trial_expired: "The trial is over",
  canceled: "Cancelled"
}

export const organisationSettings = {
  title: "Settings",
  about: "What holds for everybody of your organisation.",
  organisation: "Organisation",
  name: "Name",
  timezone: "Time zone",
  timezoneHelp: "Last working days end at its midnight.",
  jurisdiction: "Country or region of law",
  jurisdictionHelp: "For example DE or US-CA; what new offboardings begin with.",
  autoRevoke: "Revoke access by itself when the last working day ends",
  autoRevokeHelp: "A change here, or of the time zone, moves revocations that are still ahead.",
  returnInstructions: "Where things are sent back to",
  returnInstructionsHelp: "Whoever leaves reads it on their page: an address, a contact, who pays for the parcel.",
  on: "On",
  off: "Off",
  save: "Save",
  saved: "The settings are saved",
  whoChanges: "A Super Admin of your organisation can change this.",
  plan: "Plan",
  plans,
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
