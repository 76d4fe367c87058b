import { plurals } from "../plural.ts"

const plural = plurals("en")

export const revocations = {
  title: "Apps",
  none: "No apps were chosen",
  noneText: "Confirm that there is nothing to revoke, or choose apps for this offboarding.",
  app: "App",
  state: "State",
  proof: "Proof",
  when: "When",
  outcomes: {
    revoked: "Revoked",
    failed: "Failed",
    manual_required: "By hand",
    skipped: "Not known there",
    stopped: "Stopped"
  },
  open: "Not yet",
  confirmed: "Removed by hand",
  verified: "Read back from the app",
  claimed: "The app said so",
  byHand: "Somebody said so",
  previewTitle: "Revoke access now?",
  previewText: "These calls are made, in this order; what can be read back is read back. Nothing was sent so far.",
  removedTitle: (service: string) => `Removed from ${service} by hand?`,
  removedText: "It stands in the audit log under your name, as said by a person and not as read back.",
  removed: "Removed by hand",
  reason: "Why or how",
  reasonHelp: "For whoever looks at it later; may be left empty.",
  underWay: (done: number, all: number) => `Revoking: ${done} of ${all} apps are done`,
  nothingConfirmed: "Confirmed: there is nothing to revoke",
  confirmNothing: "Confirm that there is nothing",
  act: "To do",
  again: "Try again",
  revoke: "Revoke access now",
  started: (count: number) => plural(count, { one: "Revoking # app", other: "Revoking # apps" })
}
