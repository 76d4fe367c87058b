import type * as en from "./en.ts"

export const residualAccess: typeof en.residualAccess = {
  title: "Wer noch Zugriff hat",
  about: "Wessen Konten trotz Entzug benutzbar sind, und wer gegangen ist und nie ohne sie gesehen wurde.",
  byApp: "Nach App",
  lists: "Listen",
  app: "App",
  anyApp: "Alle Apps",
  person: "Person",
  state: "Stand",
  open: "Offen",
  resolved: "Erledigt",
  openAndResolved: "Offen und erledigt",
  cameBack: "Noch aktiv",
  unverified: "Nie geprüft",
  found: "Gefunden",
  known: "Bekannt durch",
  anyEvidence: "Jeder Beleg",
  evidences: {
    not_observed: "Niemand weiß es",
    vendor_answer: "Die App sagt es",
    confirmed_by_hand: "Jemand sagt es"
  },
  otherAccount: "Ein anderes Konto hat jetzt diese Adresse",
  lastRun: "Letzter Lauf",
  ended: "Zugriff endete",
  look: "Öffnen",
  backNone: "Kein entzogenes Konto ist aktiv",
  backNoneText:
    "Was ein Lauf als noch aktiv nachliest, steht sofort hier. Jede Nacht wird bei denen, die gegangen sind, noch einmal nachgesehen.",
  unverifiedNone: "Bei allen, die gegangen sind, wurde jeder Entzug geprüft",
  unverifiedNoneText:
    "Wessen Zugriff geendet hat, der wurde ohne seine Konten gesehen. Wer noch da ist, steht hier, sobald der letzte Tag um ist."
}
