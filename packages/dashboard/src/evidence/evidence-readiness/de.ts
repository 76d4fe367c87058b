import type * as en from "./en.ts"
import { plurals } from "#languages/plural.ts"

const plural = plurals("de")

export const evidenceReadiness: typeof en.evidenceReadiness = {
  title: "Nachweisstatus",
  about: "Vorhandene und fehlende Nachweise zu jeder Kontrolle.",
  which: "Austritte",
  asked: { closed: "Nur abgeschlossene", open: "Nur offene", all: "Offen und abgeschlossen" },
  controls: {
    access_removed: {
      name: "Zugriff entzogen",
      what: "Jede App ist entzogen oder als entfernt bestätigt, oder es gibt nichts zu entziehen."
    },
    access_verified: {
      name: "Entzug verifiziert",
      what: "Jede App wurde danach gelesen und zeigt das Konto deaktiviert oder entfernt."
    },
    equipment_returned: {
      name: "Geräte zurückgegeben",
      what: "Kein Gerät ist mehr bei der Person, und die Rückgabe ist bestätigt."
    },
    papers_signed: { name: "Dokumente unterschrieben", what: "Kein Dokument steht noch aus." },
    tasks_done: { name: "Aufgaben erledigt", what: "Jede Aufgabe ist erledigt oder nicht nötig." },
    exit_interview: { name: "Austrittsgespräch", what: "Das Austrittsgespräch ist abgeschlossen." },
    approval: { name: "Freigegeben", what: "Der Austritt geht auf einen freigegebenen Antrag zurück." },
    legal_hold: { name: "Löschsperre (Legal Hold)", what: "Der Austritt steht oder stand unter Löschsperre." },
    audit_anchored: { name: "Log verankert", what: "Ein Anker deckt jeden Eintrag zum Austritt ab." }
  },
  states: { shown: "Belegt", missing: "Fehlt", not_needed: "Nicht nötig" },
  byControl: "Nachweise nach Kontrolle",
  control: "Kontrolle",
  lack: (count) => plural(count, { one: "# Austritt", other: "# Austritte" }),
  complete: "Vollständig",
  ofCases: (count) => plural(count, { one: "von # Austritt", other: "von # Austritten" }),
  anchored: "Log verankert",
  anchoredText: "neuester Anker",
  verified: "Log geprüft",
  verifiedText: "unter Audit-Log, Integrität",
  whole: "intakt",
  broken: "beschädigt",
  never: "Nie",
  cases: "Austritte",
  casesLacking: (control) => `Fehlender Nachweis: ${control}`,
  noneLacks: "Bei keinem Austritt fehlt dieser Nachweis",
  nothing: "Nichts",
  person: "Person",
  lacking: "Es fehlt",
  stage: "Stufe",
  lastDay: "Letzter Tag",
  state: "Status",
  of: (name) => `Nachweise: ${name}`,
  openCase: "Austritt öffnen",
  mend: "Beheben",
  all: "Alle Austritte",
  none: "Keine Austritte in diesem Zeitraum",
  noneText: "Wähle einen längeren Zeitraum, oder schließe offene Austritte ein.",
  notFound: "Nicht gefunden",
  notFoundText: "Der Austritt wurde gelöscht, oder du hast keinen Zugriff darauf."
}
