import type { WeakEvidence } from "@svc/contract/residual-access/schema"

const evidences: Readonly<Record<WeakEvidence, string>> = {
  not_observed: "Nobody knows",
  vendor_answer: "The app said so",
  confirmed_by_hand: "Somebody said so"
}

export const residualAccess = {
  title: "Who still has access",
  about:
    "People whose accounts can be used although they were revoked, and those who left and were never seen without them.",
  byApp: "By app",
  lists: "Lists",
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
  known: "Known from",
  anyEvidence: "Any evidence",
  evidences,
  otherAccount: "Another account has this address now",
  lastRun: "Last run",
  ended: "Access ended",
  look: "Open",
  backNone: "No revoked account is active",
  backNoneText:
    "What a run reads back as still active is listed here at once. Every night the accounts of those who left are looked at again.",
  unverifiedNone: "Of those who left, every removal was verified",
  unverifiedNoneText:
    "Everybody whose access has ended was seen without their accounts. Who is still here is listed once their last day is over."
}
