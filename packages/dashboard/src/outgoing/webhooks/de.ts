import type * as en from "./en.ts"
import { plurals } from "#languages/plural.ts"

const plural = plurals("de")

export const webhooks: typeof en.webhooks = {
  title: "Webhooks",
  about: "Eigene Adressen, die erfahren, was geschieht.",
  none: "Noch keine Webhooks",
  notOnPlan: "Webhooks sind in diesem Tarif aus",
  notOnPlanText:
    "Solange dein Tarif keine Webhooks enthält, wird nichts gesendet, und noch ausstehende Zustellungen werden verworfen. Nach einem Upgrade sind deine Webhooks noch da und erhalten das nächste Ereignis.",
  noneText: "Füge eine Adresse hinzu: Sie bekommt für jedes gewählte Ereignis eine signierte Nachricht.",
  address: "Adresse",
  events: "Ereignisse",
  health: "Zustand",
  lastDelivered: "Zuletzt zugestellt",
  all: "Alle Ereignisse",
  someEvents: (count) => plural(count, { one: "# Ereignis", other: "# Ereignisse" }),
  healthy: "Gesund",
  failing: (count) => `${count} heute fehlgeschlagen`,
  paused: "Angehalten",
  never: "nie",
  back: "Alle Webhooks",
  deliveries: "Zustellungen",
  noDeliveries: "Noch wurde nichts gesendet",
  noDeliveriesText: "Das nächste Ereignis für diesen Webhook erscheint hier.",
  event: "Ereignis",
  status: "Stand",
  anyStatus: "Jeder Stand",
  states: { pending: "Wartet", failed: "Wird wiederholt", delivered: "Zugestellt", dead: "Aufgegeben" },
  attempts: "Versuche",
  answer: "Antwort",
  at: "Wann",
  noAnswer: "keine Antwort",
  redeliver: "Noch einmal senden",
  redelivered: "Sie ist wieder unterwegs",
  ping: "Probe senden",
  pinged: (status) => `Die Probe wurde mit ${status} beantwortet`,
  pingFailed: (error) => `Die Probe schlug fehl: ${error}`,
  next: "Nächster Versuch",
  create: "Neuer Webhook",
  catalogue: "Ereigniskatalog",
  addressHelp: "Öffentlich und mit https://. Sie muss ein POST annehmen.",
  allText: "Auch die, die später dazukommen.",
  allShort: "Alle",
  chosen: "Einige Ereignisse",
  save: "Speichern",
  saved: "Der Webhook ist gespeichert",
  editTitle: "Webhook bearbeiten",
  edit: "Bearbeiten",
  more: "Mehr",
  secretTitle: "Das Geheimnis seiner Signaturen",
  secretText:
    "Kopiere es jetzt: Es wird hier gezeigt und nie wieder. Das Ganze ist das Geheimnis, whsec_ eingeschlossen.",
  secretNext:
    "Damit prüft dein Empfänger, ob eine Nachricht von uns ist. Auf der Seite des Webhooks stehen Empfänger zum Kopieren, eine Probe und eine Prüfung, falls eine Signatur nicht passt.",
  secretCopied: "Ich habe es kopiert",
  rotate: "Geheimnis erneuern",
  rotateTitle: "Das Geheimnis erneuern?",
  rotateText:
    "Das alte endet sofort: Was ab jetzt gesendet wird, ist mit dem neuen signiert. Was dein Empfänger solange ablehnt, wird wiederholt; es geht also nichts verloren, wenn er das neue bald kennt.",
  pause: "Anhalten",
  resume: "Fortsetzen",
  pausedByHand: "Dieser Webhook ist angehalten",
  pausedByUs: (when) => `Angehalten am ${when}, weil zu viele Zustellungen nacheinander aufgegeben wurden`,
  skipped: (count) =>
    count === 0
      ? "Was solange geschieht, wird nicht gesendet."
      : plural(count, {
          one: "Seitdem wurde # Ereignis nicht gesendet.",
          other: "Seitdem wurden # Ereignisse nicht gesendet."
        }),
  delete: "Löschen",
  deleteTitle: (host) => `Den Webhook bei ${host} löschen?`,
  deleteText:
    "Sein Geheimnis und das Protokoll seiner Zustellungen gehen mit, und dorthin wird nichts mehr gesendet. Das der Organisation behält, dass es ihn gab.",
  deleted: "Der Webhook ist gelöscht",
  failed24h: "In 24 Stunden fehlgeschlagen",
  givenUp: "Nacheinander aufgegeben",
  givenUpText: "seit der letzten, die ankam",
  noneInState: (state) => `Keine Zustellung ist im Stand „${state}“`,
  tabs: { deliveries: "Zustellungen", check: "Signatur prüfen", receivers: "Empfänger" },
  delivery: "Zustellung",
  done: "Schließen",
  lastAttempt: "Letzter Versuch",
  payload: "Inhalt",
  headers: "Kopfzeilen",
  headersText: "Dazu beide Signaturen, die mit dem Geheimnis entstehen: Prüfe sie, um sie zu sehen.",
  checkThis: "Ihre Signatur prüfen",
  checkTitle: "Was dein Empfänger bekam",
  secret: "Geheimnis",
  secretHelp: "Es bleibt in diesem Fenster: Es wird weder gesendet noch behalten.",
  body: "Inhalt",
  bodyHelp: "Wie er kam, bevor ihn etwas als JSON las.",
  headersHelp: "Eine Zeile für jede, etwa webhook-signature: v1,…",
  check: "Prüfen",
  result: "Was daran nicht stimmt",
  checkText:
    "Füge Geheimnis, Inhalt und Kopfzeilen einer Nachricht ein, die dein Empfänger abgelehnt hat. Du erfährst, ob es am Geheimnis, am Inhalt, an den Kopfzeilen oder an der Uhr liegt, und wie die Signatur lauten müsste.",
  genuine: "Echt: Geheimnis, Inhalt, Kopfzeilen und Uhr passen",
  clockOff: (span) => `Es sind ${span} Unterschied.`,
  expected: "Mit diesem Geheimnis und diesem Inhalt lauten die Signaturen:",
  notOfThis:
    "Die Zustellung, die die Kopfzeilen nennen, gehört nicht zu diesem Webhook: Das Geheimnis ist das eines anderen.",
  insecure: "Signaturen prüft der Browser, und das nur auf Seiten, die über https kamen.",
  wrong: {
    secretMissing: {
      title: "Das Geheimnis fehlt",
      text: "Es beginnt mit whsec_ und wurde gezeigt, als der Webhook entstand."
    },
    secretCopied: {
      title: "Das Geheimnis stimmt nicht",
      text: "Ohne Leerzeichen und Anführungszeichen und mit whsec_ passt es. Kopiere es, wie es gezeigt wurde, whsec_ eingeschlossen."
    },
    secretOther: {
      title: "Das Geheimnis stimmt nicht",
      text: "Der Inhalt ist, was der Dienst gesendet hat. Das Geheimnis gehört zu einem anderen Webhook oder ist von vor einer Erneuerung."
    },
    bodyMissing: { title: "Der Inhalt fehlt", text: "Füge ihn ein, wie er kam, bevor ihn etwas als JSON las." },
    bodySpaces: {
      title: "Der Inhalt stimmt nicht",
      text: "Ohne die Leerzeichen oder Zeilenumbrüche darum passt er. Prüfe die Bytes, wie sie kamen, keinen aufgeräumten Text."
    },
    bodyRewritten: {
      title: "Der Inhalt stimmt nicht",
      text: "Er wurde als JSON gelesen und neu geschrieben: In seiner knappen Form passt er. Behalte den rohen Inhalt, bevor ihn ein Framework liest."
    },
    bodyChanged: {
      title: "Der Inhalt stimmt nicht",
      text: "Er ist nicht, was der Dienst mit dieser Zustellung gesendet hat. Das Geheimnis passt zu dem, was gesendet wurde: Unterwegs wurde der Inhalt verändert."
    },
    signatureMissing: {
      title: "Die Signatur fehlt",
      text: "Füge webhook-signature mit webhook-id und webhook-timestamp ein, oder X-Svc-Signature."
    },
    headersChanged: {
      title: "Die Kopfzeilen stimmen nicht",
      text: "Geheimnis und Inhalt passen. webhook-id, webhook-timestamp oder webhook-signature ist nicht, was damit gesendet wurde."
    },
    clockBehind: {
      title: "Die Uhr: Sie wurde vor zu langer Zeit gesendet",
      text: "Geheimnis und Inhalt passen. Es ist eine alte Zustellung, oder die Uhr des Empfängers geht vor; fünf Minuten werden geduldet."
    },
    clockAhead: {
      title: "Die Uhr: Sie wurde in der Zukunft gesendet",
      text: "Geheimnis und Inhalt passen. Die Uhr des Empfängers geht nach; fünf Minuten werden geduldet."
    },
    secretOrBody: {
      title: "Das Geheimnis oder der Inhalt stimmt nicht",
      text: "Sie passen nicht zueinander. Füge auch webhook-id ein, dann wird der Dienst gefragt, was er gesendet hat."
    }
  },
  receiversTitle: "Ein Empfänger für den Anfang",
  receiversText:
    "Vollständig, wie er dasteht, mit nichts als der Bibliothek der Sprache. Er prüft Signatur und Zeit, nimmt jede Zustellung einmal an und antwortet.",
  receiverFacts: [
    ["Antwort", "2xx innerhalb von 10 Sekunden; alles andere wird wiederholt, bis zu 7 Versuche in anderthalb Tagen"],
    ["Noch einmal", "Eine Zustellung kann zweimal kommen: Erkenne sie an webhook-id, die gleich bleibt"],
    ["Reihenfolge", "Zustellungen können durcheinander ankommen: Geh nach dem timestamp im Inhalt"],
    [
      "Signiert",
      "HMAC-SHA256 über webhook-id.webhook-timestamp.Inhalt nach Standard Webhooks; X-Svc-Signature deckt allein den Inhalt"
    ]
  ],
  language: "Sprache",
  download: (file) => `${file} herunterladen`
}
