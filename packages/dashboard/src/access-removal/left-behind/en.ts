import type {
  KindAtApp,
  LeftBehindClosing,
  LeftBehindDisposition,
  LeftBehindKind,
  LeftBehindRisk,
  LookPhase
} from "@svc/contract/left-behind/schema"
import { plurals } from "#languages/plural.ts"

const plural = plurals("en")

const kinds: Readonly<Record<LeftBehindKind, { readonly one: string; readonly many: string }>> = {
  oauth_grant: { one: "Grant to an app", many: "Grants to apps" },
  personal_token: { one: "Personal token", many: "Personal tokens" },
  api_key: { one: "API key", many: "API keys" },
  ssh_key: { one: "SSH key", many: "SSH keys" },
  deploy_key: { one: "Deploy key", many: "Deploy keys" },
  service_principal: { one: "Service principal", many: "Service principals" },
  agent: { one: "Agent", many: "Agents" },
  app_password: { one: "App password", many: "App passwords" },
  forwarding: { one: "Forwarding", many: "Forwardings" },
  delegate: { one: "Delegate", many: "Delegates" },
  ownership: { one: "Ownership", many: "Ownerships" },
  schedule: { one: "Schedule", many: "Schedules" }
}

const risks: Readonly<Record<LeftBehindRisk, string>> = {
  high: "High risk",
  medium: "Medium risk",
  low: "Low risk"
}

const dispositions: Readonly<Record<LeftBehindDisposition, string>> = {
  pending: "Pending",
  revoked: "Ended",
  transferred: "Handed over",
  accepted: "May stay"
}

const ways: Readonly<Record<LeftBehindClosing, string>> = {
  revoke: "The service ends it, at the latest with the cut.",
  transfer: "The service hands it over once somebody has accepted, at the latest with the cut.",
  by_hand: "Only a person can end it, at the app."
}

const sights: Readonly<Record<KindAtApp["sight"], string>> = {
  seen: "Nothing there",
  not_visible: "Cannot be seen",
  not_looked: "Not looked at"
}

const phases: Readonly<Record<LookPhase, string>> = {
  begin: "Looked at while the account lived",
  before_cut: "Looked at just before the cut",
  after: "Looked at after the cut"
}

