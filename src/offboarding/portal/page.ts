import { DateTime } from "effect"
import html from "html-template-tag"
import { framedPage } from "#platform/http/page-frame"
import { type PageLanguage, pageLanguages } from "#platform/http/page-language"
import { dayIn, type Html, problemOf, type Shown, text } from "./page-parts.ts"
import { sections } from "./page-sections.ts"
import { portalStyle } from "./page-style.ts"
import { portalWords } from "./words.ts"

const names: Readonly<Record<PageLanguage, string>> = { en: "English", de: "Deutsch" }

const open = ({ page }: Shown) => ({
  tasks: page.tasks.filter(({ completed }) => !completed).length,
  assets: page.assets.filter(({ tracking_number }) => tracking_number === "").length,
  documents: page.documents.filter(({ signing }) => signing !== null).length,
  interview: page.interview !== null && ["invited", "canceled"].includes(page.interview.status) ? 1 : 0
})

const left = (shown: Shown): Html => {
  const words = portalWords[shown.lang].left
  const counts = open(shown)
  const said = [
    ...(counts.tasks === 0 ? [] : [["tasks", words.tasks(counts.tasks)]]),
    ...(counts.assets === 0 ? [] : [["assets", words.assets(counts.assets)]]),
    ...(counts.documents === 0 ? [] : [["documents", words.documents(counts.documents)]]),
    ...(counts.interview === 0 ? [] : [["interview", words.interview]])
  ].map(([id = "", name = ""]) => html`<a href="$${text(`#${id}`)}">${name}</a>`)
  return said.length === 0
    ? html`<p class="left">${words.none}</p>`
    : html`<p class="left">${words.some} $${said.join(", ")}.</p>`
}

const languages = ({ lang, path }: Pick<Shown, "lang" | "path">): Html =>
  html`<nav class="languages" aria-label="${portalWords[lang].languages}">
    ${pageLanguages.map(
      (one) =>
        html`<a
          href="$${text(`${path}?lang=${one}`)}"
          lang="${one}"
          hreflang="${one}"
          $${one === lang ? `aria-current="true"` : ""}
          >${names[one]}</a
        >`
    )}
  </nav>`

/** The employee portal as HTML; the library escapes every value. */
export const renderPage = (shown: Shown): string => {
  const { lang, locale, page, problem } = shown
  const words = portalWords[lang]
  const nowhere =
    problem !== undefined && ![...page.tasks, ...page.assets].some(({ id }) => id === problem.of)
      ? problemOf(shown, problem.of)
      : ""
  return framedPage({
    lang,
    title: words.title(page.organisation_name),
    page: portalStyle,
    mark: page.organisation_name,
    aside: languages(shown),
    body: html`<p id="told" class="unseen" role="status"></p>
      <p id="offline" class="note bad" role="alert" hidden>${words.offline}</p>
      <main>
        <header>
          <h1>
            ${words.heading(page.employee_name)}
            <time datetime="${page.exit_date}">${dayIn(locale, page.exit_date)}</time>
          </h1>
          <p class="said">${words.about(page.organisation_name)}</p>
          $${left(shown)} $${nowhere}
          $${page.closed === null ? "" : html`<p class="note watch">${words.closed[page.closed]}</p>`}
        </header>
        $${sections.map((part) => part(shown)).join("")}
      </main>
      <footer>
        <p>
          ${words.questions.until(dayIn(locale, DateTime.formatIsoDateUtc(page.expires_at)))} ${words.questions.privacy}
        </p>
      </footer>`
  })
}

/** A page in the same style with one message, such as a link that is no longer valid. */
export const renderNotice = (
  { lang, path }: Pick<Shown, "lang" | "path">,
  notice: { readonly title: string; readonly body: Html }
): string =>
  framedPage({
    lang,
    title: notice.title,
    page: portalStyle,
    aside: languages({ lang, path }),
    body: html`<p id="told" class="unseen" role="status"></p>
      <p id="offline" class="note bad" role="alert" hidden>${portalWords[lang].offline}</p>
      <main>
        <header>
          <h1>${notice.title}</h1>
          $${notice.body}
        </header>
      </main>`
  })
