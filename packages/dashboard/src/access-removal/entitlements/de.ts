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
    held: "Vorher vorhanden",
    kept: "Weiterhin vorhanden",
    taken: "Entzogen",
    gone: "Anderweitig entfernt",
    returned: "Wiederhergestellt"
  },
  phases: { before_cut: "Vor dem Entzug", after: "Nach dem Entzug" },
  standings: { still_paid: "Noch berechnet", saved: "Gespart", no_price: "Kein Preis" },
  what: "Zugriff",
  state: "Status",
  when: "Zeitpunkt",
  kind: "Art",
  anyState: "Jeder Status",
  anyKind: "Alle Arten",
  find: "Gruppe, Rolle oder App suchen",
  at: (service) => `Zugriffs-Snapshot von ${service}`,
  restAt: (service) => `Nicht entzogener Zugriff bei ${service}`,
  beforeTheCut: "Vor dem Entzug vorhanden",
  otherKinds: "Weitere Arten",
  moreAt: (service) => `Weiterer Zugriff bei ${service}`,
  more: (counted) => `Mehr: ${counted}`,
  held: (count) => `${count} vor dem Entzug vorhanden:`,
  counts: {
    held: (count) => `${count} noch nicht erneut geprüft`,
    kept: (count) => `${count} weiterhin vorhanden`,
    taken: (count) => `${count} entzogen`,
    gone: (count) => `${count} anderweitig entfernt`,
    returned: (count) => `${count} wiederhergestellt`
  },
  before: "Vorher:",
  after: "Nachher:",
  onlyByHand: (why) => `Manuell wiederherzustellen: ${why}.`,
  aMonth: (price) => `${price} pro Monat`,
  stillPaidUntil: (day) => `berechnet bis ${day}`,
  stillPaid: "noch berechnet",
  saved: "gespart",
  noPrice: "kein Preis hinterlegt",
  hidden: "Nicht sichtbar",
  nothing: "Nichts gefunden",
  unknownAfter: "Nach dem Entzug nicht sichtbar",
  notLooked: "Nicht geprüft",
  notLookedText: "Zugriffe werden kurz vor und nach dem Entzug geprüft.",
  noMatch: "Keine Treffer",
  isOff: "Zugriffs-Snapshots sind ausgeschaltet",
  isOffText:
    "Snapshots entstehen, wenn die Prüfung auf verwaiste Objekte eingeschaltet ist. Wiederherstellbar ist nur Zugriff, der vor dem Entzug sichtbar war.",

  savedTile: (currency) => `Gespart pro Monat (${currency})`,
  stillPaidTile: (currency) => `Noch berechnet pro Monat (${currency})`,
  seats: (count) => plural(count, { one: "# Lizenz freigeworden", other: "# Lizenzen freigeworden" }),
  withoutPrice: (count) =>
    plural(count, {
      one: "# freigewordene Lizenz hat keinen Preis.",
      other: "# freigewordene Lizenzen haben keinen Preis."
    }),
  toPrices: "Lizenzpreise",

  giveBack: "Zugriff wiederherstellen",
  proposeTitle: (name) => `Wiederherstellung des Zugriffs für ${name} vorschlagen?`,
  proposeText:
    "Wiederhergestellt wird nur, was der Entzug entfernt hat, so wie es war. Vor der Freigabe des Plans wird keine App aufgerufen.",
  propose: "Vorschlagen",
  proposed: "Wiederherstellung zur Freigabe vorgeschlagen",
  ground: "Anlass",
  grounds: { rehire: "Wiedereinstellung", wrong_person: "Falsche Person", other: "Sonstiges" },
  choose: "Auswählen",
  reason: "Begründung",
  reasonHelp: "5 bis 500 Zeichen. Steht im Vorschlag und im Audit-Log.",
  atApps: "Apps",
  chooseApp: "Wähle mindestens eine App aus.",
  ofApp: (byService, byHand) =>
    [...(byService > 0 ? [`${byService} automatisch`] : []), ...(byHand > 0 ? [`${byHand} manuell`] : [])].join(", "),

  return: "Wiederherstellung des Zugriffs",
  statuses: { proposed: "Wartet auf Freigabe", declined: "Abgelehnt", running: "Läuft", done: "Abgeschlossen" },
  outcomes: {
    returned: "Wiederhergestellt",
    held_already: "Schon vorhanden",
    by_hand: "Manuell",
    failed: "Fehlgeschlagen"
  },
  proposedBy: "Vorgeschlagen von",
  goesTo: "Wiederherstellen für",
  account: (name, id) => (name === null ? `Konto ${id}` : `Konto ${name} (${id})`),
  noAccount: "Konto unbekannt: manuell wiederherstellen",
  former: "Frühere Person",
  formerReturn:
    "Die E-Mail-Adresse dieses Austritts wurde auf eine andere Person geändert, deshalb wird aus diesem Plan nichts wiederhergestellt",
  approvedBy: "Freigegeben von",
  declinedBy: "Abgelehnt von",
  declineReason: "Grund der Ablehnung",
  gone: "Ehemaliges Mitglied",
  ended: "Beendet",
  plan: (when) => `Wiederherstellungsplan vom ${when}, in dieser Reihenfolge`,
  planLeft: (when) => `Offene Schritte der Wiederherstellung vom ${when}`,
  back: (count) => `Wiederhergestellt oder schon vorhanden: ${count}`,
  order: "Nr.",
  by: "Wie",
  byService: "Automatisch",
  byPerson: "Manuell",
  planText: (byService, byHand) =>
    `Wiederherzustellen: ${byService} automatisch${byHand > 0 ? `, ${byHand} manuell` : ""}.`,
  own: "Du hast das vorgeschlagen. Freigeben muss es eine andere Person, die Zugriff entziehen darf, oder ein Super-Admin.",
  approve: "Freigeben",
  approveTitle: (name) => `Wiederherstellung des Zugriffs für ${name} freigeben?`,
  approveText:
    "Die Apps werden kurz danach aufgerufen, in der Reihenfolge des Plans. Was schon vorhanden ist, bleibt unverändert.",
  approved: "Freigegeben: Zugriff wird wiederhergestellt",
  decline: "Ablehnen",
  declineTitle: "Diese Wiederherstellung ablehnen?",
  declineText: "Nichts wird wiederhergestellt. Ein neuer Vorschlag ist möglich.",
  declined: "Wiederherstellung abgelehnt",
  underWay: (done, all) => `Zugriff wird wiederhergestellt: ${done} von ${all} fertig`,
  underWayText: "Nacheinander, je App zuerst das Konto. Du kannst diese Seite verlassen.",
  allReturned: (count) =>
    plural(count, {
      one: "# Eintrag wiederhergestellt oder schon vorhanden",
      other: "Alle # Einträge wiederhergestellt oder schon vorhanden"
    }),
  cameTo: {
    returned: (count) => `${count} wiederhergestellt`,
    held_already: (count) => `${count} schon vorhanden`,
    by_hand: (count) => `${count} manuell`,
    failed: (count) => `${count} fehlgeschlagen`
  },
  failedText:
    "Jede fehlgeschlagene Zeile nennt den Grund. Ein neuer Vorschlag ist möglich; was schon vorhanden ist, bleibt unverändert.",
  byHandText: "Jede manuelle Zeile nennt, was in der App zu tun ist.",
  earlier: "Frühere Wiederherstellungen",
  lines: (count) => plural(count, { one: "# Eintrag", other: "# Einträge" }),

  freed: "Freigewordene Lizenzen",
  freedText:
    "Lizenzen, die durch Austritte frei wurden, zum Monatspreis. Gespart: nicht mehr berechnet. Noch berechnet: frei, aber bis zum angezeigten Tag berechnet.",
  notYours: "Freigewordene Lizenzen und Ersparnisse siehst du nur mit der Berechtigung „Berichte ansehen“.",
  noneFreed: "Noch keine freigewordenen Lizenzen",
  noneFreedText: "Lizenzen, die ein Austritt entzieht, erscheinen hier. Hinterlege Preise, um Ersparnisse zu sehen.",
  licences: "Lizenzen",
  licence: "Lizenz",
  standing: "Status",
  billedUntil: (day) => `berechnet bis ${day}`,
  atOnce: "nach Freiwerden nicht berechnet",
  noSeat: "Keine frei",
  addPrice: "Preis hinzufügen",
  pricing: "Preis festlegen",
  priceOf: (label) => `Preis von ${label} festlegen`,
  priceText: "Pro Platz und Monat. Gilt für alle Plätze dieser Lizenz, auch für früher freigewordene.",
  service: "App",
  serviceHelp: "Wie unter Integrationen benannt.",
  licenceId: "Lizenz-ID in der App",
  price: "Preis pro Platz und Monat",
  currency: "Währung",
  until: "Berechnet bis",
  untilHelp:
    "Letzter Tag, an dem ein freigewordener Platz berechnet wird. Leer lassen, wenn die Berechnung beim Freiwerden endet.",
  savePrice: "Preis speichern",
  removePrice: "Preis entfernen",
  priceSaved: "Preis gespeichert",
  priceRemoved: "Preis entfernt",
  priceThere: "Diese Lizenz hat schon einen Preis. Bearbeite diesen."
}
