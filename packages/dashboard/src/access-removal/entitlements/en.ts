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
  licence: { one: "Licence", many: "Licences" }
}

const states: Readonly<Record<EntitlementState, string>> = {
  held: "Held before the cut",
  kept: "Still there",
  taken: "Taken",
  gone: "Gone otherwise",
  returned: "Given back"
}

const phases: Readonly<Record<EntitlementsAtApp["phase"], string>> = {
  before_cut: "Looked at just before the cut",
  after: "Looked at after the cut"
}

const standings: Readonly<Record<Savings["licences"][number]["standing"], string>> = {
  still_paid: "Still paid",
  saved: "Saved",
  no_price: "No price"
}

const grounds: Readonly<Record<ReturnGround, string>> = {
  rehire: "They come back",
  wrong_person: "The wrong person was offboarded",
  other: "Something else"
}

const statuses: Readonly<Record<ReturnStatus, string>> = {
  proposed: "Waits for approval",
  declined: "Declined",
  running: "Under way",
  done: "Done"
}

const outcomes: Readonly<Record<ReturnOutcome, string>> = {
  returned: "Given back",
  held_already: "There already",
  by_hand: "By hand",
  failed: "Failed"
}

export const entitlements = {
  kinds,
  states,
  phases,
  standings,
  what: "What",
  state: "What became of it",
  when: "When",
  kind: "Kind",
  anyState: "Whatever became of it",
  anyKind: "All kinds",
  find: "Find a group, role or app",
  at: (service: string) => `Before and after at ${service}`,
  restAt: (service: string) => `What the cut left at ${service}`,
  beforeTheCut: "What was held",
  otherKinds: "What else was looked for",
  moreAt: (service: string) => `More of what was held at ${service}`,
  more: (counted: string) => `More: ${counted}`,
  held: (count: number) => plural(count, { one: "# was held before the cut:", other: "# were held before the cut:" }),
  counts: {
    held: (count: number) =>
      plural(count, { one: "# is not looked at again yet", other: "# are not looked at again yet" }),
    kept: (count: number) => plural(count, { one: "# is still there", other: "# are still there" }),
    taken: (count: number) => plural(count, { one: "# was taken", other: "# were taken" }),
    gone: (count: number) => plural(count, { one: "# is gone otherwise", other: "# are gone otherwise" }),
    returned: (count: number) => plural(count, { one: "# was given back", other: "# were given back" })
  } satisfies Readonly<Record<EntitlementState, (count: number) => string>>,
  before: "Before:",
  after: "After:",
  onlyByHand: (why: string) => `Only a person can give it back: ${why}.`,
  aMonth: (price: string) => `${price} a month`,
  stillPaidUntil: (day: string) => `still paid until ${day}`,
  stillPaid: "still paid",
  saved: "saved",
  noPrice: "no price entered",
  hidden: "Cannot be seen",
  nothing: "Nothing there",
  unknownAfter: "Not known after the cut",
  notLooked: "Not looked at",
  notLookedText: "What is held at the apps is looked at just before their access is cut, and again after it.",
  noMatch: "Nothing at any app fits",
  isOff: "What people hold at apps is not looked at in this organisation",
  isOffText:
    "It comes with the look for what stays behind: what was held before the cut can be given back only if it was seen.",

  savedTile: (currency: string) => `Saved a month (${currency})`,
  stillPaidTile: (currency: string) => `Still paid a month (${currency})`,
  seats: (count: number) => plural(count, { one: "# seat freed", other: "# seats freed" }),
  withoutPrice: (count: number) =>
    plural(count, { one: "# freed seat has no price.", other: "# freed seats have no price." }),
  toPrices: "Licence prices",

  giveBack: "Give access back",
  proposeTitle: (name: string) => `Propose to give access back to ${name}?`,
  proposeText: "Only what the cut took is given back, as it was. No app is called before somebody approves the plan.",
  propose: "Propose it",
  proposed: "Proposed: somebody approves it now",
  ground: "Ground",
  grounds,
  choose: "Choose",
  reason: "Why",
  reasonHelp: "5 to 500 characters. It stands in the proposal and in the audit log.",
  atApps: "At these apps",
  chooseApp: "Choose at least one app.",
  ofApp: (byService: number, byHand: number) =>
    [
      ...(byService > 0 ? [`${byService} by the service`] : []),
      ...(byHand > 0 ? [`${byHand} only by a person`] : [])
    ].join(", "),

  return: "Return of access",
  statuses,
  outcomes,
  proposedBy: "Proposed by",
  goesTo: "Given back to",
  account: (name: string | null, id: string) => (name === null ? `Account ${id}` : `Account ${name} (${id})`),
  noAccount: "Account unknown: only by hand",
  former: "Former person",
  formerReturn: "The email of this offboarding was changed to another person's, so nothing of this plan is given back",
  approvedBy: "Approved by",
  declinedBy: "Declined by",
  declineReason: "Why it was declined",
  gone: "A member who is gone",
  ended: "Ended",
  plan: (when: string) => `What is given back, in this order, proposed ${when}`,
  planLeft: (when: string) => `What is left to be done of the return proposed ${when}`,
  back: (count: number) => `What was given back: ${count}`,
  order: "No.",
  by: "How",
  byService: "By the service",
  byPerson: "By a person",
  planText: (byService: number, byHand: number) =>
    [
      `The service gives ${byService} back.`,
      ...(byHand > 0 ? [`${byHand} can only be given back by a person.`] : [])
    ].join(" "),
  own: "You proposed it, so somebody else who may revoke access approves it, or a Super Admin.",
  approve: "Approve",
  approveTitle: (name: string) => `Give access back to ${name}?`,
  approveText: "The apps are called soon after, in the order of the plan. What is there already is left as it is.",
  approved: "Approved: access is given back now",
  decline: "Decline",
  declineTitle: "Decline this return?",
  declineText: "Nothing is given back. It can be proposed again.",
  declined: "Declined",
  underWay: (done: number, all: number) => `Giving back: ${done} of ${all} are done`,
  underWayText: "One after the other, the account of an app first. This goes on without this page.",
  allReturned: (count: number) => plural(count, { one: "# was given back", other: "# were given back" }),
  cameTo: {
    returned: (count: number) => `${count} given back`,
    held_already: (count: number) => `${count} there already`,
    by_hand: (count: number) => `${count} left for a person`,
    failed: (count: number) => `${count} failed`
  } satisfies Readonly<Record<ReturnOutcome, (count: number) => string>>,
  failedText: "What failed says why. It can be proposed again: what is there by then is left as it is.",
  byHandText: "What is left for a person says what to do at the app.",
  earlier: "Earlier returns",
  lines: (count: number) => plural(count, { one: "# line", other: "# lines" }),

  freed: "Freed seats",
  freedText:
    "Seats that offboardings freed, at the price of a month. Saved is what is not paid for any more; still paid is freed and billed until its day.",
  notYours: "How many seats were freed, and what that saves, is for whoever may see the figures.",
  noneFreed: "No seat was freed yet",
  noneFreedText: "A licence that an offboarding takes is counted here. With its price it is known what that saves.",
  licences: "Licences",
  licence: "Licence",
  standing: "State",
  billedUntil: (day: string) => `billed until ${day}`,
  atOnce: "no longer paid once freed",
  noSeat: "None freed",
  addPrice: "Add a price",
  pricing: "Price",
  priceOf: (label: string) => `Price of ${label}`,
  priceText: "Of one seat for a month. It holds for all seats of this licence, those freed before too.",
  service: "App",
  serviceHelp: "As it is called under integrations.",
  licenceId: "Licence, by the app's own id",
  price: "Price of a seat for a month",
  currency: "Currency",
  until: "Billed until",
  untilHelp: "The last day that a freed seat is paid for. Left empty, it is not paid for once it is freed.",
  savePrice: "Save the price",
  removePrice: "Remove the price",
  priceSaved: "The price is saved",
  priceRemoved: "The price is removed",
  priceThere: "There is a price of this licence already. Change that one."
}
