import type * as en from "./en.ts"

export const slaCompliance: typeof en.slaCompliance = {
  title: "Fristen",
  about: "Ob Aufgaben mit Frist rechtzeitig erledigt werden: wo, von wem, und was am spätesten ist.",
  export: "Als CSV exportieren",
  exportName: (day) => `fristen-${day}.csv`,
  exported: "Die CSV ist da",
  truncated: (rows) => `Eine Datei fasst höchstens ${rows} Aufgaben; wähle weniger Tage für die übrigen.`,
  period: "Woche oder Monat",
  week: "Nach Woche",
  month: "Nach Monat",
  rate: "Rechtzeitig erledigt",
  rateBeside: (onTime, completed, notNeeded) =>
    `${onTime} von ${completed} erledigten${notNeeded === "0" ? "" : `, davon ${notNeeded} nicht nötig`}`,
  notNeeded: "Nicht nötig",
  nothingDone: "nichts Fälliges wurde erledigt",
  tracked: "Aufgaben mit Frist",
  due: "Fällig",
  trackedBeside: "in diesen Tagen fällig",
  completed: "Erledigt",
  onTime: "Rechtzeitig",
  late: "Zu spät",
  lateBeside: "spät erledigt oder noch offen",
  trend: "Rechtzeitig erledigt",
  trendText: {
    week: "Von den Aufgaben, die in einer Woche fällig waren, wie viele der erledigten rechtzeitig waren. Eine Lücke: nichts wurde erledigt.",
    month:
      "Von den Aufgaben, die in einem Monat fällig waren, wie viele der erledigten rechtzeitig waren. Eine Lücke: nichts wurde erledigt."
  },
  trendNone: "Keine der in diesen Tagen fälligen Aufgaben ist schon erledigt.",
  few: "Wenige Aufgaben hatten in diesen Tagen eine Frist: eine mehr oder weniger verschiebt die Linie weit.",
  first: { week: "Woche ab", month: "Monat ab" },
  byDepartment: "Nach Abteilung",
  byAssignee: "Nach Zuständigen",
  department: "Abteilung",
  assignee: "Zuständig",
  worst: "Die spätesten",
  worstNone: "Nichts war zu spät",
  worstNoneText: "Jede in diesen Tagen fällige Aufgabe wurde rechtzeitig erledigt.",
  task: "Aufgabe",
  whose: "Wessen",
  deadline: "Frist",
  state: "Zustand",
  stillOpen: "Noch offen",
  doneLate: "Spät erledigt",
  overdueBy: "Überzogen um",
  hours: (hours) => `${hours} Std.`,
  days: (days) => `${days} Tage`,
  none: "Keine Aufgabe hatte in diesen Tagen eine Frist",
  noneText:
    "Gib Aufgaben über eine Checklisten-Vorlage Stunden, in denen sie zu erledigen sind; werden sie fällig, zählen sie hier."
}
