import html from "html-template-tag"
import { HttpServerResponse } from "effect/http"
import { framedPage, frameSheet } from "./page-frame.ts"
import type { PageLanguage } from "./page-language.ts"
import { pageStyle } from "./page-style.ts"

const page = pageStyle(frameSheet(`main{padding-top:var(--space-6);max-width:46rem}main ul{margin:0}`), {
  images: "data:"
})

/** Whether the answer is for a person to read: a browser asks for HTML by name, a program does not. */
export const wantsHtml = ({
  headers: { accept = "" }
}: {
  readonly headers: Readonly<Record<string, string | undefined>>
}) => /\btext\/html\b/i.test(accept)

/** A page of the service's own; `body` is HTML that is safe already. */
export const htmlPage = (title: string, body: string, status = 200, lang: PageLanguage = "en") =>
  HttpServerResponse.text(
    framedPage({
      lang,
      title,
      page,
      body: html`<main>
        <h1>${title}</h1>
        $${body}
      </main>`
    }),
    { status, contentType: "text/html; charset=utf-8", headers: page.headers }
  )
