import type * as en from "./en.ts"
import { plurals } from "#languages/plural.ts"

const plural = plurals("de")

export const apiKeys: typeof en.apiKeys = {
  title: "API-Schlüssel",
  about: "Damit melden sich eure Programme an der öffentlichen API an.",
  reference: "API-Referenz",
  none: "Noch keine API-Schlüssel",
  noneText: "Erstelle einen je Programm, nur mit den nötigen Scopes. Unten steht, wie sich ein Programm anmeldet.",
  create: "API-Schlüssel erstellen",
  createText: "Nutze einen Schlüssel je Programm, damit du jeden einzeln löschen kannst.",
  name: "Name",
  nameHelp: "Das Programm, das den Schlüssel nutzt.",
  scopes: "Scopes",
  allows: {
    "offboardings:read": "Austritte auflisten und lesen",
    "offboardings:write": "Austritte anlegen, Stufe und Führungskraft ändern",
    "employees:read": "Die Personen des Verzeichnisses auflisten",
    "webhooks:read": "Webhooks auflisten und ihre Zustellungen lesen",
    "webhooks:write": "Webhooks anlegen und löschen, Zustellungen wiederholen",
    mcp: "Einen KI-Assistenten über /mcp verbinden. Er liest, was die anderen Scopes erlauben, und kann sonst nur vorschlagen",
    "compliance:read": "Die Zahlen der Leaver-Tests lesen, über /mcp"
  },
  expiry: "Läuft ab",
  lives: {
    "30": "In 30 Tagen",
    "90": "In 90 Tagen",
    "365": "In einem Jahr",
    day: "An einem bestimmten Tag",
    never: "Nie"
  },
  neverHelp: "Ein Schlüssel, der nie abläuft, zeigt keine Ablaufwarnung. Rotiere ihn regelmäßig.",
  lastDay: "Letzter gültiger Tag",
  calls: "Aufrufe in 7 Tagen",
  lastUsed: "Zuletzt benutzt",
  never: "Nie",
  state: "Status",
  active: "Aktiv",
  revoked: "Gelöscht",
  expired: "Abgelaufen",
  expires: (when) => `Läuft ${when} ab`,
  grace: (left) => `Altes Geheimnis gilt noch ${left}`,
  ended: (count) => plural(count, { one: "# gelöschter Schlüssel", other: "# gelöschte Schlüssel" }),
  actions: "Aktionen",
  actionsFor: (name) => `Aktionen für ${name}`,
  usage: "Nutzung",
  usageTitle: (name) => `Nutzung von „${name}“`,
  usageChart: "Aufrufe je Tag (UTC)",
  day: "Tag",
  callsName: "Aufrufe",
  errors: "Fehlgeschlagen (4xx oder 5xx)",
  lastAnswer: "Letzte Antwort",
  lastSeenFrom: "Zuletzt benutzt von",
  made: "Erstellt",
  madeBy: (when, who) => `${when} von ${who}`,
  rotatedAt: "Rotiert",
  done: "Schließen",
  rotate: "Rotieren",
  rotateTitle: (name) => `„${name}“ rotieren?`,
  rotateText:
    "Erstellt ein neues Geheimnis. Name, Scopes, Ablauf und Verlauf bleiben. Wie lange soll das alte noch gelten?",
  rotateAgainText:
    "Das Geheimnis von vor der letzten Rotation gilt ab jetzt nicht mehr: Höchstens zwei sind gleichzeitig gültig. Wie lange soll das aktuelle noch gelten?",
  graceLabel: "Übergangsfrist",
  graces: { "0": "Keine", "1h": "1 Stunde", "24h": "24 Stunden", "7d": "7 Tage" },
  noGraceText: "Für ein bekannt gewordenes Geheimnis. Programme, die es noch nutzen, erhalten 401.",
  seenTitle: "Neuer API-Schlüssel",
  seenText: "Kopiere ihn jetzt. Er wird nicht noch einmal gezeigt.",
  rotatedText: (until) => `Kopiere ihn jetzt. Er wird nicht noch einmal gezeigt. Das alte Geheimnis gilt bis ${until}.`,
  rotatedAtOnceText: "Kopiere ihn jetzt. Er wird nicht noch einmal gezeigt. Das alte Geheimnis gilt nicht mehr.",
  tryIt: "Ein erster Aufruf:",
  close: "Ich habe ihn kopiert",
  delete: "Löschen",
  deleteTitle: (name) => `„${name}“ löschen?`,
  deleteText:
    "Der Schlüssel gilt sofort nicht mehr, auch kein altes Geheimnis in der Übergangsfrist. Das lässt sich nicht rückgängig machen.",
  deleteStays: "Bleibt: seine Einträge im Audit-Log und der Schlüssel in der Liste der gelöschten.",
  stillUsed: (ago, calls) =>
    `Zuletzt ${ago} benutzt, mit ${plural(calls, { one: "# Aufruf", other: "# Aufrufen" })} in 7 Tagen. Programme, die ihn noch nutzen, erhalten 401.`,
  deleted: (name) => `„${name}“ gelöscht`,
  perDay: (calls) => `Aufrufe je Tag, ältester zuerst: ${calls.join(", ")}`,
  howTitle: "Wie sich ein Programm anmeldet",
  howText: "Sende den Schlüssel im Header jeder Anfrage. Bewahre ihn bei den anderen Geheimnissen des Programms auf.",
  howFacts: [
    ["Header", "Authorization: Bearer, gefolgt vom Schlüssel"],
    ["Limit", "120 Anfragen je Schlüssel in 60 Sekunden, danach 429"],
    [
      "401",
      "Der Schlüssel ist falsch, abgelaufen oder gelöscht oder ein altes Geheimnis nach der Übergangsfrist; die Antwort ist immer dieselbe"
    ],
    ["403", "Dem Schlüssel fehlt ein Scope; die Antwort nennt ihn"],
    [
      "Gesperrt",
      "20 fehlgeschlagene Anmeldungen von einer IP-Adresse in 60 Sekunden sperren sie für den Rest der Minute"
    ]
  ],
  scopesTitle: "Was jeder Scope erlaubt"
}

