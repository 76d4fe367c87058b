import { DateTime, Duration } from "effect"
import html from "html-template-tag"
import { type Html, note, text } from "./page-parts.ts"
import { sections, type Shown } from "./page-sections.ts"
import { framedPage } from "#platform/http/page-frame"
import { auditorPage } from "./page-style.ts"
import * as words from "./report-words.ts"

const gone = {
  expired: "The ZIP of this test expired and was deleted. The figures are kept.",
  withdrawn: "A person named in this test was erased, so the ZIP was deleted. The figures are kept."
} as const

const notices = ({ locale, now, result, test }: Shown): ReadonlyArray<Html> => {
  const days = Math.floor(Duration.toDays(DateTime.distance(result.as_of, now)))
  return [
    ...(test.status === "expired" || test.status === "withdrawn" ? [note("watch", gone[test.status])] : []),
    ...(days < 7
      ? []
      : [
          note(
            "watch",
            `As of ${words.moment(result.as_of, locale)}, ${days} days ago. Later changes are not included.`
          )
        ])
  ]
}

const places = [
  ["totals", "Totals"],
  ["rate", "Rate"],
  ["curve", "Curve"],
  ["evidence", "Evidence"],
  ["exceptions", "Late and open"],
  ["breakdown", "Tier, app, month"],
  ["left-behind", "Orphaned items"],
  ["completeness", "Completeness"],
  ["sample", "Sample"],
  ["verify", "Verify"]
] as const

const placesOf = ({ result }: Shown) =>
  places.filter(([id]) => id !== "left-behind" || result.left_behind !== undefined)

const megabytes = (bytes: number | null) =>
  bytes === null ? "" : `, ${Math.max(0.1, bytes / 1_000_000).toFixed(1)} MB`

/** The auditor's page. The library escapes every value; no script, no external resources. */
export const renderPage = (shown: Shown): string => {
  const { link, locale, organisation, result, test } = shown
  const { from, to } = test.parameters
  const period = `${words.day(from, locale)} to ${words.day(to, locale)}`
  return framedPage({
    lang: "en",
    title: `Leaver access test: ${organisation}, ${period}`,
    page: auditorPage,
    aside: html`<span>For auditors</span>`,
    body: html`<a class="skip" href="#totals">Skip to figures</a>
      <main>
        <header>
          <p class="kind">Leaver access test</p>
          <h1>${organisation}: all leavers, ${period}</h1>
          <p class="said">
            As of ${words.moment(result.as_of, locale)}. Not a sample: all leavers are included,
            ${words.counted(result.statistics.leavers.total, "person", "people")}.
          </p>
          $${notices(shown).join("")}
          $${
            link === null
              ? ""
              : html`<p>
                  <a class="button" href="$${text(link.download)}" download
                    >Download ${shown.fingerprint === null ? "" : "signed "}ZIP${megabytes(test.size_bytes)}</a
                  >
                </p>`
          }
          <nav aria-label="On this page">
            <ul>
              ${placesOf(shown).map(([id, name]) => html`<li><a href="$${text(`#${id}`)}">${name}</a></li>`)}
            </ul>
          </nav>
        </header>
        ${sections.map((part) => part(shown))}
      </main>
      <footer>
        <p>
          Test <code>${test.id}</code>, requested ${words.moment(test.created_at, locale)}.
          ${
            link === null
              ? ""
              : `This page is for ${link.label} and expires ${words.moment(link.expiresAt, locale)}. It is read-only. Every view and download is recorded in the organization's audit log.`
          }
        </p>
      </footer>`
  })
}
