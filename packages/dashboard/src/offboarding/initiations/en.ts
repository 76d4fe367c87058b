import type { InitiationStatus, InitiationView, ProposalKind } from "@svc/contract/initiations/schema"
import type { Role } from "@svc/contract/kernel/permissions"
import { plurals } from "#languages/plural.ts"

const plural = plurals("en")

const states: Readonly<Record<InitiationStatus, string>> = {
  pending: "Pending",
  approved: "Approved",
  rejected: "Rejected"
}

const views: Readonly<Record<InitiationView | "all", string>> = {
  all: "All",
  mine: "Mine",
  to_decide: "To review"
}

const none: typeof views = {
  all: "No requests yet",
  mine: "You have no requests yet",
  to_decide: "No requests to review"
}

const roles: Readonly<Record<Role, string>> = {
  superadmin: "Super Admin",
  admin: "Admin",
  hr: "HR",
  manager: "Manager"
}

const proposed: Readonly<Record<ProposalKind, string>> = {
  offboarding: "Approval creates the offboarding.",
  revocation: "Approval revokes access immediately. The offboarding already exists."
}

export const initiations = {
  title: "Requests",
  about: "Offboarding requests and their approvals.",
  create: "Request offboarding",
  createText: "The offboarding is created when the request is approved.",
  submit: "Submit request",
  views,
  states,
  none,
  noneText: "Requests and their approval status appear here.",
  state: "Status",
  anyState: "All statuses",
  step: (step: number, of: number) => `step ${step} of ${of}`,
  person: "Person",
  by: "Requested by",
  asked: "Requested",
  you: "You",
  gone: "former member",
  lastDay: "Last day",

  notes: "Notes",
  notesHelp: "Stored encrypted with the request.",
  sealed: "Stored encrypted; not shown here",
  chain: "Approval chain",
  noChain: "HR or an Admin",
  defaultChain: (name: string) => `${name} (default)`,
  chooseApps: "Select at least one app, or confirm that there is no access to revoke",
  chooseAppsFirst: "No apps selected. Edit the request first.",

  asksFor: "Request details",
  approval: "Approval",
  roles,
  ownRole: "members with a custom role",
  turnOf: (who: string) => `Waiting for ${who}`,
  orDelegate: (who: string, delegate: string) => `${delegate} (delegate) or ${who}`,
  later: "not decided",
  decidedBy: (who: string, when: string) => `${who}, ${when}`,
  stepsLeft: (count: number) => plural(count, { one: "# more step after this", other: "# more steps after this" }),
  anyHr: "HR or an Admin decides.",
  notRequired: "No approval required.",
  begun: "Offboarding started",
  openCase: "Open offboarding",
  rejectedFor: "Reason for rejection",
  more: "More",

  approve: "Approve",
  approveIt: "Approve request",
  approveTitle: (name: string) => `Approve request for ${name}?`,
  approveText: "Approving creates the offboarding and its tasks. Access ends as stated in the request.",
  approveStepText: "The request moves to the next approval step.",
  note: "Note (optional)",
  noteHelp: "Shown in the request’s history.",
  approved: (name: string) => `Approved: ${name}’s offboarding has started`,
  stepApproved: "Step approved",
  reject: "Reject",
  rejectIt: "Reject request",
  rejectTitle: (name: string) => `Reject request for ${name}?`,
  rejectText: "No offboarding is created. The requester is notified and can submit a new request.",
  reason: "Reason",
  reasonHelp: "Shown to the requester.",
  rejected: "Request rejected",
  delegate: "Delegate",
  delegateTitle: "Delegate step",
  delegateText: "Applies to this step only. You can still decide.",
  delegateTo: "Delegate to",
  choose: "Choose",
  delegated: (name: string) => `Delegated to ${name}`,
  edit: "Edit",
  editTitle: "Edit request",
  editText: "Changing the name, email, last day, or apps resets approvals.",
  save: "Save",
  saved: "Saved",
  withdraw: "Withdraw",
  withdrawIt: "Withdraw request",
  withdrawTitle: (name: string) => `Withdraw request for ${name}?`,
  withdrawText: "The request is deleted, except for its entry in the audit log. The person is not affected.",
  withdrawn: "Request withdrawn",

  proposal: {
    by: (agent: string) => `Proposed by an AI assistant: ${agent}`,
    kinds: proposed,
    revocation: {
      approveTitle: (name: string) => `Revoke ${name}’s access now?`,
      approveText: "Revocation starts immediately in the apps of the plan. No new offboarding is created.",
      approved: (name: string) => `Approved: revoking ${name}’s access`
    },
    unproved: (key: string) =>
      `Submitted with the API key ${key}. The assistant’s name is self-reported. You need your password to approve.`,
    changed: "The plan has changed, so you can’t approve it",
    change: (part: string, was: string | null, is: string | null) =>
      was === null && is === null ? part : `${part}: ${was ?? "–"} → ${is ?? "–"}`,
    plan: "Plan to approve",
    part: (name: string) => name,
    asShown: "as shown here",
    digest: "SHA-256"
  }
}