export const developers: typeof en.developers = {
  title: "Entwicklung",
  about: "Die APIs dieses Dienstes, wie sich Programme daran anmelden und welche Ereignisse er sendet.",
  reference: (name) => `Referenz: ${name}`,
  base: "Basis-URL",
  signIn: "Anmeldung",
  document: "OpenAPI",
  surfaces: {
    public: {
      name: "Öffentliche API",
      about: "Austritte, Personen und Webhooks, für die Systeme eurer Organisation. Stabil und versioniert.",
      signIn: "Ein API-Schlüssel als Bearer-Token. Ein Super-Admin erstellt ihn mit den nötigen Scopes."
    },
    app: {
      name: "App-API",
      about: "Alles, was dieses Dashboard kann, für eigene Skripte. Sie ändert sich mit dem Dashboard.",
      signIn:
        "Eine Sitzung: das Cookie access_token von POST /api/auth/login oder sein Wert als Bearer-Token. Sie hat die Berechtigungen der Person."
    },
    scim: {
      name: "SCIM",
      about: "Personen und Gruppen aus eurem Identitätsanbieter. Wer dort deaktiviert wird, scheidet hier aus.",
      signIn:
        "Ein SCIM-Token als Bearer-Token. Ein Mitglied, das Integrationen verwaltet, erstellt es für den Identitätsanbieter."
    }
  },
  toKeys: "API-Schlüssel",
  toWebhooks: "Webhooks",
  toSiem: "SIEM",
  pushed: "Ereignisse",
  pushedText:
    "Webhooks senden Ereignisse zu Austritten an eure Systeme. SIEM-Ziele erhalten jeden Eintrag des Audit-Logs. Der Ereigniskatalog zeigt, wann jedes Ereignis gesendet wird und was es enthält.",
  catalogueAbout: "Jedes Ereignis, das der Dienst sendet: wann es gesendet wird und was es enthält.",
  streams: {
    webhook: "Ein Webhook erhält jedes Ereignis unter dem genauesten Namen, den er abonniert hat.",
    siem: "Ein Ziel erhält alle oder die ausgewählten Ereignisse, im Format seines Collectors. Jedes wird gesendet, wenn das Audit-Log es aufzeichnet."
  },
  find: "Ereignisse suchen",
  found: (count) => plural(count, { one: "# Ereignis", other: "# Ereignisse" }),
  noneFound: (sought) => `Keine Treffer für „${sought}“`,
  clear: "Suche leeren",
  high: "Hoher Schweregrad"
}
