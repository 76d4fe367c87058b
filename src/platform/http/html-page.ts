import html from "html-template-tag"
import { HttpServerResponse } from "effect/http"
import { createHash } from "node:crypto"

const style = `:root{color-scheme:light dark}body{margin:0;font:16px/1.5 system-ui,sans-serif}main{max-width:44rem;margin:0 auto;padding:2rem 1rem}h1{font-size:1.5rem}pre{overflow-x:auto;padding:.75rem;border:1px solid #8886}`

// Whole, because the policy names it by the hash of every character.
const styleElement = `<style>${style}</style>`

/** It runs no script, loads nothing, goes into no frame and tells nobody where its reader came from. */
const headers = {
  "content-security-policy": [
    "default-src 'none'",
    "img-src data:",
    `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ].join("; "),
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
  "x-robots-tag": "noindex"
} as const

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
          $${styleElement}
        </head>
        <body>
          <main>
            <h1>${title}</h1>
            $${body}
          </main>
        </body>
      </html>`,
    { status, contentType: "text/html; charset=utf-8", headers }
  )