export const leftBehind = {
  title: "What stays behind",
  about:
    "What lives on of leavers although their accounts are off: keys, tokens, grants, forwardings, agents, ownerships.",
  kinds,
  risks,
  dispositions,
  ways,
  sights,
  phases,
  parts: "Parts",
  list: "All offboardings",
  offered: "Asked of you",
  noneOffered: "Nobody asks you to take anything over",
  noneOfferedText: "What you are to take over stands here, also of people whose offboarding you do not see.",
  what: "What",
  app: "App",
  kind: "Kind",
  becomes: "What becomes of it",
  lastUsed: "Last used",
  found: "Found",
  act: "To do",
  any: "All, also what is settled",
  anyKind: "All kinds",
  anyApp: "All apps",
  unknown: "Not known",
  at: (service: string) => `What stays behind at ${service}`,
  of: (service: string, name: string) => `${service} · ${name}`,
  otherKinds: "What else was looked for",
  notLooked: "It was not looked at yet.",
  none: "Nothing is pending",
  noneText:
    "What a look finds of somebody who leaves is listed here until it has ended, is handed over or may stay. Each offboarding says what could not be seen.",
  noApps: "No apps were chosen",
  noAppsText: "What stays behind is looked for at the apps of the offboarding.",
  toAccess: "Open access",
  counted: (pending: number, all: number) =>
    all === 0
      ? "Nothing was found."
      : `${plural(pending, { one: "# is pending", other: "# are pending" })}, ${plural(all, {
          one: "# was found in all.",
          other: "# were found in all."
        })}`,
  neverLooked: "Nobody has looked yet.",
  lookedAt: "Looked at",
  lookAgain: "Look again",

  isOn: "It is looked for in this organisation.",
  isOff: "What stays behind is not looked for in this organisation",
  isOffText:
    "Turned on, the apps of open offboardings are asked what their owners leave behind. What they show ends with the access where the app can, and what is pending holds up the completion.",
  turnOn: "Turn it on",
  turnOff: "Turn it off",
  turnedOn: "The open offboardings are looked at now",
  turnedOff: "Apps are not asked any more",
  askForIt: "Ask somebody who may change the organisation's settings.",
  toSwitch: "Where it is turned on",
  looking: "The apps are being asked",
  lookingText: "They are only read. What they show stands here as it comes.",
  firstOf: (shown: number, all: number) => `The first ${shown} of ${all} are shown.`,
  showAll: "Show all of them",
  moreRights: (count: number) => `and ${count} more`,

  stops: "Stops the cut",
  stopsTitle: (services: string) => `Access is not cut yet: ${services}`,
  stopsText:
    "It would leave something that nobody can manage. Somebody takes over first, or a Super Admin lets the cut go on.",
  somebody: "Somebody takes over",
  nobody: "Nobody takes over yet.",
  waits: "Waits for a yes",
  former: "Former person",
  formerText:
    "Found before the email of this offboarding was changed to another person's. It is neither ended nor handed over: settle it by hand at the app.",
  account: (name: string | null, id: string) => (name === null ? `Account ${id}` : `Account ${name} (${id})`),
  isAsked: (name: string, email: string) =>
    name === email ? `${email} is asked to take over.` : `${name} (${email}) is asked to take over.`,
  takesOver: (name: string) => `${name} takes over.`,
  tookOver: (name: string) => `${name} took over.`,
  goesOn: (reason: string) => `The cut may go on all the same: ${reason}`,
  said: "Somebody said so",

  actionsFor: (label: string) => `Actions for ${label}`,
  name: "Name who takes over",
  nameOther: "Name somebody else",
  nameTitle: (label: string) => `Who takes over ${label}?`,
  nameText: "They are told, and accept it themselves; nothing is handed over before.",
  email: "E-mail",
  ownerName: "Name",
  ownerNameHelp: "Left out it is taken from the directory.",
  askedNow: (name: string) => `${name} is asked to take over.`,
  take: "Take over",
  namedFirst: "Blocks revocation. Another member has to name you before you can take over.",
  takeTitle: (label: string) => `Take over ${label}?`,
  takeText: "From then on you answer for it.",
  takeFor: "Accept for them",
  takeForTitle: (name: string) => `Accept for ${name}?`,
  takeForText: (name: string) =>
    `Only for somebody who is no member here. The log names you, and ${name} as the new owner.`,
  stay: "Let it stay",
  stayTitle: (label: string) => `Let ${label} stay?`,
  stayText: "It counts as settled. Who decided it, and why, stands here and in the audit log.",
  stayStays: (service: string) => `It goes on working at ${service}.`,
  stayed: (label: string) => `${label} may stay`,
  done: "Ended by hand",
  doneTitle: (label: string) => `Was ${label} ended by hand?`,
  handed: "Handed over by hand",
  handedTitle: (label: string) => `Was ${label} handed over by hand?`,
  doneText: "It counts as said by a person. A later look that still finds it makes it pending again.",
  doneSaid: (label: string) => `${label} is settled`,
  go: "Let the cut go on",
  goTitle: (service: string) => `Cut the access at ${service} all the same?`,
  goText: (why: string) => `This stops it: ${why}`,
  goEnds: (service: string) => `The access at ${service}, with the next run.`,
  goStays: (label: string) => `${label} is pending, and may be left with nobody.`,
  goSaid: (service: string) => `The cut at ${service} may go on`,

  successors: "Who takes over by default",
  successorsText:
    "Where nobody is named for it, what is of a kind falls to this person; without an address to the leaver's manager. It holds for what is found from now on.",
  manager: "The manager",
  saveSuccessors: "Save the defaults",
  successorsSaved: "The defaults are saved"
}
