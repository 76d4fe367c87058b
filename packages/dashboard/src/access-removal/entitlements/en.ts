import type {
  EntitlementKind,
  EntitlementsAtApp,
  EntitlementState,
  ReturnGround,
  ReturnOutcome,
  ReturnStatus,
  Savings
} from "@svc/contract/entitlements/schema"
import { plurals } from "#languages/plural.ts"

const plural = plurals("en")

const kinds: Readonly<Record<EntitlementKind, { readonly one: string; readonly many: string }>> = {
  account: { one: "Account", many: "Accounts" },
  group: { one: "Group", many: "Groups" },
  role: { one: "Role", many: "Roles" },
  licence: { one: "License", many: "Licenses" }
}

const states: Readonly<Record<EntitlementState, string>> = {
  held: "Held before",
  kept: "Still held",
  taken: "Revoked",
  gone: "Removed elsewhere",
  returned: "Restored"
}

const phases: Readonly<Record<EntitlementsAtApp["phase"], string>> = {
  before_cut: "Before revocation",
  after: "After revocation"
}

const standings: Readonly<Record<Savings["licences"][number]["standing"], string>> = {
  still_paid: "Still billed",
  saved: "Saved",
  no_price: "No price"
}

const grounds: Readonly<Record<ReturnGround, string>> = {
  rehire: "Rehired",
  wrong_person: "Wrong person offboarded",
  other: "Other"
}

const statuses: Readonly<Record<ReturnStatus, string>> = {
  proposed: "Pending approval",
  declined: "Rejected",
  running: "Running",
  done: "Completed"
}

const outcomes: Readonly<Record<ReturnOutcome, string>> = {
  returned: "Restored",
  held_already: "Already present",
  by_hand: "Manual",
  failed: "Failed"
}

