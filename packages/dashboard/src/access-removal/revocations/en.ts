import type { ResidualAccessResolution } from "@svc/contract/residual-access/schema"
import { plurals } from "#languages/plural.ts"
import type { RevocationEffect } from "@svc/contract/revocations/schema"

const plural = plurals("en")

const resolutions: Readonly<Record<ResidualAccessResolution, string>> = {
  revoked: "Revoked again",
  gone: "Gone by itself",
  removed: "Removed by hand",
  accepted: "May stay"
}

/** What follows the app's name: "Okta: revokes tokens, suspends the account." */
const revocationEffects: Readonly<Record<RevocationEffect, string>> = {
  sets_auto_reply: "turns on the out-of-office reply",
  transfers_files: "starts the transfer of files to the manager on record",
  ends_sessions: "ends sessions in the app",
  signs_out_everywhere: "signs out, including apps with Universal Logout",
  revokes_tokens: "revokes tokens",
  revokes_app_access: "revokes the access of other apps",
  deletes_app_passwords: "deletes app passwords",
  revokes_sso_credentials: "revokes any tokens and keys authorized for single sign-on",
  removes_sso_identity: "removes any single sign-on identity",
  removes_membership: "removes the person from the organization",
  suspends_account: "suspends the account",
  suspends_or_deactivates_account: "suspends the account, or deactivates it where it can't be suspended",
  deactivates_account: "deactivates the account",
  deactivates_or_removes_account: "deactivates the account, or removes it from the workspace",
  disables_account: "disables the account",
  requests_removal: "receives a request to remove the access",
  requests_token_revocation: "receives a request to end sessions and tokens",
  verifies_result: "then verifies the result"
}

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
  stillActive: "Still active",
  foundForFormer: "Former person",
  seenActive: "Read back as active",
  claimed: "The app said so",
  byHand: "Somebody said so",
  previewTitle: "Revoke access now?",
  stopsTheCut: (service: string) => `Somebody has to take over at ${service} first`,
  previewText: (name: string) =>
    `Ends the access of ${name} in these apps. Apps without an account are skipped. Nothing is sent before you confirm.`,
  effects: revocationEffects,
  effectsOf: (app: string, effects: ReadonlyArray<string>) => `${app}: ${effects.join(", ")}.`,
  notVerified: "The app shows no state, so the result isn't verified.",
  calls: (count: number) => plural(count, { one: "# call to the app", other: "# calls to the app" }),
  orphaned: (kind: string, label: string, newOwner: string | null) =>
    newOwner === null ? `${kind} “${label}” is ended` : `${kind} “${label}” goes to ${newOwner}`,
  orphanedText:
    "Orphaned items are handled before the account. If the scan right before the revocation finds more of them, they are ended too.",
  seeLeftBehind: "See what stays behind",
  removedTitle: (service: string) => `Removed from ${service} by hand?`,
  removedText: "It stands in the audit log under your name, as said by a person and not as read back.",
  removed: "Confirm removed",
  reason: "Why or how",
  reasonHelp: "For whoever looks at it later; may be left empty.",
  underWay: (done: number, all: number) => `Revoking: ${done} of ${all} apps are done`,
  begins: "Access is about to be revoked",
  heldTitle: "An admin starts this revocation",
  heldText:
    "An API key created this offboarding. Its access end is today or earlier. Today's limit of automatic revocations by API key is reached. Check the person, then start the revocation.",
  oneAtATime: "Until this run has ended no other can be started, and the apps stay as they are.",
  nothingConfirmed: "Confirmed: there is nothing to revoke",
  confirmNothing: "Confirm that there is nothing",
  act: "To do",
  again: "Try again",
  activeText:
    "The app shows the account as active after its removal. Try again, or remove it there and confirm the removal.",
  doneForAnother:
    "Revoked for another account: the email address of this offboarding has changed since. Revoke access again.",
  formerPerson: "for the former person of this offboarding",
  askedFor: (email: string) => `Requested for ${email}`,
  account: (name: string | null, id: string) => (name === null ? `Account ID ${id}` : `Account ${name} (ID ${id})`),
  notRetried: "Not retried automatically.",
  nextTry: (when: string) => `Retries automatically on ${when}, when access ends.`,
  nextRetry: (when: string, retry: number) => `Retries automatically on ${when} (retry ${retry} of 7).`,
  retriesEnded: (when: string) => `Automatic retries ended ${when}. Try again, or remove it there and confirm.`,
  removalsFailed: (failed: number, all: number) =>
    plural(all, { one: `${failed} of # removal failed`, other: `${failed} of # removals failed` }),
  retry: "Retry",
  markRemoved: "Mark as removed",
  allFailed: (count: number) => `All ${count} failed removals`,
  endedFailed: (name: string, failed: number, all: number, apps: string) =>
    `${name}: ${plural(all, { one: `${failed} of # removal failed`, other: `${failed} of # removals failed` })} (${apps})`,
  endedManual: (name: string, apps: string) => `${name}: remove access by hand in ${apps}`,
  endedWell: (name: string, count: number) =>
    count === 0
      ? `${name}: no account found`
      : `${name}: ${plural(count, { one: "access removed in # app", other: "access removed in # apps" })}`,
  revoke: "Revoke access now",
  started: (count: number) => plural(count, { one: "Revoking # app", other: "Revoking # apps" }),
  choose: "Choose apps",
  chooseTitle: "Apps of this offboarding",
  chooseText: "Access to these is revoked when it ends, or when somebody says so.",
  nothingConnected: "No app is connected that access could be revoked at.",
  staysChosen: "done, so it stays",
  staysActive: "still active there, so it stays",
  history: "Runs",
  stepsOf: (when: string) => `Apps of the run of ${when}`,
  waits: "Waits",
  now: "now",
  by: (name: string) => `by ${name}`,
  byService: "by the service",
  bySchedule: "as planned",
  byRetry: (retry: number) => `automatic retry ${retry} of 7`,
  came: (revoked: number, all: number) => `${revoked} of ${all} revoked`,
  runs: "Under way",
  foundActive: "Accounts seen active after their removal",
  lastSeen: "Last seen",
  resolve: "Resolve",
  resolveTitle: (service: string) => `What became of the account in ${service}?`,
  resolveText: "It was revoked, and could be used when the app was last asked.",
  resolution: "Outcome",
  resolutions
}
