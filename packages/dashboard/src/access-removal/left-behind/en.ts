import type {
  KindAtApp,
  LeftBehindClosing,
  LeftBehindDisposition,
  LeftBehindKind,
  LeftBehindRisk,
  LookPhase
} from "@svc/contract/left-behind/schema"

const kinds: Readonly<Record<LeftBehindKind, { readonly one: string; readonly many: string }>> = {
  oauth_grant: { one: "OAuth grant", many: "OAuth grants" },
  personal_token: { one: "Personal token", many: "Personal tokens" },
  api_key: { one: "API key", many: "API keys" },
  ssh_key: { one: "SSH key", many: "SSH keys" },
  deploy_key: { one: "Deploy key", many: "Deploy keys" },
  service_principal: { one: "Service principal", many: "Service principals" },
  agent: { one: "Agent", many: "Agents" },
  app_password: { one: "App password", many: "App passwords" },
  forwarding: { one: "Email forwarding", many: "Email forwarding" },
  delegate: { one: "Delegate", many: "Delegates" },
  ownership: { one: "Ownership", many: "Ownerships" },
  schedule: { one: "On-call schedule", many: "On-call schedules" }
}

const risks: Readonly<Record<LeftBehindRisk, string>> = {
  high: "High risk",
  medium: "Medium risk",
  low: "Low risk"
}

const dispositions: Readonly<Record<LeftBehindDisposition, string>> = {
  pending: "Pending",
  revoked: "Ended",
  transferred: "Transferred",
  accepted: "Accepted risk"
}

const ways: Readonly<Record<LeftBehindClosing, string>> = {
  revoke: "Ended automatically, at revocation at the latest.",
  transfer: "Transferred automatically once a new owner accepts, at revocation at the latest.",
  by_hand: "Must be ended manually in the app."
}

const sights: Readonly<Record<KindAtApp["sight"], string>> = {
  seen: "Nothing found",
  not_visible: "Not visible",
  not_looked: "Not scanned"
}

const phases: Readonly<Record<LookPhase, string>> = {
  begin: "At start",
  before_cut: "Before revocation",
  after: "After revocation"
}

export const leftBehind = {
  title: "Orphaned items",
  about: "Keys, tokens, grants, forwarding, agents, and ownerships that outlive a departed employee’s account.",
  kinds,
  risks,
  dispositions,
  ways,
  sights,
  phases,
  noneOffered: "Nothing assigned to you",
  noneOfferedText: "Items you’re asked to take over appear here, including from offboardings you can’t see.",
  what: "Item",
  app: "App",
  kind: "Type",
  becomes: "State",
  lastUsed: "Last used",
  found: "Found",
  act: "Actions",
  any: "All, including resolved",
  anyKind: "All types",
  anyApp: "All apps",
  unknown: "Unknown",
  at: (service: string) => `Orphaned items at ${service}`,
  of: (service: string, name: string) => `${service} · ${name}`,
  otherKinds: "Other types",
  notLooked: "Not scanned yet.",
  none: "No pending items",
  noneText:
    "Orphaned items appear here until they are ended, transferred, or accepted. Each offboarding shows what wasn’t visible.",
  noApps: "No apps selected",
  noAppsText: "Scans for orphaned items cover the apps of this offboarding.",
  toAccess: "Go to Access",
  counted: (pending: number, all: number) =>
    all === 0 ? "Nothing found." : `${pending} pending, ${all} found in total.`,
  neverLooked: "Not scanned yet.",
  lookedAt: "Last scan:",
  lookAgain: "Scan again",

  isOn: "Scanning for orphaned items is on.",
  isOff: "Scanning is off",
  isOffText:
    "When it’s on, apps of open offboardings are scanned for orphaned items. What an app can end is ended at revocation. Pending items block completion.",
  turnOn: "Turn on scanning",
  turnOff: "Turn off scanning",
  turnedOn: "Scanning turned on",
  turnedOff: "Scanning turned off",
  askForIt: "Ask someone who can change the organization’s settings.",
  toSwitch: "Go to Orphaned items",
  looking: "Scanning apps…",
  lookingText: "Apps are only read. Results appear here as they arrive.",
  firstOf: (shown: number, all: number) => `Showing the first ${shown} of ${all}.`,
  showAll: "Show all",
  moreRights: (count: number) => `and ${count} more`,

  stops: "Blocks revocation",
  stopsTitle: (services: string) => `Revocation blocked: ${services}`,
  stopsText:
    "Revoking would orphan an item that no one else can manage. Assign a new owner, or ask a Super Admin to override.",
  somebody: "Assign new owner",
  nobody: "No new owner yet.",
  waits: "Waiting for acceptance",
  former: "Former person",
  formerText:
    "Found before this offboarding’s email was changed to another person’s. It is neither ended nor transferred automatically. Resolve it manually in the app.",
  account: (name: string | null, id: string) => (name === null ? `Account ${id}` : `Account ${name} (${id})`),
  isAsked: (name: string, email: string) =>
    name === email ? `${email} has been asked to take over.` : `${name} (${email}) has been asked to take over.`,
  takesOver: (name: string) => `${name} accepted ownership.`,
  tookOver: (name: string) => `${name} took over.`,
  goesOn: (reason: string) => `Block overridden: ${reason}`,
  said: "Decided by a member",

  actionsFor: (label: string) => `Actions for ${label}`,
  name: "Assign new owner",
  nameOther: "Assign a different owner",
  nameTitle: (label: string) => `Assign new owner for ${label}`,
  nameText: "The new owner is notified and has to accept. Nothing is transferred before that.",
  email: "Email",
  ownerName: "Name",
  ownerNameHelp: "Optional. Default: the name in the directory.",
  askedNow: (name: string) => `${name} has been asked to take over.`,
  take: "Take over",
  namedFirst: "Blocks revocation. Another member must assign you before you can take over.",
  takeTitle: (label: string) => `Take over ${label}?`,
  takeText: "You become responsible for this item.",
  takeFor: "Accept on their behalf",
  takeForTitle: (name: string) => `Accept on behalf of ${name}?`,
  takeForText: (name: string) =>
    `Only for people who aren’t members here. The audit log records you, and ${name} as the new owner.`,
  stay: "Accept risk",
  stayTitle: (label: string) => `Accept the risk of ${label}?`,
  stayText: "Marks the item as resolved. Your reason is recorded here and in the audit log.",
  stayStays: (service: string) => `The item keeps working at ${service}.`,
  stayed: (label: string) => `Risk accepted: ${label}`,
  done: "Mark as ended",
  doneTitle: (label: string) => `Mark ${label} as ended?`,
  handed: "Mark as transferred",
  handedTitle: (label: string) => `Mark ${label} as transferred?`,
  doneText: "Recorded as confirmed manually. If a later scan still finds the item, it becomes pending again.",
  doneSaid: (label: string) => `${label} resolved`,
  go: "Revoke anyway",
  goTitle: (service: string) => `Revoke access at ${service} anyway?`,
  goText: (why: string) => `Revocation is blocked: ${why}`,
  goEnds: (service: string) => `Access at ${service}, with the next run.`,
  goStays: (label: string) => `${label} stays pending and may end up without an owner.`,
  goSaid: (service: string) => `Block overridden at ${service}`,

  successors: "Default owners",
  successorsText:
    "The email of the member who takes over items that have no new owner. Types without an email go to the employee’s manager. Applies to items found from now on.",
  manager: "Manager",
  saveSuccessors: "Save default owners",
  successorsSaved: "Default owners saved"
}
