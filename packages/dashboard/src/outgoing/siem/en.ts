import type { LastDeliveryStatus, SiemTargetType } from "@svc/contract/siem/schema"
import type { Severity } from "@svc/contract/siem/events"
import { plurals } from "#languages/plural.ts"

const plural = plurals("en")

interface Kind {
  readonly address: string
  readonly token: string
  readonly tokenHelp: string
}

const kinds: Readonly<Record<SiemTargetType, Kind>> = {
  splunk_hec: {
    address: "The HTTP event collector, such as https://hec.example.com:8088/services/collector/event.",
    token: "HEC token",
    tokenHelp: "Of the HTTP event collector."
  },
  datadog: {
    address: "The intake for logs of your site, such as https://http-intake.logs.datadoghq.eu/api/v2/logs.",
    token: "API key",
    tokenHelp: "It is sent as DD-API-KEY."
  },
  elasticsearch: {
    address: "The index, ending in /<index>/_doc.",
    token: "API key",
    tokenHelp: "The encoded form, as it stands after ApiKey in the header."
  },
  sumo_logic: {
    address:
      "The whole address of the HTTP source. It is the credential, so it is kept like one and never shown again.",
    token: "",
    tokenHelp: ""
  },
  new_relic: {
    address: "The log API of your region, such as https://log-api.eu.newrelic.com/log/v1.",
    token: "Licence key",
    tokenHelp: "It is sent as Api-Key."
  },
  generic: {
    address: "Any address of yours that takes a POST.",
    token: "Signing secret",
    tokenHelp: "X-Svc-Signature is the HMAC-SHA256 of the body with it."
  }
}

const severities: Readonly<Record<Severity, string>> = { high: "High severity", info: "Info" }

const states: Readonly<Record<typeof LastDeliveryStatus.Type, string>> = {
  delivered: "Delivered",
  failed: "Will retry",
  dead: "Given up"
}

export const siem = {
  title: "SIEM",
  about: "Streams every entry of the audit log to your security team's collectors, as it is written.",
  catalogue: "Event catalogue",
  none: "No targets yet",
  noneText:
    "Add your collector. It receives what is written from then on; what was written before can be sent from the target's menu.",
  create: "Add a target",
  created: (name: string) => `“${name}” receives events within 30 seconds`,
  saved: (name: string) => `“${name}” is saved`,
  save: "Save",
  edit: "Edit",
  editTitle: (name: string) => `Edit “${name}”`,
  name: "Name",
  type: "Collector",
  kinds,
  signedWebhook: "Signed webhook",
  address: "Address",
  tokenKept: "Left empty the stored one stays. Another collector, host or port needs it again.",
  format: "Format",
  scheme: "Word before the token",
  schemeHelp: "Splunk, unless you say otherwise.",
  events: "Events",
  all: "All events",
  allText: "Those that are added later too.",
  some: "Some events",
  someEvents: (count: number) => plural(count, { one: "# event", other: "# events" }),
  findEvent: "Find an event",
  addHigh: "Add all of high severity",
  chooseNone: "Choose none",
  noSuchEvent: "No event has this in its name",
  severities,
  chain: "Send the place in the chain",
  chainText: "seq, entry_hash and prev_hash, so that a missing entry shows in the copy.",
  states,
  paused: "Paused",
  nothingYet: "Nothing sent yet",
  counts: "Counts",
  delivered: (count: string) => `${count} delivered`,
  givenUp: (count: string) => `${count} given up`,
  waiting: (count: string) => `${count} waiting`,
  actions: "Actions",
  actionsFor: (name: string) => `Actions for ${name}`,
  test: "Send a test",
  tested: (status: number) => `The test was taken, with ${status}`,
  testFailed: (error: string) => `The test failed: ${error}`,
  pause: "Pause",
  resume: "Resume",
  delete: "Delete",
  deleteTitle: (name: string) => `Delete “${name}”?`,
  deleteText: (waiting: number) =>
    waiting === 0
      ? "Nothing is sent there any more, and its credential goes with it. The audit log stays as it is, and so does what the collector has."
      : `Nothing is sent there any more: ${plural(waiting, { one: "# event that waits", other: "# events that wait" })} and its credential go with it. The audit log stays as it is, and so does what the collector has.`,
  deleted: (name: string) => `“${name}” is deleted`,
  export: "Send a date range again",
  exportTitle: (name: string) => `Send a date range to “${name}” again`,
  exportText:
    "Queues the entries of the range, oldest first, 10,000 at a step. The days are those of UTC, both included.",
  from: "From",
  to: "To",
  queued: (count: string, from: string, to: string) => `${count} entries queued, ${from} to ${to}`,
  exportRuns: (step: number) => `Step ${step} is being queued. They are sent by themselves.`,
  exportStopped: "Stopped. It goes on with the entry after the last one.",
  exportDone: "The whole range is queued. They are sent by themselves.",
  stop: "Stop",
  goOn: "Go on",
  done: "Close"
}
