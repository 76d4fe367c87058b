import type * as en from "./new-case.en.ts"
import { plurals } from "#languages/plural.ts"

const plural = plurals("de")

export const newCase: typeof en.newCase = {
  stepper: "Schritte",
  steps: { person: "Person", dates: "Termine", apps: "Apps", tasks: "Aufgaben", review: "Prüfen" },
  back: "Zurück",
  onTo: "Weiter",
  change: "Ändern",
  missing: "Fehlt",
  copyOf: (name) => `Neuer Austritt, kopiert von ${name}`,

  searchPerson: "Name, E-Mail oder Personalnummer",
  unfinished: (name) =>
    name === "" ? "Du hast einen unfertigen Entwurf" : `Du hast einen unfertigen Entwurf für ${name}`,
  continueDraft: "Entwurf fortsetzen",
  discardDraft: "Entwurf verwerfen",
  changedFrom: (name) => `Du hast die Angaben aus dem Verzeichnis zu ${name} geändert`,
  changedFromText: (email) =>
    `Dieser Austritt bleibt mit ${email} verknüpft. Geht eine andere Person, wähle stattdessen diese.`,
  restore: "Zurücksetzen",
  directory: "Verzeichnis",
  person: "Person",
  choose: "Wählen",
  byHand: "Manuell eingeben",
  nobodyFound: "Niemand gefunden. Versuche einen anderen Namen, oder gib die Daten manuell ein.",
  directoryEmpty: "Das Verzeichnis ist leer. Gib die Daten manuell ein.",
  moreFound: (count) =>
    plural(count, {
      one: "# weiterer Treffer. Gib mehr ein, um einzugrenzen.",
      other: "# weitere Treffer. Gib mehr ein, um einzugrenzen."
    }),
  another: "Andere Person wählen",
  fromDirectory: "Aus dem Verzeichnis. Änderungen gelten nur für diesen Austritt.",
  alreadyOpen: (name) => `${name} hat schon einen offenen Austritt`,
  openIt: "Austritt öffnen",
  name: "Name",
  email: "Dienstliche E-Mail",
  emailHelp: "Damit finden wir die Konten der Person.",
  personalEmail: "Private E-Mail",
  personalEmailHelp: "Für den Kontakt nach dem letzten Tag.",
  manager: "Führungskraft",
  managerHelp: "Standard: die Führungskraft aus dem Verzeichnis.",

  lastDay: "Letzter Arbeitstag",
  reason: "Grund",
  zone: "Zeitzone",
  ownZone: (zone) => `Standard der Organisation (${zone})`,
  accessEnds: "Zugriff endet",
  accessEndsHelp: (zone) => `Optional. Standard: Ende des letzten Tages (${zone}).`,
  employmentEnds: "Arbeitsverhältnis endet",
  employmentEndsHelp: "Nur falls später als der letzte Tag (Freistellung).",
  jurisdiction: "Land oder Region",
  jurisdictionHelp: "Bestimmt, welche rechtlichen Dokumente nötig sind.",
  cutOff: (moment) => `Der Zugriff endet am ${moment}.`,

  apps: "Verbundene Apps",
  appsText: "Alle verbundenen Apps sind vorausgewählt. Apps ohne Konto für diese Person werden übersprungen.",
  appsOfSource: (name) => `Ausgewählt: Apps aus dem Austritt von ${name}, die noch verbunden sind.`,
  takenAway: "Unterstützt den Entzug",
  noApps: "Kein Zugriff zu entziehen",
  noAppsText: "Du bestätigst das.",
  noAppsLater: "Ein Admin bestätigt das später.",
  byHandApps: (names) =>
    `Kein automatischer Entzug: ${names}. Lege eine Aufgabe an, um diesen Zugriff manuell zu entfernen.`,
  noneConnected: "Keine verbundene App unterstützt den Entzug",
  noneConnectedText: "Verbinde eine App, oder bestätige, dass kein Zugriff zu entziehen ist.",
  connect: "Zu den Integrationen",
  noneChosen:
    "Keine Apps ausgewählt. Ein Admin muss das bestätigen, bevor der Austritt den Zugriffsentzug verlassen kann.",

  tasks: "Aufgaben",
  documents: "Jetzt zu erstellende Dokumente",
  fitting: "Empfohlene Checkliste",
  fittingText: "Gewählt nach Stelle, dann Grund, dann Beschäftigungsart. Sonst: die üblichen Aufgaben.",
  tasksOf: (count) => plural(count, { one: "# Aufgabe", other: "# Aufgaben" }),
  tasksOfSource: (name) => `Aufgaben aus dem Austritt von ${name}`,
  tasksOfSourceText: "Alle Aufgaben, wieder offen.",
  noLetters:
    "Noch keine Dokumentvorlagen. Gesetzlich nötige Dokumente kommen automatisch hinzu. Weitere kannst du jederzeit hinzufügen.",

  course: "Zusammenfassung",
  atOnce: "Sofort",
  begins: "Erstellt Aufgaben und benachrichtigt die Beteiligten.",
  lettersMade: (count) => plural(count, { one: "Erstellt # Dokument.", other: "Erstellt # Dokumente." }),
  nothingRevoked: "Der Zugriff endet. Für den Entzug sind keine Apps ausgewählt.",
  revokedByItself: (count) =>
    plural(count, {
      one: "Der Zugriff auf # App wird automatisch entzogen.",
      other: "Der Zugriff auf # Apps wird automatisch entzogen."
    }),
  revokedByHand: (count) =>
    plural(count, {
      one: "Der Zugriff endet. Ein Admin muss den Entzug für # App starten, denn der automatische Entzug ist ausgeschaltet.",
      other:
        "Der Zugriff endet. Ein Admin muss den Entzug für # Apps starten, denn der automatische Entzug ist ausgeschaltet."
    }),
  started: (name) => `Austritt von ${name} gestartet`,
  unmade: (count) =>
    plural(count, {
      one: "Austritt gestartet, aber # Dokument ließ sich nicht erstellen",
      other: "Austritt gestartet, aber # Dokumente ließen sich nicht erstellen"
    }),

  approvalFirst: "Freigabe erforderlich",
  approvalFirstText: "Stelle einen Antrag. Der Austritt wird mit der Freigabe angelegt.",
  ask: "Austritt beantragen"
}
