import { plurals } from "#languages/plural.ts"

const plural = plurals("en")

export const newCase = {
  stepper: "Steps",
  steps: { person: "Person", dates: "Dates", apps: "Apps", tasks: "Tasks", review: "Review" },
  back: "Back",
  onTo: "Continue",
  change: "Change",
  missing: "Missing",
  copyOf: (name: string) => `New offboarding, copied from ${name}`,

  searchPerson: "Name, email, or employee number",
  unfinished: (name: string) =>
    name === "" ? "You have an unfinished draft" : `You have an unfinished draft for ${name}`,
  continueDraft: "Continue draft",
  discardDraft: "Discard draft",
  changedFrom: (name: string) => `You changed ${name}’s directory details`,
  changedFromText: (email: string) =>
    `This offboarding stays linked to ${email}. If a different person is leaving, choose that person instead.`,
  restore: "Restore",
  directory: "Directory",
  person: "Person",
  choose: "Choose",
  byHand: "Enter details manually",
  nobodyFound: "No one found. Try another name, or enter the details manually.",
  directoryEmpty: "The directory is empty. Enter the details manually.",
  moreFound: (count: number) =>
    plural(count, {
      one: "# more match. Type more to narrow down.",
      other: "# more matches. Type more to narrow down."
    }),
  another: "Choose a different person",
  fromDirectory: "From the directory. Changes here apply to this offboarding only.",
  alreadyOpen: (name: string) => `${name} already has an open offboarding`,
  openIt: "Open offboarding",
  name: "Full name",
  email: "Work email",
  emailHelp: "Used to find the person’s accounts.",
  personalEmail: "Personal email",
  personalEmailHelp: "For contact after the last day.",
  manager: "Manager",
  managerHelp: "Default: the manager in the directory.",

  lastDay: "Last working day",
  reason: "Reason",
  zone: "Time zone",
  ownZone: (zone: string) => `Organization default (${zone})`,
  accessEnds: "Access ends",
  accessEndsHelp: (zone: string) => `Optional. Default: end of the last day (${zone}).`,
  employmentEnds: "Employment ends",
  employmentEndsHelp: "Only if later than the last day (garden leave).",
  jurisdiction: "Country or region",
  jurisdictionHelp: "Determines which legal documents are required.",
  cutOff: (moment: string) => `Access ends on ${moment}.`,

  apps: "Connected apps",
  appsText: "All connected apps are selected by default. Apps without an account for this person are skipped.",
  appsOfSource: (name: string) => `Selected: apps from ${name}’s offboarding that are still connected.`,
  takenAway: "Supports revocation",
  noApps: "No access to revoke",
  noAppsText: "You confirm this.",
  noAppsLater: "An admin confirms this later.",
  byHandApps: (names: string) => `Not revoked automatically: ${names}. Add a task to remove this access manually.`,
  noneConnected: "No connected app supports revocation",
  noneConnectedText: "Connect an app, or confirm that there is no access to revoke.",
  connect: "Go to Integrations",
  noneChosen: "No apps selected. An admin must confirm this before the offboarding can pass Access revocation.",

  tasks: "Tasks",
  documents: "Documents to create now",
  fitting: "Recommended checklist",
  fittingText: "Chosen by job title, then reason, then employment type. Otherwise: the standard tasks.",
  tasksOf: (count: number) => plural(count, { one: "# task", other: "# tasks" }),
  tasksOfSource: (name: string) => `Tasks from ${name}’s offboarding`,
  tasksOfSourceText: "All tasks, reset to open.",
  noLetters:
    "No document templates yet. Legally required documents are added automatically. You can add others at any time.",

  course: "Summary",
  atOnce: "Immediately",
  begins: "Creates tasks and notifies the people involved.",
  lettersMade: (count: number) => plural(count, { one: "Creates # document.", other: "Creates # documents." }),
  nothingRevoked: "Access ends. No apps are selected for revocation.",
  revokedByItself: (count: number) =>
    plural(count, {
      one: "Access to # app is revoked automatically.",
      other: "Access to # apps is revoked automatically."
    }),
  revokedByHand: (count: number) =>
    plural(count, {
      one: "Access ends. An admin must start revocation for # app, because automatic revocation is off.",
      other: "Access ends. An admin must start revocation for # apps, because automatic revocation is off."
    }),
  started: (name: string) => `${name}’s offboarding has started`,
  unmade: (count: number) =>
    plural(count, {
      one: "Offboarding started, but # document couldn’t be created",
      other: "Offboarding started, but # documents couldn’t be created"
    }),

  approvalFirst: "Approval required",
  approvalFirstText: "Submit a request. The offboarding is created when it is approved.",
  ask: "Request offboarding"
}
