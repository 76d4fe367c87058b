import { Effect, Redacted } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import html from "html-template-tag"
import { anonymousLimit } from "#access/open-access"
import { RateLimits } from "#access/rate-limits"
import { withinLimit } from "#access/too-many-requests"
import { errorResponse } from "#platform/http/error-bodies"
import { htmlPage, wantsHtml } from "#platform/http/html-page"
import { pageHeaders, renderPage } from "./page.ts"
import { Portal } from "./service.ts"

/** `/portal/{token}`: the departing person's page in a browser, under the limit of all anonymous requests. */
export const portalPageRoute = HttpRouter.add(
  "GET",
  // A wildcard, as for files: a token may be of any length, and is looked at by nobody but the portal.
  "/portal/*",
  Effect.gen(function* () {
    const portal = yield* Portal
    const limits = yield* RateLimits
    const request = yield* HttpServerRequest.HttpServerRequest
    const { "*": token = "" } = yield* HttpRouter.params
    const answer = portal.page(Redacted.make(token)).pipe(
      Effect.map((page) =>
        HttpServerResponse.text(renderPage(page), { contentType: "text/html; charset=utf-8", headers: pageHeaders })
      ),
      Effect.catchTag("PortalLinkInvalid", ({ error }) =>
        Effect.succeed(
          wantsHtml(request)
            ? htmlPage("This link is not valid any more", html`<p>${error}.</p>`, 404)
            : HttpServerResponse.setHeaders(errorResponse("/portal", 404, error), pageHeaders)
        )
      )
    )
    return yield* withinLimit(limits, anonymousLimit(request), answer)
  })
)
