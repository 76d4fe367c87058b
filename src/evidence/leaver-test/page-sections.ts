import { svgOf } from "@svc/charts/svg"
import type { LeaverTestResult } from "@svc/contract/leaver-test/figures"
import type { DateTime } from "effect"
import html from "html-template-tag"
import { curveScene } from "./curve.ts"
import { code, facts, type Html, note, paragraph, section, table, text, tiles } from "./page-parts.ts"
import { pageInk } from "./page-style.ts"
import * as left from "./left-behind-words.ts"
import * as tables from "./report-tables.ts"
import * as words from "./report-words.ts"
import type { LeaverTestRow } from "./tests-repo.ts"

/** A leaver test as its page shows it. */
export interface Shown {
  readonly organisation: string
  readonly test: LeaverTestRow
  readonly result: LeaverTestResult
  /** What the leavers are called now, by id. */
  readonly names: ReadonlyMap<string, string>
  /** Of the key that signs; null without one. */
  readonly fingerprint: string | null
  readonly now: DateTime.Utc
  /** Null for members. */
  readonly link: { readonly label: string; readonly expiresAt: DateTime.Utc; readonly download: string } | null
}

const totals = ({ result }: Shown) => {
  const { leavers } = result.statistics
  const tone = (value: number, of: "watch" | "bad") => (value === 0 ? "" : of)
  return section("totals", "Totals", [
    tiles([
      { name: "In time", value: words.count(leavers.in_time), tone: "good" },
      { name: "Late", value: words.count(leavers.late), tone: tone(leavers.late, "watch") },
      { name: "Open", value: words.count(leavers.open), tone: tone(leavers.open, "bad") },
      { name: "No case", value: words.count(leavers.no_case), tone: tone(leavers.no_case, "bad") },
      { name: "Not due yet", value: words.count(leavers.not_due), tone: "" },
      { name: "Held no access", value: words.count(leavers.no_access), tone: "" }
    ]),
    paragraph(
      `${words.counted(leavers.total, "leaver")} of the period, each by the worst of their removals. ` +
        "Exceptions are late, open, and without a case; who is not due yet or held no access is no part of the rate."
    ),
    table(tables.totals(result))
  ])
}

const rate = ({ result }: Shown) => {
  const { leavers } = result.statistics
  const { bound_without_exceptions, size } = result.sample
  return section("rate", "Exception rate", [
    html`<div class="two">
      <div>
        <p class="rate">${words.percent(leavers.exception_rate)} <small>of leavers</small></p>
        ${words.rateInWords(leavers).map(paragraph)}
      </div>
      <div>
        <h3>What a sample would show</h3>
        <p>${words.sampleInWords}</p>
        $${
          size === 0 || size === words.usualSample
            ? ""
            : html`<p>
                The sample of ${words.count(size)} that was drawn here would bound it at
                ${words.bound(bound_without_exceptions)}.
              </p>`
        }
      </div>
    </div>`
  ])
}

const curve = ({ result, test }: Shown) => {
  const { tiers } = test.parameters
  const large = curveScene(result, tiers, { width: 960, height: 300 })
  const small = curveScene(result, tiers, { width: 330, height: 240 })
  return section("curve", "How fast access ended", [
    paragraph(words.curveInWords),
    html`<figure>
      <div class="large" aria-hidden="true">$${svgOf(large, pageInk)}</div>
      <div class="small" aria-hidden="true">$${svgOf(small, pageInk)}</div>
      <figcaption class="said">Still with access; every step is in <code>statistics.json</code>.</figcaption>
    </figure>`,
    table({
      name: "Share still with access, by time after the clock's start",
      columns: [
        { name: "After", page: "" },
        ...large.figures.rows.map(([at = ""]) => ({ name: at, page: "end" as const }))
      ],
      rows: large.figures.columns
        .slice(1)
        .map((name, place) => [name, ...large.figures.rows.map((row) => row[place + 1] ?? "")])
    })
  ])
}

const evidence = ({ result }: Shown) =>
  section("evidence", "Evidence", [
    note(result.evidence.not_observed === 0 ? "good" : "bad", words.neverObserved(result)),
    table(tables.evidence(result)),
    paragraph(words.afterwards(result))
  ])

const exceptions = ({ names, result }: Shown) => {
  const { leavers, removals } = result.statistics
  const all = removals.exceptions + leavers.no_case
  return section("exceptions", "Late and open", [
    ...(result.exceptions.length === 0
      ? [paragraph(words.noExceptions)]
      : [
          paragraph(
            result.exceptions.length < all
              ? `The first ${result.exceptions.length} of ${words.count(all)}: open the longest, then late by the most. The rest is in removals.csv and population.csv.`
              : "Open the longest first, then late by the most hours."
          ),
          table(tables.exceptions(result, names))
        ]),
    html`<h3>By cause</h3>`,
    table(tables.byCause(result))
  ])
}

