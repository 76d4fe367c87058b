import type { Words } from "../en.ts"

export const residualAccess: Words["residualAccess"] = {
  title: "Wer noch Zugriff hat",
  about: "Wer gegangen ist und dessen Konten wieder benutzbar sind oder nie als gelöscht gesehen wurden.",
  byApp: "Nach App",
  lists: "Listen",
  app: "App",
  anyApp: "Alle Apps",
  person: "Person",
  state: "Stand",
  open: "Offen",
  resolved: "Erledigt",
  openAndResolved: "Offen und erledigt",
  cameBack: "Kam zurück",
  unverified: "Nie geprüft",
  found: "Gefunden",
  known: "Bekannt durch",
  anyEvidence: "Jeder Beleg",
  evidences: {
    not_observed: "Niemand weiß es",
    vendor_answer: "Die App sagt es",
    confirmed_by_hand: "Jemand sagt es"
  },
  lastRun: "Letzter Lauf",
  ended: "Zugriff endete",
  backNone: "Kein Konto kam zurück",
  backNoneText: "Jede Nacht werden die Konten derer, die gegangen sind, nachgesehen; was wieder aktiv ist, steht hier.",
  unverifiedNone: "Jeder Entzug wurde geprüft",
  unverifiedNoneText: "Wessen Zugriff geendet hat, der wurde ohne seine Konten gesehen."
}
