import type * as en from "./en.ts"
import { plurals } from "#languages/plural.ts"

const plural = plurals("de")

export const entitlements: typeof en.entitlements = {
  kinds: {
    account: { one: "Konto", many: "Konten" },
    group: { one: "Gruppe", many: "Gruppen" },
    role: { one: "Rolle", many: "Rollen" },
    licence: { one: "Lizenz", many: "Lizenzen" }
  },
  states: {
    held: "Vor dem Entzug da",
    kept: "Noch da",
    taken: "Entzogen",
    gone: "Anderweitig verschwunden",
    returned: "Zurückgegeben"
  },
  phases: { before_cut: "Angesehen kurz vor dem Entzug", after: "Angesehen nach dem Entzug" },
  standings: { still_paid: "Noch bezahlt", saved: "Gespart", no_price: "Kein Preis" },
  what: "Was",
  state: "Was daraus wurde",
  when: "Wann",
  kind: "Art",
  anyState: "Jeder Stand",
  anyKind: "Alle Arten",
  find: "Gruppe, Rolle oder App finden",
  at: (service) => `Vorher und nachher bei ${service}`,
  restAt: (service) => `Was der Entzug bei ${service} ließ`,
  beforeTheCut: "Was da war",
  otherKinds: "Wonach noch gesehen wurde",
  moreAt: (service) => `Was bei ${service} noch da war`,
  more: (counted) => `Mehr: ${counted}`,
  held: (count) => plural(count, { one: "# war vor dem Entzug da:", other: "# waren vor dem Entzug da:" }),
  counts: {
    held: (count) =>
      plural(count, { one: "# ist noch nicht wieder angesehen", other: "# sind noch nicht wieder angesehen" }),
    kept: (count) => plural(count, { one: "# ist noch da", other: "# sind noch da" }),
    taken: (count) => plural(count, { one: "# wurde entzogen", other: "# wurden entzogen" }),
    gone: (count) => plural(count, { one: "# ist anderweitig verschwunden", other: "# sind anderweitig verschwunden" }),
    returned: (count) => plural(count, { one: "# wurde zurückgegeben", other: "# wurden zurückgegeben" })
  },
  before: "Vorher:",
  after: "Nachher:",
  onlyByHand: (why) => `Nur ein Mensch kann es zurückgeben: ${why}.`,
  aMonth: (price) => `${price} im Monat`,
  stillPaidUntil: (day) => `noch bezahlt bis ${day}`,
  stillPaid: "noch bezahlt",
  saved: "gespart",
  noPrice: "kein Preis eingetragen",
  hidden: "Nicht sichtbar",
  nothing: "Nichts da",
  unknownAfter: "Nach dem Entzug nicht bekannt",
  notLooked: "Nicht angesehen",
  notLookedText: "Was jemand in den Apps hat, wird kurz vor dem Entzug angesehen, und danach noch einmal.",
  noMatch: "Nichts passt, in keiner App",
  isOff: "Was jemand in den Apps hat, wird in dieser Organisation nicht angesehen",
  isOffText:
    "Es gehört zur Suche nach dem, was zurückbleibt: Zurückgegeben werden kann nur, was vor dem Entzug zu sehen war.",

  savedTile: (currency) => `Gespart im Monat (${currency})`,
  stillPaidTile: (currency) => `Noch bezahlt im Monat (${currency})`,
  seats: (count) => plural(count, { one: "# Platz frei geworden", other: "# Plätze frei geworden" }),
  withoutPrice: (count) =>
    plural(count, {
      one: "# frei gewordener Platz hat keinen Preis.",
      other: "# frei gewordene Plätze haben keinen Preis."
    }),
  toPrices: "Preise der Lizenzen",

  giveBack: "Zugang zurückgeben",
  proposeTitle: (name) => `Vorschlagen, ${name} den Zugang zurückzugeben?`,
  proposeText:
    "Zurück kommt nur, was der Entzug nahm, und so, wie es war. Bevor jemand den Plan freigibt, wird keine App gerufen.",
  propose: "Vorschlagen",
  proposed: "Vorgeschlagen: jetzt gibt es jemand frei",
  ground: "Anlass",
  grounds: {
    rehire: "Die Person kommt zurück",
    wrong_person: "Es war die falsche Person",
    other: "Etwas anderes"
  },
  choose: "Wählen",
  reason: "Warum",
  reasonHelp: "5 bis 500 Zeichen. Es steht im Vorschlag und im Protokoll.",
  atApps: "Bei diesen Apps",
  chooseApp: "Wähle mindestens eine App.",
  ofApp: (byService, byHand) =>
    [
      ...(byService > 0 ? [`${byService} durch den Dienst`] : []),
      ...(byHand > 0 ? [`${byHand} nur durch einen Menschen`] : [])
    ].join(", "),

  return: "Rückgabe des Zugangs",
  statuses: { proposed: "Wartet auf Freigabe", declined: "Abgelehnt", running: "Läuft", done: "Fertig" },
  outcomes: {
    returned: "Zurückgegeben",
    held_already: "War schon da",
    by_hand: "Von Hand",
    failed: "Gescheitert"
  },
  proposedBy: "Vorgeschlagen von",
  goesTo: "Zurückgegeben an",
  account: (name, id) => (name === null ? `Konto ${id}` : `Konto ${name} (${id})`),
  noAccount: "Konto unbekannt: nur von Hand",
  former: "Frühere Person",
  formerReturn:
    "Der Austritt hat inzwischen die E-Mail-Adresse einer anderen Person, also wird von diesem Plan nichts zurückgegeben",
  approvedBy: "Freigegeben von",
  declinedBy: "Abgelehnt von",
  declineReason: "Warum abgelehnt",
  gone: "Ein Mitglied, das nicht mehr da ist",
  ended: "Beendet",
  plan: (when) => `Was in dieser Reihenfolge zurückgegeben wird, vorgeschlagen ${when}`,
  planLeft: (when) => `Was von der Rückgabe zu tun bleibt, vorgeschlagen ${when}`,
  back: (count) => `Was zurückgegeben wurde: ${count}`,
  order: "Nr.",
  by: "Wie",
  byService: "Durch den Dienst",
  byPerson: "Durch einen Menschen",
  planText: (byService, byHand) =>
    [
      `${byService} gibt der Dienst zurück.`,
      ...(byHand > 0 ? [`${byHand} kann nur ein Mensch zurückgeben.`] : [])
    ].join(" "),
  own: "Du hast es vorgeschlagen; freigeben wird es jemand anderes, der Zugänge entziehen darf, oder ein Super Admin.",
  approve: "Freigeben",
  approveTitle: (name) => `${name} den Zugang zurückgeben?`,
  approveText:
    "Die Apps werden bald danach gerufen, in der Reihenfolge des Plans. Was schon da ist, bleibt, wie es ist.",
  approved: "Freigegeben: der Zugang wird jetzt zurückgegeben",
  decline: "Ablehnen",
  declineTitle: "Diese Rückgabe ablehnen?",
  declineText: "Nichts wird zurückgegeben. Es lässt sich erneut vorschlagen.",
  declined: "Abgelehnt",
  underWay: (done, all) => `Rückgabe: ${done} von ${all} sind fertig`,
  underWayText: "Eins nach dem anderen, das Konto einer App zuerst. Es geht auch ohne diese Seite weiter.",
  allReturned: (count) => plural(count, { one: "# wurde zurückgegeben", other: "# wurden zurückgegeben" }),
  cameTo: {
    returned: (count) => `${count} zurückgegeben`,
    held_already: (count) => `${count} waren schon da`,
    by_hand: (count) => `${count} für einen Menschen`,
    failed: (count) => `${count} gescheitert`
  },
  failedText: "Was gescheitert ist, sagt warum. Es lässt sich erneut vorschlagen: Was dann da ist, bleibt, wie es ist.",
  byHandText: "Was für einen Menschen bleibt, sagt, was in der App zu tun ist.",
  earlier: "Frühere Rückgaben",
  lines: (count) => plural(count, { one: "# Zeile", other: "# Zeilen" }),

  freed: "Freie Plätze",
  freedText:
    "Plätze, die durch Austritte frei wurden, zum Preis eines Monats. Gespart ist, was nicht mehr bezahlt wird; noch bezahlt ist frei und wird bis zu seinem Tag berechnet.",
  notYours: "Wie viele Plätze frei wurden und was das spart, sieht, wer die Zahlen sehen darf.",
  noneFreed: "Noch ist kein Platz frei geworden",
  noneFreedText: "Eine Lizenz, die ein Austritt entzieht, zählt hier. Mit ihrem Preis ist bekannt, was das spart.",
  licences: "Lizenzen",
  licence: "Lizenz",
  standing: "Stand",
  billedUntil: (day) => `berechnet bis ${day}`,
  atOnce: "frei nicht mehr bezahlt",
  noSeat: "Keiner frei",
  addPrice: "Preis hinzufügen",
  pricing: "Preis",
  priceOf: (label) => `Preis von ${label}`,
  priceText: "Für einen Platz im Monat. Er gilt für alle Plätze dieser Lizenz, auch für früher frei gewordene.",
  service: "App",
  serviceHelp: "Wie sie unter Integrationen heißt.",
  licenceId: "Lizenz, nach der Kennung der App",
  price: "Preis eines Platzes im Monat",
  currency: "Währung",
  until: "Berechnet bis",
  untilHelp:
    "Der letzte Tag, den ein freier Platz noch bezahlt wird. Leer heißt: Sobald er frei ist, wird er nicht mehr bezahlt.",
  savePrice: "Preis speichern",
  removePrice: "Preis entfernen",
  priceSaved: "Der Preis ist gespeichert",
  priceRemoved: "Der Preis ist entfernt",
  priceThere: "Für diese Lizenz gibt es schon einen Preis. Ändere diesen."
}
