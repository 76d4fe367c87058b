import type { WeakEvidence } from "@svc/contract/residual-access/schema"

const evidences: Readonly<Record<WeakEvidence, string>> = {
  not_observed: "Nobody knows",
  vendor_answer: "The app said so",
  confirmed_by_hand: "Somebody said so"
}

export const residualAccess = {
  title: "Who still has access",
  about: "People who left and whose accounts can be used again, or were never seen without them.",
  byApp: "By app",
  lists: "Lists",
  app: "App",
  anyApp: "All apps",
  person: "Person",
  state: "State",
  open: "Open",
  resolved: "Resolved",
  openAndResolved: "Open and resolved",
  cameBack: "Came back",
  unverified: "Never verified",
  found: "Found",
  known: "Known from",
  anyEvidence: "Any evidence",
  evidences,
  lastRun: "Last run",
  ended: "Access ended",
  backNone: "No account came back",
  backNoneText:
    "Every night the accounts of those who left are looked at again; what is active once more is listed here.",
  unverifiedNone: "Every removal was verified",
  unverifiedNoneText: "Everybody whose access has ended was seen without their accounts."
}
