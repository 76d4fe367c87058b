import { plurals } from "#languages/plural.ts"

const plural = plurals("en")

export const newCase = {
  /** Cards of a request. */
  cards: { person: "Person", dates: "Dates", apps: "Apps" },
  parts: { person: "Who is leaving?", when: "When?", tasks: "What else needs to happen?" },
  appsTitle: (name: string) => (name === "" ? "Where do they have access?" : `Where does ${name} have access?`),
  partStates: { done: "complete", wrong: "needs attention" },
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
  choosePerson: "Choose a person, or enter the details manually",
  another: "Choose a different person",
  change: "Change",
  changePerson: "Change: choose a different person",
  reportsTo: (manager: string) => `reports to ${manager}`,
  editDetails: "Edit details",
  fromDirectory: "Changes here apply to this offboarding only.",
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
  whenAccessEnds: "When does access end?",
  ends: { last_day: "End of the last day", time: "At a time", now: "Immediately" },
  endsText: {
    time: "Choose date and time",
    now: "As soon as you start",
    notYours: "Only for people who may revoke access"
  },
  dayIn: (day: string, distance: string) => `${day}, ${distance}`,
  endOfDay: (day: string, zone: string) => `${day}, end of day (${zone})`,
  endOfDayIn: (zone: string) => `End of day (${zone})`,
  inZone: (zone: string) => `Time zone: ${zone}`,
  more: "Time zone, employment end, country",
  employmentEnds: "Employment ends",
  employmentEndsHelp: "Only if later than the last day (garden leave).",
  jurisdiction: "Country or region",
  jurisdictionHelp: "Determines which legal documents are required.",

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

  tasks: "Checklist",
  documents: "Documents to create now",
  fitting: "Recommended checklist",
  fittingText: "Chosen by job title, then reason, then employment type. Otherwise: the standard tasks.",
  tasksOf: (count: number) => plural(count, { one: "# task", other: "# tasks" }),
  tasksOfSource: (name: string) => `Tasks from ${name}’s offboarding`,
  tasksOfSourceText: "All tasks, reset to open.",
  noLetters:
    "No document templates yet. Legally required documents are added automatically. You can add others at any time.",

  course: "What will happen",
  now: "Now",
  begins: "Offboarding starts",
  tasksAndNotices: "Creates tasks and notifies the people involved.",
  tasksCreated: (count: number) =>
    plural(count, {
      one: "Creates # task and notifies the people involved.",
      other: "Creates # tasks and notifies the people involved."
    }),
  lettersMade: (count: number) => plural(count, { one: "Creates # document.", other: "Creates # documents." }),
  nothingRevoked: "No apps are selected for revocation.",
  appsChosen: (count: number) =>
    plural(count, { one: "# app is selected for revocation.", other: "# apps are selected for revocation." }),
  revokedNow: (count: number) =>
    plural(count, {
      one: "Access to # app is revoked as soon as you start.",
      other: "Access to # apps is revoked as soon as you start."
    }),
  revokedPast: (count: number) =>
    plural(count, {
      one: "This time has passed: access to # app is revoked automatically right after the start.",
      other: "This time has passed: access to # apps is revoked automatically right after the start."
    }),
  revokedByItself: (count: number) =>
    plural(count, {
      one: "Access to # app is revoked automatically.",
      other: "Access to # apps is revoked automatically."
    }),
  revokedByHand: (count: number) =>
    plural(count, {
      one: "An admin must start revocation for # app, because automatic revocation is off.",
      other: "An admin must start revocation for # apps, because automatic revocation is off."
    }),
  started: (name: string) => `${name}’s offboarding has started`,
  unmade: (count: number) =>
    plural(count, {
      one: "Offboarding started, but # document couldn’t be created",
      other: "Offboarding started, but # documents couldn’t be created"
    }),

  startAndRevoke: "Start and revoke access now",
  startAndRevokeTitle: "Start offboarding and revoke access now?",
  startAndRevokeWhy: (name: string, count: number) =>
    `${name} loses access to ${plural(count, { one: "# app", other: "# apps" })} as soon as you confirm.`,
  createdRevoking: (name: string) => `${name}’s offboarding was created. Starting revocation…`,
  notRevoked: "Offboarding created, but revocation did not start",
  revocationUnknown: "Offboarding created, but it is unknown whether revocation started",
  created: (name: string) => `Done: ${name}’s offboarding with its tasks was created.`,
  notStarted: "Not done: no access was revoked from this page.",
  startUnknown: "Unknown: the server did not confirm the revocation. The offboarding shows what was revoked.",
  scheduled: (moment: string) => `Automatic revocation is scheduled for ${moment}.`,
  notScheduled: "Automatic revocation is not scheduled.",
  retryRevocation: "Retry revocation",

  approvalFirst: "Approval required",
  approvalFirstText: "Submit a request. The offboarding is created when it is approved.",
  ask: "Request offboarding"
}
