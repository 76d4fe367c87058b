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

/** A leaver access test as shown on its page. */
export interface Shown {
  readonly organisation: string
  /** Of the reader's region, for dates. */
  readonly locale: string
  readonly test: LeaverTestRow
  readonly result: LeaverTestResult
  /** Current names of the leavers, by id. */
  readonly names: ReadonlyMap<string, string>
  /** Of the signing key; null without one. */
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
      { name: "On time", value: words.count(leavers.in_time), tone: "good" },
      { name: "Late", value: words.count(leavers.late), tone: tone(leavers.late, "watch") },
      { name: "Open", value: words.count(leavers.open), tone: tone(leavers.open, "bad") },
      { name: "No offboarding", value: words.count(leavers.no_case), tone: tone(leavers.no_case, "bad") },
      { name: "Not due yet", value: words.count(leavers.not_due), tone: "" },
      { name: "Had no access", value: words.count(leavers.no_access), tone: "" }
    ]),
    paragraph(
      `${words.counted(leavers.total, "leaver")} in the period, each by their worst removal. ` +
        "Exceptions are late, open, or without an offboarding. Leavers who are not due yet or had no access are not part of the rate."
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
                The sample of ${words.count(size)} drawn here would bound it at
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
  return section("curve", "Access over time", [
    paragraph(words.curveInWords),
    html`<figure>
      <div class="large" aria-hidden="true">$${svgOf(large, pageInk)}</div>
      <div class="small" aria-hidden="true">$${svgOf(small, pageInk)}</div>
      <figcaption class="said">Share still with access. Every step is in <code>statistics.json</code>.</figcaption>
    </figure>`,
    table({
      name: "Share still with access, by time since the clock started",
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

const exceptions = ({ locale, names, result }: Shown) => {
  const { leavers, removals } = result.statistics
  const all = removals.exceptions + leavers.no_case
  return section("exceptions", "Late and open", [
    ...(result.exceptions.length === 0
      ? [paragraph(words.noExceptions)]
      : [
          paragraph(
            result.exceptions.length < all
              ? `The first ${result.exceptions.length} of ${words.count(all)}: longest open first, then latest. The rest is in removals.csv and population.csv.`
              : "Longest open first, then latest."
          ),
          table(tables.exceptions(result, names, (date) => words.day(date, locale)))
        ]),
    html`<h3>By cause</h3>`,
    table(tables.byCause(result))
  ])
}

const breakdown = ({ locale, result }: Shown) =>
  section("breakdown", "By tier, app, and month", [
    html`<h3>Removals by tier</h3>`,
    table(tables.byTier(result)),
    html`<h3>Removals by app, most exceptions first</h3>`,
    table(tables.byApp(result)),
    html`<h3>Leavers by month of the last working day</h3>`,
    table(tables.byMonth(result, locale))
  ])

/** Empty if orphaned items were not part of the test. */
const leftBehind = ({ result: { left_behind } }: Shown) => {
  if (left_behind === undefined) return ""
  return section("left-behind", left.leftBehindTitle, [
    ...left.leftBehindInWords(left_behind).map(paragraph),
    ...(left_behind.pending === 0
      ? []
      : [note("bad", `Pending after the hours allowed: ${words.counted(left_behind.pending, "leaver")}.`)]),
    table(tables.leftBehind(left_behind)),
    html`<h3>Not visible</h3>`,
    left_behind.unseen.length === 0 ? paragraph(left.allSeen) : table(tables.unseen(left_behind)),
    html`<p class="said">Each is in <code>left-behind.csv</code>, with the reason why it was not visible.</p>`
  ])
}

const completeness = ({ locale, result }: Shown) =>
  section("completeness", "Completeness", [
    note(result.completeness.complete ? "good" : "watch", words.completenessInWords(result)),
    ...(words.whyRows(result).length === 0
      ? []
      : [
          html`<h3>Why completeness is not proven</h3>
            <ul>
              $${words.whyRows(result).map((sentence) => html`<li>${sentence}</li>`)}
            </ul>`
        ]),
    html`<div class="two">
      <div>
        <h3>What was checked</h3>
        $${table(tables.missing(result))}
      </div>
      <div>
        <h3>Sources and their last full read</h3>
        $${result.completeness.sources.length === 0 ? paragraph(words.noSources) : table(tables.sources(result, locale))}
        <p class="said">Each is listed by name in <code>completeness.json</code>.</p>
      </div>
    </div>`
  ])

const sample = ({ locale, result: { sample: drawn } }: Shown) =>
  section("sample", "Random sample", [
    paragraph(words.drawInWords(drawn)),
    facts([
      ["Population, SHA-256", code(drawn.population_sha256)],
      ["Fixed by", html`entry ${String(drawn.population_seq)} of the audit log`],
      ["Anchor", html`<code>${drawn.anchor_hash}</code>, ${words.moment(drawn.anchored_at, locale)}`],
      ["Auditor's seed phrase", drawn.words === "" ? text("none") : html`&ldquo;${drawn.words}&rdquo;`],
      ["Seed", code(drawn.seed)]
    ]),
    html`<h3>Draw the sample again</h3>`,
    html`<pre tabindex="0" aria-label="Shell commands that draw the sample again">${words.redraw(drawn.size)}</pre>`,
    html`<p>Or <code>node verify.mjs --sample leaver-test.zip</code>, which does the same and compares.</p>`
  ])

const verifying = ({ fingerprint, link, result, test }: Shown) =>
  section("verify", "Verify it yourself", [
    html`<ol>
      <li>
        Download the ZIP${link === null ? " (in the dashboard; its link works for 10 minutes)" : ""} and compare its
        SHA-256:
        <code>${test.sha256 ?? words.none}</code>.
      </li>
      <li>
        Open <code>verify.html</code> from the ZIP in a browser, without a network, and choose the ZIP; or run
        <code>node verify.mjs leaver-test.zip</code>. Both report every changed file.
      </li>
      <li>
        $${
          fingerprint === null
            ? html`This service has no signing key, so nothing is signed. You can check hashes and the chain, but not
              who made them.`
            : html`Compare the fingerprint of the signing key with one that you got another way, such as a contract, a
                phone call, or an earlier export. The current key has the SHA-256 fingerprint
                <code>${fingerprint.match(/.{4}/g)?.join(" ") ?? fingerprint}</code>.`
        }
      </li>
      <li>
        Entry ${String(result.sample.population_seq)} of the organization's audit log names the SHA-256 of
        <code>population.csv</code>. <code>audit.json</code> has the chain from it to the anchor
        <code>${result.sample.anchor_id}</code>. Also request the anchor where the organization publishes its anchors.
      </li>
      <li>
        Recalculate the figures from <code>population.csv</code> and <code>removals.csv</code> alone, by the published
        rule of the leaver access test.
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

/** Sections of the page, in order. */
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
