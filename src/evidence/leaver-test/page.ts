import { DateTime, Duration } from "effect"
import html from "html-template-tag"
import { type Html, note, text } from "./page-parts.ts"
import { sections, type Shown } from "./page-sections.ts"
import { framedPage } from "#platform/http/page-frame"
import { auditorPage } from "./page-style.ts"
import * as words from "./report-words.ts"

const gone = {
  expired: "The ZIP of this test has expired and is deleted. Its figures are shown as they were.",
  withdrawn:
    "This test named a person who was erased since: its ZIP is deleted, and its figures are shown as they were."
} as const

const notices = ({ now, result, test }: Shown): ReadonlyArray<Html> => {
  const days = Math.floor(Duration.toDays(DateTime.distance(result.as_of, now)))
  return [
    ...(test.status === "expired" || test.status === "withdrawn" ? [note("watch", gone[test.status])] : []),
    ...(days < 7
      ? []
      : [
          note(
            "watch",
            `This is the state of ${words.moment(result.as_of)}, ${days} days ago. What happened since is not in it.`
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
  ["left-behind", "What stays behind"],
  ["completeness", "Completeness"],
  ["sample", "Sample"],
  ["verify", "Verify"]
] as const

const placesOf = ({ result }: Shown) =>
  places.filter(([id]) => id !== "left-behind" || result.left_behind !== undefined)

const megabytes = (bytes: number | null) =>
  bytes === null ? "" : `, ${Math.max(0.1, bytes / 1_000_000).toFixed(1)} MB`

/** The auditor's room. Every value is escaped by the library; no script, nothing from elsewhere. */
export const renderPage = (shown: Shown): string => {
  const { link, organisation, result, test } = shown
  const { from, to } = test.parameters
  const period = `${words.day(from)} to ${words.day(to)}`
  return framedPage({
    lang: "en",
    title: `Leaver test of ${organisation}, ${period}`,
    page: auditorPage,
    aside: html`<span>For auditors</span>`,
    body: html`<a class="skip" href="#totals">Skip to the figures</a>
      <main>
        <header>
          <p class="kind">Leaver test</p>
          <h1>${organisation}: everybody who left, ${period}</h1>
          <p class="said">
            As of ${words.moment(result.as_of)}. Not a sample: everybody who left is in it,
            ${words.counted(result.statistics.leavers.total, "person", "people")}.
          </p>
          $${notices(shown).join("")}
          $${
            link === null
              ? ""
              : html`<p>
                  <a class="button" href="$${text(link.download)}" download
                    >Download the ${shown.fingerprint === null ? "" : "signed "}ZIP${megabytes(test.size_bytes)}</a
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
          Test <code>${test.id}</code>, asked for ${words.moment(test.created_at)}.
          ${
            link === null
              ? ""
              : `This page is for ${link.label}, good until ${words.moment(link.expiresAt)}. It is read-only, and each view and download is in the organisation's audit log.`
          }
        </p>
      </footer>`
  })
}
