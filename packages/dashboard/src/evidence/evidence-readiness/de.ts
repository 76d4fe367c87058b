import type * as en from "./en.ts"
import { plurals } from "#languages/plural.ts"

const plural = plurals("de")

export const evidenceReadiness: typeof en.evidenceReadiness = {
  title: "Nachweise",
  about: "Was Fälle einem Prüfer heute zeigen könnten, Kontrolle für Kontrolle, und was ihnen fehlt.",
  which: "Fälle",
  asked: { closed: "Geschlossene Fälle", open: "Offene Fälle", all: "Geschlossene und offene Fälle" },
  controls: {
    access_removed: {
      name: "Zugriff entzogen",
      what: "Jede App ist entzogen oder als entfernt bestätigt, oder es gibt keine."
    },
    access_verified: { name: "Entzug geprüft", what: "Jede App wurde nachgelesen und zeigt das Konto als fort." },
    equipment_returned: { name: "Geräte zurück", what: "Nichts ist mehr bei der Person, und jemand hat es bestätigt." },
    papers_signed: { name: "Papiere unterschrieben", what: "Kein Papier des Falls steht noch aus." },
    tasks_done: { name: "Aufgaben erledigt", what: "Jede Aufgabe ist erledigt oder nicht nötig." },
    exit_interview: { name: "Austrittsgespräch", what: "Es wurde geführt." },
    approval: { name: "Genehmigt", what: "Der Austritt kam aus einem genehmigten Antrag." },
    legal_hold: { name: "Rechtliche Aufbewahrung", what: "Was zum Fall gehört, wurde aufbewahrt." },
    audit_anchored: { name: "Protokoll verankert", what: "Ein signierter Anker deckt jeden Eintrag zum Fall." }
  },
  states: { shown: "Belegt", missing: "Fehlt", not_needed: "Nicht nötig" },
  byControl: "Nachweise nach Kontrolle",
  control: "Kontrolle",
  lack: (count) => plural(count, { one: "# Fall", other: "# Fälle" }),
  complete: "Nichts fehlt",
  ofCases: (count) => plural(count, { one: "von # Fall", other: "von # Fällen" }),
  anchored: "Protokoll verankert",
  anchoredText: "signiert und außerhalb der Datenbank verwahrt",
  verified: "Protokoll geprüft",
  verifiedText: "prüfe es im Protokoll",
  whole: "unversehrt gefunden",
  broken: "beschädigt gefunden",
  never: "Nie",
  cases: "Fälle",
  casesLacking: (control) => `Fälle ohne: ${control}`,
  noneLacks: "Keinem Fall fehlt es",
  nothing: "Nichts",
  person: "Person",
  lacking: "Es fehlt",
  stage: "Stufe",
  lastDay: "Letzter Tag",
  state: "Stand",
  of: (name) => `Nachweise zu ${name}`,
  openCase: "Fall öffnen",
  mend: "Dorthin",
  all: "Alle Fälle",
  none: "Keine Fälle in diesen Tagen",
  noneText: "Wähle mehr Tage, oder auch offene Fälle.",
  notFound: "Nicht gefunden",
  notFoundText: "Der Fall wurde gelöscht, oder du darfst ihn nicht sehen."
}
