import type * as en from "./en.ts"
import { germanStageNames } from "@svc/contract/offboardings/stage-names"
import { plurals } from "#languages/plural.ts"

const plural = plurals("de")

export const cases: typeof en.cases = {
  title: "Austritte",
  about: "Alle Austritte und ihr Fortschritt.",
  create: "Neuer Austritt",
  start: "Austritt starten",
  openIt: "Öffnen",
  name: "Name",
  leaving: "Austritt",
  managerHelp: "Optional. Standard: die Führungskraft im Verzeichnis.",
  search: "Name, E-Mail oder Stelle",
  stage: "Stufe",
  anyStage: "Alle Stufen",
  type: "Grund",
  anyType: "Alle Gründe",
  anyDepartment: "Alle Abteilungen",
  sla: "Fristen",
  anySla: "Alle Fristen",
  slaStates: { breached: "Überfällig", at_risk: "Gefährdet", on_track: "Im Plan" },
  anyAccess: "Jeder Zugriffsstatus",
  failedOnly: "Mit fehlgeschlagenen Entzügen",
  failedNone: "Ohne fehlgeschlagene Entzüge",
  anyHold: "Mit und ohne Löschsperre",
  heldOnly: "Mit Löschsperre",
  heldNone: "Ohne Löschsperre",
  owner: "Verantwortlich",
  ownedBy: (name) => `Verantwortlich: ${name}`,
  anyOwner: "Alle Verantwortlichen",
  myCases: "Meine Austritte",
  oneOwner: "Ein Mitglied",
  unassigned: "Nicht zugewiesen",
  findMember: "Mitglieder suchen",
  lastDayFrom: "Letzter Tag ab",
  lastDayTo: "Letzter Tag bis",
  moreFilters: "Weitere Filter",
  fewerFilters: "Weniger Filter",
  asBoard: "Board",
  asTable: "Tabelle",
  importThem: "Importieren",
  choose: "Auswählen",
  chooseAll: "Alle auf dieser Seite auswählen",
  chooseOne: (name) => `${name} auswählen`,
  chosen: (count) => `${count} ausgewählt`,
  atMost: (count) => `Wähle höchstens ${count} aus`,
  clearChosen: "Auswahl aufheben",
  moveChosen: "Verschieben…",
  moveOne: (name) => `${name} in eine andere Stufe verschieben`,
  movedMany: (count, stage) =>
    plural(count, { one: `# Austritt in „${stage}“ verschoben`, other: `# Austritte in „${stage}“ verschoben` }),
  movedBack: (count) => plural(count, { one: "# Austritt zurückverschoben", other: "# Austritte zurückverschoben" }),
  refusedMany: (count) =>
    plural(count, { one: "# Austritt wurde nicht geändert", other: "# Austritte wurden nicht geändert" }),
  dismiss: "Schließen",
  cancelChosen: "Austritt abbrechen",
  cancelTitle: (count) => plural(count, { one: "# Austritt abbrechen?", other: "# Austritte abbrechen?" }),
  cancelText:
    "Abgebrochene Austritte lassen sich nicht wieder öffnen. Der automatische Entzug entfällt, und die Personen sind im Verzeichnis wieder aktiv.",
  deleteChosen: "Löschen",
  deleteTitle: (count) => plural(count, { one: "# Austritt löschen?", other: "# Austritte löschen?" }),
  deleteText:
    "Aufgaben, Apps, Entzugsläufe und Dokumente mit Dateien werden endgültig gelöscht. Die Personen bleiben im Verzeichnis, die Einträge im Audit-Log.",
  deletedMany: (count) => plural(count, { one: "# Austritt gelöscht", other: "# Austritte gelöscht" }),
  heldStay: (count) =>
    plural(count, {
      one: "# hat eine Löschsperre und bleibt erhalten",
      other: "# haben eine Löschsperre und bleiben erhalten"
    }),
  why: "Grund",
  whyHelp: "5 bis 500 Zeichen. Wird im Audit-Log festgehalten.",
  open: "Offene und geschlossene",
  openOnly: "Nur offene",
  closedOnly: "Nur geschlossene",
  clear: "Filter zurücksetzen",
  person: "Person",
  lastDay: "Letzter Tag",
  tasks: "Aufgaben",
  access: "Zugriff",
  manager: "Führungskraft",
  stages: germanStageNames,
  separations: {
    resignation: "Eigene Kündigung",
    termination: "Kündigung durch Arbeitgeber",
    layoff: "Entlassung",
    redundancy: "Stellenabbau",
    retirement: "Ruhestand",
    contract_end: "Vertragsende",
    other: "Sonstiges"
  },
  dense: "Kompakte Zeilen",
  comfortable: "Luftige Zeilen",
  views: {
    label: "Ansichten",
    open: "Offen",
    week: "Diese Woche",
    failed: "Fehlgeschlagene Entzüge",
    overdue: "Überfällig",
    closed: "Geschlossen"
  },
  noneOpen: "Keine offenen Austritte",
  empty: {
    week: {
      title: "Diese Woche geht niemand",
      text: "Hier stehen offene Austritte mit letztem Tag von Montag bis Sonntag."
    },
    failed: {
      title: "Keine fehlgeschlagenen Entzüge",
      text: "Hier stehen Austritte mit einer App, die ein Lauf nicht entziehen konnte."
    },
    overdue: {
      title: "Nichts ist überfällig",
      text: "Hier stehen offene Austritte mit einer Aufgabe, deren Frist vorbei ist."
    },
    closed: { title: "Keine geschlossenen Austritte", text: "Hier stehen abgeschlossene und abgebrochene Austritte." }
  },
  noneText: "Starte einen hier, über die API oder aus dem Identitätsanbieter oder HR-System.",
  noMatch: "Keine Treffer",
  noMatchText: "Ändere oder entferne die Filter, um mehr zu sehen.",
  today: "heute",
  inDays: (days) => plural(days, { one: "in # Tag", other: "in # Tagen" }),
  daysAgo: (days) => plural(days, { one: "vor # Tag", other: "vor # Tagen" }),
  done: (done, all) => `${done} von ${all}`,
  failedApps: (failed, active) =>
    [...(failed > 0 ? [`${failed} fehlgeschlagen`] : []), ...(active > 0 ? [`${active} noch aktiv`] : [])].join(", "),
  toConfirm: "noch aktiv: erneut entziehen oder als entfernt markieren",
  verified: (verified, all) => (all === 0 ? "Keine Apps" : `${verified} von ${all} bestätigt`),
  hold: "Löschsperre (Legal Hold)",
  tabs: {
    label: "Bereiche dieses Austritts",
    overview: "Übersicht",
    access: "Zugriff",
    tasks: "Aufgaben",
    assets: "Geräte",
    documents: "Dokumente",
    activity: "Aktivität"
  },
  orphaned: "Verwaiste Objekte",
  snapshot: "Zugriffs-Snapshot",
  moveTo: (stage) => `In „${stage}“ verschieben`,
  moved: (name, stage) => `${name}: jetzt in ${stage}`,
  blocked: (stage) => `Vor „${stage}“ noch offen:`,
  missing: {
    app: "Zugriff entziehen oder als entfernt markieren",
    asset: "Geräte zurückgeben",
    asset_confirmation: "Rückgabe der Geräte bestätigen",
    task: "Aufgaben erledigen oder als nicht nötig markieren"
  },
  more: (count) => `und ${count} weitere`,
  plainTexts: { employee_role: "Stelle", employee_department: "Abteilung" },
  email: "E-Mail",
  reason: "Grund"
}
