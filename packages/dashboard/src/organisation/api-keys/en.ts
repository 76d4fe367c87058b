import type { RotationGrace } from "@svc/contract/api-keys/schema"
import type { ApiScope } from "@svc/contract/kernel/permissions"
import { plurals } from "#languages/plural.ts"

const plural = plurals("en")

const allows: Readonly<Record<ApiScope, string>> = {
  "offboardings:read": "List offboardings and read each of them",
  "offboardings:write": "Create offboardings, move them to another stage, change their manager",
  "employees:read": "List the people of the directory",
  "webhooks:read": "List webhooks and read what was sent to them",
  "webhooks:write": "Create and delete webhooks, send a delivery again",
  mcp: "Let an assistant in at /mcp: it reads what the other scopes allow, and can only propose",
  "compliance:read": "Read the figures of the leaver access tests, at /mcp"
}

const graces: Readonly<Record<RotationGrace, string>> = {
  "0": "It ends at once",
  "1h": "One hour",
  "24h": "24 hours",
  "7d": "Seven days"
}

const howFacts: ReadonlyArray<readonly [string, string]> = [
  ["Header", "Authorization: Bearer and the key"],
  ["Limit", "120 requests of a key in 60 seconds, then 429"],
  ["401", "The key is wrong, expired, deleted, or an old secret whose time is over: the answer is the same for all"],
  ["403", "The key lacks a scope, which the answer names"],
  ["Blocked", "20 failed sign-ins of an address within 60 seconds close it until the minute is over"]
]

export const apiKeys = {
  title: "API keys",
  about: "Programs of yours sign in to the public API with these. A key is shown once, when it is made.",
  reference: "API reference",
  none: "No API keys yet",
  noneText: "Make one for each program, with no more scopes than it needs. Below is how a program signs in with it.",
  create: "Create a key",
  createText: "One for each program, so that each can be ended alone.",
  name: "Name",
  nameHelp: "Which program it is for.",
  scopes: "What it may do",
  allows,
  expiry: "Expires",
  lives: { "30": "In 30 days", "90": "In 90 days", "365": "In a year", day: "On a day of your choice", never: "Never" },
  neverHelp: "Nobody is reminded of a key that never expires: rotate it now and then.",
  lastDay: "Last day",
  calls: "Calls in 7 days",
  lastUsed: "Last used",
  never: "never",
  state: "State",
  active: "Active",
  revoked: "Deleted",
  expired: "Expired",
  expires: (when: string) => `Expires ${when}`,
  grace: (left: string) => `The old key works for ${left} more`,
  ended: (count: number) => plural(count, { one: "# deleted key", other: "# deleted keys" }),
  actions: "Actions",
  actionsFor: (name: string) => `Actions for ${name}`,
  usage: "Usage",
  usageTitle: (name: string) => `Usage of “${name}”`,
  usageChart: "Calls per day, in UTC",
  day: "Day",
  callsName: "Calls",
  errors: "Answered 4xx or 5xx",
  lastAnswer: "Last answer",
  lastSeenFrom: "Last seen from",
  made: "Made",
  madeBy: (when: string, who: string) => `${when} by ${who}`,
  rotatedAt: "Rotated",
  done: "Close",
  rotate: "Rotate",
  rotateTitle: (name: string) => `Rotate “${name}”`,
  rotateText:
    "It gets a new secret; name, scopes, expiry and history stay. How long does the old secret go on working?",
  rotateAgainText:
    "The secret before the last rotation still works, and ends now: at most two work at once. How long does the present one go on working?",
  graceLabel: "The old secret works for",
  graces,
  noGraceText: "For a secret that leaked: what still uses it is answered 401.",
  seenTitle: "The new key",
  seenText: "Copy it now: it is shown here and never again.",
  rotatedText: (until: string) => `Copy it now: it is shown here and never again. The old one works until ${until}.`,
  rotatedAtOnceText: "Copy it now: it is shown here and never again. The old one has ended.",
  tryIt: "A first call with it:",
  close: "I have copied it",
  delete: "Delete",
  deleteTitle: (name: string) => `Delete “${name}”?`,
  deleteText: "It ends at once, and with it an old secret that still works. This cannot be taken back.",
  deleteStays: "What it did stays in the audit log, and the key among the deleted ones here.",
  stillUsed: (ago: string, calls: number) =>
    `It was last used ${ago}, ${plural(calls, { one: "# call", other: "# calls" })} in 7 days. What uses it is answered 401 from now on.`,
  deleted: (name: string) => `“${name}” is deleted`,
  perDay: (calls: ReadonlyArray<number>) => `Calls per day, oldest first: ${calls.join(", ")}`,
  howTitle: "How a program signs in",
  howText: "It sends its key in a header of every request. Keep the key where the program keeps its other secrets.",
  howFacts,
  scopesTitle: "What each scope allows"
}

export const developers = {
  title: "Developers",
  about: "The APIs of the service, how a program signs in at each, and the events that are sent by themselves.",
  reference: (name: string) => `Open the reference: ${name}`,
  base: "Address",
  signIn: "Sign-in",
  document: "OpenAPI",
  surfaces: {
    public: {
      name: "Public API",
      about: "Offboardings, employees and webhooks, for the systems of your organisation. Stable and versioned.",
      signIn: "An API key, as a Bearer token. A super admin makes one with the scopes that the program needs."
    },
    app: {
      name: "App API",
      about: "Everything that this dashboard does, for scripts of a person. It changes with the dashboard.",
      signIn:
        "A session: the cookie access_token that POST /api/auth/login sets, or its value as a Bearer token. It may do what the person may."
    },
    scim: {
      name: "SCIM",
      about:
        "People and groups as an identity provider writes them: a person who is deactivated there is offboarded here.",
      signIn:
        "A SCIM token, as a Bearer token. Whoever manages integrations makes it, and gives it to the identity provider."
    }
  },
  toKeys: "API keys",
  toWebhooks: "Webhooks",
  toSiem: "SIEM",
  pushed: "What is sent by itself",
  pushedText:
    "Webhooks tell your systems what happens to offboardings; SIEM targets get every entry of the audit log. The catalogue shows each event with when it is sent and what it carries.",
  catalogueAbout: "Every event that the service sends, with when it is sent and an example of what it carries.",
  streams: {
    webhook: {
      name: "Webhooks",
      text: "An address receives each event under the most specific name that it subscribes to."
    },
    siem: {
      name: "SIEM",
      text: "A target receives all of them or those that it names. Each collector gets the payload in its own wrapping."
    }
  },
  find: "Name or occasion",
  found: (count: number) => plural(count, { one: "# event", other: "# events" }),
  noneFound: (sought: string) => `No event fits “${sought}”`,
  clear: "Clear",
  high: "High severity"
}
