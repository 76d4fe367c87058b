import type { PortalPage } from "@svc/contract/portal/schema"
import type { PageLanguage } from "#platform/http/page-language"

const en = {
  title: (organisation: string) => `Your offboarding at ${organisation}`,
  heading: (name: string) => `${name}, your last day is`,
  about: (organisation: string) => `Everything you still need to do before you leave ${organisation}, on one page.`,
  languages: "Language",
  left: {
    none: "You have nothing left to do.",
    some: "Still to do:",
    tasks: (n: number) => (n === 1 ? "1 task" : `${n} tasks`),
    assets: (n: number) => (n === 1 ? "1 item to send back" : `${n} items to send back`),
    documents: (n: number) => (n === 1 ? "1 document to sign" : `${n} documents to sign`),
    interview: "an exit interview to book"
  },
  closed: {
    case_completed: "Your offboarding is complete. You can read this page, but no longer change anything.",
    read_only: "Right now you can read this page, but not change anything. Tell your contact below what you have done."
  },
  tasks: {
    title: "Your tasks",
    tick: "Done",
    done: "Done",
    open: "Open",
    byItself: "Completed automatically",
    due: (day: string) => `Due ${day}`,
    late: (day: string) => `Was due ${day}`
  },
  assets: {
    title: "Equipment to send back",
    about: "Pack items securely. Then add the carrier and the tracking number, so that we can follow the shipment.",
    where: (whom: string) => `To find out where to send them and how pickup works, ask ${whom}.`,
    somebody: "your contact below",
    serial: "Serial number",
    carrier: "Carrier",
    tracking: "Tracking number",
    save: "Save shipment",
    given: "On its way",
    due: (day: string) => `Return by ${day}`,
    late: (day: string) => `Was due back ${day}`
  },
  documents: {
    title: "Your documents",
    about: "Keep a copy of each: this page is gone when its link expires.",
    sign: (provider: string) => `Sign with ${provider}`,
    statuses: { pending: "Not signed yet", signed: "Signed", completed: "Done" },
    download: "Download"
  },
  interview: {
    title: "Your exit interview",
    invited: "You’re invited to talk about your time here. You choose when.",
    book: "Choose a time",
    scheduled: "Booked for",
    canceled: "The booked time was canceled.",
    completed: "Your exit interview is complete. Thank you.",
    change: "To move or cancel it, use the links in your confirmation email."
  },
  questions: {
    title: "Questions",
    ask: "Ask",
    nobody: "Ask your manager or HR. You can’t reply on this page.",
    until: (day: string) => `This page is open until ${day}. Anyone with this link can open it. Don’t share it.`,
    privacy:
      "It sets no cookies and loads nothing from other sites. Visits, downloads, and opened signing pages are recorded with their IP address."
  },
  offline: "You’re offline, so this was not sent. What you typed is still here. Try again.",
  refused: {
    not_yours: "This is not, or is no longer, on your list. The page shows what is.",
    tracking: "Use at most 100 characters for the tracking number and 60 for the carrier.",
    carrier: "Enter the carrier, for example DHL or UPS.",
    fast: "Too many requests. Wait a minute, then try again.",
    elsewhere: "This was not sent from your own page, so nothing was changed. Try again here.",
    incomplete: "Something was missing, so nothing was changed. Try again here."
  },
  gone: {
    title: "This link is no longer valid",
    why: "A link expires some weeks after the last day, or when a newer one is sent.",
    steps: [
      "Look for a newer email with a link: only the newest link works.",
      "If you have none, ask HR at your organization for a new link.",
      "If you typed the URL, check that it is complete."
    ]
  },
  nothingToSign: {
    title: "Nothing to sign",
    body: "This document is no longer waiting for your signature."
  },
  signByMail: {
    title: "Check your email",
    body: (provider: string) => `${provider} emailed this document to you. Open that email to sign it.`
  },
  noFile: { title: "No file found", body: "This document has no file, or you no longer have access to it." },
  fileAway: { title: "The file is not available right now", body: "Try again in a few minutes." },
  back: "Back to your page"
}

type PortalWords = typeof en

