import type * as en from "./palette.en.ts"

export const palette: typeof en.palette = {
  groups: {
    visited: "Zuletzt besucht",
    commands: "Befehle",
    offboardings: "Austritte",
    people: "Personen",
    equipment: "Geräte",
    documents: "Dokumente",
    places: "Seiten",
    help: "Hilfe"
  },
  newOffboarding: "Neuer Austritt",
  request: "Austritt beantragen",
  importCases: "Austritte importieren",
  connect: "App verbinden",
  invite: "Mitglied einladen",
  retry: (name) => `Fehlgeschlagenen Entzug wiederholen: ${name}`,
  settings: "Zu den Einstellungen",
  themes: {
    light: "Helles Design verwenden",
    dark: "Dunkles Design verwenden",
    system: "Design des Systems verwenden"
  },
  allResults: (count) => `Alle ${count} Treffer`,
  lastDay: (day) => `letzter Tag ${day}`,
  failed: (count) => `${count} fehlgeschlagen`,
  heldBy: (name) => `bei ${name}`,
  keys: { choose: "wählen", open: "öffnen", newTab: "neuer Tab" }
}
