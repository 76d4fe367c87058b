import { helpAt, helpGroups } from "@svc/dashboard/help"
import { helpSources } from "@svc/dashboard/help-source"
import html from "html-template-tag"
import { Marked } from "marked"
import { framedPage } from "#platform/http/page-frame"
import { type PageLanguage, pageLanguages } from "#platform/http/page-language"
import { helpStyle } from "./style.ts"
import { helpWords } from "./words.ts"

type Html = string
type HelpSource = ReturnType<typeof helpSources>[number]

// The tag escapes every inserted value except lists and values after a second `$`, which are its own results.

const text = (value: string): Html => html`${value}`

const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "")

/** Our own Markdown as HTML: links from page to page as they work on a disk become addresses here. */
const rendererOf = (language: PageLanguage) =>
  new Marked({
    renderer: {
      heading({ depth, text: heading, tokens }) {
        return `<h${depth} id="${text(anchorOf(heading))}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const own = /^([a-z-]+)\.md(#.*)?$/.exec(href)
        const address = own === null ? href : `/help/${own[1] ?? ""}?lang=${language}${own[2] ?? ""}`
        return `<a href="${text(address)}">${this.parser.parseInline(tokens)}</a>`
      }
    },
    hooks: {
      // A wide table scrolls separately, by keyboard too.
      postprocess: (content) =>
        content
          .replaceAll("<table>", `<div class="table" tabindex="0"><table>`)
          .replaceAll("</table>", "</table></div>")
    }
  })

const languages = (language: PageLanguage, path: string): Html =>
  html`<nav class="languages" aria-label="${language === "de" ? "Sprache" : "Language"}">
    ${pageLanguages.map(
      (one) =>
        html`<a
          href="$${text(`${path}?lang=${one}`)}"
          lang="${one}"
          hreflang="${one}"
          $${one === language ? `aria-current="true"` : ""}
          >${one === "de" ? "Deutsch" : "English"}</a
        >`
    )}
  </nav>`

const contents = (language: PageLanguage, sources: ReadonlyArray<HelpSource>, current?: string): Html => {
  const words = helpWords[language]
  const link = ({ title, topic }: HelpSource) =>
    html`<li>
      <a href="$${text(helpAt(topic, language))}" $${topic === current ? `aria-current="page"` : ""}>${title}</a>
    </li>`
  return html`<nav class="contents" aria-label="${words.contents}">
    ${helpGroups.map(({ name, topics }) => {
      const own = sources.filter(({ topic }) => topics.some((one) => one === topic))
      return html`<h2>${words.groups[name]}</h2>
        <ul>
          ${own.map(link)}
        </ul>`
    })}
    <h2>${words.more}</h2>
    <ul>
      <li><a href="$${text(`/help?lang=${language}`)}">${words.title}</a></li>
      <li><a href="/docs">${words.apis}</a></li>
      <li><a href="/">${words.to}</a></li>
    </ul>
  </nav>`
}

interface Framed {
  readonly language: PageLanguage
  readonly sources: ReadonlyArray<HelpSource>
  readonly path: string
  readonly title: string
  readonly current?: string
  readonly body: Html
}

const framed = ({ body, current, language, path, sources, title }: Framed) => {
  const words = helpWords[language]
  return framedPage({
    lang: language,
    title: `${title} · ${words.help}`,
    page: helpStyle,
    mark: `${words.mark} · ${words.help}`,
    aside: languages(language, path),
    body: html`<div class="frame">
      $${contents(language, sources, current)}
      <main>$${body}</main>
    </div>`
  })
}

const article = (language: PageLanguage, sources: ReadonlyArray<HelpSource>, source: HelpSource) => {
  const { markdown, summary, title, topic } = source
  const isForeign = source.language !== language
  // Content in another language is marked for screen readers.
  const lang = isForeign ? ` lang="${source.language}"` : ""
  const { foreign } = helpWords[language]
  const content = rendererOf(language).parse(markdown, { async: false })
  return framed({
    language,
    sources,
    path: `/help/${topic}`,
    title,
    current: topic,
    body: html`$${isForeign ? html`<p class="note watch">${foreign}</p>` : ""}
      <h1$${lang}>${title}</h1>
      <p class="lead"$${lang}>${summary}</p>
      $${isForeign ? `<div${lang}>${content}</div>` : content}`
  })
}

const cards = (language: PageLanguage, sources: ReadonlyArray<HelpSource>): Html =>
  helpGroups
    .map(({ name, topics }) => {
      const own = sources.filter(({ topic }) => topics.some((one) => one === topic))
      return html`<h2>${helpWords[language].groups[name]}</h2>
        <ul class="cards">
          ${own.map(
            ({ summary, title, topic }) =>
              html`<li>
                <a href="$${text(helpAt(topic, language))}"><strong>${title}</strong><span>${summary}</span></a>
              </li>`
          )}
        </ul>`
    })
    .join("")

/** All pages of help in one language, made once: the index by the empty name, the one for what is not there by none. */
export const helpPages = (language: PageLanguage) => {
  const sources = helpSources(language)
  const words = helpWords[language]
  const index = framed({
    language,
    sources,
    path: "/help",
    title: words.title,
    body: html`<h1>${words.title}</h1>
      <p class="lead">${words.about}</p>
      $${cards(language, sources)}`
  })
  const missing = framed({
    language,
    sources,
    path: "/help",
    title: words.notFound.title,
    body: html`<h1>${words.notFound.title}</h1>
      <p class="lead">${words.notFound.body}</p>
      $${cards(language, sources)}`
  })
  return {
    index,
    missing,
    topics: new Map<string, Html>(sources.map((source) => [source.topic, article(language, sources, source)]))
  }
}
