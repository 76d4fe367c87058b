import type { PortalPage } from "@svc/contract/portal/schema"
import type { PageLanguage } from "#platform/http/page-language"

const en = {
  title: (organisation: string) => `Your offboarding at ${organisation}`,
  heading: (name: string) => `${name}, your last day is`,
  about: (organisation: string) => `Everything left to do before you leave ${organisation}.`,
  languages: "Language",
  left: {
    none: "You have nothing left to do.",
    some: "Left to do:",
    tasks: (n: number) => (n === 1 ? "1 task" : `${n} tasks`),
    assets: (n: number) => (n === 1 ? "1 item to return" : `${n} items to return`),
    documents: (n: number) => (n === 1 ? "1 document to sign" : `${n} documents to sign`),
    interview: "an exit interview to book"
  },
  closed: {
    case_completed: "Your offboarding is complete. You can still read this page, but you can’t change anything.",
    read_only:
      "You can read this page, but you can’t change anything right now. Tell the contact below what you have done."
  },
  tasks: {
    title: "Your tasks",
    done: "Done",
    open: "Open",
    byItself: "Completed automatically",
    due: (day: string) => `Due ${day}`,
    late: (day: string) => `Was due on ${day}`
  },
  assets: {
    title: "Equipment to return",
    about: "Pack items securely, and add the carrier and tracking number so we can follow the shipment.",
    where: (whom: string) => `Ask ${whom} for the return address and how to ship.`,
    somebody: "the contact below",
    serial: "Serial number",
    carrier: "Carrier",
    tracking: "Tracking number",
    save: "Mark as shipped",
    given: "On its way",
    due: (day: string) => `Return by ${day}`,
    late: (day: string) => `Was due back on ${day}`
  },
  documents: {
    title: "Your documents",
    about: "Download a copy of each. You can’t open this page after its link expires.",
    sign: (provider: string) => `Sign at ${provider}`,
    statuses: { pending: "Not signed yet", signed: "Signed", completed: "Done" },
    download: "Download"
  },
  interview: {
    title: "Your exit interview",
    invited: "We would like to hear about your time here. Choose a time that suits you.",
    book: "Choose a time",
    scheduled: "Booked for",
    canceled: "The booked interview was canceled.",
    completed: "Completed. Thank you.",
    change: "To reschedule or cancel, use the links in the confirmation email."
  },
  questions: {
    title: "Questions",
    ask: "Ask",
    nobody: "Ask your manager or HR. You can’t send messages from this page.",
    until: (day: string) =>
      `This page is available until ${day}. Anyone with this link can open the page. Don’t share it.`,
    privacy:
      "It sets no cookies and loads nothing from other sites. Visits, downloads, and opened signing pages are recorded with the IP address."
  },
  offline: "No connection, so nothing was sent. Your text is kept. Try again.",
  refused: {
    not_yours: "This item is no longer on your list. The page shows your current list.",
    tracking: "Enter at most 100 characters for the tracking number and 60 for the carrier.",
    carrier: "Enter the carrier, for example DHL or UPS.",
    fast: "Too many requests. Try again in a minute.",
    elsewhere: "This request did not come from your page, so nothing changed. Try again here.",
    incomplete: "The request was incomplete, so nothing changed. Try again here."
  },
  gone: {
    title: "This link has expired",
    why: "Links expire some weeks after the last day, or when a newer link is sent.",
    steps: [
      "Look for a newer email with a link. Only the newest link works.",
      "If there is none, ask HR for a new link.",
      "If you typed the link, check that no part is missing."
    ]
  },
  nothingToSign: {
    title: "Nothing to sign",
    body: "This document no longer needs your signature."
  },
  signByMail: {
    title: "Check your email",
    body: (provider: string) => `${provider} emailed this document to you. Open that email to sign it.`
  },
  noFile: { title: "File not found", body: "This document has no file, or it is no longer on your list." },
  fileAway: { title: "File not available right now", body: "Try again in a few minutes." },
  back: "Back to your page"
}

type PortalWords = typeof en

