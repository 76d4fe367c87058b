import type { OAuthFailure } from "@svc/contract/integrations/connect-bodies"
import { plurals } from "#languages/plural.ts"
import { namesIn } from "./vendors.ts"

const plural = plurals("en")

const failures: Readonly<Record<OAuthFailure, string>> = {
  oauth_denied: "You did not agree there. Begin again, and agree to what is asked for.",
  oauth_expired: "It took longer than ten minutes, or was begun in another session. Begin again.",
  oauth_failed: "The answer did not pass our checks. Begin again; if it goes on, ask the operator of this service.",
  oauth_unavailable: "There was no answer. Try again in a few minutes.",
  credential_refused:
    "It gave a credential that does not allow what is needed. Connect with an administrator’s account.",
  read_only: "Your organisation is read-only because its plan has ended."
}

export const integrations = {
  title: "Integrations",
  about: "Apps that this service reads from, or removes access in.",
  tabs: {
    label: "Integrations",
    apps: "Apps",
    reviews: "HR reviews",
    scim: "Provisioning",
    signOn: "Single sign-on"
  },
  find: "Find an app",
  nothing: "No app is called so",
  nothingText: "Connect it as an app of your own, by SCIM or by a signed webhook.",
  kinds: {
    identity: "Identity and accounts",
    apps: "Other apps that access is taken away in",
    hr: "HR system and alumni",
    messages: "Messages",
    work: "Tickets, calendar and interviews",
    signatures: "Signatures"
  },
  connect: "Connect",
  connectOwn: "Connect your own app",
  setUp: "Set up",
  notYet: "Not connected",
  read: (ago: string) => `Last read ${ago}`,
  state: "State",
  connected: "Connected",
  switchedOff: "Switched off",
  refused: "Credential refused",
  refusedTitle: (name: string, ago: string) => `${name} takes the stored credential no more, since ${ago}`,
  refusedText:
    "It was ended, or may do less than before. Access is not taken away there until you connect it again with one that works.",
  lastSync: "Last read",
  never: "Never",
  since: "Since",
  revokes: "Takes access away",
  yes: "Yes, when somebody leaves",
  no: "No",
  back: "All integrations",
  connection: "Connection",
  stored: "What is stored",
  storedText: "Secrets are kept sealed and shown to nobody.",
  noneYet: (name: string) => `${name} is not connected`,
  askManager: "Somebody who manages integrations can connect it.",
  again: "Connect again",
  settings: "Settings",
  use: "Use this connection",
  useText: "Switched off it stays, and nothing is read or taken away there.",
  autoReply: "Out-of-office reply",
  autoReplyText: "Whoever writes to somebody who has left is answered by their mailbox.",
  drive: "Hand files to the manager",
  driveText: "Drive files of whoever leaves become their manager’s.",
  saved: "Saved",
  test: "Send a test message",
  tested: "A test message is in the channel",
  testFailed: (why: string) => `The test message did not arrive: ${why}`,
  noAnswer: "no answer",
  disconnect: "Disconnect",
  disconnectTitle: (name: string) => `Disconnect ${name}?`,
  disconnectText: (name: string) =>
    `The stored credential is deleted. Offboardings in progress leave ${name} to be done by hand.`,
  disconnectStays: "People, offboardings and the audit log stay as they are. You can connect it again at any time.",
  disconnected: (name: string) => `${name} is disconnected`,
  callbacks: "Let it tell us what happens",
  callbacksSent: "DocuSign is told this address with each request. Nothing has to be entered there.",
  callbacksText: "Enter this address there as a webhook, so that a change is seen at once.",
  noCallbacks: "Callbacks are not subscribed to",
  unverifiable:
    "Its callbacks cannot be verified yet, so signatures are looked at by the clock. Connect it again with an HMAC key.",
  signing: "Signature requests",
  reminderDays: "Days between reminders",
  reminderHelp: "Empty for none.",
  expiryDays: "Days until a request ends",
  save: "Save",
  sync: "Sync now",
  synced: "The sync is done",
  syncOf: {
    created: (count: number) => plural(count, { one: "# person new", other: "# people new" }),
    updated: (count: number) => plural(count, { one: "# changed", other: "# changed" }),
    unchanged: (count: number) => plural(count, { one: "# as before", other: "# as before" }),
    offboardings: (count: number) => plural(count, { one: "# offboarding begun", other: "# offboardings begun" }),
    moved: (count: number) => plural(count, { one: "# last day moved", other: "# last days moved" }),
    review: (count: number) => plural(count, { one: "# to review", other: "# to review" }),
    failed: (count: number) => plural(count, { one: "# could not be read", other: "# could not be read" })
  },
  providers: namesIn("en"),
  own: "An app of your own",
  ownScim: "An app of your own, by SCIM",
  connectedNow: (name: string) => `${name} is connected`,
  notConnected: "The connection did not come about",
  notConnectedTo: (name: string) => `${name} is not connected`,
  failures
}
