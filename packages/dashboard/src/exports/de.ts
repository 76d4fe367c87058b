import type * as en from "./en.ts"
import { plurals } from "#languages/plural.ts"

const plural = plurals("de")

export const exports: typeof en.exports = {
  title: "Datenexport",
  about: "Alle Daten eurer Organisation als ZIP: Datensätze als JSON, Dateien und ein Manifest.",
  request: "Export starten",
  noStorage: "Exporte sind nicht verfügbar: Dieser Dienst hat keinen Dateispeicher. Wende dich an den Betreiber.",
  none: "Noch keine Exporte",
  noneText: (days) =>
    `Starte einen Export. Du bekommst eine E-Mail, wenn er fertig ist. Er ist ${plural(days, { one: "# Tag", other: "# Tage" })} verfügbar, dann wird er gelöscht.`,
  state: "Status",
  states: {
    queued: "In Warteschlange",
    running: "Läuft",
    ready: "Fertig",
    failed: "Fehlgeschlagen",
    expired: "Abgelaufen"
  },
  missing: (count) =>
    plural(count, { one: "# Datei konnte nicht gelesen werden", other: "# Dateien konnten nicht gelesen werden" }),
  by: "Gestartet von",
  size: "Größe",
  requested: "Gestartet",
  until: "Verfügbar bis",
  download: "Herunterladen"
}
