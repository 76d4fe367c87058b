import type { HrisOrigin, HrisReviewKind, HrisReviewStatus } from "@svc/contract/hris/schema"

const origins: Readonly<Record<HrisOrigin, string>> = { hris: "HR system", "azure-ad": "Entra ID directory" }

/** What was found, and what accepting it does. */
const kinds: Readonly<Record<HrisReviewKind, { readonly name: string; readonly does: string }>> = {
  left_without_date: { name: "Left, and nobody said when", does: "An offboarding is begun with the last day below." },
  left_in_past: { name: "Left on a past day", does: "An offboarding is begun with the last day below." },
  date_changed: { name: "The last day changed", does: "The open offboarding is moved to the last day below." },
  rescinded: { name: "Stays after all", does: "The open offboarding is cancelled." },
  account_disabled: { name: "Account disabled", does: "An offboarding is begun with the last day below." },
  many_at_once: {
    name: "Far more leave at once than usual",
    does: "An offboarding is begun with the last day below. Make sure that the source is right first."
  }
}

const statuses: Readonly<Record<HrisReviewStatus, string>> = {
  waiting: "Waiting",
  accepted: "Accepted",
  dismissed: "Dismissed",
  withdrawn: "No longer so"
}

export const hris = {
  title: "HR reviews",
  about: "What a sync with the HR system found and leaves to you.",
  none: "Nothing waits for you",
  noneText: "When a sync finds somebody whose leaving is unclear, they stand here until somebody decides.",
  noneSo: "There is none in this state",
  connect: "Connect an HR system",
  person: "Person",
  found: "What was found",
  lastDay: "Last day",
  notSaid: "not said",
  at: "Found",
  state: "State",
  waitingOnly: "Waiting",
  actions: "Decide",
  origins,
  kinds,
  statuses,
  accept: "Accept",
  acceptTitle: (name: string) => `Act on what was found of ${name}?`,
  reason: "Why",
  reasonHelp: "Written to the offboarding.",
  separation: "Reason for leaving",
  allApps: "Access is taken away in every connected app that allows it. It can be changed in the offboarding.",
  accepted: (name: string) => `Done for ${name}`,
  dismiss: "Dismiss",
  dismissTitle: (name: string) => `Dismiss what was found of ${name}?`,
  dismissText: "Nothing else happens, and the same is not asked again.",
  dismissReason: "Why",
  dismissReasonHelp: "Kept in the audit log.",
  dismissed: (name: string) => `${name} is dismissed`,
  offboarding: "Open offboarding"
}