const de: PortalWords = {
  title: (organisation) => `Dein Austritt bei ${organisation}`,
  heading: (name) => `${name}, dein letzter Tag ist der`,
  about: (organisation) => `Alles, was vor deinem Austritt bei ${organisation} noch zu tun ist.`,
  languages: "Sprache",
  left: {
    none: "Du musst nichts mehr tun.",
    some: "Noch offen:",
    tasks: (n) => (n === 1 ? "1 Aufgabe" : `${n} Aufgaben`),
    assets: (n) => (n === 1 ? "1 Gerät zurückzugeben" : `${n} Geräte zurückzugeben`),
    documents: (n) => (n === 1 ? "1 Dokument zu unterschreiben" : `${n} Dokumente zu unterschreiben`),
    interview: "ein Austrittsgespräch zu buchen"
  },
  closed: {
    case_completed: "Dein Austritt ist abgeschlossen. Du kannst diese Seite noch lesen, aber nichts mehr ändern.",
    read_only:
      "Du kannst diese Seite lesen, aber gerade nichts ändern. Sag der Kontaktperson unten, was du erledigt hast."
  },
  tasks: {
    title: "Deine Aufgaben",
    done: "Erledigt",
    open: "Offen",
    byItself: "Wird automatisch erledigt",
    due: (day) => `Fällig am ${day}`,
    late: (day) => `War fällig am ${day}`
  },
  assets: {
    title: "Geräte zurückgeben",
    about:
      "Verpacke alles sicher, und trag Versanddienst und Sendungsnummer ein, damit wir die Sendung verfolgen können.",
    where: (whom) => `Rücksendeadresse und Versandweg erfährst du von ${whom}.`,
    somebody: "der Kontaktperson unten",
    serial: "Seriennummer",
    carrier: "Versanddienst",
    tracking: "Sendungsnummer",
    save: "Als versendet markieren",
    given: "Unterwegs",
    due: (day) => `Zurückgeben bis ${day}`,
    late: (day) => `War zurückzugeben bis ${day}`
  },
  documents: {
    title: "Deine Dokumente",
    about: "Lade von jedem eine Kopie herunter. Wenn der Link abläuft, kannst du diese Seite nicht mehr öffnen.",
    sign: (provider) => `Bei ${provider} unterschreiben`,
    statuses: { pending: "Noch nicht unterschrieben", signed: "Unterschrieben", completed: "Erledigt" },
    download: "Herunterladen"
  },
  interview: {
    title: "Dein Austrittsgespräch",
    invited: "Wir möchten von deiner Zeit hier hören. Wähle einen Termin, der dir passt.",
    book: "Termin wählen",
    scheduled: "Gebucht für",
    canceled: "Der gebuchte Termin wurde abgesagt.",
    completed: "Abgeschlossen. Danke.",
    change: "Verschieben oder absagen kannst du es über die Links in der Bestätigungs-E-Mail."
  },
  questions: {
    title: "Fragen",
    ask: "Frag",
    nobody: "Frag deine Führungskraft oder die Personalabteilung. Auf dieser Seite kannst du keine Nachrichten senden.",
    until: (day) => `Diese Seite ist bis ${day} verfügbar. Wer den Link hat, kann sie öffnen. Gib ihn nicht weiter.`,
    privacy:
      "Sie setzt keine Cookies und lädt nichts von anderen Seiten. Besuche, Downloads und geöffnete Signaturseiten werden mit der IP-Adresse aufgezeichnet."
  },
  offline: "Keine Verbindung, daher wurde nichts gesendet. Dein Text bleibt erhalten. Versuche es noch einmal.",
  refused: {
    not_yours: "Dieser Eintrag ist nicht mehr auf deiner Liste. Die Seite zeigt deine aktuelle Liste.",
    tracking: "Gib höchstens 100 Zeichen für die Sendungsnummer und 60 für den Versanddienst ein.",
    carrier: "Gib den Versanddienst ein, zum Beispiel DHL oder UPS.",
    fast: "Zu viele Anfragen. Versuche es in einer Minute noch einmal.",
    elsewhere: "Diese Anfrage kam nicht von deiner Seite, daher wurde nichts geändert. Versuche es hier noch einmal.",
    incomplete: "Die Anfrage war unvollständig, daher wurde nichts geändert. Versuche es hier noch einmal."
  },
  gone: {
    title: "Dieser Link ist abgelaufen",
    why: "Links laufen einige Wochen nach dem letzten Tag ab, oder wenn ein neuerer gesendet wird.",
    steps: [
      "Such nach einer neueren E-Mail mit einem Link. Nur der neueste gilt.",
      "Gibt es keine, bitte die Personalabteilung um einen neuen Link.",
      "Wenn du den Link abgetippt hast, prüfe, ob etwas fehlt."
    ]
  },
  nothingToSign: {
    title: "Nichts zu unterschreiben",
    body: "Dieses Dokument braucht deine Unterschrift nicht mehr."
  },
  signByMail: {
    title: "Prüfe dein E-Mail-Postfach",
    body: (provider) =>
      `${provider} hat dir dieses Dokument per E-Mail geschickt. Öffne diese E-Mail, um es zu unterschreiben.`
  },
  noFile: {
    title: "Datei nicht gefunden",
    body: "Dieses Dokument hat keine Datei, oder es ist nicht mehr auf deiner Liste."
  },
  fileAway: { title: "Datei gerade nicht verfügbar", body: "Versuch es in ein paar Minuten noch einmal." },
  back: "Zurück zu deiner Seite"
}

/** The words of the employee portal, by language. */
export const portalWords: Readonly<Record<PageLanguage, PortalWords>> = { en, de }

/** A refusal, by its key in the words. */
export type Problem = keyof PortalWords["refused"] | NonNullable<PortalPage["closed"]>
