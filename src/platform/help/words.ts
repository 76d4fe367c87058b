import type { PageLanguage } from "#platform/http/page-language"

const en = {
  mark: "Offboarding",
  help: "Help",
  title: "How this works",
  about: "One page for each part of the service: what it is for, how to use it, and why it may refuse.",
  contents: "Help",
  more: "More",
  to: "Open dashboard",
  apis: "API documentation",
  foreign: "",
  groups: {
    leaving: "Offboarding",
    access: "Access and connections",
    proof: "Proof",
    organisation: "Your organization"
  },
  notFound: { title: "Page not found", body: "It may have been renamed. All pages:" }
}

const de: typeof en = {
  mark: "Offboarding",
  help: "Hilfe",
  title: "So funktioniert es",
  about: "Eine Seite zu jedem Teil des Dienstes: wozu er da ist, wie du ihn benutzt und warum er etwas ablehnt.",
  contents: "Hilfe",
  more: "Mehr",
  to: "Dashboard öffnen",
  apis: "API-Dokumentation",
  foreign: "Das Änderungsprotokoll gibt es nur auf Englisch.",
  groups: {
    leaving: "Austritte",
    access: "Zugriff und Verbindungen",
    proof: "Nachweise",
    organisation: "Deine Organisation"
  },
  notFound: { title: "Seite nicht gefunden", body: "Vielleicht heißt sie jetzt anders. Alle Seiten:" }
}

/** The frame of the help pages. */
export const helpWords: Readonly<Record<PageLanguage, typeof en>> = { en, de }
