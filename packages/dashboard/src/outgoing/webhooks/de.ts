import type * as en from "./en.ts"
import { plurals } from "#languages/plural.ts"

const plural = plurals("de")

export const webhooks: typeof en.webhooks = {
  title: "Webhooks",
  about: "Ereignisse an eigene Systeme senden.",
  none: "Noch keine Webhooks",
  notOnPlan: "Dein Tarif enthält keine Webhooks",
  notOnPlanText:
    "Nichts wird gesendet, und ausstehende Zustellungen werden verworfen. Deine Webhooks bleiben und erhalten nach einem Upgrade das nächste Ereignis.",
  noneText: "Füge einen Endpunkt hinzu: Er erhält für jedes gewählte Ereignis eine signierte Nachricht.",
  address: "Endpunkt-URL",
  events: "Ereignisse",
  health: "Zustand",
  lastDelivered: "Zuletzt zugestellt",
  all: "Alle Ereignisse",
  someEvents: (count) => plural(count, { one: "# Ereignis", other: "# Ereignisse" }),
  healthy: "In Ordnung",
  failing: (count) => `${count} Fehler in 24 Std.`,
  paused: "Pausiert",
  never: "Nie",
  back: "Alle Webhooks",
  deliveries: "Zustellungen",
  noDeliveries: "Noch keine Zustellungen",
  noDeliveriesText: "Das nächste Ereignis für diesen Webhook erscheint hier.",
  event: "Ereignis",
  status: "Status",
  anyStatus: "Alle Status",
  states: {
    pending: "Ausstehend",
    failed: "Wird wiederholt",
    delivered: "Zugestellt",
    dead: "Endgültig fehlgeschlagen"
  },
  attempts: "Versuche",
  answer: "Antwort",
  at: "Erstellt",
  noAnswer: "keine Antwort",
  redeliver: "Erneut senden",
  redelivered: "Zustellung wieder eingereiht",
  ping: "Test-Ereignis senden",
  pinged: (status) => `Test-Ereignis zugestellt: Antwort ${status}`,
  pingFailed: (error) => `Test-Ereignis fehlgeschlagen: ${error}`,
  next: "Nächster Versuch",
  create: "Webhook erstellen",
  catalogue: "Ereigniskatalog",
  addressHelp: "Eine öffentliche https://-URL, die POST-Anfragen annimmt.",
  allText: "Auch später hinzukommende.",
  allShort: "Alle",
  chosen: "Ausgewählte Ereignisse",
  save: "Speichern",
  saved: "Webhook gespeichert",
  editTitle: "Webhook bearbeiten",
  edit: "Bearbeiten",
  more: "Mehr",
  secretTitle: "Signaturschlüssel",
  secretText: "Kopiere ihn jetzt: Er wird nur einmal angezeigt. whsec_ gehört dazu.",
  secretNext:
    "Damit prüft dein Empfänger, ob eine Nachricht von diesem Dienst stammt. Auf der Seite des Webhooks findest du Beispiel-Empfänger, ein Test-Ereignis und eine Signaturprüfung.",
  secretCopied: "Ich habe ihn kopiert",
  rotate: "Schlüssel rotieren",
  rotateTitle: "Schlüssel rotieren?",
  rotateText:
    "Der alte Schlüssel ist sofort ungültig. Zustellungen, die dein Empfänger in der Zwischenzeit ablehnt, werden wiederholt.",
  pause: "Pausieren",
  resume: "Fortsetzen",
  pausedByHand: "Dieser Webhook ist pausiert",
  pausedByUs: (when) => `Pausiert am ${when} nach zu vielen Fehlern in Folge`,
  skipped: (count) =>
    count === 0
      ? "Solange er pausiert ist, werden Ereignisse nicht gesendet."
      : plural(count, {
          one: "# Ereignis wurde seitdem nicht gesendet.",
          other: "# Ereignisse wurden seitdem nicht gesendet."
        }),
  delete: "Webhook löschen",
  deleteTitle: (host) => `Webhook für ${host} löschen?`,
  deleteText:
    "Löscht seinen Schlüssel und die Zustellungshistorie; es werden keine Ereignisse mehr gesendet. Das Audit-Log behält seine Einträge.",
  deleted: "Webhook gelöscht",
  failed24h: "In 24 Stunden fehlgeschlagen",
  givenUp: "Fehler in Folge",
  givenUpText: "seit der letzten erfolgreichen Zustellung",
  noneInState: (state) => `Keine Zustellungen mit Status „${state}“`,
  tabs: { deliveries: "Zustellungen", check: "Signaturprüfung", receivers: "Empfänger" },
  delivery: "Zustellung",
  done: "Schließen",
  lastAttempt: "Letzter Versuch",
  payload: "Body",
  headers: "Header",
  headersText: "Zwei mit dem Schlüssel erzeugte Signaturen wurden mitgesendet. Die Signaturprüfung zeigt sie.",
  checkThis: "Signatur prüfen",
  checkTitle: "Empfangene Nachricht",
  secret: "Signaturschlüssel",
  secretHelp: "Bleibt in diesem Fenster: Er wird weder gesendet noch gespeichert.",
  body: "Body",
  bodyHelp: "Genau wie empfangen, vor dem Parsen als JSON.",
  headersHelp: "Einer pro Zeile, zum Beispiel webhook-signature: v1,…",
  check: "Prüfen",
  result: "Ergebnis",
  checkText:
    "Füge Signaturschlüssel, Body und Header einer Nachricht ein, die dein Empfänger abgelehnt hat. Das Ergebnis zeigt, ob Schlüssel, Body, Header oder Uhr falsch ist und wie die Signatur lauten müsste.",
  genuine: "Echt: Schlüssel, Body, Header und Uhr passen zusammen",
  clockOff: (span) => `Die Abweichung beträgt ${span}.`,
  expected: "Mit diesem Schlüssel und Body lauten die Signaturen:",
  notOfThis:
    "Die Header nennen eine Zustellung eines anderen Webhooks, also gehört auch der Schlüssel zu einem anderen.",
  insecure: "Dein Browser kann Signaturen nur über HTTPS prüfen.",
  wrong: {
    secretMissing: {
      title: "Der Schlüssel fehlt",
      text: "Er beginnt mit whsec_ und wurde beim Erstellen des Webhooks angezeigt."
    },
    secretCopied: {
      title: "Der Schlüssel ist falsch",
      text: "Ohne zusätzliche Leerzeichen und Anführungszeichen und mit whsec_ passt er. Kopiere ihn genau wie angezeigt, einschließlich whsec_."
    },
    secretOther: {
      title: "Der Schlüssel ist falsch",
      text: "Der Body stimmt mit dem gesendeten überein. Der Schlüssel gehört zu einem anderen Webhook oder wurde durch eine Rotation ersetzt."
    },
    bodyMissing: {
      title: "Der Body fehlt",
      text: "Füge ihn genau wie empfangen ein, vor dem Parsen als JSON."
    },
    bodySpaces: {
      title: "Der Body ist falsch",
      text: "Ohne die Leerzeichen oder Zeilenumbrüche am Rand passt er. Prüfe die empfangenen Bytes, keinen bereinigten Text."
    },
    bodyRewritten: {
      title: "Der Body ist falsch",
      text: "Er wurde als JSON gelesen und neu geschrieben: In kompakter Form passt er. Behalte den rohen Body, bevor ein Framework ihn parst."
    },
    bodyChanged: {
      title: "Der Body ist falsch",
      text: "Der Dienst hat mit dieser Zustellung etwas anderes gesendet. Der Schlüssel passt zum Gesendeten, also wurde der Body unterwegs verändert."
    },
    signatureMissing: {
      title: "Die Signatur fehlt",
      text: "Füge webhook-signature mit webhook-id und webhook-timestamp ein, oder X-Svc-Signature."
    },
    headersChanged: {
      title: "Die Header sind falsch",
      text: "Schlüssel und Body passen. webhook-id, webhook-timestamp oder webhook-signature weicht vom Gesendeten ab."
    },
    clockBehind: {
      title: "Uhr: vor zu langer Zeit gesendet",
      text: "Schlüssel und Body passen. Die Zustellung ist alt, oder die Uhr des Empfängers geht vor. Fünf Minuten werden toleriert."
    },
    clockAhead: {
      title: "Uhr: in der Zukunft gesendet",
      text: "Schlüssel und Body passen. Die Uhr des Empfängers geht nach. Fünf Minuten werden toleriert."
    },
    secretOrBody: {
      title: "Der Schlüssel oder der Body ist falsch",
      text: "Sie passen nicht zusammen. Füge auch webhook-id ein, um mit dem Gesendeten zu vergleichen."
    }
  },
  receiversTitle: "Beispiel-Empfänger",
  receiversText:
    "Sofort lauffähig, nur mit der Standardbibliothek der Sprache. Er prüft Signatur und Zeit, verarbeitet jede Zustellung einmal und antwortet.",
  receiverFacts: [
    ["Antwort", "2xx innerhalb von 10 Sekunden. Alles andere wird wiederholt, bis zu 7 Versuche in anderthalb Tagen"],
    ["Duplikate", "Eine Zustellung kann zweimal ankommen. Erkenne sie an webhook-id, die gleich bleibt"],
    ["Reihenfolge", "Zustellungen können ungeordnet ankommen. Sortiere nach dem timestamp im Body"],
    [
      "Signatur",
      "HMAC-SHA256 über webhook-id.webhook-timestamp.body (Standard Webhooks). X-Svc-Signature deckt nur den Body ab"
    ]
  ],
  language: "Sprache",
  download: (file) => `${file} herunterladen`
}
