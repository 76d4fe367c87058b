import type { ResidualAccessResolution } from "@svc/contract/residual-access/schema"
import { plurals } from "#languages/plural.ts"
import type { RevocationEffect, RevocationRemainder, RevocationUndo } from "@svc/contract/revocations/schema"
import type { Results } from "./result.ts"

const plural = plurals("en")

const resolutions: Readonly<Record<ResidualAccessResolution, string>> = {
  revoked: "Revoked again",
  gone: "No longer active",
  removed: "Removed manually",
  accepted: "Accepted risk"
}

/** Parts of a sentence without a subject: "Revokes tokens, suspends the account." */
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
  suspends_or_deactivates_account: "suspends the account, or deactivates it where it can’t be suspended",
  deactivates_account: "deactivates the account",
  deactivates_or_removes_account: "deactivates the account, or removes it from the workspace",
  disables_account: "disables the account",
  requests_removal: "receives a request to remove the access",
  requests_token_revocation: "receives a request to end sessions and tokens",
  verifies_result: "then verifies the result"
}

const remainders: Readonly<Record<RevocationRemainder, string>> = {
  sessions_outside_universal_logout: "Sessions in apps without Universal Logout can last until they expire.",
  sessions_in_other_apps: "Sessions in other apps aren’t ended.",
  open_sessions: "Open sessions can’t be ended. They last until they expire.",
  sessions_for_minutes: "Sessions can take several minutes to end.",
  personal_account: "The personal account stays with the person. Only the membership ends."
}

const undo: Readonly<Record<RevocationUndo, string>> = {
  restorable: "Can be restored",
  new_invitation: "Needs a new invitation"
}

const inApps = (count: number) => plural(count, { one: "# app", other: "# apps" })

const resultOf = (
  { all, confirmed, failed, manual, revoked, skipped, verified }: Results,
  failedNames: ReadonlyArray<string>
) => {
  const some = `Access revoked in ${revoked.length} of ${inApps(all)}`
  if (failed.length > 0) return `${some}, ${failed.length === 1 ? failedNames.join() : failed.length} failed`
  if (manual.length > 0) {
    return `${some}, ${plural(manual.length, { one: "# app needs manual removal", other: "# apps need manual removal" })}`
  }
  if (skipped.length === all) return "No account found"
  if (verified.length === all) return `Access revoked and verified in ${inApps(all)}`
  if (confirmed.length > 0) return `${some}, ${confirmed.length} confirmed manually`
  return revoked.length === all ? `Access revoked in ${inApps(all)}` : some
}

const proofOf = (name: string, { confirmed, revoked, skipped, verified }: Results) => {
  const reported = revoked.length - verified.length
  const parts = [
    ...(verified.length > 0 ? [`verified in ${inApps(verified.length)}`] : []),
    ...(reported > 0 ? [`reported by ${inApps(reported)}`] : []),
    ...(confirmed.length > 0 ? [`confirmed manually for ${inApps(confirmed.length)}`] : []),
    ...(skipped.length > 0 ? [`no account found in ${inApps(skipped.length)}`] : [])
  ]
  return parts.length === 0 ? name : `${name}: ${parts.join(", ")}`
}

