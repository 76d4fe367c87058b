import type * as en from "./views.en.ts"

export const caseViews: typeof en.caseViews = {
  save: "Ansicht speichern",
  saveTitle: "Diese Filter als Ansicht speichern",
  saveText: "Eine Ansicht behält Filter und Sortierung und erscheint als Tab. Der Suchtext gehört nicht dazu.",
  name: "Name",
  share: "Für alle Mitglieder freigeben",
  shareHelp: "Alle sehen darin nur die Austritte, auf die sie Zugriff haben.",
  saved: (name) => `Ansicht gespeichert: ${name}`,
  menu: (name) => `Aktionen für die Ansicht ${name}`,
  edit: "Ansicht bearbeiten",
  changed: (name) => `Ansicht geändert: ${name}`,
  delete: "Ansicht löschen",
  deleteTitle: (name) => `Ansicht „${name}“ löschen?`,
  deleteText: "Nur die Ansicht wird gelöscht. Die Austritte bleiben, wie sie sind.",
  deleteShared: "Die Ansicht wird für alle Mitglieder gelöscht. Die Austritte bleiben, wie sie sind.",
  deleted: "Ansicht gelöscht",
  shared: "Freigegebene Ansicht",
  assign: "Verantwortung zuweisen",
  assignTitle: (count) => (count === 1 ? "Verantwortlich für 1 Austritt" : `Verantwortlich für ${count} Austritte`),
  assignText:
    "Das Mitglied bekommt eine Mitteilung für alle zusammen. Austritte, die es nicht sehen kann, bleiben unverändert.",
  assigned: (count) =>
    count === 1 ? "Verantwortung für 1 Austritt geändert" : `Verantwortung für ${count} Austritte geändert`
}
