import { plurals } from "#languages/plural.ts"

const plural = plurals("en")

export const newCase = {
  stepper: "Steps",
  steps: { person: "Person", dates: "Dates", apps: "Apps", tasks: "Tasks", review: "Review" },
  back: "Back",
  onTo: (step: string) => `On to: ${step}`,
  change: "Change",
  missing: "is missing",
  copyOf: (name: string) => `Like the offboarding of ${name}`,

  searchPerson: "Name, address or number",
  unfinished: (name: string) =>
    name === "" ? "You have an unfinished draft" : `You have an unfinished draft for ${name}`,
  continueDraft: "Continue",
  discardDraft: "Discard",
  changedFrom: (name: string) => `You changed the directory’s details of ${name}`,
  changedFromText: (email: string) =>
    `This offboarding stays linked to ${email}. If another person is leaving, choose that person instead.`,
  restore: "Restore",
  directory: "Directory",
  person: "Person",
  choose: "Choose",
  byHand: "Not in the directory",
  nobodyFound: "Nobody of that name works here. Try another, or go on without the directory.",
  directoryEmpty: "The directory is empty. Go on without it.",
  moreFound: (count: number) => plural(count, { one: "# more: type to narrow", other: "# more: type to narrow" }),
  another: "Somebody else",
  fromDirectory: "From the directory; what is changed here is changed for this offboarding only.",
  alreadyOpen: (name: string) => `${name} already has an open offboarding`,
  openIt: "Open it",
  name: "Full name",
  email: "Work address",
  emailHelp: "Apps know the person by it.",
  personalEmail: "Private address",
  personalEmailHelp: "Where they can be reached afterwards.",
  manager: "Manager",
  managerHelp: "Left out it is taken from the directory.",

  lastDay: "Last working day",
  reason: "Reason",
  zone: "Time zone",
  ownZone: (zone: string) => `The organisation's: ${zone}`,
  accessEnds: "Access ends",
  accessEndsHelp: (zone: string) => `Left out: at the end of the last working day. By the clock of ${zone}.`,
  employmentEnds: "Employment ends",
  employmentEndsHelp: "Where that is after the last working day: garden leave.",
  jurisdiction: "Country or region",
  jurisdictionHelp: "Decides which legal documents are due.",
  cutOff: (moment: string) => `Access ends on ${moment}.`,

  apps: "Connected apps",
  appsText:
    "Every connected app is proposed. One that does not know the person is left alone, and what was done is read back where the app lets it.",
  appsOfSource: (name: string) => `Proposed are the apps of ${name} that are still connected.`,
  takenAway: "Connected: access is taken away there",
  noApps: "There is nothing to take away",
  noAppsText: "Counts as confirmed by you.",
  noAppsLater: "An administrator confirms it later.",
  byHandApps: (names: string) =>
    `Connected or known, but nothing is taken away there: ${names}. What has to be done by hand belongs among the tasks.`,
  noneConnected: "No app is connected that access could be taken away from",
  noneConnectedText: "Connect one, or say that there is nothing to take away.",
  connect: "Integrations",
  noneChosen: "No app is chosen: before the stage after IT revocation somebody has to confirm that there is nothing.",

  tasks: "Tasks",
  documents: "Documents to make at once",
  fitting: "The list that fits best",
  fittingText: "A template for the job title, else for the reason, else for how they work here; else the usual tasks.",
  tasksOf: (count: number) => plural(count, { one: "# task", other: "# tasks" }),
  tasksOfSource: (name: string) => `The tasks of ${name}`,
  tasksOfSourceText: "All of them, open again.",
  noLetters:
    "There are no templates of letters. Documents that the law asks for come by themselves; others can be added to the case at any time.",

  course: "What will happen",
  atOnce: "At once",
  begins: "The offboarding begins, with its tasks; whoever has to know is told.",
  lettersMade: (count: number) => plural(count, { one: "# document is made", other: "# documents are made" }),
  nothingRevoked: "Access ends; no app is chosen to take it away from.",
  revokedByItself: (count: number) =>
    plural(count, {
      one: "Access is taken away by itself, from # app",
      other: "Access is taken away by itself, from # apps"
    }),
  revokedByHand: (count: number) =>
    plural(count, {
      one: "Access ends, and somebody has to start its revocation in # app: that is switched off here",
      other: "Access ends, and somebody has to start its revocation in # apps: that is switched off here"
    }),
  started: (name: string) => `The offboarding of ${name} has begun`,
  unmade: (count: number) =>
    plural(count, {
      one: "The offboarding has begun, but # document could not be made",
      other: "The offboarding has begun, but # documents could not be made"
    }),

  approvalFirst: "An offboarding begins with an approval here",
  approvalFirstText: "Ask for it: once it is approved the offboarding is made by itself.",
  ask: "Ask for an offboarding"
}
