import type * as en from "./en.ts"
import { plurals } from "#languages/plural.ts"

const plural = plurals("de")

export const organisationSettings: typeof en.organisationSettings = {
  title: "Einstellungen",
  about: "Was für alle in eurer Organisation gilt.",
  organisation: "Organisation",
  parts: {
    rules: "Organisation",
    approvals: "Freigaben",
    retention: "Aufbewahrung",
    security: "Sicherheit",
    plan: "Tarif"
  },
  benefits: "Leistungen",
  benefitsHelp: "Welche Worte über Leistungen lesen, die gehen.",
  benefitsRegions: { none: "Neutral", us: "Vereinigte Staaten" },
  readOnlyTitle: "Eure Organisation ist nur zum Lesen",
  readOnlyText: "Der Tarif ist zu Ende. Alles kann angesehen und exportiert, nichts geändert werden.",
  trialUntil: (at) => `Die Probezeit endet am ${at}`,
  trialText: "Ab dann kann alles angesehen und nichts geändert werden, bis ein Tarif gewählt ist.",
  planChange: "Tarife ändert, wer diesen Dienst betreibt.",
  limits: "Grenzen",
  resource: "Wovon",
  resources: {
    activeEmployees: "Aktive Personen im Verzeichnis",
    seats: "Mitglieder und offene Einladungen",
    openOffboardings: "Offene Austritte",
    assets: "Geräte"
  },
  used: "Belegt",
  limit: "Höchstens",
  noLimit: "keine Grenze",
  features: "Was der Tarif enthält",
  feature: "Funktion",
  included: "Enthalten",
  requireApproval: "Jemand muss zustimmen, bevor ein Austritt beginnt, den eine Führungskraft beantragt",
  requireApprovalHelp: "Anträge von HR und Admins beginnen in jedem Fall sofort.",
  defaultChain: "Kette für Anträge ohne eigene",
  defaultChainHelp: "Anträge, die schon warten, laufen weiter, wie sie begannen.",
  noChain: "Keine: HR oder ein Admin entscheidet",
  openChains: "Ketten öffnen",
  saveApprovals: "Freigaben speichern",
  kept: (months) =>
    months === null
      ? "Abgeschlossene Austritte bleiben unbegrenzt"
      : `Abgeschlossene Austritte bleiben ${months} Monate`,
  retentionText:
    "Jede Nacht werden abgeschlossene Austritte nach Ablauf dieser Zeit endgültig gelöscht, samt Aufgaben, Dokumenten, Dateien und Nachweisen. Eine Löschsperre (Legal Hold) nimmt ihren Austritt davon aus. Das Audit-Log bleibt.",
  months: "Monate",
  monthsHelp: "6 bis 120, ab Abschluss oder Abbruch. Leer: unbegrenzt.",
  retentionNote:
    "Eine erste oder kürzere Aufbewahrung gilt erst nach 30 Tagen; bis dahin kannst du sie zurücknehmen. Eine längere gilt sofort.",
  saveRetention: "Aufbewahrung speichern",
  retentionAhead: (months, day) => `Ab dem ${day} werden abgeschlossene Austritte nach ${months} Monaten gelöscht`,
  retentionAheadText: (months) =>
    months === null
      ? "Bis dahin löscht die Aufbewahrung nichts."
      : `Bis dahin bleiben sie wie bisher ${months} Monate.`,
  keepRetention: (months) => (months === null ? "Unbegrenzt behalten" : `${months} Monate behalten`),
  retentionKept: "Änderung der Aufbewahrung zurückgenommen",
  shortenTitle: (months) => `Austritte nach ${months} Monaten löschen?`,
  firstDeleted: (count, day) =>
    count === 0
      ? `Kein Austritt ist alt genug, um am ${day} gelöscht zu werden.`
      : plural(count, {
          one: `# Austritt wird ab dem ${day} gelöscht.`,
          other: `# Austritte werden ab dem ${day} gelöscht.`
        }),
  deleted: "Gelöscht:",
  deletedText: (months) =>
    `jede Nacht jeder Austritt, dessen Abschluss oder Abbruch ${months} Monate zurückliegt. Das lässt sich nicht rückgängig machen.`,
  stays: "Bleibt:",
  staysText:
    "jeder Austritt mit Löschsperre (Legal Hold) und das Audit-Log. Für Personen, zu denen es sonst nichts mehr gibt, steht dort „[erased]“.",
  takesEffect: "Gilt ab:",
  takesEffectText: (at) => `${at}. Bis dahin kannst du die Änderung zurücknehmen.`,
  shorten: "Austritte löschen",
  secondFactorTitle: "Zweiter Faktor",
  secondFactorText:
    "Wer einen hat, gibt neben dem Passwort einen Code ein. Alle richten ihren eigenen ein; ein Identitätsdienst kann ihn von allen verlangen.",
  withFactor: (count, of) => `${count} von ${of} Mitgliedern melden sich mit zweitem Faktor an`,
  without: (names) => `Ohne: ${names.join(", ")}`,
  openMembers: "Zeigen, wer keinen hat",
  openOwn: "Eigenen einrichten",
  name: "Name",
  timezone: "Zeitzone",
  timezoneHelp: "Letzte Arbeitstage enden um Mitternacht dieser Zone.",
  jurisdiction: "Land oder Region des Rechts",
  jurisdictionHelp: "Vorgabe für neue Austritte.",
  autoRevoke: "Zugänge von selbst entziehen, wenn der letzte Arbeitstag endet",
  autoRevokeHelp: "Eine Änderung hier oder der Zeitzone verschiebt, was noch bevorsteht.",
  beginOnLastDay: "Entzug am letzten Tag beginnen",
  beginOnLastDayHelp:
    "Verschiebt einen Austritt in die Stufe „Entzug der Zugriffe“, sobald sein letzter Tag in seiner Zeitzone beginnt.",
  advance: "Weiter, wenn die Bedingungen erfüllt sind",
  advanceHelp:
    "Verschiebt einen Austritt zur Rückgabe der Geräte, wenn der Zugriff in jeder App geklärt ist. Nach dem letzten Tag wird er abgeschlossen, wenn Geräte, Aufgaben und Objekte erledigt sind. Nicht bei Löschsperre.",
  names: "Personen in E-Mails und Chat-Nachrichten nennen",
  namesHelp: "Aus: E-Mails, Slack und Teams nennen keinen Namen. Im Dashboard steht er immer.",
  returnInstructions: "Wohin zurückgeschickt wird",
  returnInstructionsHelp: "Wer geht, liest es auf der eigenen Seite: Adresse, Kontakt, wer das Paket bezahlt.",
  on: "An",
  off: "Aus",
  save: "Speichern",
  saved: "Die Einstellungen sind gespeichert",
  whoChanges: "Das ändert ein Super-Admin eurer Organisation.",
  plan: "Tarif",
  planStates: {
    active: "Aktiv",
    trialing: "Probezeit",
    past_due: "Zahlung überfällig",
    trial_expired: "Probezeit vorbei",
    canceled: "Gekündigt"
  },
  state: "Zustand",
  trialEnds: "Probezeit endet",
  since: "Seit",
  id: "Kennung",
  exportTitle: "Alles mitnehmen",
  exportText: "Jeder Datensatz und jede Datei als ein ZIP.",
  exportOpen: "Exporte öffnen",
  deleteTitle: "Organisation löschen",
  deleteAbout: "Sie geht nach 30 Tagen; bis dahin läuft alles und jeder Super-Admin kann es absagen.",
  delete: "Organisation löschen",
  deleteQuestion: "Organisation in 30 Tagen löschen?",
  deleteText:
    "Austritte, Verzeichnis, Dateien und Protokoll sind nach 30 Tagen endgültig weg. Bis dahin bleibt alles, wie es ist. Jeder Super-Admin erhält eine Mail.",
  typeName: (name) => `Gib zur Bestätigung „${name}“ ein`,
  nameDiffers: "Das ist nicht der Name der Organisation",
  deletionAhead: (at) => `Diese Organisation wird am ${at} gelöscht`,
  deletionAheadText: "Mit Austritten, Verzeichnis, Dateien und Protokoll. Bis dahin läuft alles.",
  callOff: "Löschung absagen",
  calledOff: "Die Löschung ist abgesagt. Nichts wurde gelöscht."
}
