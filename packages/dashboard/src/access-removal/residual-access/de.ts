import type * as en from "./en.ts"

export const residualAccess: typeof en.residualAccess = {
  title: "Restzugriff",
  about: "Konten, die nach dem Entzug noch aktiv sind, und Ausgeschiedene, deren Entzug nie verifiziert wurde.",
  byApp: "Nach App",
  app: "App",
  anyApp: "Alle Apps",
  person: "Person",
  state: "Status",
  open: "Offen",
  resolved: "Erledigt",
  openAndResolved: "Offen und erledigt",
  cameBack: "Noch aktiv",
  unverified: "Nie verifiziert",
  found: "Gefunden",
  known: "Beleg",
  anyEvidence: "Jeder Beleg",
  evidences: {
    not_observed: "Nicht belegt",
    vendor_answer: "Von der App gemeldet",
    confirmed_by_hand: "Manuell bestätigt"
  },
  otherAccount: "Diese E-Mail-Adresse gehört jetzt zu einem anderen Konto",
  lastRun: "Letzter Lauf",
  ended: "Zugriff endete",
  look: "Öffnen",
  backNone: "Kein Konto nach dem Entzug aktiv",
  backNoneText:
    "Konten, die ein Lauf noch aktiv findet, erscheinen hier sofort. Die Konten Ausgeschiedener werden jede Nacht erneut geprüft.",
  unverifiedNone: "Alle Entzüge sind verifiziert",
  unverifiedNoneText: "Ausgeschiedene erscheinen hier nach ihrem letzten Tag, wenn ein Entzug nicht verifiziert ist."
}
