import type * as en from "./en.ts"
import { plurals } from "#languages/plural.ts"

const plural = plurals("de")

export const checklistTemplates: typeof en.checklistTemplates = {
  title: "Vorlagen",
  about: "Checklisten, Dokumente und Freigabeketten für neue Austritte.",
  kinds: { checklists: "Checklisten", letters: "Dokumentvorlagen", "approval-chains": "Freigabeketten" },
  create: { checklists: "Neue Checkliste", letters: "Neue Dokumentvorlage", "approval-chains": "Neue Freigabekette" },
  noneYours: "Kein Zugriff auf Vorlagen",
  noneYoursText: "Vorlagen sind für alle, die Checklisten verwalten, Dokumente sehen oder Austritte anlegen.",
  none: "Noch keine eigenen Checklisten",
  noneText:
    "Neue Austritte nutzen die Standardaufgaben. Für eigene lege eine Checkliste für eine Stelle oder einen Grund an.",
  name: "Name",
  chosenFor: "Gilt für",
  byHand: "nur manuelle Auswahl",
  tasks: "Aufgaben",
  state: "Status",
  active: "Aktiv",
  resting: "Inaktiv",
  changed: "Zuletzt geändert",
  aboutChecklist: "Aufgaben für neue Austritte.",
  what: "Details",
  role: "Stelle",
  roleHelp: "Groß- oder Kleinschreibung ist egal. Leer: alle Stellen.",
  separation: "Grund",
  workerType: "Beschäftigungsart",
  any: "Beliebig",
  description: "Beschreibung",
  isActive: "Für neue Austritte verfügbar",
  byHandHelp:
    "Ohne Stelle, Grund oder Beschäftigungsart wird diese Checkliste nur verwendet, wenn sie ausgewählt wird.",
  byItselfHelp: "Passen mehrere Checklisten, geht die Stelle vor dem Grund und der Grund vor der Beschäftigungsart.",
  noTasks: "Noch keine Aufgaben",
  noTasksText: "Füge die erste Aufgabe hinzu. Austritte zeigen die Aufgaben in dieser Reihenfolge.",
  wrongTasks: (why) => `Die Aufgaben sind ungültig: ${why}`,
  addTask: "Aufgabe hinzufügen",
  editTask: "Aufgabe bearbeiten",
  takeOver: "Übernehmen",
  task: "Aufgabe",
  assignee: "Zuständig",
  assigneeHelp: "Person oder Team. Standard: HR.",
  follows: "Wird erledigt",
  followsHelp: "Manuell oder automatisch, je nach Stand des Austritts.",
  followed: {
    none: "Manuell",
    revocation: "Wenn der Zugriff vollständig entzogen ist",
    assets: "Wenn alle Geräte zurückgegeben sind"
  },
  completesItself: {
    revocation: "wird automatisch erledigt, wenn der Zugriff vollständig entzogen ist",
    assets: "wird automatisch erledigt, wenn alle Geräte zurückgegeben sind"
  },
  days: "Tage vor dem letzten Tag",
  daysHelp: "0: am letzten Tag fällig. Leer: kein Fälligkeitstag.",
  hours: "Frist (Stunden)",
  hoursHelp: "Ab Beginn des Austritts. Leer: keine Frist.",
  dueBefore: (days) =>
    days === 0
      ? "fällig am letzten Tag"
      : plural(days, { one: "fällig # Tag vor dem letzten Tag", other: "fällig # Tage vor dem letzten Tag" }),
  within: (hours) => plural(hours, { one: "innerhalb von # Stunde", other: "innerhalb von # Stunden" }),
  order: "Reihenfolge",
  moveUp: (task) => `Nach oben: ${task}`,
  moveDown: (task) => `Nach unten: ${task}`,
  movedTo: (place, places) => `Verschoben auf Position ${place} von ${places}`,
  editOf: (task) => `Bearbeiten: ${task}`,
  removeOf: (task) => `Entfernen: ${task}`,
  save: "Checkliste speichern",
  saved: "Checkliste gespeichert",
  delete: "Löschen",
  deleteTitle: (name) => `${name} löschen?`,
  deleteText:
    "Das lässt sich nicht rückgängig machen. Bestehende Austritte behalten ihre Aufgaben; neue nutzen die nächste passende Checkliste.",
  duplicate: "Duplizieren",
  duplicateOf: (name) => `Duplizieren: ${name}`,
  duplicated: (name) => `${name} angelegt`,
  copyOf: (name) => `Kopie von ${name}`,
  tasksOf: (count) => plural(count, { one: "# Aufgabe", other: "# Aufgaben" }),
  standard: { general: "Standard-Checkliste", contractor: "Standard-Checkliste für Selbstständige" },
  standardText:
    "Neue Austritte nutzen eine Standard-Checkliste, wenn keine andere gewählt ist oder passt. Um ihre Aufgaben zu ändern, dupliziere sie.",
  deleted: (name) => `${name} gelöscht`
}
