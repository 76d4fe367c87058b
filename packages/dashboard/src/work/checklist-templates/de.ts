import type * as en from "./en.ts"
import { plurals } from "#languages/plural.ts"

const plural = plurals("de")

export const checklistTemplates: typeof en.checklistTemplates = {
  title: "Vorlagen",
  about: "Was einmal gemacht und in jedem Austritt verwendet wird.",
  kinds: { checklists: "Checklisten", letters: "Briefe", "approval-chains": "Freigabeketten" },
  create: { checklists: "Neue Checkliste", letters: "Neuer Brief", "approval-chains": "Neue Freigabekette" },
  noneYours: "Du siehst hier keine Vorlagen",
  noneYoursText: "Sie sind für alle, die an Austritten oder ihren Dokumenten arbeiten oder welche beantragen.",
  none: "Noch keine eigenen Checklisten",
  noneText: "Neue Austritte beginnen mit den üblichen Aufgaben. Mach eine Checkliste für eine Stelle oder einen Grund.",
  name: "Name",
  chosenFor: "Gewählt für",
  byHand: "nur von Hand",
  tasks: "Aufgaben",
  state: "Zustand",
  active: "In Gebrauch",
  resting: "Ruht",
  changed: "Geändert",
  aboutChecklist: "Aufgaben, mit denen neue Austritte beginnen.",
  what: "Wofür sie ist",
  role: "Stelle",
  roleHelp: "Groß und klein ist gleich. Leer: jede.",
  separation: "Grund",
  workerType: "Arbeitet als",
  any: "Egal",
  description: "Beschreibung",
  isActive: "Neue Austritte dürfen sie verwenden",
  byHandHelp: "Für nichts Bestimmtes: sie wird nur verwendet, wenn jemand sie wählt.",
  byItselfHelp:
    "Von denen, die passen, kommt eine für die Stelle vor einer für den Grund, und diese vor einer für die Art der Arbeit.",
  noTasks: "Noch keine Aufgaben",
  noTasksText: "Füge die erste hinzu. Die Reihenfolge hier ist die im Austritt.",
  wrongTasks: (why) => `Die Aufgaben passen nicht: ${why}`,
  addTask: "Aufgabe hinzufügen",
  editTask: "Aufgabe bearbeiten",
  takeOver: "Übernehmen",
  task: "Aufgabe",
  assignee: "Für",
  assigneeHelp: "Eine Person oder ein Team. Leer: HR.",
  follows: "Erledigt",
  followsHelp: "Von Hand, oder von selbst aus dem, was der Austritt weiß.",
  followed: {
    none: "Jemand hakt sie ab",
    revocation: "Wenn alle Zugänge entzogen sind",
    assets: "Wenn alle Geräte zurück sind"
  },
  completesItself: {
    revocation: "erledigt sich, wenn alle Zugänge entzogen sind",
    assets: "erledigt sich, wenn alle Geräte zurück sind"
  },
  days: "Tage vor dem letzten Tag",
  daysHelp: "Wann sie fällig ist: 0 ist der letzte Tag selbst. Leer: kein Tag.",
  hours: "Stunden Zeit",
  hoursHelp: "Ab Beginn des Austritts. Leer: keine Frist.",
  dueBefore: (days) =>
    days === 0
      ? "fällig am letzten Tag"
      : plural(days, { one: "fällig # Tag vor dem letzten Tag", other: "fällig # Tage vor dem letzten Tag" }),
  within: (hours) => plural(hours, { one: "innerhalb # Stunde", other: "innerhalb von # Stunden" }),
  order: "Reihenfolge",
  moveUp: (task) => `Nach oben: ${task}`,
  moveDown: (task) => `Nach unten: ${task}`,
  movedTo: (place, places) => `Jetzt ${place} von ${places}`,
  editOf: (task) => `Bearbeiten: ${task}`,
  removeOf: (task) => `Herausnehmen: ${task}`,
  save: "Checkliste speichern",
  saved: "Die Checkliste ist gespeichert",
  delete: "Löschen",
  deleteTitle: (name) => `${name} löschen?`,
  deleteText:
    "Die Vorlage ist endgültig weg. Austritte, die ihre Aufgaben daraus haben, behalten sie; neue nehmen die nächste, die passt.",
  deleted: (name) => `${name} wurde gelöscht`
}