const breakdown = ({ result }: Shown) =>
  section("breakdown", "By tier, app and month", [
    html`<h3>Removals by tier</h3>`,
    table(tables.byTier(result)),
    html`<h3>Removals by app, those with most exceptions first</h3>`,
    table(tables.byApp(result)),
    html`<h3>Leavers by month of the last working day</h3>`,
    table(tables.byMonth(result))
  ])

/** Empty where it was not looked for. */
const leftBehind = ({ result: { left_behind } }: Shown) => {
  if (left_behind === undefined) return ""
  return section("left-behind", left.leftBehindTitle, [
    ...left.leftBehindInWords(left_behind).map(paragraph),
    ...(left_behind.pending === 0
      ? []
      : [note("bad", `Pending after the hours allowed: ${words.counted(left_behind.pending, "leaver")}.`)]),
    table(tables.leftBehind(left_behind)),
    html`<h3>What could not be seen</h3>`,
    left_behind.unseen.length === 0 ? paragraph(left.allSeen) : table(tables.unseen(left_behind)),
    html`<p class="said">Each is in <code>left-behind.csv</code>, with the reason why it was not seen.</p>`
  ])
}

const completeness = ({ result }: Shown) =>
  section("completeness", "Is the list of leavers complete?", [
    note(result.completeness.complete ? "good" : "watch", words.completenessInWords(result)),
    ...(words.whyRows(result).length === 0
      ? []
      : [
          html`<h3>Why it is not shown to be complete</h3>
            <ul>
              $${words.whyRows(result).map((sentence) => html`<li>${sentence}</li>`)}
            </ul>`
        ]),
    html`<div class="two">
      <div>
        <h3>What was looked for</h3>
        $${table(tables.missing(result))}
      </div>
      <div>
        <h3>Sources, and when each was last read in full</h3>
        $${result.completeness.sources.length === 0 ? paragraph(words.noSources) : table(tables.sources(result))}
        <p class="said">Each is listed by name in <code>completeness.json</code>.</p>
      </div>
    </div>`
  ])

const sample = ({ result: { sample: drawn } }: Shown) =>
  section("sample", "The sample that nobody could pick", [
    paragraph(words.drawInWords(drawn)),
    facts([
      ["Population, SHA-256", code(drawn.population_sha256)],
      ["Fixed by", html`entry ${String(drawn.population_seq)} of the audit log`],
      ["Anchor", html`<code>${drawn.anchor_hash}</code>, ${words.moment(drawn.anchored_at)}`],
      ["Auditor's words", drawn.words === "" ? text("none were given") : html`&ldquo;${drawn.words}&rdquo;`],
      ["Seed", code(drawn.seed)]
    ]),
    html`<h3>Draw it again</h3>`,
    html`<pre tabindex="0" aria-label="Shell commands that draw the sample again">${words.redraw(drawn.size)}</pre>`,
    html`<p>Or <code>node verify.mjs --sample leaver-test.zip</code>, which does the same and compares.</p>`
  ])

const verifying = ({ fingerprint, link, result, test }: Shown) =>
  section("verify", "How to verify it yourself", [
    html`<ol>
      <li>
        Download the ZIP${link === null ? " (in the app, where its link is made for ten minutes)" : ""} and compare its
        SHA-256: <code>${test.sha256 ?? words.none}</code>.
      </li>
      <li>
        Open <code>verify.html</code> from the ZIP in a browser, without a network, and give it the ZIP; or run
        <code>node verify.mjs leaver-test.zip</code>. It names every file of which a byte was changed.
      </li>
      <li>
        $${
          fingerprint === null
            ? html`This service signs nothing: it has no signing key. Hashes and chain can be checked, but not who made
              them.`
            : html`Compare the fingerprint of the key that signed with one that you got in another way, such as a
                contract, a telephone call or an earlier export. The one that signs now has the SHA-256 fingerprint
                <code>${fingerprint.match(/.{4}/g)?.join(" ") ?? fingerprint}</code>.`
        }
      </li>
      <li>
        Entry ${String(result.sample.population_seq)} of the organisation's audit log names the SHA-256 of
        <code>population.csv</code>. <code>audit.json</code> has the chain from it to the anchor
        <code>${result.sample.anchor_id}</code>; ask for the anchor also where the organisation publishes its anchors.
      </li>
      <li>
        Recount the figures from <code>population.csv</code> and <code>removals.csv</code> alone, by the published rule
        of the leaver test.
      </li>
    </ol>`
  ])

const rule = ({ test: { parameters } }: Shown) =>
  section("rule", "What was tested", [
    facts([
      ["Clock", html`${words.clocks[parameters.clock].name}. ${words.clocks[parameters.clock].rule}`],
      ["Hours", html`${words.presets[parameters.preset].name}. ${words.presets[parameters.preset].said}`],
      ["Apps in scope", text(parameters.apps === null ? "all" : parameters.apps.join(", "))]
    ]),
    table(tables.tiers(parameters))
  ])

/** What the page shows, one below the other. */
export const sections: ReadonlyArray<(shown: Shown) => Html> = [
  totals,
  rule,
  rate,
  curve,
  evidence,
  exceptions,
  breakdown,
  leftBehind,
  completeness,
  sample,
  verifying
]
