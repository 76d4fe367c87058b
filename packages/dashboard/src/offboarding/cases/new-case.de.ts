import type * as en from "./new-case.en.ts"
import { plurals } from "#languages/plural.ts"

const plural = plurals("de")

export const newCase: typeof en.newCase = {
  stepper: "Schritte",
  steps: { person: "Person", dates: "Zeiten", apps: "Apps", tasks: "Aufgaben", review: "Übersicht" },
  back: "Zurück",
  onTo: (step) => `Weiter: ${step}`,
  change: "Ändern",
  missing: "fehlt",
  copyOf: (name) => `Wie der Austritt von ${name}`,

  searchPerson: "Name, Adresse oder Nummer",
  unfinished: (name) =>
    name === "" ? "Du hast einen unfertigen Entwurf" : `Du hast einen unfertigen Entwurf für ${name}`,
  continueDraft: "Fortsetzen",
  discardDraft: "Verwerfen",
  changedFrom: (name) => `Du hast die Angaben des Verzeichnisses zu ${name} geändert`,
  changedFromText: (email) =>
    `Dieser Austritt bleibt mit ${email} verknüpft. Wenn eine andere Person geht, wähle stattdessen sie.`,
  restore: "Zurücksetzen",
  directory: "Verzeichnis",
  person: "Person",
  choose: "Wählen",
  byHand: "Nicht im Verzeichnis",
  nobodyFound: "So heißt hier niemand. Versuch es anders, oder mach ohne das Verzeichnis weiter.",
  directoryEmpty: "Das Verzeichnis ist leer. Mach ohne es weiter.",
  moreFound: (count) => plural(count, { one: "# weitere Person: tippe genauer", other: "# weitere: tippe genauer" }),
  another: "Jemand anderes",
  fromDirectory: "Aus dem Verzeichnis; was du hier änderst, gilt nur für diesen Austritt.",
  alreadyOpen: (name) => `${name} hat schon einen offenen Austritt`,
  openIt: "Öffnen",
  name: "Name",
  email: "Dienstadresse",
  emailHelp: "Daran erkennen die Apps die Person.",
  personalEmail: "Private Adresse",
  personalEmailHelp: "Darüber ist sie danach zu erreichen.",
  manager: "Führungskraft",
  managerHelp: "Sonst aus dem Verzeichnis.",

  lastDay: "Letzter Arbeitstag",
  reason: "Grund",
  zone: "Zeitzone",
  ownZone: (zone) => `Die der Organisation: ${zone}`,
  accessEnds: "Ende des Zugangs",
  accessEndsHelp: (zone) => `Sonst am Ende des letzten Arbeitstags. Nach der Uhr von ${zone}.`,
  employmentEnds: "Ende der Anstellung",
  employmentEndsHelp: "Falls sie nach dem letzten Arbeitstag endet: Freistellung.",
  jurisdiction: "Land oder Region",
  jurisdictionHelp: "Bestimmt, welche rechtlichen Dokumente fällig sind.",
  cutOff: (moment) => `Der Zugang endet am ${moment}.`,

  apps: "Verbundene Apps",
  appsText:
    "Vorgeschlagen ist jede verbundene App. Eine, die die Person nicht kennt, bleibt unberührt; was getan ist, wird nachgelesen, wo die App das zulässt.",
  appsOfSource: (name) => `Vorgeschlagen sind die Apps von ${name}, die noch verbunden sind.`,
  takenAway: "Verbunden: dort wird der Zugang entzogen",
  noApps: "Es gibt nichts zu entziehen",
  noAppsText: "Gilt als von dir bestätigt.",
  noAppsLater: "Die Administration bestätigt das später.",
  byHandApps: (names) =>
    `Verbunden oder bekannt, aber dort wird nichts entzogen: ${names}. Was von Hand zu tun ist, gehört zu den Aufgaben.`,
  noneConnected: "Keine App ist verbunden, der Zugang entzogen werden könnte",
  noneConnectedText: "Verbinde eine, oder sag, dass es nichts zu entziehen gibt.",
  connect: "Integrationen",
  noneChosen: "Keine App ist gewählt: vor der Stufe nach dem IT-Entzug muss jemand bestätigen, dass es nichts gibt.",

  tasks: "Aufgaben",
  documents: "Dokumente, die gleich entstehen",
  fitting: "Die Liste, die am besten passt",
  fittingText:
    "Eine Vorlage für die Stelle, sonst für den Grund, sonst für die Art der Arbeit; sonst die üblichen Aufgaben.",
  tasksOf: (count) => plural(count, { one: "# Aufgabe", other: "# Aufgaben" }),
  tasksOfSource: (name) => `Die Aufgaben von ${name}`,
  tasksOfSourceText: "Alle, wieder offen.",
  noLetters:
    "Es gibt keine Briefvorlagen. Was das Gesetz verlangt, kommt von selbst; anderes kannst du jederzeit hinzufügen.",

  course: "Was geschehen wird",
  atOnce: "Sofort",
  begins: "Der Austritt beginnt, mit seinen Aufgaben; wer es wissen muss, erfährt es.",
  lettersMade: (count) => plural(count, { one: "# Dokument entsteht", other: "# Dokumente entstehen" }),
  nothingRevoked: "Der Zugang endet; keine App ist gewählt, ihn zu entziehen.",
  revokedByItself: (count) =>
    plural(count, {
      one: "Der Zugang wird von selbst entzogen, in # App",
      other: "Der Zugang wird von selbst entzogen, in # Apps"
    }),
  revokedByHand: (count) =>
    plural(count, {
      one: "Der Zugang endet, und jemand muss den Entzug in # App beginnen: von selbst ist hier abgeschaltet",
      other: "Der Zugang endet, und jemand muss den Entzug in # Apps beginnen: von selbst ist hier abgeschaltet"
    }),
  started: (name) => `Der Austritt von ${name} hat begonnen`,
  unmade: (count) =>
    plural(count, {
      one: "Der Austritt hat begonnen, aber # Dokument ließ sich nicht erstellen",
      other: "Der Austritt hat begonnen, aber # Dokumente ließen sich nicht erstellen"
    }),

  approvalFirst: "Ein Austritt beginnt hier mit einer Zustimmung",
  approvalFirstText: "Bitte darum: ist er genehmigt, entsteht der Austritt von selbst.",
  ask: "Um einen Austritt bitten"
}