const de: PortalWords = {
  title: (organisation) => `Dein Austritt bei ${organisation}`,
  heading: (name) => `${name}, dein letzter Tag ist der`,
  about: (organisation) => `Alles, was vor deinem Austritt bei ${organisation} noch zu tun ist, auf einer Seite.`,
  languages: "Sprache",
  left: {
    none: "Für dich ist nichts mehr zu tun.",
    some: "Noch zu erledigen:",
    tasks: (n) => (n === 1 ? "1 Aufgabe" : `${n} Aufgaben`),
    assets: (n) => (n === 1 ? "1 Gegenstand zurücksenden" : `${n} Gegenstände zurücksenden`),
    documents: (n) => (n === 1 ? "1 Dokument unterschreiben" : `${n} Dokumente unterschreiben`),
    interview: "ein Austrittsgespräch buchen"
  },
  closed: {
    case_completed: "Dein Austritt ist abgeschlossen. Du kannst diese Seite lesen, aber nichts mehr ändern.",
    read_only:
      "Im Moment kannst du diese Seite lesen, aber nichts ändern. Sag deiner Kontaktperson unten, was erledigt ist."
  },
  tasks: {
    title: "Deine Aufgaben",
    tick: "Erledigt",
    done: "Erledigt",
    open: "Offen",
    byItself: "Wird automatisch erledigt",
    due: (day) => `Fällig am ${day}`,
    late: (day) => `War fällig am ${day}`
  },
  assets: {
    title: "Was du zurücksenden musst",
    about:
      "Verpacke alles sicher. Trag dann Versanddienst und Sendungsnummer ein, damit wir die Sendung verfolgen können.",
    where: (whom) => `Wohin du es sendest und wie es abgeholt wird, erfährst du von ${whom}.`,
    somebody: "deiner Kontaktperson unten",
    serial: "Seriennummer",
    carrier: "Versanddienst",
    tracking: "Sendungsnummer",
    save: "Sendung speichern",
    given: "Unterwegs",
    due: (day) => `Zurück bis ${day}`,
    late: (day) => `War zurück fällig am ${day}`
  },
  documents: {
    title: "Deine Dokumente",
    about: "Heb von jedem eine Kopie auf: Läuft der Link ab, ist diese Seite nicht mehr da.",
    sign: (provider) => `Mit ${provider} unterschreiben`,
    statuses: { pending: "Noch nicht unterschrieben", signed: "Unterschrieben", completed: "Erledigt" },
    download: "Herunterladen"
  },
  interview: {
    title: "Dein Austrittsgespräch",
    invited: "Du bist zu einem Gespräch über deine Zeit hier eingeladen. Du wählst, wann.",
    book: "Termin wählen",
    scheduled: "Gebucht für",
    canceled: "Der gebuchte Termin wurde abgesagt.",
    completed: "Dein Austrittsgespräch ist abgeschlossen. Danke.",
    change: "Zum Verschieben oder Absagen nutze die Links in der Bestätigungs-E-Mail."
  },
  questions: {
    title: "Fragen",
    ask: "Frag",
    nobody: "Frag deine Führungskraft oder HR. Auf dieser Seite kannst du nicht antworten.",
    until: (day) =>
      `Du kannst diese Seite bis ${day} öffnen. Wer diesen Link hat, kann sie auch öffnen. Gib ihn nicht weiter.`,
    privacy:
      "Sie setzt keine Cookies und lädt nichts von anderen Servern. Besuche, Downloads und geöffnete Signaturseiten werden mit der IP-Adresse aufgezeichnet."
  },
  offline: "Du bist offline, daher wurde nichts gesendet. Deine Eingaben sind noch da. Versuch es noch einmal.",
  refused: {
    not_yours: "Das steht nicht oder nicht mehr auf deiner Liste. Die Seite zeigt, was darauf steht.",
    tracking: "Höchstens 100 Zeichen für die Sendungsnummer und 60 für den Versanddienst.",
    carrier: "Trag den Versanddienst ein, zum Beispiel DHL oder UPS.",
    fast: "Zu viele Anfragen. Warte eine Minute und versuch es noch einmal.",
    elsewhere: "Das wurde nicht von deiner eigenen Seite gesendet, daher wurde nichts geändert. Versuch es hier.",
    incomplete: "Etwas fehlte, daher wurde nichts geändert. Versuch es hier noch einmal."
  },
  gone: {
    title: "Dieser Link ist nicht mehr gültig",
    why: "Ein Link läuft einige Wochen nach dem letzten Tag ab oder wenn ein neuerer gesendet wird.",
    steps: [
      "Such nach einer neueren E-Mail mit einem Link: Nur der neueste gilt.",
      "Hast du keine, bitte HR in deiner Organisation um einen neuen Link.",
      "Hast du die URL abgetippt, prüf, ob sie vollständig ist."
    ]
  },
  nothingToSign: {
    title: "Nichts zu unterschreiben",
    body: "Dieses Dokument wartet nicht mehr auf deine Unterschrift."
  },
  signByMail: {
    title: "Sieh in dein E-Mail-Postfach",
    body: (provider) =>
      `${provider} hat dir dieses Dokument per E-Mail geschickt. Öffne diese E-Mail, um es zu unterschreiben.`
  },
  noFile: {
    title: "Keine Datei gefunden",
    body: "Dieses Dokument hat keine Datei, oder du hast keinen Zugriff mehr darauf."
  },
  fileAway: { title: "Die Datei ist gerade nicht verfügbar", body: "Versuch es in ein paar Minuten noch einmal." },
  back: "Zurück zu deiner Seite"
}

/** Words of the employee portal, per language. */
export const portalWords: Readonly<Record<PageLanguage, PortalWords>> = { en, de }

/** Why a change was refused, by its key in the words. */
export type Problem = keyof PortalWords["refused"] | NonNullable<PortalPage["closed"]>
