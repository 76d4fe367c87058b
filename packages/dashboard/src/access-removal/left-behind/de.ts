import type * as en from "./en.ts"
import { plurals } from "#languages/plural.ts"

const plural = plurals("de")

export const leftBehind: typeof en.leftBehind = {
  title: "Was zurückbleibt",
  about:
    "Was von Ausgetretenen weiterlebt, obwohl ihre Konten aus sind: Schlüssel, Token, Freigaben, Weiterleitungen, Agenten, Eigentum.",
  kinds: {
    oauth_grant: { one: "Freigabe für eine App", many: "Freigaben für Apps" },
    personal_token: { one: "Persönliches Token", many: "Persönliche Token" },
    api_key: { one: "API-Schlüssel", many: "API-Schlüssel" },
    ssh_key: { one: "SSH-Schlüssel", many: "SSH-Schlüssel" },
    deploy_key: { one: "Deploy-Schlüssel", many: "Deploy-Schlüssel" },
    service_principal: { one: "Dienstprinzipal", many: "Dienstprinzipale" },
    agent: { one: "Agent", many: "Agenten" },
    app_password: { one: "App-Passwort", many: "App-Passwörter" },
    forwarding: { one: "Weiterleitung", many: "Weiterleitungen" },
    delegate: { one: "Stellvertretung", many: "Stellvertretungen" },
    ownership: { one: "Eigentum", many: "Eigentum" },
    schedule: { one: "Dienstplan", many: "Dienstpläne" }
  },
  risks: { high: "Hohes Risiko", medium: "Mittleres Risiko", low: "Geringes Risiko" },
  dispositions: { pending: "Offen", revoked: "Beendet", transferred: "Übergeben", accepted: "Darf bleiben" },
  ways: {
    revoke: "Der Dienst beendet es, spätestens mit dem Entzug.",
    transfer: "Der Dienst übergibt es, sobald jemand zugesagt hat, spätestens mit dem Entzug.",
    by_hand: "Nur ein Mensch kann es beenden, in der App."
  },
  sights: { seen: "Nichts da", not_visible: "Nicht sichtbar", not_looked: "Nicht angesehen" },
  phases: {
    begin: "Angesehen, solange das Konto lebte",
    before_cut: "Angesehen kurz vor dem Entzug",
    after: "Angesehen nach dem Entzug"
  },
  parts: "Teile",
  list: "Alle Austritte",
  offered: "Dir angeboten",
  noneOffered: "Dir ist nichts angeboten",
  noneOfferedText: "Was du übernehmen sollst, steht hier, auch von Menschen, deren Austritt du nicht siehst.",
  what: "Was",
  app: "App",
  kind: "Art",
  becomes: "Was daraus wird",
  lastUsed: "Zuletzt benutzt",
  found: "Gefunden",
  act: "Zu tun",
  any: "Alles, auch Erledigtes",
  anyKind: "Alle Arten",
  anyApp: "Alle Apps",
  unknown: "Nicht bekannt",
  at: (service) => `Was bei ${service} zurückbleibt`,
  of: (service, name) => `${service} · ${name}`,
  otherKinds: "Wonach noch gesehen wurde",
  notLooked: "Es wurde noch nicht angesehen.",
  none: "Nichts ist offen",
  noneText:
    "Was bei jemandem, der geht, gefunden wird, steht hier, bis es beendet oder übergeben ist oder bleiben darf. Was nicht zu sehen war, sagt jeder Austritt.",
  noApps: "Es sind keine Apps gewählt",
  noAppsText: "Was zurückbleibt, wird in den Apps des Austritts gesucht.",
  toAccess: "Zugang öffnen",
  counted: (pending, all) =>
    all === 0
      ? "Nichts wurde gefunden."
      : `${plural(pending, { one: "# ist offen", other: "# sind offen" })}, ${plural(all, {
          one: "# wurde insgesamt gefunden.",
          other: "# wurden insgesamt gefunden."
        })}`,
  neverLooked: "Noch hat niemand nachgesehen.",
  lookedAt: "Angesehen",
  lookAgain: "Erneut nachsehen",

  isOn: "In dieser Organisation wird danach gesucht.",
  isOff: "In dieser Organisation wird nicht gesucht, was zurückbleibt",
  isOffText:
    "Eingeschaltet werden die Apps offener Austritte gefragt, was zurückbleibt. Was sie zeigen, endet mit dem Zugang, wo die App das kann, und was offen ist, hält den Abschluss auf.",
  turnOn: "Einschalten",
  turnOff: "Ausschalten",
  turnedOn: "Die offenen Austritte werden jetzt angesehen",
  turnedOff: "Die Apps werden nicht mehr gefragt",
  askForIt: "Frage jemanden, der die Einstellungen der Organisation ändern darf.",
  toSwitch: "Wo man es einschaltet",
  looking: "Die Apps werden gefragt",
  lookingText: "Sie werden nur gelesen. Was sie zeigen, steht hier, sobald es da ist.",
  firstOf: (shown, all) => `Zu sehen sind die ersten ${shown} von ${all}.`,
  showAll: "Alle zeigen",
  moreRights: (count) => `und ${count} weitere`,

  stops: "Hält den Entzug auf",
  stopsTitle: (services) => `Der Zugang wird noch nicht entzogen: ${services}`,
  stopsText:
    "Es bliebe etwas, das niemand mehr verwalten kann. Erst übernimmt jemand, oder ein Super Admin lässt den Entzug weitergehen.",
  somebody: "Jemand übernimmt",
  nobody: "Noch übernimmt niemand.",
  waits: "Wartet auf Zusage",
  former: "Frühere Person",
  formerText:
    "Gefunden, bevor der Austritt die E-Mail-Adresse einer anderen Person bekam. Es wird weder beendet noch übergeben: Erledige es von Hand in der App.",
  account: (name, id) => (name === null ? `Konto ${id}` : `Konto ${name} (${id})`),
  isAsked: (name, email) =>
    name === email
      ? `${email} soll übernehmen und ist gefragt.`
      : `${name} (${email}) soll übernehmen und ist gefragt.`,
  takesOver: (name) => `${name} übernimmt.`,
  tookOver: (name) => `${name} hat übernommen.`,
  goesOn: (reason) => `Der Entzug darf trotzdem weitergehen: ${reason}`,
  said: "Jemand sagt es",

  actionsFor: (label) => `Aktionen für ${label}`,
  name: "Benennen, wer übernimmt",
  nameOther: "Jemand anderen benennen",
  nameTitle: (label) => `Wer übernimmt ${label}?`,
  nameText: "Die Person erfährt davon und sagt selbst zu; vorher wird nichts übergeben.",
  email: "E-Mail",
  ownerName: "Name",
  ownerNameHelp: "Leer gelassen kommt er aus dem Verzeichnis.",
  askedNow: (name) => `${name} soll übernehmen und ist gefragt.`,
  take: "Übernehmen",
  namedFirst: "Blockiert den Entzug. Ein anderes Mitglied muss dich benennen, bevor du übernehmen kannst.",
  takeTitle: (label) => `${label} übernehmen?`,
  takeText: "Von da an stehst du dafür ein.",
  takeFor: "Für die Person zusagen",
  takeForTitle: (name) => `Für ${name} zusagen?`,
  takeForText: (name) =>
    `Nur für jemanden, der hier kein Mitglied ist. Das Protokoll nennt dich, und ${name} als neu zuständig.`,
  stay: "Bleiben lassen",
  stayTitle: (label) => `${label} bleiben lassen?`,
  stayText: "Es gilt als erledigt. Wer es entschieden hat und warum, steht hier und im Protokoll.",
  stayStays: (service) => `Es funktioniert bei ${service} weiter.`,
  stayed: (label) => `${label} darf bleiben`,
  done: "Von Hand beendet",
  doneTitle: (label) => `Wurde ${label} von Hand beendet?`,
  handed: "Von Hand übergeben",
  handedTitle: (label) => `Wurde ${label} von Hand übergeben?`,
  doneText: "Es gilt als Aussage eines Menschen. Wird es später noch gefunden, ist es wieder offen.",
  doneSaid: (label) => `${label} ist erledigt`,
  go: "Entzug weitergehen lassen",
  goTitle: (service) => `Den Zugang bei ${service} trotzdem entziehen?`,
  goText: (why) => `Das hält ihn auf: ${why}`,
  goEnds: (service) => `Der Zugang bei ${service}, mit dem nächsten Lauf.`,
  goStays: (label) => `${label} bleibt offen, und vielleicht bei niemandem.`,
  goSaid: (service) => `Der Entzug bei ${service} darf weitergehen`,

  successors: "Wer sonst übernimmt",
  successorsText:
    "Ist niemand dafür benannt, fällt es je nach Art an diese Person; ohne Adresse an die Führungskraft. Es gilt für alles, was von jetzt an gefunden wird.",
  manager: "Die Führungskraft",
  saveSuccessors: "Vorgaben speichern",
  successorsSaved: "Die Vorgaben sind gespeichert"
}