export const revocations = {
  title: "Apps",
  none: "No apps selected",
  noneText: "Select the apps to revoke, or confirm that there is no access to revoke.",
  app: "App",
  state: "State",
  proof: "Proof",
  when: "When",
  outcomes: {
    revoked: "Revoked",
    failed: "Failed",
    manual_required: "Manual",
    skipped: "No account found",
    stopped: "Stopped"
  },
  open: "Not started",
  confirmed: "Removed manually",
  verified: "Verified in the app",
  stillActive: "Still active",
  foundForFormer: "Former person",
  seenActive: "Active in the app",
  claimed: "Reported by the app",
  byHand: "Confirmed manually",
  dialogTitle: (name: string) => `Revoke ${name}’s access now?`,
  dialogText: "Nothing is sent until you confirm. Apps without an account are skipped.",
  scheduled: (when: string) => `Automatic revocation is scheduled for ${when}.`,
  chosenApps: (chosen: number, all: number) => `${chosen} of ${inApps(all)}`,
  revokeIn: (count: number) => `Revoke access in ${inApps(count)}`,
  dialogRunning: (name: string) => `Revoking ${name}’s access`,
  staysRunning: (done: number, all: number) =>
    `${done} of ${inApps(all)} done. The run continues if you close this dialog.`,
  doneOf: (done: number, all: number) => `${done} of ${inApps(all)} done`,
  appsDone: "Apps done",
  waiting: "Waiting",
  revoking: "Revoking",
  resultOf,
  proofOf,
  recorded: "Recorded in the audit log.",
  done: "Done",
  close: "Close",
  blocked: (why: string) => `Blocks revocation: ${why}`,
  unsigned: (count: number) =>
    plural(count, { one: "# document isn’t signed yet", other: "# documents aren’t signed yet" }),
  mailboxGoes: (apps: string) =>
    `This run ends access to the mailbox (${apps}), so the person might not see the signature request.`,
  seeDocuments: "View documents",
  survives: remainders,
  undo,
  effects: revocationEffects,
  effectsOf: ([first = "", ...rest]: ReadonlyArray<string>) =>
    `${[first.slice(0, 1).toUpperCase() + first.slice(1), ...rest].join(", ")}.`,
  notVerified: "The app doesn’t show account status, so the result isn’t verified.",
  calls: (count: number) => plural(count, { one: "# call to the app", other: "# calls to the app" }),
  orphaned: (kind: string, label: string, newOwner: string | null) =>
    newOwner === null ? `${kind} “${label}” is ended` : `${kind} “${label}” is transferred to ${newOwner}`,
  orphanedText:
    "Orphaned items are handled before the account. If the scan right before revocation finds more, they are ended too.",
  seeLeftBehind: "View orphaned items",
  removedTitle: (service: string) => `Mark ${service} as removed?`,
  removedText: "Recorded under your name as confirmed manually, not verified.",
  removed: "Mark as removed",
  reason: "Note (optional)",
  reasonHelp: "How or why you removed the account.",
  underWay: (done: number, all: number) => `Revoking access: ${done} of ${all} apps done`,
  begins: "Starting revocation…",
  heldTitle: "This revocation must be started manually",
  heldText:
    "An API key created this offboarding, and access ends today or should have ended already. Today’s limit for automatic revocations by API key is reached. Check the person, then start the revocation.",
  oneAtATime: "You can start another run or change apps when this run ends.",
  nothingConfirmed: "Confirmed: no access to revoke",
  confirmNothing: "Confirm no access",
  act: "Actions",
  again: "Retry",
  activeText: "The account was active after revocation. Retry, or remove it in the app and mark it as removed.",
  doneForAnother:
    "Revoked for a different account: this offboarding’s email was changed afterwards. Revoke access again.",
  formerPerson: "for the former person of this offboarding",
  askedFor: (email: string) => `Requested for ${email}`,
  account: (name: string | null, id: string) => (name === null ? `Account ID ${id}` : `Account ${name} (ID ${id})`),
  notRetried: "No automatic retry.",
  nextTry: (when: string) => `Retries automatically on ${when}, when access ends.`,
  nextRetry: (when: string, retry: number) => `Retries automatically on ${when} (retry ${retry} of 7).`,
  retriesEnded: (when: string) =>
    `Automatic retries ended on ${when}. Retry, or remove the account in the app and mark it as removed.`,
  removalsFailed: (failed: number, all: number) =>
    plural(all, { one: `${failed} of # removal failed`, other: `${failed} of # removals failed` }),
  failedIn: (app: string) => `${app}: removal failed.`,
  activeIn: (app: string) => `${app}: account still active.`,
  removedAndVerified: (app: string) => `${app}: access removed and verified.`,
  removedUnverified: (app: string) => `${app}: access removed, as reported by the app.`,
  removedIn: (count: number, verified: number) =>
    `${plural(count, { one: "Access removed in # app", other: "Access removed in # apps" })}, ${verified} verified.`,
  noAccountIn: (apps: string) => `No account found: ${apps}.`,
  details: "Details",
  whatHappened: "What happened",
  nextRetryTitle: "Next retry",
  accountTitle: "Account",
  retry: "Retry",
  markRemoved: "Mark as removed",
  retryNow: "Retry now",
  markRemovedForm: "Mark as removed…",
  endedFailed: (name: string, failed: number, all: number, apps: string) =>
    `${name}: ${plural(all, { one: `${failed} of # removal failed`, other: `${failed} of # removals failed` })} (${apps})`,
  endedManual: (name: string, apps: string) => `${name}: remove access manually in ${apps}`,
  endedWell: (name: string, count: number) =>
    count === 0
      ? `${name}: no account found`
      : `${name}: ${plural(count, { one: "access removed in # app", other: "access removed in # apps" })}`,
  viewResult: "View result",
  revoke: "Revoke access now",
  started: (count: number) => plural(count, { one: "Revoking # app", other: "Revoking # apps" }),
  choose: "Select apps",
  chooseTitle: "Select apps for this offboarding",
  chooseText:
    "Access to the selected apps is revoked when the employee’s access ends, or when someone starts a revocation.",
  nothingConnected: "No connected app supports revocation.",
  staysChosen: "Done; stays selected",
  staysActive: "Still active; stays selected",
  history: "Runs",
  stepsOf: (when: string) => `Apps in the run of ${when}`,
  waits: "Pending",
  now: "now",
  by: (name: string) => `by ${name}`,
  byService: "automatic run",
  bySchedule: "scheduled run",
  byRetry: (retry: number) => `automatic retry ${retry} of 7`,
  came: (revoked: number, all: number) => `${revoked} of ${all} revoked`,
  runs: "Running",
  foundActive: "Accounts active after revocation",
  lastSeen: "Last seen",
  resolve: "Resolve",
  resolveTitle: (service: string) => `Resolve the account in ${service}`,
  resolveText: "It was revoked but was active when the app was last checked.",
  resolution: "Outcome",
  resolutions
}
