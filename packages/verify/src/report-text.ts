import { type Finding, type Outcome, plain } from "./findings.ts"
import type { DrawnSample } from "./leaver-draw.ts"
import type { Report, Verdict } from "./verify.ts"

const sections: ReadonlyArray<readonly [Outcome, string, string]> = [
  ["failed", "✗", "Failed"],
  ["unreadable", "!", "Could not be checked"],
  ["proven", "✓", "Proven"],
  ["not_shown", "–", "Not shown by these files"]
]

const place = ({ where }: Finding) => {
  if (where === undefined) return ""
  const entry = where.seq === undefined ? "" : `, entry ${where.seq}`
  return ` [${where.file}${entry}${where.id === undefined ? "" : `, id ${where.id}`}]`
}

/** `1a2b 3c4d …`, as people compare it. */
const grouped = (fingerprint: string): string => fingerprint.match(/.{4}/g)?.join(" ") ?? fingerprint

const sampleText = ({ anchorHash, drawn, file, own, populationRows, seed, words }: DrawnSample, verdict: Verdict) => [
  own
    ? `Sample drawn with your own seed phrase or size from the fixed population of ${plain(file)}. It is not the sample of the test.`
    : `Sample of ${plain(file)}, drawn again by the published rule.`,
  `${drawn.length} of ${populationRows} leavers, anchor ${anchorHash}, seed phrase ${JSON.stringify(plain(words))}`,
  ...(verdict === "failed" || verdict === "unreadable" ? ["Do not rely on it: see the failed checks below."] : []),
  `seed ${seed}`,
  ...drawn.map(({ lastWorkingDay, leaverId, name, ticket }) => [ticket, leaverId, name, lastWorkingDay].join("\t")),
  ""
]

/** The report as text for a terminal, its headline first, then what was drawn. */
export const reportText = ({ findings, headline, keys, samples = [], verdict }: Report): string => {
  const parts = sections.flatMap(([outcome, sign, title]) => {
    const own = findings.filter((finding) => finding.outcome === outcome)
    if (own.length === 0) return []
    return [
      `${title} (${own.length})`,
      ...own.map((finding) => `  ${sign} ${finding.what}\n    ${finding.why}${place(finding)}`),
      ""
    ]
  })
  return [
    headline,
    "",
    ...samples.flatMap((sample) => sampleText(sample, verdict)),
    ...keys.map(
      ({ fingerprint, given, keyId }) =>
        `Key ${keyId} (${given ? "given by you" : "came with the files"}), SHA-256 fingerprint:\n  ${grouped(fingerprint)}\n`
    ),
    ...parts
  ].join("\n")
}
