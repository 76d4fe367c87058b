import type * as en from "./en.ts"
import { plurals } from "#languages/plural.ts"

const plural = plurals("de")

export const apiKeys: typeof en.apiKeys = {
  title: "API-Schlüssel",
  about:
    "Damit melden sich eure Programme an der öffentlichen API an. Ein Schlüssel wird einmal gezeigt, wenn er entsteht.",
  reference: "API-Referenz",
  none: "Noch keine API-Schlüssel",
  noneText: "Mach einen für jedes Programm, mit nicht mehr Rechten, als es braucht. Unten steht, wie es sich anmeldet.",
  create: "Schlüssel anlegen",
  createText: "Einen für jedes Programm, damit sich jeder allein beenden lässt.",
  name: "Name",
  nameHelp: "Für welches Programm er ist.",
  scopes: "Was er darf",
  allows: {
    "offboardings:read": "Austritte auflisten und jeden lesen",
    "offboardings:write": "Austritte anlegen, weiterschieben, ihre Führungskraft ändern",
    "employees:read": "Die Personen des Verzeichnisses auflisten",
    "webhooks:read": "Webhooks auflisten und lesen, was an sie ging",
    "webhooks:write": "Webhooks anlegen und löschen, eine Zustellung wiederholen",
    mcp: "Einen Assistenten unter /mcp einlassen: Er liest, was die anderen Rechte erlauben, und kann nur vorschlagen",
    "compliance:read": "Die Zahlen der Leaver-Tests lesen, unter /mcp"
  },
  expiry: "Läuft ab",
  lives: {
    "30": "In 30 Tagen",
    "90": "In 90 Tagen",
    "365": "In einem Jahr",
    day: "An einem Tag deiner Wahl",
    never: "Nie"
  },
  neverHelp: "An einen Schlüssel, der nie abläuft, erinnert niemand: Erneuere ihn ab und zu.",
  lastDay: "Letzter Tag",
  calls: "Aufrufe in 7 Tagen",
  lastUsed: "Zuletzt benutzt",
  never: "nie",
  state: "Stand",
  active: "Aktiv",
  revoked: "Gelöscht",
  expired: "Abgelaufen",
  expires: (when) => `Läuft ${when} ab`,
  grace: (left) => `Der alte Schlüssel gilt noch ${left}`,
  ended: (count) => plural(count, { one: "# gelöschter Schlüssel", other: "# gelöschte Schlüssel" }),
  actions: "Aktionen",
  actionsFor: (name) => `Aktionen für ${name}`,
  usage: "Nutzung",
  usageTitle: (name) => `Nutzung von „${name}“`,
  usageChart: "Aufrufe je Tag, nach UTC",
  day: "Tag",
  callsName: "Aufrufe",
  errors: "Mit 4xx oder 5xx beantwortet",
  lastAnswer: "Letzte Antwort",
  lastSeenFrom: "Zuletzt gesehen von",
  made: "Angelegt",
  madeBy: (when, who) => `${when} von ${who}`,
  rotatedAt: "Erneuert",
  done: "Schließen",
  rotate: "Erneuern",
  rotateTitle: (name) => `„${name}“ erneuern`,
  rotateText: "Er bekommt ein neues Geheimnis; Name, Rechte, Ablauf und Verlauf bleiben. Wie lange gilt das alte noch?",
  rotateAgainText:
    "Das Geheimnis von vor der letzten Erneuerung gilt noch und endet jetzt: Höchstens zwei gelten zugleich. Wie lange gilt das jetzige noch?",
  graceLabel: "So lange gilt das alte noch",
  graces: { "0": "Es endet sofort", "1h": "Eine Stunde", "24h": "24 Stunden", "7d": "Sieben Tage" },
  noGraceText: "Für ein Geheimnis, das bekannt wurde: Was es noch benutzt, bekommt 401.",
  seenTitle: "Der neue Schlüssel",
  seenText: "Kopiere ihn jetzt: Er wird hier gezeigt und nie wieder.",
  rotatedText: (until) => `Kopiere ihn jetzt: Er wird hier gezeigt und nie wieder. Der alte gilt bis ${until}.`,
  rotatedAtOnceText: "Kopiere ihn jetzt: Er wird hier gezeigt und nie wieder. Der alte gilt nicht mehr.",
  tryIt: "Ein erster Aufruf damit:",
  close: "Ich habe ihn kopiert",
  delete: "Löschen",
  deleteTitle: (name) => `„${name}“ löschen?`,
  deleteText: "Er endet sofort, und mit ihm ein altes Geheimnis, das noch gilt. Das lässt sich nicht zurücknehmen.",
  deleteStays: "Was er tat, bleibt im Protokoll, und der Schlüssel hier unter den gelöschten.",
  stillUsed: (ago, calls) =>
    `Er wurde zuletzt ${ago} benutzt, ${plural(calls, { one: "# Aufruf", other: "# Aufrufe" })} in 7 Tagen. Was ihn benutzt, bekommt ab jetzt 401.`,
  deleted: (name) => `„${name}“ ist gelöscht`,
  perDay: (calls) => `Aufrufe je Tag, der älteste zuerst: ${calls.join(", ")}`,
  howTitle: "Wie sich ein Programm anmeldet",
  howText:
    "Es sendet seinen Schlüssel im Kopf jeder Anfrage. Er gehört dorthin, wo das Programm seine Geheimnisse hat.",
  howFacts: [
    ["Header", "Authorization: Bearer und der Schlüssel"],
    ["Grenze", "120 Anfragen eines Schlüssels in 60 Sekunden, danach 429"],
    [
      "401",
      "Der Schlüssel ist falsch, abgelaufen, gelöscht oder ein altes Geheimnis, dessen Zeit um ist: Die Antwort ist dieselbe"
    ],
    ["403", "Dem Schlüssel fehlt ein Recht, das die Antwort nennt"],
    ["Gesperrt", "20 fehlgeschlagene Anmeldungen einer Adresse in 60 Sekunden sperren sie, bis die Minute um ist"]
  ],
  scopesTitle: "Was jedes Recht erlaubt"
}

