import type { WeakEvidence } from "@svc/contract/residual-access/schema"

const evidences: Readonly<Record<WeakEvidence, string>> = {
  not_observed: "Not observed",
  vendor_answer: "Reported by the app",
  confirmed_by_hand: "Confirmed manually"
}

export const residualAccess = {
  title: "Residual access",
  about: "Accounts still active after revocation, and departed employees whose removal was never verified.",
  byApp: "By app",
  app: "App",
  anyApp: "All apps",
  person: "Person",
  state: "State",
  open: "Open",
  resolved: "Resolved",
  openAndResolved: "Open and resolved",
  cameBack: "Still active",
  unverified: "Never verified",
  found: "Found",
  known: "Evidence",
  anyEvidence: "Any evidence",
  evidences,
  otherAccount: "Another account has this email address now",
  lastRun: "Last run",
  ended: "Access ended",
  look: "Open",
  backNone: "No account active after revocation",
  backNoneText:
    "Accounts that a run finds still active appear here immediately. Departed employees’ accounts are checked again every night.",
  unverifiedNone: "All removals are verified",
  unverifiedNoneText: "Departed employees appear here after their last day if a removal isn’t verified."
}
