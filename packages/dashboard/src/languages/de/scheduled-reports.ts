import type { Words } from "../en.ts"
import { plurals } from "../plural.ts"

const plural = plurals("de")

export const scheduledReports: Words["scheduledReports"] = {
  title: "Geplante Berichte",
  about: "Berichte, die von selbst per Mail hinausgehen: was, wann, über welche Zeit und an wen.",
  create: "Neuer Bericht",
  save: "Speichern",
  editTitle: (name) => `${name} bearbeiten`,
  none: "Noch gehen keine Berichte hinaus",
  noneText: "Lege einen an, und wer es wissen soll, bekommt die Zahlen an einem festen Tag, mit signiertem PDF.",
  name: "Name",
  type: "Was er sagt",
  types: {
    weekly_summary: "Wochenübersicht",
    monthly_summary: "Monatsübersicht",
    offboarding_stats: "Austritte, einzeln",
    overdue_tasks: "Überfällige Aufgaben",
    custom: "Eigene Spalten"
  },
  schedule: "Geht hinaus",
  schedules: { daily: "Jeden Tag", weekly: "Montags", monthly: "Am 1. eines Monats" },
  scheduleHelp: "Nach dem Kalender von UTC, mit dem stündlichen Lauf.",
  range: "Über welche Zeit",
  ranges: {
    last_24_hours: "Letzte 24 Stunden",
    last_7_days: "Letzte 7 Tage",
    last_14_days: "Letzte 14 Tage",
    last_30_days: "Letzte 30 Tage",
    last_60_days: "Letzte 60 Tage",
    last_90_days: "Letzte 90 Tage",
    last_180_days: "Letzte 180 Tage",
    last_365_days: "Letzte 365 Tage",
    last_12_months: "Letzte 12 ganze Monate",
    last_week: "Die Woche davor",
    last_month: "Der Monat davor",
    last_quarter: "Das Quartal davor",
    last_year: "Das Jahr davor",
    this_week: "Diese Woche bisher",
    this_month: "Dieser Monat bisher",
    this_quarter: "Dieses Quartal bisher",
    this_year: "Dieses Jahr bisher",
    all_time: "Gesamte Zeit"
  },
  grouping: "Gruppiert",
  groupings: {
    none: "Nicht gruppiert",
    department: "Nach Abteilung",
    separation_type: "Nach Grund",
    status: "Nach Stufe",
    assignee: "Nach Zuständigen"
  },
  list: "Verteiler",
  noList: "Kein Verteiler",
  recipients: "Adressen",
  recipientsHelp:
    "Eine je Zeile, höchstens 50. Mitglieder, die Austritte sehen dürfen, bekommen Zeilen zu ihren eigenen Daten, alle anderen nur Summen.",
  pdf: "Als signiertes PDF anhängen",
  webhook: "Webhook für die Summen",
  webhookHelp:
    "Eine Adresse mit https://, die auch die Summen bekommt. Bleibt sie, wie sie steht, bleibt die gespeicherte.",
  narrow: (count) =>
    count === 0
      ? "Über alle Austritte"
      : plural(count, { one: "Eingegrenzt durch # Filter", other: "Eingegrenzt durch # Filter" }),
  columns: (count) => (count === 0 ? "Die üblichen Spalten" : plural(count, { one: "# Spalte", other: "# Spalten" })),
  columnsLabel: "Spalten",
  columnNames: {
    employee_name: "Name",
    employee_email: "E-Mail",
    department: "Abteilung",
    job_title: "Position",
    manager_email: "Führungskraft",
    status: "Stufe",
    separation_type: "Grund",
    exit_date: "Letzter Tag",
    employee_department: "Abteilung (wie erfasst)",
    employee_role: "Position (wie erfasst)",
    created_at: "Begonnen",
    completed_at: "Abgeschlossen",
    days_to_complete: "Tage bis zum Abschluss",
    days_overdue: "Tage überfällig",
    tasks_done: "Aufgaben erledigt",
    tasks_total: "Aufgaben",
    tasks_pending: "Aufgaben offen",
    legal_hold: "Aufbewahrungspflicht",
    task: "Aufgabe",
    assignee: "Zuständig",
    assigned_to: "Zuständig (wie erfasst)",
    due_date: "Fällig",
    sla_deadline: "Frist"
  },
  goesOut: "Geht hinaus",
  nextAt: (when) => `als Nächstes am ${when}`,
  to: "An",
  nobody: "Niemanden: er hat keine Empfänger",
  of: "Über",
  ofAll: "alle Austritte",
  ofNow: "was in dem Moment überfällig ist",
  attached: "Angehängt",
  withPdf: "ein PDF mit Signatur",
  withoutPdf: "nichts",
  outsiders:
    "Was jede Adresse lesen darf, wird beim Senden noch einmal geprüft. Summen enthalten keine Zeile über eine Person.",
  recipientGets: (address, gets, records) => {
    if (records === null) return `${address}: Summen`
    const whose = { all: "alle Daten", departments: "Daten der eigenen Abteilungen", direct_reports: "Daten der direkt Unterstellten" }[
      records
    ]
    return `${address}: ${gets === "rows" ? "Zeilen" : "Summen"} (${whose})`
  },
  state: "Zustand",
  paused: "Pausiert",
  pausedText: "Er ist pausiert: nichts geht hinaus.",
  failed: "Nicht alle gesendet",
  notYet: "Noch nicht gesendet",
  sent: "Gesendet",
  preview: "Vorschau",
  whatIsSent: "Was gesendet wird",
  previewTitle: (name) => `Was ${name} senden wird`,
  nowText: "Die Zahlen dieser Tage, wie sie jetzt sind, für ganze Tage und über alles, was du siehst:",
  lookNow: "Diese Tage ansehen",
  pdfNow: "PDF von jetzt",
  close: "Schließen",
  actions: "Aktionen",
  actionsFor: (name) => `Aktionen für ${name}`,
  edit: "Bearbeiten",
  pause: "Pausieren",
  resume: "Wieder senden",
  isPaused: (name) => `${name} ist pausiert`,
  resumed: (name) => `${name} geht wieder hinaus`,
  remove: "Löschen",
  removed: (name) => `${name} ist gelöscht`,
  removeTitle: (name) => `${name} löschen?`,
  removeText:
    "Er geht nicht mehr hinaus, auch nicht, was noch nicht gesendet werden konnte. Gesendetes bleibt bei den Empfängern.",
  lists: "Verteiler",
  listText: "Jeder Bericht an den Verteiler erreicht diese Adressen.",
  createList: "Neuer Verteiler",
  noLists: "Noch keine Verteiler",
  noListsText: "Ein Verteiler lohnt sich, wo mehrere Berichte an dieselben Leute gehen.",
  reports: "Berichte",
  removeListUnused: "Kein Bericht geht an ihn.",
  removeListText: (reports) => `Diese Berichte bleiben und erreichen seine Adressen nicht mehr: ${reports}.`,
  withoutRecipients: (reports) => `Niemand bekommt mehr: ${reports}`
}
