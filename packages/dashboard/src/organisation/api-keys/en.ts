import type { RotationGrace } from "@svc/contract/api-keys/schema"
import type { ApiScope } from "@svc/contract/kernel/permissions"
import { plurals } from "#languages/plural.ts"

const plural = plurals("en")

const allows: Readonly<Record<ApiScope, string>> = {
  "offboardings:read": "List and read offboardings",
  "offboardings:write": "Create offboardings, change their stage and manager",
  "employees:read": "List the people in the directory",
  "webhooks:read": "List webhooks and read their deliveries",
  "webhooks:write": "Create and delete webhooks, resend deliveries",
  mcp: "Let an AI assistant connect at /mcp. It reads what the other scopes allow and can only propose changes",
  "compliance:read": "Read the figures of leaver access tests, at /mcp"
}

const graces: Readonly<Record<RotationGrace, string>> = {
  "0": "None",
  "1h": "1 hour",
  "24h": "24 hours",
  "7d": "7 days"
}

const howFacts: ReadonlyArray<readonly [string, string]> = [
  ["Header", "Authorization: Bearer, followed by the key"],
  ["Rate limit", "120 requests per key in 60 seconds, then 429"],
  ["401", "The key is wrong, expired, or deleted, or an old secret past its grace period; all get the same response"],
  ["403", "The key lacks a scope; the response names it"],
  ["Blocked", "20 failed sign-ins from an IP address within 60 seconds block it for the rest of that minute"]
]

export const apiKeys = {
  title: "API keys",
  about: "Authenticate your programs with the public API. Each key is shown once, when you create it.",
  reference: "API reference",
  none: "No API keys yet",
  noneText: "Create one key per program, with only the scopes it needs. How a program signs in is described below.",
  create: "Create API key",
  createText: "Use one key per program, so that you can delete each one separately.",
  name: "Name",
  nameHelp: "The program that uses the key.",
  scopes: "Scopes",
  allows,
  expiry: "Expires",
  lives: { "30": "In 30 days", "90": "In 90 days", "365": "In 1 year", day: "On a specific day", never: "Never" },
  neverHelp: "A key that never expires shows no expiry warning. Rotate it regularly.",
  lastDay: "Last valid day",
  calls: "Calls in 7 days",
  lastUsed: "Last used",
  never: "Never",
  state: "Status",
  active: "Active",
  revoked: "Deleted",
  expired: "Expired",
  expires: (when: string) => `Expires ${when}`,
  grace: (left: string) => `Old secret valid for ${left}`,
  ended: (count: number) => plural(count, { one: "# deleted key", other: "# deleted keys" }),
  actions: "Actions",
  actionsFor: (name: string) => `Actions for ${name}`,
  usage: "Usage",
  usageTitle: (name: string) => `Usage of “${name}”`,
  usageChart: "Calls per day (UTC)",
  day: "Day",
  callsName: "Calls",
  errors: "Failed (4xx or 5xx)",
  lastAnswer: "Last response",
  lastSeenFrom: "Last used from",
  made: "Created",
  madeBy: (when: string, who: string) => `${when} by ${who}`,
  rotatedAt: "Rotated",
  done: "Close",
  rotate: "Rotate",
  rotateTitle: (name: string) => `Rotate “${name}”?`,
  rotateText:
    "Creates a new secret. Name, scopes, expiry, and history stay. How long should the old secret keep working?",
  rotateAgainText:
    "The secret from before the last rotation stops working now: only two can be valid at a time. How long should the current one keep working?",
  graceLabel: "Grace period",
  graces,
  noGraceText: "For a leaked secret. Programs that still use it get 401.",
  seenTitle: "New API key",
  seenText: "Copy it now. You won’t see it again.",
  rotatedText: (until: string) => `Copy it now. You won’t see it again. The old secret works until ${until}.`,
  rotatedAtOnceText: "Copy it now. You won’t see it again. The old secret no longer works.",
  tryIt: "Make a first call:",
  close: "I have copied it",
  delete: "Delete",
  deleteTitle: (name: string) => `Delete “${name}”?`,
  deleteText: "The key stops working immediately, also an old secret in its grace period. This can’t be undone.",
  deleteStays: "Kept: its entries in the audit log, and the key in the list of deleted keys.",
  stillUsed: (ago: string, calls: number) =>
    `Last used ${ago}, with ${plural(calls, { one: "# call", other: "# calls" })} in 7 days. Programs that still use it will get 401.`,
  deleted: (name: string) => `“${name}” deleted`,
  perDay: (calls: ReadonlyArray<number>) => `Calls per day, oldest first: ${calls.join(", ")}`,
  howTitle: "How a program signs in",
  howText: "Send the key in a header of every request. Store it with the program’s other secrets.",
  howFacts,
  scopesTitle: "What each scope allows"
}

export const developers = {
  title: "Developers",
  about: "The APIs of this service, how to sign in to each, and the events it sends.",
  reference: (name: string) => `${name} reference`,
  base: "Base URL",
  signIn: "Sign-in",
  document: "OpenAPI",
  surfaces: {
    public: {
      name: "Public API",
      about: "Offboardings, people, and webhooks, for your organization’s systems. Stable and versioned.",
      signIn: "An API key, as a Bearer token. A Super Admin creates it with the scopes the program needs."
    },
    app: {
      name: "App API",
      about: "Everything this dashboard does, for your own scripts. It changes with the dashboard.",
      signIn:
        "A session: the cookie access_token from POST /api/auth/login, or its value as a Bearer token. It has the person’s permissions."
    },
    scim: {
      name: "SCIM",
      about: "People and groups from your identity provider. Deactivating a person there offboards them here.",
      signIn: "A SCIM token, as a Bearer token. A member who manages integrations creates it for the identity provider."
    }
  },
  toKeys: "API keys",
  toWebhooks: "Webhooks",
  toSiem: "SIEM",
  pushed: "Events",
  pushedText:
    "Webhooks send offboarding events to your systems. SIEM destinations receive every audit log entry. The event catalog shows when each event is sent and what it contains.",
  catalogueAbout: "Every event the service sends: when it is sent, and an example payload.",
  streams: {
    webhook: "A webhook receives each event under the most specific name it subscribes to.",
    siem: "A destination receives all events or the ones you choose, in its collector’s format. Each is sent when the audit log records it."
  },
  find: "Search events",
  found: (count: number) => plural(count, { one: "# event", other: "# events" }),
  noneFound: (sought: string) => `No results for “${sought}”`,
  clear: "Clear search",
  high: "High severity"
}
