import type { OAuthFailure } from "@svc/contract/integrations/connect-bodies"
import { plurals } from "#languages/plural.ts"
import { namesIn } from "./vendors.ts"

const plural = plurals("en")

const failures: Readonly<Record<OAuthFailure, string>> = {
  oauth_denied: "Access wasn’t granted. Start again and grant the requested permissions.",
  oauth_expired: "It took longer than 10 minutes, or was started in another session. Start again.",
  oauth_failed:
    "The response failed our checks. Start again. If it keeps failing, contact the operator of this service.",
  oauth_unavailable: "No response. Try again in a few minutes.",
  credential_refused: "The credential lacks required permissions. Connect with an administrator’s account.",
  read_only: "Your plan has ended, so your organization is read-only."
}

export const integrations = {
  title: "Integrations",
  about: "Apps to revoke access in, and your HR, ticket, messaging, and e-signature systems.",
  tabs: {
    label: "Integrations",
    apps: "Apps",
    reviews: "HR reviews",
    scim: "SCIM provisioning",
    signOn: "Single sign-on"
  },
  find: "Find an app",
  nothing: "No results",
  nothingText: "Connect it as a custom app, over SCIM or by signed webhook.",
  kinds: {
    identity: "Identity and accounts",
    apps: "Other apps",
    hr: "HR system and alumni",
    messages: "Messaging",
    work: "Tickets, calendar, and interviews",
    signatures: "E-signatures"
  },
  connect: "Connect",
  connectOwn: "Connect custom app",
  setUp: "Set up",
  notYet: "Not connected",
  read: (ago: string) => `Last sync ${ago}`,
  state: "State",
  connected: "Connected",
  switchedOff: "Turned off",
  refused: "Credential rejected",
  refusedTitle: (name: string, ago: string) => `${name} rejected the stored credential ${ago}`,
  refusedText: "It was revoked or lost permissions. Access there can’t be revoked until you reconnect.",
  lastSync: "Last sync",
  never: "Never",
  since: "Connected since",
  revokes: "Revokes access",
  yes: "Yes, of departing employees",
  no: "No",
  back: "All integrations",
  connection: "Connection",
  stored: "Stored settings",
  storedText: "Secrets are encrypted and never shown.",
  noneYet: (name: string) => `${name} is not connected`,
  askManager: "Ask a member who can manage integrations to connect it.",
  again: "Reconnect",
  settings: "Settings",
  use: "Use this connection",
  useText: "When off, the connection is kept but nothing is read or revoked.",
  autoReply: "Out-of-office reply",
  autoReplyText: "The departed employee’s mailbox replies to incoming email.",
  drive: "Transfer files to the manager",
  driveText: "The departing employee’s Drive files are transferred to their manager.",
  saved: "Saved",
  test: "Send test message",
  tested: "Test message posted to the channel",
  testFailed: (why: string) => `Test message failed: ${why}`,
  noAnswer: "no response",
  disconnect: "Disconnect",
  disconnectTitle: (name: string) => `Disconnect ${name}?`,
  disconnectText: (name: string) =>
    `The stored credential is deleted. In open offboardings, steps in ${name} become manual.`,
  disconnectStays: "People, offboardings, and the audit log are kept. You can reconnect at any time.",
  disconnected: (name: string) => `${name} disconnected`,
  callbackUrl: "Webhook URL",
  callbacks: "Webhook for status updates",
  callbacksSent: "DocuSign receives this URL with each request. You don’t need to enter it there.",
  callbacksText: "Add this URL as a webhook there to get changes immediately.",
  noCallbacks: "Not subscribed to callbacks",
  unverifiable: "Callbacks can’t be verified yet, so signatures are checked on a schedule. Reconnect with an HMAC key.",
  signing: "Signature requests",
  reminderDays: "Days between reminders",
  reminderHelp: "Leave empty for no reminders.",
  expiryDays: "Days until a request expires",
  save: "Save",
  sync: "Sync now",
  synced: "Sync completed",
  syncOf: {
    created: (count: number) => plural(count, { one: "# new person", other: "# new people" }),
    updated: (count: number) => plural(count, { one: "# updated", other: "# updated" }),
    unchanged: (count: number) => plural(count, { one: "# unchanged", other: "# unchanged" }),
    offboardings: (count: number) => plural(count, { one: "# offboarding started", other: "# offboardings started" }),
    moved: (count: number) => plural(count, { one: "# last day changed", other: "# last days changed" }),
    review: (count: number) => plural(count, { one: "# to review", other: "# to review" }),
    failed: (count: number) => plural(count, { one: "# unreadable", other: "# unreadable" })
  },
  providers: namesIn("en"),
  own: "Custom app",
  ownScim: "Custom app over SCIM",
  connectedNow: (name: string) => `${name} is connected`,
  notConnected: "Connection failed",
  notConnectedTo: (name: string) => `Couldn’t connect ${name}`,
  failures
}
