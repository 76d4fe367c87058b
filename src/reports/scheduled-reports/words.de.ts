import { germanStageNames } from "@svc/contract/offboardings/stage-names"
import type { SeparationType } from "@svc/contract/offboardings/schema"
import type { ReportDateRange } from "@svc/contract/scheduled-reports/choices"
import type { ReportWords } from "./words.en.ts"

const separations: Readonly<Record<SeparationType, string>> = {
  resignation: "Eigene Kündigung",
  termination: "Kündigung durch Arbeitgeber",
  layoff: "Entlassung",
  redundancy: "Stellenabbau",
  retirement: "Ruhestand",
  contract_end: "Vertragsende",
  other: "Anderes"
}

const ranges: Readonly<Record<ReportDateRange, string>> = {
  last_24_hours: "Letzte 24 Stunden",
  last_7_days: "Letzte 7 Tage",
  last_14_days: "Letzte 14 Tage",
  last_30_days: "Letzte 30 Tage",
  last_60_days: "Letzte 60 Tage",
  last_90_days: "Letzte 90 Tage",
  last_180_days: "Letzte 180 Tage",
  last_365_days: "Letzte 365 Tage",
  last_12_months: "Letzte 12 Monate",
  last_week: "Letzte Woche",
  last_month: "Letzter Monat",
  last_quarter: "Letztes Quartal",
  last_year: "Letztes Jahr",
  this_week: "Diese Woche",
  this_month: "Dieser Monat",
  this_quarter: "Dieses Quartal",
  this_year: "Dieses Jahr",
  all_time: "Gesamter Zeitraum"
}

export const de: ReportWords = {
  stages: germanStageNames,
  separation: (type) => separations[type],
  range: (range) => ranges[range],
  by: {
    department: "Nach Abteilung",
    separation_type: "Nach Grund",
    status: "Nach Stufe",
    assignee: "Nach Zuständigen"
  },
  column: { department: "Abteilung", separation_type: "Grund", status: "Stufe", assignee: "Zuständig" },
  without: {
    department: "Keine Abteilung",
    separation_type: "Kein Grund",
    status: "Keine Stufe",
    assignee: "Nicht zugewiesen"
  },
  columns: {
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
    created_at: "Gestartet",
    completed_at: "Abgeschlossen",
    days_to_complete: "Tage bis zum Abschluss",
    days_overdue: "Tage überfällig",
    tasks_done: "Aufgaben erledigt",
    tasks_total: "Aufgaben",
    tasks_pending: "Aufgaben offen",
    legal_hold: "Löschsperre",
    task: "Aufgabe",
    assignee: "Zuständig",
    assigned_to: "Zuständig (wie erfasst)",
    due_date: "Fällig am",
    sla_deadline: "Frist"
  },
  facts: { organisation: "Organisation", made: "Stand", of: "Aufgaben", time: "Zeitraum" },
  overdueOnly: "Überfällige Aufgaben offener Austritte",
  filters: { department: "Abteilungen", separation_type: "Gründe", status: "Stufen" },
  beginning: "erster Eintrag",
  span: (from, to) => `${from} bis ${to}`,
  figures: {
    title: "Kennzahlen",
    figure: "Kennzahl",
    value: "Wert",
    started: "Gestartet",
    completed: "Abgeschlossen",
    canceled: "Abgebrochen",
    open: "Jetzt offen",
    overdue: "Jetzt überfällig",
    averageDays: "Tage im Mittel",
    legalHold: "Mit Löschsperre",
    overdueTasks: "Überfällige Aufgaben"
  },
  none: "keine",
  yes: "Ja",
  no: "Nein",
  byStage: "Offen nach Stufe",
  stage: "Stufe",
  offboardings: "Austritte",
  startedInPeriod: "In diesem Zeitraum gestartete Austritte",
  empty: "Keine",
  more: (count) => `${count} weitere sind hier nicht aufgeführt.`,
  moreInPdf: (count, most) => `${count} weitere sind hier nicht aufgeführt; das PDF führt bis zu ${most} auf.`,
  open: "Berichte öffnen",
  attached: "Das angehängte PDF hat denselben Inhalt.",
  signed: (by) => `Seine Signatur ist angehängt. ${by}.`,
  why: "Du bekommst diese E-Mail, weil ein Admin der Organisation deine E-Mail-Adresse in diesen Bericht eingetragen hat."
}
