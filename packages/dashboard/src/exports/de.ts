import type * as en from "./en.ts"
import { plurals } from "#languages/plural.ts"

const plural = plurals("de")

export const exports: typeof en.exports = {
  title: "Exporte",
  about: "Alles aus eurer Organisation als ein ZIP: Datensätze als JSON, Dateien und ein Verzeichnis.",
  request: "Export starten",
  noStorage: "Dieser Dienst hat keinen Dateispeicher, also gibt es keinen Export. Frage den Betreiber.",
  none: "Noch keine Exporte",
  noneText: (days) =>
    `Starte einen; du bekommst eine Mail, wenn er fertig ist. Er bleibt ${plural(days, { one: "# Tag", other: "# Tage" })}, dann wird er gelöscht.`,
  state: "Zustand",
  states: { queued: "Wartet", running: "Entsteht", ready: "Fertig", failed: "Gescheitert", expired: "Abgelaufen" },
  missing: (count) => plural(count, { one: "# Datei war nicht zu lesen", other: "# Dateien waren nicht zu lesen" }),
  by: "Von",
  size: "Größe",
  requested: "Gestartet",
  until: "Bis",
  download: "Herunterladen"
}
