import type { InitiationStatus, InitiationView, ProposalKind } from "@svc/contract/initiations/schema"
import type { Role } from "@svc/contract/kernel/permissions"
import { plurals } from "#languages/plural.ts"

const plural = plurals("en")

const states: Readonly<Record<InitiationStatus, string>> = {
  pending: "Waits for approval",
  approved: "Approved",
  rejected: "Rejected"
}

const views: Readonly<Record<InitiationView | "all", string>> = {
  all: "All",
  mine: "Mine",
  to_decide: "To decide"
}

const none: typeof views = {
  all: "No initiation yet",
  mine: "You asked for no offboarding yet",
  to_decide: "Nothing waits for you"
}

const roles: Readonly<Record<Role, string>> = {
  superadmin: "a Super Admin",
  admin: "an Admin",
  hr: "HR",
  manager: "a manager"
}

const proposed: Readonly<Record<ProposalKind, string>> = {
  offboarding: "Approved, it becomes an offboarding.",
  revocation: "Approved, access is revoked at once. The offboarding exists already."
}

export const initiations = {
  title: "Initiations",
  about: "Requests to begin an offboarding, and who agrees to them.",
  create: "Ask for an offboarding",
  createText: "Once it is approved the offboarding is made by itself.",
  submit: "Send the request",
  views,
  states,
  none,
  noneText: "Ask for the offboarding of one of your people here.",
  state: "State",
  anyState: "Every state",
  step: (step: number, of: number) => `step ${step} of ${of}`,
  person: "Person",
  by: "Asked for by",
  asked: "Asked",
  you: "you",
  gone: "somebody who is gone",
  lastDay: "Last day",

  notes: "Notes",
  notesHelp: "Kept sealed with the request.",
  sealed: "kept, and shown to nobody here",
  chain: "Who has to agree",
  noChain: "HR or an admin",
  defaultChain: (name: string) => `${name} (as usual)`,
  chooseApps: "Choose at least one app, or say that there is nothing to take away",
  chooseAppsFirst: "No app is chosen: edit the request first",

  asksFor: "What is asked for",
  approval: "Approval",
  roles,
  ownRole: "holders of a role of your own",
  turnOf: (who: string) => `It is the turn of ${who}`,
  orDelegate: (who: string, delegate: string) => `${delegate}, to whom it was handed over, or of ${who}`,
  later: "not yet",
  decidedBy: (who: string, when: string) => `${who}, ${when}`,
  stepsLeft: (count: number) => plural(count, { one: "# more step after it", other: "# more steps after it" }),
  anyHr: "HR or an admin decides.",
  notRequired: "No approval was required.",
  begun: "The offboarding has begun",
  openCase: "Open the offboarding",
  rejectedFor: "Rejected, for this reason",
  more: "More",

  approve: "Approve",
  approveTitle: (name: string) => `Approve the offboarding of ${name}?`,
  approveText: "The offboarding is made at once, with its tasks, and access ends when it says.",
  approveStepText: "It goes on to the next step of its chain.",
  note: "Note",
  noteHelp: "For the history; may be left empty.",
  approved: (name: string) => `Approved: the offboarding of ${name} has begun`,
  stepApproved: "Approved: it waits for the next step",
  reject: "Reject",
  rejectTitle: (name: string) => `Reject the offboarding of ${name}?`,
  rejectText: "That is final, and no offboarding is made. Whoever asked is told; they can ask anew.",
  reason: "Reason",
  reasonHelp: "Whoever asked reads it.",
  rejected: "Rejected",
  delegate: "Hand over",
  delegateTitle: "Hand this step over",
  delegateText: "For this step only. You can still decide yourself.",
  delegateTo: "To",
  choose: "Choose",
  delegated: (name: string) => `Handed over to ${name}`,
  edit: "Edit",
  editTitle: "Edit the request",
  editText: "Another name, address, last day or choice of apps takes back the approvals given so far.",
  save: "Save",
  saved: "Saved",
  withdraw: "Withdraw",
  withdrawTitle: (name: string) => `Withdraw the request for ${name}?`,
  withdrawText: "Nothing of it is kept but its entry in the audit log. The person is not touched.",
  withdrawn: "Withdrawn",

  proposal: {
    by: (agent: string) => `Proposed by an assistant: ${agent}`,
    kinds: proposed,
    revocation: {
      approveTitle: (name: string) => `Revoke the access of ${name} now?`,
      approveText:
        "The revocation begins at once, at the apps of the plan. No offboarding is made: there is one already.",
      approved: (name: string) => `Approved: the access of ${name} is being revoked`
    },
    unproved: (key: string) =>
      `It came with the API key ${key}. The assistant's name is its own word. To approve it your password is asked for.`,
    changed: "The plan would be another by now, so it cannot be approved",
    change: (part: string, was: string | null, is: string | null) =>
      was === null && is === null ? part : `${part}: ${was ?? "–"} → ${is ?? "–"}`,
    plan: "The plan that is agreed to",
    part: (name: string) => name,
    asShown: "as shown here",
    digest: "SHA-256"
  }
}
