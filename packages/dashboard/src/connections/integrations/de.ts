import type * as en from "./en.ts"
import { plurals } from "#languages/plural.ts"
import { namesIn } from "./vendors.ts"

const plural = plurals("de")

export const integrations: typeof en.integrations = {
  title: "Integrationen",
  about: "Apps, in denen Zugriff entzogen wird, und eure HR-, Ticket-, Nachrichten- und Signatursysteme.",
  tabs: {
    label: "Integrationen",
    apps: "Apps",
    reviews: "HR-Prüfung",
    scim: "SCIM-Bereitstellung",
    signOn: "Single Sign-on"
  },
  find: "App suchen",
  nothing: "Keine Treffer",
  nothingText: "Verbinde sie als eigene App, über SCIM oder per signiertem Webhook.",
  kinds: {
    identity: "Identität und Konten",
    apps: "Weitere Apps",
    hr: "HR-System und Alumni",
    messages: "Nachrichten",
    work: "Tickets, Kalender und Gespräche",
    signatures: "E-Signaturen"
  },
  connect: "Verbinden",
  connectOwn: "Eigene App verbinden",
  setUp: "Einrichten",
  notYet: "Nicht verbunden",
  read: (ago) => `Letzter Abgleich ${ago}`,
  state: "Status",
  connected: "Verbunden",
  switchedOff: "Ausgeschaltet",
  refused: "Zugangsdaten abgelehnt",
  refusedTitle: (name, ago) => `${name} hat die gespeicherten Zugangsdaten ${ago} abgelehnt`,
  refusedText:
    "Sie wurden widerrufen oder haben Berechtigungen verloren. Zugriff lässt sich dort erst wieder entziehen, wenn du neu verbindest.",
  lastSync: "Letzter Abgleich",
  never: "Nie",
  since: "Verbunden seit",
  revokes: "Entzieht Zugriff",
  yes: "Ja, bei Austritten",
  no: "Nein",
  back: "Alle Integrationen",
  connection: "Verbindung",
  stored: "Gespeicherte Einstellungen",
  storedText: "Geheimnisse sind verschlüsselt und werden nie angezeigt.",
  noneYet: (name) => `${name} ist nicht verbunden`,
  askManager: "Bitte ein Mitglied, das Integrationen verwalten darf, die Verbindung herzustellen.",
  again: "Neu verbinden",
  settings: "Einstellungen",
  use: "Diese Verbindung benutzen",
  useText: "Ausgeschaltet bleibt die Verbindung bestehen, aber nichts wird gelesen oder entzogen.",
  autoReply: "Abwesenheitsnotiz",
  autoReplyText: "Das Postfach der ausgeschiedenen Person antwortet auf eingehende E-Mails.",
  drive: "Dateien an die Führungskraft übertragen",
  driveText: "Die Drive-Dateien der ausscheidenden Person werden an ihre Führungskraft übertragen.",
  saved: "Gespeichert",
  test: "Testnachricht senden",
  tested: "Testnachricht im Kanal veröffentlicht",
  testFailed: (why) => `Testnachricht fehlgeschlagen: ${why}`,
  noAnswer: "keine Antwort",
  disconnect: "Trennen",
  disconnectTitle: (name) => `${name} trennen?`,
  disconnectText: (name) =>
    `Die gespeicherten Zugangsdaten werden gelöscht. In offenen Austritten müssen Schritte in ${name} manuell erledigt werden.`,
  disconnectStays: "Personen, Austritte und Audit-Log bleiben erhalten. Du kannst jederzeit neu verbinden.",
  disconnected: (name) => `${name} getrennt`,
  callbackUrl: "Webhook-URL",
  callbacks: "Webhook für Statusänderungen",
  callbacksSent: "DocuSign erhält diese URL mit jeder Anfrage. Dort ist nichts einzutragen.",
  callbacksText: "Trage diese URL dort als Webhook ein, um Änderungen sofort zu erhalten.",
  noCallbacks: "Callbacks nicht abonniert",
  unverifiable:
    "Callbacks lassen sich noch nicht prüfen, deshalb werden Signaturen nach Zeitplan abgefragt. Verbinde neu mit einem HMAC-Schlüssel.",
  signing: "Signaturanfragen",
  reminderDays: "Tage zwischen Erinnerungen",
  reminderHelp: "Leer lassen für keine Erinnerungen.",
  expiryDays: "Tage, bis eine Anfrage abläuft",
  save: "Speichern",
  sync: "Jetzt abgleichen",
  synced: "Abgleich abgeschlossen",
  syncOf: {
    created: (count) => plural(count, { one: "# neue Person", other: "# neue Personen" }),
    updated: (count) => plural(count, { one: "# aktualisiert", other: "# aktualisiert" }),
    unchanged: (count) => plural(count, { one: "# unverändert", other: "# unverändert" }),
    offboardings: (count) => plural(count, { one: "# Austritt gestartet", other: "# Austritte gestartet" }),
    moved: (count) => plural(count, { one: "# letzter Tag geändert", other: "# letzte Tage geändert" }),
    review: (count) => plural(count, { one: "# zu prüfen", other: "# zu prüfen" }),
    failed: (count) => plural(count, { one: "# nicht lesbar", other: "# nicht lesbar" })
  },
  providers: namesIn("de"),
  own: "Eigene App",
  ownScim: "Eigene App, über SCIM",
  connectedNow: (name) => `${name} ist verbunden`,
  notConnected: "Verbindung fehlgeschlagen",
  notConnectedTo: (name) => `${name} konnte nicht verbunden werden`,
  failures: {
    oauth_denied: "Der Zugriff wurde nicht erlaubt. Starte neu und erteile die angeforderten Berechtigungen.",
    oauth_expired: "Es dauerte länger als 10 Minuten oder wurde in einer anderen Sitzung gestartet. Starte neu.",
    oauth_failed:
      "Die Antwort hat unsere Prüfung nicht bestanden. Starte neu. Schlägt es weiter fehl, wende dich an den Betreiber dieses Dienstes.",
    oauth_unavailable: "Keine Antwort. Versuche es in ein paar Minuten erneut.",
    credential_refused: "Den Zugangsdaten fehlen nötige Berechtigungen. Verbinde mit dem Konto eines Administrators.",
    read_only: "Euer Tarif ist abgelaufen, deshalb ist eure Organisation schreibgeschützt."
  }
}
