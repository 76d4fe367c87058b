import type { ESignatureProvider } from "@svc/contract/esignature/schema"
import { DateTime, Effect } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import html from "html-template-tag"
import { errorResponse } from "#platform/http/error-bodies"
import { wantsHtml } from "#platform/http/html-page"
import { pageLanguage, pageLocale } from "#platform/http/page-language"
import { visitOf } from "./coming.ts"
import { renderNotice, renderPage } from "./page.ts"
import { providers, type Shown, text } from "./page-parts.ts"
import { portalStyle } from "./page-style.ts"
import type { Portal } from "./service.ts"
import { portalWords } from "./words.ts"

type Request = HttpServerRequest.HttpServerRequest

const { headers } = portalStyle

interface Words {
  readonly title: string
  readonly body: string
}

/** Path of the page itself. */
export const pagePathOf = (token: string): string => `/portal/${encodeURIComponent(token)}`

const answer = (content: string, status: number) =>
  HttpServerResponse.text(content, { status, contentType: "text/html; charset=utf-8", headers })

/** A message in the reader's language for browsers; the contract's refusal for programs. */
const notice = (
  request: Request,
  token: string,
  {
    body,
    error,
    status,
    title
  }: { readonly title: string; readonly body: string; readonly status: number; readonly error?: string }
) =>
  wantsHtml(request) || error === undefined
    ? answer(renderNotice({ lang: pageLanguage(request), path: pagePathOf(token) }, { title, body }), status)
    : HttpServerResponse.setHeaders(errorResponse("/portal", status, error), headers)

export const linkGone = (request: Request, token: string, error: string) => {
  const { steps, title, why } = portalWords[pageLanguage(request)].gone
  const body = html`<p>${why}</p>
    <ol>
      ${steps.map((step) => html`<li>${step}</li>`)}
    </ol>`
  return notice(request, token, { title, body, status: 404, error })
}

/** The same with a link back to the page. */
const noticeWithBack = (
  request: Request,
  token: string,
  { error, status, words }: { readonly words: Words; readonly status: number; readonly error?: string }
) => {
  const lang = pageLanguage(request)
  const link = text(`${pagePathOf(token)}?lang=${lang}`)
  return notice(request, token, {
    title: words.title,
    body: html`<p>${words.body}</p>
      <p><a href="$${link}">${portalWords[lang].back}</a></p>`,
    status,
    ...(error === undefined ? {} : { error })
  })
}

export const nothingToSign = (request: Request, token: string) =>
  noticeWithBack(request, token, {
    words: portalWords[pageLanguage(request)].nothingToSign,
    status: 404,
    error: "This document is no longer waiting for your signature"
  })

export const noFile = (request: Request, token: string) =>
  noticeWithBack(request, token, {
    words: portalWords[pageLanguage(request)].noFile,
    status: 404,
    error: "This document has no file, or you have no access to it"
  })

export const fileAway = (request: Request, token: string) =>
  noticeWithBack(request, token, {
    words: portalWords[pageLanguage(request)].fileAway,
    status: 503,
    error: "The file is not available right now. Try again later"
  })

/** The document is signed through the provider's own email. */
export const signByMail = (request: Request, token: string, provider: ESignatureProvider) => {
  const { body, title } = portalWords[pageLanguage(request)].signByMail
  return noticeWithBack(request, token, { words: { title, body: body(providers[provider]) }, status: 200 })
}

/** The current page, with the reason if a submitted change was refused. */
export const pageAnswer = Effect.fnUntraced(function* (
  portal: Portal["Service"],
  request: Request,
  token: string,
  refused?: { readonly status: number; readonly problem: NonNullable<Shown["problem"]> }
) {
  return yield* portal.page(visitOf(request, token)).pipe(
    Effect.zip(DateTime.now),
    Effect.map(([page, now]) => {
      const lang = pageLanguage(request)
      return answer(
        renderPage({
          page,
          now,
          lang,
          locale: pageLocale(lang, request),
          path: pagePathOf(token),
          ...(refused === undefined ? {} : { problem: refused.problem })
        }),
        refused?.status ?? 200
      )
    }),
    Effect.catchTag("PortalLinkInvalid", ({ error }) => Effect.succeed(linkGone(request, token, error)))
  )
})
