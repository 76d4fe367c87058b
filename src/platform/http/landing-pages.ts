import html from "html-template-tag"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { AppConfig } from "#platform/config/config"
import { errorResponse } from "./error-bodies.ts"
import { htmlPage, wantsHtml } from "./html-page.ts"

const documentation = { public: "/docs", app: "/docs/app", scim: "/docs/scim" } as const

const welcome = html`<p>
    This is an offboarding service, and it is running. Its dashboard is not part of this release.
  </p>
  <ul>
    <li><a href="/docs">The public API</a>, for programs with an API key</li>
    <li><a href="/docs/app">The app API</a>, for people with a session</li>
    <li><a href="/docs/scim">SCIM</a>, for identity providers</li>
    <li><a href="/health/ready">Whether it is ready</a></li>
  </ul>
  <h2>How to begin</h2>
  <p>
    Register an organisation by <code>POST /api/auth/register</code>, or let the operator of this instance make one:
    <code>npm run -s admin -- org create --help</code>. A Super Admin then makes API keys by
    <code>POST /api/keys</code>.
  </p>`

/** `/` until there is a dashboard: a page for a browser, JSON for anybody else. */
const home = HttpRouter.add(
  "GET",
  "/",
  Effect.map(HttpServerRequest.HttpServerRequest, (request) =>
    wantsHtml(request)
      ? htmlPage("Offboarding service", welcome)
      : HttpServerResponse.jsonUnsafe({
          name: "Offboarding service",
          status: "ok",
          documentation,
          health: "/health/ready"
        })
  )
)

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
    title: "Finish the registration",
    purpose: "confirm your e-mail address",
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
    title: "Accept the invitation",
    purpose: "accept the invitation",
    call: "/api/auth/accept-invite",
    fields: { fullName: "<your name>", password: "<your password>" }
  }
]

const tokenOf = (url: string) => {
  const token = new URLSearchParams(url.split("?", 2)[1] ?? "").get("token") ?? ""
  return /^[A-Za-z0-9_-]{1,200}$/.test(token) ? token : "<the token of the link in the mail>"
}

/** A mail's link in a browser: what to do until there is a dashboard. Reading it does nothing. */
const mailedPage = ({ call, fields, path, purpose, title }: MailedLink) =>
  HttpRouter.add(
    "GET",
    path,
    Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      if (!wantsHtml(request)) return errorResponse(path, 404)
      const { baseUrl } = yield* AppConfig
      const body = JSON.stringify({ token: tokenOf(request.url), ...fields })
      const command = `curl -X POST ${baseUrl}${call} -H "Content-Type: application/json" -d '${body}'`
      return htmlPage(
        title,
        html`<p>
            Nothing has happened yet. The dashboard is not part of this release: to ${purpose}, send the token of this
            link to the service, once, from a terminal:
          </p>
          <pre>${command}</pre>
          <p>The link is a secret: whoever has it can do this in your place. <a href="/docs/app">The app API</a></p>`
      )
    })
  )

/** What `landingPages` answers. */
export const landingPaths = ["/", ...mailedLinks.map(({ path }) => path)]

/** What is read by a person who opens the service, or a link in one of its mails, in a browser. */
export const landingPages = Layer.mergeAll(home, ...mailedLinks.map(mailedPage))