export const entitlements = {
  kinds,
  states,
  phases,
  standings,
  what: "Access",
  state: "State",
  when: "When",
  kind: "Type",
  anyState: "All states",
  anyKind: "All types",
  find: "Find a group, role, or app",
  at: (service: string) => `Access snapshot of ${service}`,
  restAt: (service: string) => `Access not revoked at ${service}`,
  beforeTheCut: "Held before revocation",
  otherKinds: "Other types",
  moreAt: (service: string) => `More access at ${service}`,
  more: (counted: string) => `More: ${counted}`,
  held: (count: number) => `${count} held before revocation:`,
  counts: {
    held: (count: number) => `${count} not scanned again yet`,
    kept: (count: number) => `${count} still held`,
    taken: (count: number) => `${count} revoked`,
    gone: (count: number) => `${count} removed elsewhere`,
    returned: (count: number) => `${count} restored`
  } satisfies Readonly<Record<EntitlementState, (count: number) => string>>,
  before: "Before:",
  after: "After:",
  onlyByHand: (why: string) => `Must be restored manually: ${why}.`,
  aMonth: (price: string) => `${price} per month`,
  stillPaidUntil: (day: string) => `billed until ${day}`,
  stillPaid: "still billed",
  saved: "saved",
  noPrice: "no price set",
  hidden: "Not visible",
  nothing: "Nothing found",
  unknownAfter: "Not visible after revocation",
  notLooked: "Not scanned",
  notLookedText: "Access is scanned right before revocation and again afterwards.",
  noMatch: "No results",
  isOff: "Access snapshots are off",
  isOffText:
    "Snapshots are taken when scanning for orphaned items is on. Only access seen before revocation can be restored.",

  savedTile: (currency: string) => `Saved per month (${currency})`,
  stillPaidTile: (currency: string) => `Still billed per month (${currency})`,
  seats: (count: number) => plural(count, { one: "# license reclaimed", other: "# licenses reclaimed" }),
  withoutPrice: (count: number) =>
    plural(count, { one: "# reclaimed license has no price.", other: "# reclaimed licenses have no price." }),
  toPrices: "License prices",

  giveBack: "Restore access",
  proposeTitle: (name: string) => `Propose restoring access for ${name}?`,
  proposeText: "Only what the revocation removed is restored, as it was. No app is called until the plan is approved.",
  propose: "Propose restore",
  proposed: "Restore proposed for approval",
  ground: "Reason",
  grounds,
  choose: "Select",
  reason: "Details",
  reasonHelp: "5 to 500 characters. Shown in the proposal and recorded in the audit log.",
  atApps: "Apps",
  chooseApp: "Select at least one app.",
  ofApp: (byService: number, byHand: number) =>
    [...(byService > 0 ? [`${byService} automatic`] : []), ...(byHand > 0 ? [`${byHand} manual`] : [])].join(", "),

  return: "Access restore",
  statuses,
  outcomes,
  proposedBy: "Proposed by",
  goesTo: "Restore to",
  account: (name: string | null, id: string) => (name === null ? `Account ${id}` : `Account ${name} (${id})`),
  noAccount: "Account unknown: restore manually",
  former: "Former person",
  formerReturn: "This offboarding’s email was changed to another person’s, so nothing in this plan is restored",
  approvedBy: "Approved by",
  declinedBy: "Rejected by",
  declineReason: "Reason for rejection",
  gone: "Former member",
  ended: "Finished",
  plan: (when: string) => `Restore plan proposed ${when}, in order`,
  planLeft: (when: string) => `Remaining steps of the restore proposed ${when}`,
  back: (count: number) => `Restored or already present: ${count}`,
  order: "No.",
  by: "How",
  byService: "Automatic",
  byPerson: "Manual",
  planText: (byService: number, byHand: number) =>
    `To restore: ${byService} automatically${byHand > 0 ? `, ${byHand} manually` : ""}.`,
  own: "You proposed this. Another person who can revoke access, or a Super Admin, must approve it.",
  approve: "Approve",
  approveTitle: (name: string) => `Approve restoring access for ${name}?`,
  approveText:
    "Apps are called shortly afterwards, in the order of the plan. Anything already present is left unchanged.",
  approved: "Approved: restoring access",
  decline: "Reject",
  declineTitle: "Reject this restore?",
  declineText: "Nothing is restored. It can be proposed again.",
  declined: "Restore rejected",
  underWay: (done: number, all: number) => `Restoring access: ${done} of ${all} done`,
  underWayText: "One at a time, each app’s account first. You can leave this page.",
  allReturned: (count: number) =>
    plural(count, { one: "# item restored or already present", other: "All # items restored or already present" }),
  cameTo: {
    returned: (count: number) => `${count} restored`,
    held_already: (count: number) => `${count} already present`,
    by_hand: (count: number) => `${count} manual`,
    failed: (count: number) => `${count} failed`
  } satisfies Readonly<Record<ReturnOutcome, (count: number) => string>>,
  failedText: "Each failed row shows why. You can propose it again; anything already present is left unchanged.",
  byHandText: "Each manual row shows what to do in the app.",
  earlier: "Earlier restores",
  lines: (count: number) => plural(count, { one: "# item", other: "# items" }),

  freed: "Reclaimed licenses",
  freedText:
    "Licenses reclaimed by offboardings, at their monthly price. Saved: no longer billed. Still billed: reclaimed, but billed until the date shown.",
  notYours: "You need the permission “View reports” to see reclaimed licenses and savings.",
  noneFreed: "No reclaimed licenses yet",
  noneFreedText: "Licenses that an offboarding revokes appear here. Add prices to see savings.",
  licences: "Licenses",
  licence: "License",
  standing: "State",
  billedUntil: (day: string) => `billed until ${day}`,
  atOnce: "not billed once reclaimed",
  noSeat: "None reclaimed",
  addPrice: "Add price",
  pricing: "Set price",
  priceOf: (label: string) => `Set price of ${label}`,
  priceText: "Per seat and month. Applies to all seats of this license, including those reclaimed earlier.",
  service: "App",
  serviceHelp: "As named under Integrations.",
  licenceId: "License ID in the app",
  price: "Price per seat and month",
  currency: "Currency",
  until: "Billed until",
  untilHelp: "Last day a reclaimed seat is billed. Leave empty if billing ends when the seat is reclaimed.",
  savePrice: "Save price",
  removePrice: "Remove price",
  priceSaved: "Price saved",
  priceRemoved: "Price removed",
  priceThere: "This license already has a price. Edit that one."
}
