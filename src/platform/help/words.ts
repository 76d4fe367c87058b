import type { PageLanguage } from "#platform/http/page-language"

const en = {
  mark: "Offboarding",
  help: "Help",
  title: "How this works",
  about: "One page for each part of the service: what it is for, what it does, and why it refuses.",
  contents: "Help",
  more: "More",
  to: "To the dashboard",
  apis: "Documentation of the APIs",
  foreign: "",
  groups: {
    leaving: "When somebody leaves",
    access: "Access and connections",
    proof: "Proof",
    organisation: "Your organisation"
  },
  notFound: { title: "There is no such page", body: "Perhaps it was renamed. All pages are here:" }
}

const de: typeof en = {
  mark: "Offboarding",
  help: "Hilfe",
  title: "So funktioniert es",
  about: "Zu jedem Teil des Dienstes eine Seite: wozu er da ist, was er tut und warum er etwas ablehnt.",
  contents: "Hilfe",
  more: "Mehr",
  to: "Zum Dashboard",
  apis: "Dokumentation der APIs",
  foreign: "Was sich geändert hat, steht nur auf Englisch da.",
  groups: {
    leaving: "Wenn jemand geht",
    access: "Zugänge und Verbindungen",
    proof: "Nachweise",
    organisation: "Deine Organisation"
  },
  notFound: { title: "Diese Seite gibt es nicht", body: "Vielleicht heißt sie jetzt anders. Alle Seiten stehen hier:" }
}

/** What stands around the pages of help. */
export const helpWords: Readonly<Record<PageLanguage, typeof en>> = { en, de }
