import type * as en from "./new-case.en.ts"
import { plurals } from "#languages/plural.ts"

const plural = plurals("de")

export const newCase: typeof en.newCase = {
  cards: { person: "Person", dates: "Termine", apps: "Apps" },
  parts: { person: "Wer geht?", when: "Wann?", tasks: "Was ist noch zu tun?" },
  appsTitle: (name) => (name === "" ? "Wo besteht Zugriff?" : `Wo hat ${name} Zugriff?`),
  partStates: { done: "vollständig", wrong: "bitte prüfen" },
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
  choosePerson: "Wähle eine Person, oder gib die Daten manuell ein",
  another: "Andere Person wählen",
  change: "Ändern",
  changePerson: "Ändern: andere Person wählen",
  reportsTo: (manager) => `berichtet an ${manager}`,
  editDetails: "Angaben bearbeiten",
  fromDirectory: "Änderungen gelten nur für diesen Austritt.",
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
  whenAccessEnds: "Wann endet der Zugriff?",
  ends: { last_day: "Am Ende des letzten Tages", time: "Zu einem Zeitpunkt", now: "Sofort" },
  endsText: {
    time: "Datum und Uhrzeit wählen",
    now: "Sobald du startest",
    notYours: "Nur für Personen, die Zugriff entziehen dürfen"
  },
  dayIn: (day, distance) => `${day}, ${distance}`,
  endOfDay: (day, zone) => `${day}, Tagesende (${zone})`,
  endOfDayIn: (zone) => `Tagesende (${zone})`,
  inZone: (zone) => `Zeitzone: ${zone}`,
  more: "Zeitzone, Ende des Arbeitsverhältnisses, Land",
  employmentEnds: "Arbeitsverhältnis endet",
  employmentEndsHelp: "Nur falls später als der letzte Tag (Freistellung).",
  jurisdiction: "Land oder Region",
  jurisdictionHelp: "Bestimmt, welche rechtlichen Dokumente nötig sind.",

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

  tasks: "Checkliste",
  documents: "Jetzt zu erstellende Dokumente",
  fitting: "Empfohlene Checkliste",
  fittingText: "Gewählt nach Stelle, dann Grund, dann Beschäftigungsart. Sonst: die üblichen Aufgaben.",
  tasksOf: (count) => plural(count, { one: "# Aufgabe", other: "# Aufgaben" }),
  tasksOfSource: (name) => `Aufgaben aus dem Austritt von ${name}`,
  tasksOfSourceText: "Alle Aufgaben, wieder offen.",
  noLetters:
    "Noch keine Dokumentvorlagen. Gesetzlich nötige Dokumente kommen automatisch hinzu. Weitere kannst du jederzeit hinzufügen.",

  course: "Was passiert",
  now: "Jetzt",
  begins: "Der Austritt beginnt",
  tasksAndNotices: "Erstellt Aufgaben und benachrichtigt die Beteiligten.",
  tasksCreated: (count) =>
    plural(count, {
      one: "Erstellt # Aufgabe und benachrichtigt die Beteiligten.",
      other: "Erstellt # Aufgaben und benachrichtigt die Beteiligten."
    }),
  lettersMade: (count) => plural(count, { one: "Erstellt # Dokument.", other: "Erstellt # Dokumente." }),
  nothingRevoked: "Für den Entzug sind keine Apps ausgewählt.",
  appsChosen: (count) =>
    plural(count, { one: "# App ist für den Entzug ausgewählt.", other: "# Apps sind für den Entzug ausgewählt." }),
  revokedNow: (count) =>
    plural(count, {
      one: "Der Zugriff auf # App wird entzogen, sobald du startest.",
      other: "Der Zugriff auf # Apps wird entzogen, sobald du startest."
    }),
  revokedPast: (count) =>
    plural(count, {
      one: "Der Zeitpunkt ist vorbei: Der Zugriff auf # App wird gleich nach dem Start automatisch entzogen.",
      other: "Der Zeitpunkt ist vorbei: Der Zugriff auf # Apps wird gleich nach dem Start automatisch entzogen."
    }),
  revokedByItself: (count) =>
    plural(count, {
      one: "Der Zugriff auf # App wird automatisch entzogen.",
      other: "Der Zugriff auf # Apps wird automatisch entzogen."
    }),
  revokedByHand: (count) =>
    plural(count, {
      one: "Ein Admin muss den Entzug für # App starten, denn der automatische Entzug ist ausgeschaltet.",
      other: "Ein Admin muss den Entzug für # Apps starten, denn der automatische Entzug ist ausgeschaltet."
    }),
  started: (name) => `Austritt von ${name} gestartet`,
  unmade: (count) =>
    plural(count, {
      one: "Austritt gestartet, aber # Dokument ließ sich nicht erstellen",
      other: "Austritt gestartet, aber # Dokumente ließen sich nicht erstellen"
    }),

  startAndRevoke: "Starten und Zugriff sofort entziehen",
  startAndRevokeTitle: "Austritt starten und Zugriff sofort entziehen?",
  startAndRevokeWhy: (name, count) =>
    `${name} verliert den Zugriff auf ${plural(count, { one: "# App", other: "# Apps" })}, sobald du bestätigst.`,
  createdRevoking: (name) => `Austritt von ${name} angelegt. Der Entzug wird gestartet …`,
  notRevoked: "Austritt angelegt, aber der Entzug ist nicht gestartet",
  revocationUnknown: "Austritt angelegt, aber es ist unbekannt, ob der Entzug gestartet ist",
  created: (name) => `Erledigt: Der Austritt von ${name} ist mit seinen Aufgaben angelegt.`,
  notStarted: "Nicht erledigt: Von dieser Seite aus wurde kein Zugriff entzogen.",
  startUnknown: "Unbekannt: Der Server hat den Entzug nicht bestätigt. Der Austritt zeigt, was entzogen ist.",
  scheduled: (moment) => `Der automatische Entzug ist für ${moment} geplant.`,
  notScheduled: "Ein automatischer Entzug ist nicht geplant.",
  retryRevocation: "Entzug erneut starten",

  approvalFirst: "Freigabe erforderlich",
  approvalFirstText: "Stelle einen Antrag. Der Austritt wird mit der Freigabe angelegt.",
  ask: "Austritt beantragen"
}
