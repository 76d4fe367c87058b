import html from "html-template-tag"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { PageLanguage } from "./page-language.ts"

/** The dashboard's colors and sizes; its fonts are not loaded, so the system's serve. */
const tokens = readFileSync(fileURLToPath(import.meta.resolve("@svc/dashboard/tokens.css")), "utf8")
  .replaceAll(/\/\*[^]*?\*\//g, "")
  .replaceAll(/\s+/g, " ")
  .trim()

const frame = `
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);font:var(--type-body);accent-color:var(--accent-fill);-webkit-text-size-adjust:100%}
body>*{max-width:var(--page,46rem);margin-inline:auto;padding-inline:var(--space-8)}
.bar{display:flex;align-items:center;justify-content:space-between;gap:var(--space-4);padding-block:var(--space-4);color:var(--text-2)}
.mark{display:inline-flex;align-items:center;gap:var(--space-2);min-width:0;color:var(--text);font-weight:600;letter-spacing:-.01em;overflow-wrap:anywhere;text-decoration:none}
.sign{flex:none;display:grid;place-items:center;width:1.625rem;height:1.625rem;border-radius:var(--radius-2);background:var(--ink);color:var(--on-ink)}
.sign::before{content:"";width:.75rem;height:.375rem;margin-top:-.1875rem;border:solid;border-width:0 0 2px 2px;rotate:-45deg}
.languages{display:flex;gap:var(--space-1)}
.languages a{padding:.25rem var(--space-2);border-radius:var(--radius-1);color:var(--text-2);text-decoration:none}
.languages a[aria-current]{background:var(--calm-ground);color:var(--text)}
main{display:grid;gap:var(--space-4);padding-bottom:var(--space-6)}
h1{margin:0;font-size:1.625rem;line-height:2rem;font-weight:600;letter-spacing:-.015em;overflow-wrap:anywhere;text-wrap:balance}
h2{margin:0;font:var(--type-section)}
p{margin:0}
p a,li a,dd a{color:var(--accent);text-underline-offset:.2em;overflow-wrap:anywhere}
:focus-visible{outline:2px solid var(--accent-fill);outline-offset:2px}
.unseen{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;left:-100rem}.skip:focus{left:var(--space-4);top:var(--space-4);padding:var(--space-2) var(--space-4);background:var(--surface)}
.kind{margin:0;color:var(--text-3);font:var(--type-small);font-weight:550;letter-spacing:.02em}
.said{color:var(--text-2)}
section{min-width:0;padding:var(--space-5) var(--space-6) var(--space-6);border:1px solid var(--line);border-radius:var(--radius-3);background:var(--surface)}
.note{padding:.625rem var(--space-4);border-radius:var(--radius-2)}
.note.good{background:var(--good-ground);color:var(--good)}.note.watch{background:var(--watch-ground);color:var(--watch)}
.note.bad{background:var(--bad-ground);color:var(--bad)}
.badge{display:inline-block;padding:0 var(--space-2);border-radius:var(--radius-1);background:var(--calm-ground);font-size:.75rem;line-height:1.25rem;white-space:nowrap}
.badge.good{background:var(--good-ground);color:var(--good)}.badge.watch{background:var(--watch-ground);color:var(--watch)}
.badge.bad{background:var(--bad-ground);color:var(--bad)}
.button{display:inline-flex;align-items:center;justify-content:center;min-height:var(--control);padding:.25rem var(--space-4);border:1px solid transparent;border-radius:var(--radius-2);background:var(--ink);color:var(--on-ink);font:inherit;font-weight:550;text-decoration:none;cursor:pointer}
.button:hover{background:var(--ink-hover)}
.button.second{border-color:var(--line-control);background:var(--surface);color:var(--text)}.button.second:hover{background:var(--hover)}
code,pre{font:400 .75rem/1.125rem var(--font-code)}
code{overflow-wrap:anywhere}
pre{margin:var(--space-2) 0;padding:var(--space-3) var(--space-4);border-radius:var(--radius-2);background:var(--sunken);overflow-x:auto}
footer{padding-bottom:var(--space-12);color:var(--text-3);font:var(--type-small);overflow-wrap:anywhere}
@media(max-width:48rem){
body>*{padding-inline:var(--space-4)}
section{padding:var(--space-4)}
h1{font-size:1.25rem;line-height:1.75rem}
}
@media(prefers-reduced-motion:reduce){*{transition-duration:1ms!important}}
@media(forced-colors:active){a[aria-current]{outline:2px solid Highlight}}`

/** The sheet of a page of the service's own, with what it needs besides. */
export const frameSheet = (more = ""): string => `${tokens}${frame}${more}`

/** HTML that is safe already: every value in it went through the tag. */
type Html = string

interface Framed {
  readonly lang: PageLanguage
  readonly title: string
  /** The style, and the script where there is one, as `pageStyle` made them. */
  readonly page: { readonly element: Html; readonly script: Html }
  /** Replaces the product's name. */
  readonly mark?: string
  /** At the end of the bar. */
  readonly aside?: Html
  readonly body: Html
}

// The tag escapes every inserted value except lists and values after a second `$`, which are its own results.

/** A whole page of the service's own: the bar with the sign, and what stands under it. */
export const framedPage = ({ aside = "", body, lang, mark = "Offboarding", page, title }: Framed): Html =>
  html`<!doctype html>
    <html lang="${lang}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        <title>${title}</title>
        $${page.element}$${page.script}
      </head>
      <body>
        <header class="bar">
          <span class="mark"><span class="sign" aria-hidden="true"></span>${mark}</span>$${aside}
        </header>
        $${body}
      </body>
    </html> `
