import html from "html-template-tag"
import { Effect } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { AppConfig } from "#platform/config/config"
import { adminCommand } from "#platform/process/commands"
import { errorResponse } from "./error-bodies.ts"
import { htmlPage, wantsHtml } from "./html-page.ts"
import { type PageLanguage, pageLanguage } from "./page-language.ts"

const documentation = { public: "/docs", app: "/docs/app", scim: "/docs/scim" } as const

const welcome = html`<p>
    This is an offboarding service, and it is running. Its dashboard could not be built: the service's log says why.
  </p>
  <ul>
    <li><a href="/docs">The public API</a>, for programs with an API key</li>
    <li><a href="/docs/app">The app API</a>, for people with a session</li>
    <li><a href="/docs/scim">SCIM</a>, for identity providers</li>
    <li><a href="/health/ready">Whether it is ready</a></li>
  </ul>
  <h2>Get started</h2>
  <p>
    Register an organization by <code>POST /api/auth/register</code>, or let the operator of this instance make one:
    <code>${adminCommand} org create --help</code>. A Super Admin then makes API keys by <code>POST /api/keys</code>.
  </p>`

/** `/` without a built dashboard: a page for a browser, JSON for programs. */
const home = (request: HttpServerRequest.HttpServerRequest) =>
  wantsHtml(request)
    ? htmlPage("Offboarding service", welcome)
    : HttpServerResponse.jsonUnsafe({
        name: "Offboarding service",
        status: "ok",
        documentation,
        health: "/health/ready"
      })

interface MailedLink {
  readonly path: `/${string}`
  readonly title: string
  /** Completes "To …, send". */
  readonly purpose: string
  readonly call: `/api/${string}`
  /** What goes with the token. */
  readonly fields: Readonly<Record<string, string>>
}

const mailedLinks: ReadonlyArray<MailedLink> = [
  {
    path: "/verify-email",
    title: "Confirm your email",
    purpose: "confirm your email",
    call: "/api/auth/verify-email",
    fields: {}
  },
  {
    path: "/reset-password",
    title: "Set a new password",
    purpose: "set a new password",
    call: "/api/auth/reset-password",
    fields: { password: "<your new password>" }
  },
  {
    path: "/accept-invite",
    title: "Accept invitation",
    purpose: "accept the invitation",
    call: "/api/auth/accept-invite",
    fields: { fullName: "<your name>", password: "<your password>" }
  }
]

const tokenOf = (url: string) => {
  const token = new URLSearchParams(url.split("?", 2)[1] ?? "").get("token") ?? ""
  return /^[A-Za-z0-9_-]{1,200}$/.test(token) ? token : "<the token of the link in the email>"
}

/** The page of an emailed link where the dashboard is not built. Opening it changes nothing. */
const mailedPage = ({ call, fields, purpose, title }: MailedLink, url: string, baseUrl: string) => {
  const body = JSON.stringify({ token: tokenOf(url), ...fields })
  const command = `curl -X POST ${baseUrl}${call} -H "Content-Type: application/json" -d '${body}'`
  return htmlPage(
    title,
    html`<p>
        Nothing has changed yet. The dashboard could not be built; the service log has the reason. To ${purpose}, run
        this command once in a terminal. It sends the token of this link to the service:
      </p>
      <pre>${command}</pre>
      <p>This link is a secret: anyone who has it can do this for you. <a href="/docs/app">The app API</a></p>`
  )
}

/** The response at a page's path without a page to show: without the dashboard, and for programs. */
export const landingPage = Effect.fnUntraced(function* (path: string, request: HttpServerRequest.HttpServerRequest) {
  if (path === "/") return home(request)
  const mailed = mailedLinks.find((link) => link.path === path)
  if (!wantsHtml(request)) return errorResponse(path, 404)
  if (mailed === undefined) {
    return htmlPage(
      "The dashboard is not available",
      html`<p>It could not be built, and the service's log says why. The service itself works without it.</p>`,
      503
    )
  }
  const { baseUrl } = yield* AppConfig
  return mailedPage(mailed, request.url, baseUrl)
})

const notFound = {
  en: {
    title: "Page not found",
    text: "There is no page at this address. It may have moved, or the link is incomplete.",
    home: "Go to Home"
  },
  de: {
    title: "Seite nicht gefunden",
    text: "Unter dieser Adresse gibt es keine Seite. Vielleicht ist sie umgezogen, oder der Link ist unvollständig.",
    home: "Zur Startseite"
  }
} as const satisfies Readonly<Record<PageLanguage, unknown>>

/** Surfaces of programs: they get JSON even where HTML is accepted. */
const ofPrograms = /^\/(?:api|scim|openapi|health|static|metrics|\.well-known)(?:\/|$)/

/** Answers an address that no route has: in a browser a page with a way back, else 404 in the surface's own shape. */
export const unknownAddress = (path: string, request: HttpServerRequest.HttpServerRequest) => {
  if (request.method !== "GET" || !wantsHtml(request) || ofPrograms.test(path)) return errorResponse(path, 404)
  const lang = pageLanguage(request)
  const { home, text, title } = notFound[lang]
  return htmlPage(
    title,
    html`<p>${text}</p>
      <p><a class="button" href="/">${home}</a></p>`,
    404,
    lang
  )
}
