import type { PortalPage } from "@svc/contract/portal/schema"
import type { PageLanguage } from "#platform/http/page-language"

const en = {
  title: (organisation: string) => `Your offboarding at ${organisation}`,
  heading: (name: string) => `${name}, your last day is`,
  about: (organisation: string) => `What is left to do before you part from ${organisation}, all on this page.`,
  languages: "Language",
  left: {
    none: "Nothing is left for you to do.",
    some: "Left for you:",
    tasks: (n: number) => (n === 1 ? "1 task" : `${n} tasks`),
    assets: (n: number) => (n === 1 ? "1 thing to send back" : `${n} things to send back`),
    documents: (n: number) => (n === 1 ? "1 document to sign" : `${n} documents to sign`),
    interview: "an interview to book"
  },
  closed: {
    case_completed: "Your offboarding is completed. You can read this page; nothing on it can be changed any more.",
    read_only: "At the moment you can read this page and change nothing on it. Tell the contact below what is done."
  },
  tasks: {
    title: "What you have to do",
    tick: "Done",
    done: "Done",
    open: "Open",
    byItself: "Is ticked off by itself, once what it is about is done",
    due: (day: string) => `By ${day}`,
    late: (day: string) => `Was due on ${day}`
  },
  assets: {
    title: "What you have to send back",
    about:
      "Pack each item well. Then enter the carrier and the tracking number here, so that your organization knows it is on its way.",
    where: (whom: string) => `Where it goes and how it is collected, ${whom} tells you.`,
    somebody: "the contact below",
    serial: "Serial number",
    carrier: "Carrier",
    tracking: "Tracking number of the parcel",
    save: "Announce the return",
    given: "On its way",
    due: (day: string) => `To be back by ${day}`,
    late: (day: string) => `Was to be back by ${day}`
  },
  documents: {
    title: "Your documents",
    about: "Keep a copy of each: this page goes when its link ends.",
    sign: (provider: string) => `Sign at ${provider}`,
    statuses: { pending: "Not signed yet", signed: "Signed", completed: "Done" },
    download: "Download"
  },
  interview: {
    title: "Your exit interview",
    invited: "You are invited to a conversation about your time here. You choose when.",
    book: "Choose a time",
    scheduled: "Booked for",
    canceled: "The time that was booked is cancelled.",
    completed: "It has taken place. Thank you.",
    change: "To move or cancel it, use the links in the mail that confirmed it."
  },
  questions: {
    title: "Questions",
    ask: "Ask",
    nobody: "Ask your manager or the people of human resources: this page cannot be answered.",
    until: (day: string) =>
      `This page can be opened until ${day}. Whoever has its address sees it, so pass it on to nobody.`,
    privacy:
      "It sets no cookies and loads nothing from elsewhere. Visits, downloads and opened signing pages are recorded with their IP address."
  },
  offline: "That could not be sent: there is no connection. What you typed is still here; try again.",
  refused: {
    not_yours: "This is not, or no more, among what you have to do or to send back. The page shows what is.",
    tracking: "A tracking number has at most 100 characters, the name of a carrier at most 60.",
    carrier: "Enter the carrier of the parcel, for example DHL or UPS.",
    fast: "That was too fast. Wait a minute, then try again.",
    elsewhere: "This did not come from your own page, so nothing was changed. Do it here.",
    incomplete: "Something was missing in what was sent, so nothing was changed. Do it here again."
  },
  gone: {
    title: "This link is not valid any more",
    why: "Such a link ends some weeks after the last day, or when a newer one is sent.",
    steps: [
      "Look in your mail for a newer message with a link: only the newest works.",
      "If there is none, ask the human resources of the organisation for a new one. It takes them a minute.",
      "If you copied the address by hand, check that no part of it is missing."
    ]
  },
  nothingToSign: {
    title: "There is nothing to sign here",
    body: "This document does not wait for your signature any more."
  },
  signByMail: {
    title: "Check your email",
    body: (provider: string) => `${provider} emailed this document to you. Open that email to sign it.`
  },
  noFile: { title: "There is no file here", body: "This document has no file, or it is no longer among yours." },
  fileAway: { title: "The file is not available right now", body: "Try again in a few minutes." },
  back: "Back to your page"
}

type PortalWords = typeof en

