import type * as en from "./en.ts"
import { plurals } from "#languages/plural.ts"

const plural = plurals("de")

export const siem: typeof en.siem = {
  title: "SIEM",
  about: "Streamt jeden Eintrag des Protokolls an die Sammler eures Sicherheitsteams, sobald er geschrieben ist.",
  catalogue: "Ereigniskatalog",
  none: "Noch keine Ziele",
  noneText:
    "Füge euren Sammler hinzu. Er bekommt, was ab dann geschrieben wird; Früheres lässt sich aus dem Menü des Ziels senden.",
  create: "Ziel hinzufügen",
  created: (name) => `„${name}“ bekommt innerhalb von 30 Sekunden Ereignisse`,
  saved: (name) => `„${name}“ ist gespeichert`,
  save: "Speichern",
  edit: "Bearbeiten",
  editTitle: (name) => `„${name}“ bearbeiten`,
  name: "Name",
  type: "Sammler",
  signedWebhook: "Signierter Webhook",
  kinds: {
    splunk_hec: {
      address: "Der HTTP Event Collector, etwa https://hec.example.com:8088/services/collector/event.",
      token: "HEC-Token",
      tokenHelp: "Das des HTTP Event Collectors."
    },
    datadog: {
      address: "Die Annahme für Logs eurer Region, etwa https://http-intake.logs.datadoghq.eu/api/v2/logs.",
      token: "API-Schlüssel",
      tokenHelp: "Er wird als DD-API-KEY gesendet."
    },
    elasticsearch: {
      address: "Der Index; sie endet auf /<index>/_doc.",
      token: "API-Schlüssel",
      tokenHelp: "In der kodierten Form, wie er im Header nach ApiKey steht."
    },
    sumo_logic: {
      address:
        "Die ganze Adresse der HTTP-Quelle. Sie ist das Geheimnis, wird also wie eines verwahrt und nie wieder gezeigt.",
      token: "",
      tokenHelp: ""
    },
    new_relic: {
      address: "Die Log-API eurer Region, etwa https://log-api.eu.newrelic.com/log/v1.",
      token: "Lizenzschlüssel",
      tokenHelp: "Er wird als Api-Key gesendet."
    },
    generic: {
      address: "Eine eigene Adresse, die ein POST annimmt.",
      token: "Geheimnis der Signatur",
      tokenHelp: "X-Svc-Signature ist damit der HMAC-SHA256 des Inhalts."
    }
  },
  address: "Adresse",
  tokenKept: "Leer bleibt das gespeicherte. Ein anderer Sammler, Host oder Port braucht es noch einmal.",
  format: "Format",
  scheme: "Wort vor dem Token",
  schemeHelp: "Splunk, wenn du nichts anderes sagst.",
  events: "Ereignisse",
  all: "Alle Ereignisse",
  allText: "Auch die, die später dazukommen.",
  some: "Einige Ereignisse",
  someEvents: (count) => plural(count, { one: "# Ereignis", other: "# Ereignisse" }),
  findEvent: "Ereignis finden",
  addHigh: "Alle von hoher Schwere dazu",
  chooseNone: "Keines wählen",
  noSuchEvent: "Kein Ereignis hat das in seinem Namen",
  severities: { high: "Hohe Schwere", info: "Info" },
  chain: "Den Platz in der Kette mitsenden",
  chainText: "seq, entry_hash und prev_hash, damit ein fehlender Eintrag an der Kopie auffällt.",
  states: { delivered: "Zugestellt", failed: "Wird wiederholt", dead: "Aufgegeben" },
  paused: "Angehalten",
  nothingYet: "Noch nichts gesendet",
  counts: "Zahlen",
  delivered: (count) => `${count} zugestellt`,
  givenUp: (count) => `${count} aufgegeben`,
  waiting: (count) => `${count} warten`,
  actions: "Aktionen",
  actionsFor: (name) => `Aktionen für ${name}`,
  test: "Probe senden",
  tested: (status) => `Die Probe wurde angenommen, mit ${status}`,
  testFailed: (error) => `Die Probe schlug fehl: ${error}`,
  pause: "Anhalten",
  resume: "Fortsetzen",
  delete: "Löschen",
  deleteTitle: (name) => `„${name}“ löschen?`,
  deleteText: (waiting) =>
    waiting === 0
      ? "Dorthin wird nichts mehr gesendet, und sein Geheimnis geht mit. Das Protokoll bleibt, wie es ist, und auch, was der Sammler hat."
      : `Dorthin wird nichts mehr gesendet: ${plural(waiting, { one: "# wartendes Ereignis", other: "# wartende Ereignisse" })} und sein Geheimnis gehen mit. Das Protokoll bleibt, wie es ist, und auch, was der Sammler hat.`,
  deleted: (name) => `„${name}“ ist gelöscht`,
  export: "Einen Zeitraum noch einmal senden",
  exportTitle: (name) => `Einen Zeitraum noch einmal an „${name}“ senden`,
  exportText:
    "Stellt die Einträge des Zeitraums an, die ältesten zuerst, 10.000 je Schritt. Die Tage gelten nach UTC, beide eingeschlossen.",
  from: "Von",
  to: "Bis",
  queued: (count, from, to) => `${count} Einträge angestellt, ${from} bis ${to}`,
  exportRuns: (step) => `Schritt ${step} wird angestellt. Gesendet wird von selbst.`,
  exportStopped: "Gestoppt. Es geht mit dem Eintrag nach dem letzten weiter.",
  exportDone: "Der ganze Zeitraum ist angestellt. Gesendet wird von selbst.",
  stop: "Stoppen",
  goOn: "Weiter",
  done: "Schließen"
}
