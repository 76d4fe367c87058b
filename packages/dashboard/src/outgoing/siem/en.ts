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
    address: "The HTTP Event Collector, for example https://hec.example.com:8088/services/collector/event.",
    token: "HEC token",
    tokenHelp: "The token of the HTTP Event Collector."
  },
  datadog: {
    address: "The log intake of your site, for example https://http-intake.logs.datadoghq.eu/api/v2/logs.",
    token: "API key",
    tokenHelp: "Sent as DD-API-KEY."
  },
  elasticsearch: {
    address: "The index, ending in /<index>/_doc.",
    token: "API key",
    tokenHelp: "The encoded form, as it follows ApiKey in the header."
  },
  sumo_logic: {
    address: "The full URL of the HTTP source. It is the credential: it is stored as one and never shown again.",
    token: "",
    tokenHelp: ""
  },
  new_relic: {
    address: "The log API of your region, for example https://log-api.eu.newrelic.com/log/v1.",
    token: "License key",
    tokenHelp: "Sent as Api-Key."
  },
  generic: {
    address: "Any URL that accepts POST requests.",
    token: "Signing secret",
    tokenHelp: "Signs the body: X-Svc-Signature is its HMAC-SHA256."
  }
}

const severities: Readonly<Record<Severity, string>> = { high: "High severity", info: "Info" }

const states: Readonly<Record<typeof LastDeliveryStatus.Type, string>> = {
  delivered: "Delivered",
  failed: "Retrying",
  dead: "Failed"
}

export const siem = {
  title: "SIEM",
  about: "Streams every audit log entry to your security team’s collectors.",
  catalogue: "Event catalog",
  none: "No destinations yet",
  noneText: "Add a collector to send it new entries. You can send earlier entries from the destination’s menu.",
  create: "Add destination",
  created: (name: string) => `“${name}” receives events within 30 seconds`,
  saved: (name: string) => `“${name}” saved`,
  save: "Save",
  edit: "Edit",
  editTitle: (name: string) => `Edit “${name}”`,
  name: "Name",
  type: "Collector",
  kinds,
  signedWebhook: "Signed webhook",
  address: "Endpoint URL",
  tokenKept: "Optional. Default: the stored one. A new collector, host, or port needs it again.",
  format: "Format",
  scheme: "Token prefix",
  schemeHelp: "Optional. Default: Splunk.",
  events: "Events",
  all: "All events",
  allText: "Including events added later.",
  some: "Selected events",
  someEvents: (count: number) => plural(count, { one: "# event", other: "# events" }),
  findEvent: "Find events",
  addHigh: "Add all of high severity",
  chooseNone: "Clear selection",
  noSuchEvent: "No matching events",
  severities,
  chain: "Include chain fields",
  chainText: "seq, entry_hash, and prev_hash, so that a missing entry shows in the copy.",
  states,
  paused: "Paused",
  nothingYet: "Nothing sent yet",
  counts: "Deliveries",
  delivered: (count: string) => `${count} delivered`,
  givenUp: (count: string) => `${count} failed`,
  waiting: (count: string) => `${count} queued`,
  actions: "Actions",
  actionsFor: (name: string) => `Actions for ${name}`,
  test: "Send test event",
  tested: (status: number) => `Test event delivered: response ${status}`,
  testFailed: (error: string) => `Test event failed: ${error}`,
  pause: "Pause",
  resume: "Resume",
  delete: "Delete destination",
  deleteTitle: (name: string) => `Delete destination “${name}”?`,
  deleteText: (waiting: number) =>
    waiting === 0
      ? "No more events are sent, and its credential is deleted. The audit log and the collector’s data are kept."
      : `No more events are sent: ${plural(waiting, { one: "# queued event", other: "# queued events" })} and its credential are deleted. The audit log and the collector’s data are kept.`,
  deleted: (name: string) => `“${name}” deleted`,
  export: "Send a date range",
  exportTitle: (name: string) => `Send a date range to “${name}”`,
  exportText:
    "Queues the entries of the range, oldest first, 10,000 per step. Days are in UTC; first and last day included.",
  from: "From",
  to: "To",
  queued: (count: string, from: string, to: string) => `${count} entries queued, ${from} to ${to}`,
  exportRuns: (step: number) => `Queuing step ${step}. Entries are sent automatically.`,
  exportStopped: "Stopped. Continue starts after the last queued entry.",
  exportDone: "The whole range is queued. Entries are sent automatically.",
  stop: "Stop",
  goOn: "Continue",
  done: "Close"
}