const de: PortalWords = {
  title: (organisation) => `Dein Austritt bei ${organisation}`,
  heading: (name) => `${name}, dein letzter Tag ist der`,
  about: (organisation) => `Was noch zu tun ist, bevor du ${organisation} verlässt, alles auf dieser Seite.`,
  languages: "Sprache",
  left: {
    none: "Für dich ist nichts mehr zu tun.",
    some: "Für dich noch offen:",
    tasks: (n) => (n === 1 ? "1 Aufgabe" : `${n} Aufgaben`),
    assets: (n) => (n === 1 ? "1 Gegenstand zurückzuschicken" : `${n} Gegenstände zurückzuschicken`),
    documents: (n) => (n === 1 ? "1 Dokument zu unterschreiben" : `${n} Dokumente zu unterschreiben`),
    interview: "ein Gespräch zu vereinbaren"
  },
  closed: {
    case_completed: "Dein Austritt ist abgeschlossen. Du kannst diese Seite lesen, aber nichts mehr ändern.",
    read_only: "Im Moment kannst du diese Seite lesen, aber nichts ändern. Sag der Person unten, was erledigt ist."
  },
  tasks: {
    title: "Was du zu tun hast",
    tick: "Erledigt",
    done: "Erledigt",
    open: "Offen",
    byItself: "Wird von selbst abgehakt, sobald das erledigt ist, worum es geht",
    due: (day) => `Bis ${day}`,
    late: (day) => `War fällig am ${day}`
  },
  assets: {
    title: "Was du zurückschicken musst",
    about:
      "Verpacke jedes Stück gut. Trag dann hier den Versanddienst und die Sendungsnummer ein, damit deine Organisation weiß, dass es unterwegs ist.",
    where: (whom) => `Wohin es geht und wie es abgeholt wird, sagt dir ${whom}.`,
    somebody: "wer unten steht",
    serial: "Seriennummer",
    carrier: "Versanddienst",
    tracking: "Sendungsnummer des Pakets",
    save: "Rücksendung ankündigen",
    given: "Unterwegs",
    due: (day) => `Zurück bis ${day}`,
    late: (day) => `Sollte zurück sein bis ${day}`
  },
  documents: {
    title: "Deine Dokumente",
    about: "Heb von jedem eine Kopie auf: Diese Seite verschwindet, wenn ihr Link endet.",
    sign: (provider) => `Bei ${provider} unterschreiben`,
    statuses: { pending: "Noch nicht unterschrieben", signed: "Unterschrieben", completed: "Erledigt" },
    download: "Herunterladen"
  },
  interview: {
    title: "Dein Abschlussgespräch",
    invited: "Du bist zu einem Gespräch über deine Zeit hier eingeladen. Den Zeitpunkt wählst du.",
    book: "Termin wählen",
    scheduled: "Vereinbart für",
    canceled: "Der vereinbarte Termin ist abgesagt.",
    completed: "Es hat stattgefunden. Danke.",
    change: "Verschieben oder absagen kannst du es über die Links in der Bestätigungsmail."
  },
  questions: {
    title: "Fragen",
    ask: "Frag",
    nobody: "Frag deine Führungskraft oder die Personalabteilung: Auf diese Seite kann man nicht antworten.",
    until: (day) => `Diese Seite lässt sich bis ${day} öffnen. Wer ihre Adresse hat, sieht sie: Gib sie nicht weiter.`,
    privacy:
      "Sie setzt keine Cookies und lädt nichts von anderswo. Besuche, Downloads und geöffnete Signaturseiten werden mit der IP-Adresse aufgezeichnet."
  },
  offline:
    "Das konnte nicht gesendet werden: Es gibt keine Verbindung. Was du getippt hast, steht noch da; versuch es noch einmal.",
  refused: {
    not_yours: "Das gehört nicht oder nicht mehr zu dem, was du zu tun oder zurückzuschicken hast. Die Seite zeigt es.",
    tracking: "Eine Sendungsnummer hat höchstens 100 Zeichen, der Name eines Versanddienstes höchstens 60.",
    carrier: "Trag den Versanddienst ein, zum Beispiel DHL oder UPS.",
    fast: "Das war zu schnell. Warte eine Minute und versuch es noch einmal.",
    elsewhere: "Das kam nicht von deiner eigenen Seite, darum wurde nichts geändert. Tu es hier.",
    incomplete: "Im Gesendeten fehlte etwas, darum wurde nichts geändert. Tu es hier noch einmal."
  },
  gone: {
    title: "Dieser Link gilt nicht mehr",
    why: "Ein solcher Link endet einige Wochen nach dem letzten Tag oder wenn ein neuerer verschickt wird.",
    steps: [
      "Such in deinen Mails nach einer neueren mit einem Link: Nur der neueste gilt.",
      "Gibt es keine, bitte die Personalabteilung um einen neuen. Das dauert dort eine Minute.",
      "Wenn du die Adresse abgetippt hast, sieh nach, ob etwas fehlt."
    ]
  },
  nothingToSign: {
    title: "Hier ist nichts zu unterschreiben",
    body: "Dieses Dokument wartet nicht mehr auf deine Unterschrift."
  },
  signByMail: {
    title: "Sieh in dein E-Mail-Postfach",
    body: (provider) =>
      `${provider} hat dir dieses Dokument per E-Mail geschickt. Öffne diese E-Mail, um es zu unterschreiben.`
  },
  noFile: {
    title: "Hier gibt es keine Datei",
    body: "Dieses Dokument hat keine Datei oder gehört nicht mehr zu deinen."
  },
  fileAway: { title: "Die Datei ist gerade nicht verfügbar", body: "Versuch es in ein paar Minuten noch einmal." },
  back: "Zurück zu deiner Seite"
}

/** What the departing person's page says, in each language that it speaks. */
export const portalWords: Readonly<Record<PageLanguage, PortalWords>> = { en, de }

/** What is wrong, by its key in the words. */
export type Problem = keyof PortalWords["refused"] | NonNullable<PortalPage["closed"]>
