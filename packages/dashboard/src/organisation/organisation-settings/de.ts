import type * as en from "./en.ts"
import { plurals } from "#languages/plural.ts"

const plural = plurals("de")

export const organisationSettings: typeof en.organisationSettings = {
  title: "Einstellungen",
  about: "Einstellungen für alle Mitglieder.",
  organisation: "Organisation",
  benefits: "Formulierung zu Leistungen",
  benefitsHelp: "Wird noch in keinem Text verwendet, nur über die API ausgegeben.",
  benefitsRegions: { none: "Neutral", us: "Vereinigte Staaten" },
  readOnlyTitle: "Eure Organisation ist schreibgeschützt",
  readOnlyText: "Euer Tarif ist abgelaufen: Ihr könnt alles ansehen und exportieren, aber nichts ändern.",
  trialUntil: (at) => `Die Testphase endet am ${at}`,
  trialText: "Danach ist eure Organisation schreibgeschützt, bis ein Tarif gewählt ist.",
  planChange: "Wende dich für einen anderen Tarif an den Betreiber dieses Dienstes.",
  limits: "Limits",
  resource: "Ressource",
  resources: {
    activeEmployees: "Aktive Personen im Verzeichnis",
    seats: "Mitglieder und offene Einladungen",
    openOffboardings: "Offene Austritte",
    assets: "Geräte"
  },
  used: "Belegt",
  limit: "Limit",
  noLimit: "Kein Limit",
  features: "Funktionen des Tarifs",
  feature: "Funktion",
  included: "Enthalten",
  requireApproval: "Anträge von Führungskräften müssen freigegeben werden",
  requireApprovalHelp: "Anträge von HR und Admins brauchen nie eine Freigabe.",
  defaultChain: "Standard-Freigabekette",
  defaultChainHelp: "Für Anträge ohne eigene Kette. Offene Anträge behalten ihre.",
  noChain: "Keine: HR oder ein Admin entscheidet",
  openChains: "Freigabeketten öffnen",
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
    "Eine erste oder kürzere Aufbewahrungsfrist gilt erst nach 30 Tagen; bis dahin kannst du sie zurücknehmen. Eine längere gilt sofort.",
  saveRetention: "Aufbewahrungsfrist speichern",
  retentionAhead: (months, day) => `Ab dem ${day} werden abgeschlossene Austritte nach ${months} Monaten gelöscht`,
  retentionAheadText: (months) =>
    months === null
      ? "Bis dahin wird nach dieser Frist nichts gelöscht."
      : `Bis dahin bleiben sie wie bisher ${months} Monate.`,
  keepRetention: (months) => (months === null ? "Unbegrenzt behalten" : `${months} Monate behalten`),
  retentionKept: "Änderung der Aufbewahrungsfrist zurückgenommen",
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
  secondFactorTitle: "Zwei-Faktor-Authentifizierung (2FA)",
  secondFactorText:
    "Mitglieder mit 2FA geben zusätzlich zum Passwort einen Code ein. Jedes Mitglied richtet sie selbst ein; ein Identitätsanbieter kann sie von allen verlangen.",
  withFactor: (count, of) => `${count} von ${of} Mitgliedern nutzen 2FA`,
  without: (names) => `Ohne 2FA: ${names.join(", ")}`,
  openMembers: "Mitglieder ohne 2FA zeigen",
  openOwn: "Eigene 2FA einrichten",
  name: "Name",
  timezone: "Zeitzone",
  timezoneHelp: "Letzte Tage enden um Mitternacht in dieser Zeitzone.",
  jurisdiction: "Standard-Rechtsraum",
  jurisdictionHelp: "Land oder Region für neue Austritte.",
  autoRevoke: "Zugriff am Ende des letzten Tages automatisch entziehen",
  autoRevokeHelp: "Änderst du das oder die Zeitzone, werden bevorstehende Entzüge neu geplant.",
  beginOnLastDay: "Entzug am letzten Tag starten",
  beginOnLastDayHelp:
    "Verschiebt einen Austritt in die Stufe „Zugriffsentzug“, sobald sein letzter Tag in seiner Zeitzone beginnt.",
  advance: "Automatisch in die nächste Stufe, sobald alles dafür erledigt ist",
  advanceHelp:
    "Verschiebt einen Austritt in die Stufe „Rückgabe“, wenn der Zugriff in jeder App geklärt ist. Nach dem letzten Tag wird er abgeschlossen, wenn Geräte, Aufgaben und verwaiste Objekte erledigt sind. Austritte mit Löschsperre werden nicht verschoben.",
  names: "Personen in E-Mails und Chat-Nachrichten nennen",
  namesHelp: "Ausgeschaltet stehen in E-Mails, Slack und Teams keine Namen. Im Dashboard stehen sie immer.",
  returnInstructions: "Rücksendeadresse und Hinweise",
  returnInstructionsHelp: "Steht im Mitarbeiterportal: Adresse, Kontakt, wer den Versand bezahlt.",
  on: "An",
  off: "Aus",
  save: "Speichern",
  saved: "Einstellungen gespeichert",
  whoChanges: "Nur ein Super-Admin kann das ändern.",
  plan: "Tarif",
  planStates: {
    active: "Aktiv",
    trialing: "Testphase",
    past_due: "Zahlung überfällig",
    trial_expired: "Testphase beendet",
    canceled: "Gekündigt"
  },
  state: "Status",
  trialEnds: "Testphase endet",
  since: "Erstellt",
  id: "ID der Organisation",
  deleteTitle: "Organisation löschen",
  deleteAbout:
    "Wird nach 30 Tagen gelöscht. Bis dahin läuft alles weiter, und jeder Super-Admin kann die Löschung abbrechen.",
  delete: "Organisation löschen",
  deleteQuestion: "Organisation in 30 Tagen löschen?",
  deleteText:
    "Austritte, Verzeichnis, Dateien und Audit-Log werden nach 30 Tagen endgültig gelöscht. Bis dahin ändert sich nichts. Jeder Super-Admin erhält eine E-Mail.",
  typeName: (name) => `Gib zur Bestätigung „${name}“ ein`,
  nameDiffers: "Das ist nicht der Name der Organisation",
  deletionAhead: (at) => `Diese Organisation wird am ${at} gelöscht`,
  deletionAheadText: "Mit Austritten, Verzeichnis, Dateien und Audit-Log. Bis dahin läuft alles weiter.",
  callOff: "Löschung abbrechen",
  calledOff: "Löschung abgebrochen. Es wurde nichts gelöscht."
}
