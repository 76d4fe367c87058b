import type { Words } from "../words.ts"
import { plurals } from "../plural.ts"

const plural = plurals("de")

export const cases: Words["cases"] = {
  title: "Austritte",
  about: "Alle, die gehen: was getan ist, und was fehlt.",
  create: "Neuer Austritt",
  start: "Austritt beginnen",
  openIt: "Öffnen",
  name: "Name",
  leaving: "Austritt",
  lastDayHelp: "Am Ende dieses Tages endet der Zugang von selbst.",
  managerHelp: "Sonst aus dem Verzeichnis.",
  search: "Name, Adresse oder Stelle",
  stage: "Stufe",
  anyStage: "Jede Stufe",
  department: "Abteilung",
  type: "Grund",
  anyType: "Jeder Grund",
  open: "Offen und zu",
  openOnly: "Nur offene",
  closedOnly: "Nur geschlossene",
  clear: "Leeren",
  person: "Person",
  lastDay: "Letzter Tag",
  tasks: "Aufgaben",
  access: "Zugang",
  manager: "Führungskraft",
  stages: {
    pending: "Angelegt",
    notice_period: "Kündigungsfrist",
    it_revocation: "IT-Entzug",
    asset_recovery: "Rückgabe",
    completed: "Abgeschlossen",
    cancelled: "Abgebrochen"
  },
  separations: {
    resignation: "Eigene Kündigung",
    termination: "Kündigung",
    layoff: "Entlassung",
    redundancy: "Stellenabbau",
    retirement: "Ruhestand",
    contract_end: "Vertragsende",
    other: "Anderes"
  },
  none: "Noch kein Austritt",
  noneText: "Beginne einen hier, per API, oder lass es den Identitätsdienst oder das Personalsystem tun.",
  noMatch: "Nichts passt zu diesen Filtern",
  noMatchText: "Ändere oder leere sie, um mehr zu sehen.",
  today: "heute",
  inDays: (days) => plural(days, { one: "in # Tag", other: "in # Tagen" }),
  daysAgo: (days) => plural(days, { one: "vor # Tag", other: "vor # Tagen" }),
  done: (done, all) => `${done} von ${all}`,
  verified: (verified, all) => (all === 0 ? "keine Apps" : `${verified} von ${all} geprüft`),
  hold: "Aufbewahrungspflicht",
  tabs: {
    label: "Teile dieses Austritts",
    overview: "Übersicht",
    access: "Zugang",
    tasks: "Aufgaben",
    assets: "Geräte",
    documents: "Dokumente",
    timeline: "Verlauf"
  },
  moveTo: (stage) => `Weiter zu ${stage}`,
  moved: (name, stage) => `${name} ist jetzt hier: ${stage}`,
  blocked: (stage) => `Noch nicht: „${stage}“ verlangt`,
  missing: {
    app: "Zugang, der zu entziehen oder als entfernt zu bestätigen ist",
    asset: "Geräte, die zurückkommen müssen",
    asset_confirmation: "Die Bestätigung, dass die Geräte zurück sind",
    task: "Aufgaben, die zu tun oder nicht nötig sind"
  },
  more: (count) => `und ${count} mehr`,
  role: "Stelle",
  email: "Adresse",
  reason: "Grund"
}