export const developers: typeof en.developers = {
  title: "Entwicklung",
  about:
    "Die APIs des Dienstes, wie sich ein Programm an jeder anmeldet, und die Ereignisse, die von selbst gesendet werden.",
  reference: (name) => `Referenz öffnen: ${name}`,
  base: "Adresse",
  signIn: "Anmeldung",
  document: "OpenAPI",
  surfaces: {
    public: {
      name: "Öffentliche API",
      about: "Austritte, Beschäftigte und Webhooks, für die Systeme eurer Organisation. Stabil und mit Versionen.",
      signIn:
        "Ein API-Schlüssel als Bearer-Token. Ein Super-Admin legt einen an, mit den Rechten, die das Programm braucht."
    },
    app: {
      name: "App-API",
      about: "Alles, was diese Oberfläche tut, für Skripte einer Person. Sie ändert sich mit der Oberfläche.",
      signIn:
        "Eine Sitzung: das Cookie access_token, das POST /api/auth/login setzt, oder sein Wert als Bearer-Token. Sie darf, was die Person darf."
    },
    scim: {
      name: "SCIM",
      about:
        "Personen und Gruppen, wie sie ein Identitätsdienst schreibt: Wer dort deaktiviert wird, scheidet hier aus.",
      signIn:
        "Ein SCIM-Token als Bearer-Token. Wer Integrationen verwaltet, erzeugt es und gibt es dem Identitätsdienst."
    }
  },
  toKeys: "API-Schlüssel",
  toWebhooks: "Webhooks",
  toSiem: "SIEM",
  pushed: "Was von selbst gesendet wird",
  pushedText:
    "Webhooks sagen euren Systemen, was mit Austritten geschieht; SIEM-Ziele bekommen jeden Eintrag des Protokolls. Der Katalog zeigt jedes Ereignis, wann es gesendet wird und was es enthält.",
  catalogueAbout: "Jedes Ereignis, das der Dienst sendet, wann es gesendet wird und ein Beispiel seines Inhalts.",
  streams: {
    webhook: {
      name: "Webhooks",
      text: "Eine Adresse bekommt jedes Ereignis unter dem genauesten Namen, den sie abonniert hat."
    },
    siem: {
      name: "SIEM",
      text: "Ein Ziel bekommt alle oder die, die es nennt. Jeder Sammler bekommt den Inhalt in seiner eigenen Verpackung."
    }
  },
  find: "Name oder Anlass",
  found: (count) => plural(count, { one: "# Ereignis", other: "# Ereignisse" }),
  noneFound: (sought) => `Kein Ereignis passt zu „${sought}“`,
  clear: "Leeren",
  high: "Hohe Schwere"
}
