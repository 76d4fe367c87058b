import type { Words } from "../words.ts"

export const checklists: Words["checklists"] = {
  title: "Aufgaben",
  none: "Keine Aufgaben",
  noneText: "Füge die erste hinzu, oder nimm eine Vorlage.",
  done: "Erledigt",
  late: "Spät",
  notNeeded: "Nicht nötig",
  follows: "Das erledigt sich von selbst, sobald geklärt ist, wovon es abhängt.",
  task: "Aufgabe",
  assignee: "Für",
  due: "Fällig"
}
