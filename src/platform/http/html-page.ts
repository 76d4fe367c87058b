import html from "html-template-tag"
import { HttpServerResponse } from "effect/http"
import { pageStyle } from "./page-style.ts"

const style = `:root{color-scheme:light dark}body{margin:0;font:16px/1.5 system-ui,sans-serif}main{max-width:44rem;margin:0 auto;padding:2rem 1rem}h1{font-size:1.5rem}pre{overflow-x:auto;padding:.75rem;border:1px solid #8886}`

const page = pageStyle(style, "data:")

/** Whether the answer is for a person to read: a browser asks for HTML by name, a program does not. */
export const wantsHtml = ({
  headers: { accept = "" }
}: {
  readonly headers: Readonly<Record<string, string | undefined>>
}) => /\btext\/html\b/i.test(accept)

/** A page of the service's own; `body` is HTML that is safe already. */
export const htmlPage = (title: string, body: string, status = 200) =>
  HttpServerResponse.text(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <link rel="icon" href="data:," />
          <title>${title}</title>
          $${page.element}
        </head>
        <body>
          <main>
            <h1>${title}</h1>
            $${body}
          </main>
        </body>
      </html>`,
    { status, contentType: "text/html; charset=utf-8", headers: page.headers }
  )
