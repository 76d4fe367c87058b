import type { HrisOrigin, HrisReviewKind, HrisReviewStatus } from "@svc/contract/hris/schema"

const origins: Readonly<Record<HrisOrigin, string>> = { hris: "HR system", "azure-ad": "Entra ID directory" }

/** Kind of finding, and the effect of accepting it. */
const kinds: Readonly<Record<HrisReviewKind, { readonly name: string; readonly does: string }>> = {
  left_without_date: { name: "Left, no last day given", does: "Starts an offboarding with the last day below." },
  left_in_past: { name: "Last day in the past", does: "Starts an offboarding with the last day below." },
  date_changed: { name: "Last day changed", does: "Moves the open offboarding to the last day below." },
  rescinded: { name: "No longer leaving", does: "Cancels the open offboarding." },
  account_disabled: { name: "Account disabled", does: "Starts an offboarding with the last day below." },
  many_at_once: {
    name: "Unusually many departures",
    does: "Starts an offboarding with the last day below. First check that the source is correct."
  }
}

const statuses: Readonly<Record<HrisReviewStatus, string>> = {
  waiting: "Pending",
  accepted: "Accepted",
  dismissed: "Dismissed",
  withdrawn: "No longer applies"
}

export const hris = {
  title: "HR reviews",
  about: "Changes from your HR system or directory that need your decision.",
  none: "No changes to review",
  noneText: "Departures that need a decision after a sync appear here.",
  noneSo: "No results",
  connect: "Connect an HR system",
  person: "Person",
  found: "Finding",
  lastDay: "Last day",
  notSaid: "not given",
  at: "Found",
  state: "Status",
  waitingOnly: "Pending",
  actions: "Actions",
  origins,
  kinds,
  statuses,
  accept: "Accept",
  acceptTitle: (name: string) => `Accept the finding for ${name}?`,
  reason: "Reason",
  reasonHelp: "Recorded in the offboarding.",
  separation: "Reason for leaving",
  allApps: "Access is revoked in every connected app that supports it. You can change this in the offboarding.",
  accepted: (name: string) => `Finding for ${name} accepted`,
  dismiss: "Dismiss",
  dismissTitle: (name: string) => `Dismiss the finding for ${name}?`,
  dismissText: "Nothing changes, and this finding isn’t reported again.",
  dismissReason: "Reason",
  dismissReasonHelp: "Optional. Recorded in the audit log.",
  dismissed: (name: string) => `Finding for ${name} dismissed`,
  offboarding: "Open offboarding"
}
