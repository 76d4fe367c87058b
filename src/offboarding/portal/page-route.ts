import { DocumentId } from "@svc/contract/kernel/ids"
import { Effect, Option, Redacted, Schema } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import html from "html-template-tag"
import { anonymousLimit } from "#access/open-access"
import { RateLimits } from "#access/rate-limits"
import { withinLimit } from "#access/too-many-requests"
import { errorResponse } from "#platform/http/error-bodies"
import { htmlPage, wantsHtml } from "#platform/http/html-page"
import { pageHeaders, renderPage } from "./page.ts"
import { Portal } from "./service.ts"

const asDocument = Schema.decodeUnknownOption(DocumentId)

/** `<token>/sign/<document>` */
const signingIn = (path: string) => {
  const [, token, id] = /^([^/]*)\/sign\/([^/]*)$/.exec(path) ?? []
  return Option.map(asDocument(id), (documentId) => ({ token: token ?? "", documentId }))
}

const notFound = (request: HttpServerRequest.HttpServerRequest, title: string, error: string) =>
  wantsHtml(request)
    ? htmlPage(title, html`<p>${error}.</p>`, 404)
    : HttpServerResponse.setHeaders(errorResponse("/portal", 404, error), pageHeaders)

const expired = "This link is not valid any more"

/** Leads to the provider, at an address that it gives for this visit. */
const toSigning = (
  portal: Portal["Service"],
  request: HttpServerRequest.HttpServerRequest,
  { documentId, token }: { readonly token: string; readonly documentId: DocumentId }
) =>
  portal.signingUrl(Redacted.make(token), documentId).pipe(
    Effect.map(
      Option.match({
        onNone: () =>
          htmlPage(
            "Please look into your mail",
            html`<p>The link to sign this document was mailed to you. It cannot be opened from here at the moment.</p>`
          ),
        onSome: (url) => HttpServerResponse.redirect(url, { status: 303, headers: { "cache-control": "no-store" } })
      })
    ),
    Effect.catchTags({
      PortalLinkInvalid: ({ error }) => Effect.succeed(notFound(request, expired, error)),
      PortalRecordNotFound: () =>
        Effect.succeed(
          notFound(request, "There is nothing to sign here", "This document does not wait for your signature any more")
        )
    })
  )

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
    const signing = signingIn(token)
    const page = portal.page(Redacted.make(token)).pipe(
      Effect.map((page) =>
        HttpServerResponse.text(renderPage(page), { contentType: "text/html; charset=utf-8", headers: pageHeaders })
      ),
      Effect.catchTag("PortalLinkInvalid", ({ error }) => Effect.succeed(notFound(request, expired, error)))
    )
    const answer = Option.isSome(signing) ? toSigning(portal, request, signing.value) : page
    return yield* withinLimit(limits, anonymousLimit(request), answer)
  })
)
