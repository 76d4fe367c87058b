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
  shortcuts: {
    title: "Tastenkürzel",
    off: "Einzelne Buchstaben wirken nur, wenn kein Feld den Fokus hat. Unter Mein Konto lassen sie sich ausschalten.",
    done: "Fertig",
    search: "Suchen oder Befehl ausführen",
    list: "Diese Liste",
    rows: "Nächste oder vorige Zeile",
    choose: "Zeile auswählen",
    open: "Zeile öffnen",
    clear: "Auswahl aufheben",
    tabs: "Tabs eines Austritts"
  },
  keys: { choose: "wählen", open: "öffnen", newTab: "neuer Tab" }
}
