import type * as en from "./en.ts"
import { plurals } from "#languages/plural.ts"

const plural = plurals("de")

export const siem: typeof en.siem = {
  title: "SIEM",
  about: "Sendet jeden Eintrag des Audit-Logs laufend an die Kollektoren eures Sicherheitsteams.",
  catalogue: "Ereigniskatalog",
  none: "Noch keine Ziele",
  noneText:
    "Füge einen Kollektor hinzu, um ihm neue Einträge zu senden. Frühere Einträge sendest du über das Menü des Ziels.",
  create: "Ziel hinzufügen",
  created: (name) => `„${name}“ erhält innerhalb von 30 Sekunden Ereignisse`,
  saved: (name) => `„${name}“ gespeichert`,
  save: "Speichern",
  edit: "Bearbeiten",
  editTitle: (name) => `„${name}“ bearbeiten`,
  name: "Name",
  type: "Kollektor",
  signedWebhook: "Signierter Webhook",
  kinds: {
    splunk_hec: {
      address: "Der HTTP Event Collector, zum Beispiel https://hec.example.com:8088/services/collector/event.",
      token: "HEC-Token",
      tokenHelp: "Das Token des HTTP Event Collectors."
    },
    datadog: {
      address: "Der Log-Intake eurer Region, zum Beispiel https://http-intake.logs.datadoghq.eu/api/v2/logs.",
      token: "API-Schlüssel",
      tokenHelp: "Wird als DD-API-KEY gesendet."
    },
    elasticsearch: {
      address: "Der Index; die URL endet auf /<index>/_doc.",
      token: "API-Schlüssel",
      tokenHelp: "In kodierter Form, wie er im Header auf ApiKey folgt."
    },
    sumo_logic: {
      address:
        "Die vollständige URL der HTTP-Quelle. Sie zählt als Anmeldedaten, wird so gespeichert und nie wieder angezeigt.",
      token: "",
      tokenHelp: ""
    },
    new_relic: {
      address: "Die Log-API eurer Region, zum Beispiel https://log-api.eu.newrelic.com/log/v1.",
      token: "Lizenzschlüssel",
      tokenHelp: "Wird als Api-Key gesendet."
    },
    generic: {
      address: "Eine beliebige URL, die POST-Anfragen annimmt.",
      token: "Signaturschlüssel",
      tokenHelp: "Signiert den Body: X-Svc-Signature ist dessen HMAC-SHA256."
    }
  },
  address: "Endpunkt-URL",
  tokenKept: "Optional. Standard: das gespeicherte. Ein neuer Kollektor, Host oder Port braucht es erneut.",
  format: "Format",
  scheme: "Präfix des Tokens",
  schemeHelp: "Optional. Standard: Splunk.",
  events: "Ereignisse",
  all: "Alle Ereignisse",
  allText: "Auch später hinzukommende.",
  some: "Ausgewählte Ereignisse",
  someEvents: (count) => plural(count, { one: "# Ereignis", other: "# Ereignisse" }),
  findEvent: "Ereignisse suchen",
  addHigh: "Alle mit hohem Schweregrad hinzufügen",
  chooseNone: "Auswahl aufheben",
  noSuchEvent: "Keine passenden Ereignisse",
  severities: { high: "Hoher Schweregrad", info: "Info" },
  chain: "Felder der Hash-Kette mitsenden",
  chainText: "seq, entry_hash und prev_hash, damit ein fehlender Eintrag in der Kopie auffällt.",
  states: { delivered: "Zugestellt", failed: "Wird wiederholt", dead: "Endgültig fehlgeschlagen" },
  paused: "Pausiert",
  nothingYet: "Noch nichts gesendet",
  counts: "Zustellungen",
  delivered: (count) => `${count} zugestellt`,
  givenUp: (count) => `${count} fehlgeschlagen`,
  waiting: (count) => `${count} in der Warteschlange`,
  actions: "Aktionen",
  actionsFor: (name) => `Aktionen für ${name}`,
  test: "Test-Ereignis senden",
  tested: (status) => `Test-Ereignis zugestellt: Antwort ${status}`,
  testFailed: (error) => `Test-Ereignis fehlgeschlagen: ${error}`,
  pause: "Pausieren",
  resume: "Fortsetzen",
  delete: "Ziel löschen",
  deleteTitle: (name) => `Ziel „${name}“ löschen?`,
  deleteText: (waiting) =>
    waiting === 0
      ? "Es werden keine Ereignisse mehr gesendet, und die Anmeldedaten werden gelöscht. Das Audit-Log und die Daten des Kollektors bleiben."
      : `Es werden keine Ereignisse mehr gesendet: ${plural(waiting, { one: "# wartendes Ereignis", other: "# wartende Ereignisse" })} und die Anmeldedaten werden gelöscht. Das Audit-Log und die Daten des Kollektors bleiben.`,
  deleted: (name) => `„${name}“ gelöscht`,
  export: "Zeitraum senden",
  exportTitle: (name) => `Zeitraum an „${name}“ senden`,
  exportText:
    "Reiht die Einträge des Zeitraums ein, älteste zuerst, 10.000 je Schritt. Tage in UTC; erster und letzter Tag eingeschlossen.",
  from: "Von",
  to: "Bis",
  queued: (count, from, to) => `${count} Einträge eingereiht, ${from} bis ${to}`,
  exportRuns: (step) => `Schritt ${step} wird eingereiht. Die Einträge werden automatisch gesendet.`,
  exportStopped: "Gestoppt. Fortsetzen beginnt nach dem letzten eingereihten Eintrag.",
  exportDone: "Der ganze Zeitraum ist eingereiht. Die Einträge werden automatisch gesendet.",
  stop: "Stoppen",
  goOn: "Fortsetzen",
  done: "Schließen"
}
