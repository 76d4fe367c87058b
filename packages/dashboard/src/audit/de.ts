import { plurals } from "#languages/plural.ts"
import type * as en from "./en.ts"

const plural = plurals("de")

const entries = (count: number) => plural(count, { one: "# Eintrag", other: "# Einträge" })

export const audit: typeof en.audit = {
  title: "Audit-Log",
  about: "Jede Änderung, von wem und wann, in einer manipulationssicheren Kette.",
  search: "Text, Person oder E-Mail",
  action: "Aktion",
  anyAction: "Alle Aktionen",
  who: "Wer",
  anyWho: "Alle Personen",
  findWho: "Mitglied suchen",
  onlyBy: (name) => `Nur Aktionen von ${name}`,
  onlyByOne: "Nur Aktionen einer Person",
  onlyCase: "Nur ein Austritt",
  onlyPerson: "Nur eine Person",
  from: "Von",
  to: "Bis",
  days: "Tage",
  daysHelp: "In UTC; erster und letzter Tag eingeschlossen.",
  what: "Was",
  when: "Wann",
  byService: "System",
  none: "Noch keine Einträge",
  noneText: "Hier erscheint jede Änderung.",
  noMatch: "Keine Treffer",
  noMatchText: "Versuche andere Suchbegriffe, oder setze die Filter zurück.",
  clear: "Filter zurücksetzen",

  export: "Exportieren",
  exportTitle: "Audit-Log exportieren",
  exportText: (count) =>
    `${entries(count)} passend zu den Filtern, älteste zuerst. Höchstens 50.000. Der Export wird selbst als Eintrag festgehalten.`,
  form: "Format",
  forms: { json: "JSON, signiert (ZIP)", csv: "CSV, signiert (ZIP)", pdf: "PDF, zum Lesen" },
  formHelp:
    "Das ZIP enthält die Datei, ihre Signatur, den öffentlichen Schlüssel und eine Anleitung zum Prüfen. JSON belegt auch die Kette.",
  exportNow: "Exportieren",
  exported: (count) => `${entries(count)} exportiert`,
  exportedText: "Der Hash steht auch im Log-Eintrag dieses Exports.",
  sha256: "SHA-256",
  signedBy: "Signaturschlüssel",
  unsigned: "nicht eingerichtet, daher ist der Export nicht signiert",
  close: "Schließen",
  checkIt: "Offline prüfen",

  entry: "Eintrag",
  backToAll: "Audit-Log",
  happened: "Was passiert ist",
  details: "Details",
  target: "Objekt",
  by: "Von",
  byKey: "API-Schlüssel",
  moment: "Zeitpunkt",
  aboutCase: "Austritt",
  aboutPerson: "Person",
  openCase: "Öffnen",
  allOfIt: "Alle Einträge dazu",
  allBy: "Alle Aktionen der Person",
  placeholders: {
    "[erased]":
      "[erased] ersetzt die Daten einer gelöschten Person: Ihr Schlüssel ist vernichtet, niemand kann sie mehr lesen. Der Eintrag lässt sich weiterhin prüfen.",
    "[withheld]": "[withheld] ersetzt Daten, die keiner Person zuzuordnen waren und nie gespeichert wurden.",
    "[unreadable]": "[unreadable] ersetzt Daten, die sich gerade nicht entschlüsseln lassen."
  },
  chain: "Hash-Kette",
  number: "Nummer",
  contentHash: "Hash des Inhalts",
  contentHashHelp: "über den Inhalt des Eintrags",
  prevHash: "Vorheriger Hash",
  prevHashHelp: "vom Eintrag davor",
  entryHash: "Hash des Eintrags",
  entryHashHelp: "über Nummer, Inhalts-Hash und vorherigen Hash",
  anchored: "Verankert",
  notAnchored: "Noch nicht; innerhalb einer Stunde",
  stored: "Gespeicherter und gehashter Inhalt",
  storedText: "Personendaten sind mit einem Schlüssel je Person verschlüsselt. Oben sind sie für dich entschlüsselt.",
  before: (seq) => `Eintrag ${seq}`,
  after: (seq) => `Eintrag ${seq}`,
  first: "Erster Eintrag",
  last: "Neuester Eintrag",
  removed: "Der vorherige Eintrag wurde nach Ablauf der Aufbewahrungsfrist entfernt. Sein Hash bleibt hier.",
  notYours: "kein Zugriff",
  holds: "Eintrag intakt",
  holdsText:
    "Dein Browser hat beide Hashes neu berechnet, und sie stimmen überein. Die ganze Kette prüfst du unter Integrität.",
  broken: "Eintrag beschädigt",
  brokenText: "Dein Browser hat die Hashes neu berechnet, und sie weichen ab. Prüfe die Kette unter Integrität.",
  checking: "Hashes werden berechnet…",
  cannotCheck: "Dein Browser kann die Hashes nur über HTTPS berechnen.",
  notFoundText:
    "Vielleicht wurde der Eintrag nach Ablauf der Aufbewahrungsfrist entfernt, oder du hast keinen Zugriff darauf.",

  integrityAbout: "Prüfe, ob Einträge verändert wurden, auch unabhängig von diesem Dienst.",
  wholeChain: "Ganze Kette",
  verify: "Kette prüfen",
  verifyText:
    "Berechnet jeden Hash neu, vom ersten bis zum letzten Eintrag, und vergleicht die Kette mit den Ankern in und außerhalb der Datenbank.",
  verifying: (count) => `Prüfung läuft: ${entries(count)}. Je 100.000 Einträge dauert sie einige Sekunden.`,
  lastVerified: "Zuletzt geprüft",
  neverVerified: "Noch nicht geprüft",
  intact: "Die Kette ist intakt",
  intactText: (count) => `${entries(count)} geprüft: keiner geändert, entfernt oder eingefügt.`,
  broke: (count) => plural(count, { one: "# Bruch gefunden", other: "# Brüche gefunden" }),
  brokeText: "Sichere die Anker, exportiere das Log und informiere eure Prüfer, bevor du etwas änderst.",
  incomplete: "Nur 2.000.000 Einträge wurden geprüft; das Log ist länger.",
  anchoredThrough: "Verankert bis",
  noAnchor: "noch kein Anker",
  reason: "Problem",
  at: "Eintrag",
  reasons: {
    content_mismatch: "Der Inhalt des Eintrags passt nicht zum Hash des Inhalts",
    entry_mismatch: "Nummer oder Verkettung des Eintrags passt nicht zu seinem Hash",
    subject_mismatch: "Bei einem anderen Austritt oder einer anderen Person abgelegt, als die Details angeben",
    link_mismatch: "Enthält nicht den Hash des vorherigen Eintrags",
    gap: "Davor fehlen Einträge",
    duplicate: "Nummer oder ID kommt auch in einem anderen Eintrag vor",
    head_mismatch: "Das Ende der Kette fehlt oder wurde ersetzt",
    anchor_missing: "Ein verankerter Eintrag fehlt in der Kette",
    anchor_mismatch: "Ein verankerter Eintrag weicht von seinem Anker ab",
    anchor_forged: "Die Signatur des Ankers stammt von keinem Schlüssel dieses Dienstes",
    rolled_back:
      "Die Kette wurde zurückgesetzt oder neu geschrieben: Ein Anker außerhalb der Datenbank passt nicht zu ihr"
  },
  witness: "Zeuge",
  witnesses: { storage: "Dateispeicher", https: "HTTPS-Zeuge" },
  witnessed: (count) => plural(count, { one: "# Anker verglichen", other: "# Anker verglichen" }),
  witnessAway: "nicht erreichbar",
  noWitness:
    "Kein Zeuge außerhalb der Datenbank speichert Anker. Bitte den Betreiber, einen einzurichten: Nur ein Zeuge kann zeigen, dass die ganze Kette zurückgesetzt wurde.",
  anchorsTitle: "Anker",
  anchorsText:
    "Signierte Prüfpunkte der Kette. Bewahre Kopien anderswo auf: Damit fallen spätere Änderungen an den Einträgen auf, die sie abdecken.",
  anchorsNone: "Noch keine Anker",
  anchorsNoneText: "Ein Anker entsteht in jeder Stunde mit neuen Einträgen und jede Nacht.",
  madeAt: "Erstellt",
  why: "Auslöser",
  sources: { hourly: "Stündlich", nightly: "Nächtlich", archive: "Archiv", migration: "Update" },
  signature: "Signatur",
  signed: "Signiert",
  notSigned: "Nicht signiert",
  keepAnchors: "Anker herunterladen",
  keyTitle: "Signaturschlüssel",
  keyText:
    "Signiert Exporte, Archive und Anker. Vergleiche seinen Fingerabdruck mit einem früheren oder mit einem aus anderer Quelle.",
  keyId: "Schlüssel-ID",
  fingerprint: "Fingerabdruck",
  downloadKey: "Schlüssel herunterladen",
  offlineTitle: "Offline prüfen",
  offlineText:
    "verify.mjs, eine einzelne Datei für Node ab 20, prüft Exporte offline. Sie liegt in jedem Leaver-Test. verify.html prüft dasselbe im Browser und liegt auch in jedem Nachweispaket.",
  offline: {
    bundle: "Einen Export, mit dem Schlüssel von dieser Seite",
    anchors: "Einen Export gegen Anker, die du aufbewahrt hast",
    openssl: "Die Signatur eines entpackten Exports, nur mit OpenSSL",
    fingerprint: "Den Fingerabdruck eines Schlüssels"
  },
  offlineResult:
    "Proven: Alles lässt sich mit einem Schlüssel von dir bestätigen. Unvouched: Die Dateien passen zusammen, aber kein Schlüssel von dir deckt sie ganz ab. Failed: Der betroffene Eintrag wird genannt.",

  archivesAbout: "Kopien des Logs außerhalb der Datenbank und ihre Aufbewahrungsfristen.",
  archive: "Jetzt archivieren",
  archived: (count) => `${entries(count)} archiviert`,
  archivedNothing: "Keine neuen Einträge seit dem letzten Archiv",
  archivesTitle: "Archive",
  archivesNone: "Noch keine Archive",
  archivesNoneText: "Jede Nacht entsteht ein Archiv. Das erste enthält alle Einträge.",
  period: "Einträge",
  inArchive: entries,
  made: "Erstellt",
  expires: "Aufbewahrt bis",
  forever: "unbegrenzt",
  auto: "Nächtlich",
  archivesWhere:
    "Archive liegen signiert im Dateispeicher des Dienstes. Der Betreiber kann dir eine Kopie geben; vergleiche ihren Hash.",
  retentionTitle: "Aufbewahrungsfrist für Einträge",
  retentionText:
    "Ältere Einträge werden jede Nacht entfernt, und das Log hält es fest. Archivierte Einträge bleiben im Archiv, bis es abläuft. Solange irgendetwas unter Löschsperre (Legal Hold) steht, wird nichts entfernt.",
  months: "Monate",
  monthsHelp: "3 bis 120. Ohne Angabe werden Einträge unbegrenzt aufbewahrt.",
  keptForEver: "Einträge werden unbegrenzt aufbewahrt",
  kept: (months) =>
    plural(months, { one: "Einträge werden # Monat aufbewahrt", other: "Einträge werden # Monate aufbewahrt" }),
  change: "Frist ändern",
  changeTitle: (months) => plural(months, { one: "Frist auf # Monat ändern?", other: "Frist auf # Monate ändern?" }),
  changeGoes: (day) =>
    `Einträge vor dem ${day}, endgültig, aus dem Log und der Suche. Zurück zu unbegrenzter Aufbewahrung geht es nicht.`,
  changeWaits:
    "Eine erste oder kürzere Frist löscht 30 Tage lang nichts. Um eine kürzere zurückzunehmen, stelle die vorherige Frist wieder ein.",
  goes: "Gelöscht:",
  stays: "Bleibt:",
  waits: "Aufschub:",
  changeStays: "Archive, Anker und die Hashes, die zum Prüfen des Rests nötig sind.",
  changed: "Aufbewahrungsfrist geändert",
  archiveRetentionTitle: "Aufbewahrungsfrist für Archive",
  archiveRetentionText: (least, usual) =>
    `Mindestens ${least} Tage. Standard: ${usual}. Neue Archive werden nach dieser Zeit gelöscht, aber nicht, solange irgendetwas unter Löschsperre (Legal Hold) steht.`,
  daysKept: "Tage",
  save: "Speichern",
  onlySuperAdmins: "Nur Super-Admins können die Aufbewahrungsfristen sehen und ändern."
}

export const listExports: typeof en.listExports = {
  exportCsv: "CSV exportieren",
  exported: "CSV exportiert",
  exportedFirst: (count) => `Die ersten ${count} Zeilen exportiert`
}
