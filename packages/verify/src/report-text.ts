import type { Finding, Outcome } from "./findings.ts"
import type { Report } from "./verify.ts"

const sections: ReadonlyArray<readonly [Outcome, string, string]> = [
  ["failed", "✗", "Does not hold"],
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

/** The report as text for a terminal, its headline first. */
export const reportText = ({ findings, headline, keys }: Report): string => {
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
    ...keys.map(
      ({ fingerprint, given, keyId }) =>
        `Key ${keyId} (${given ? "given by you" : "came with the files"}), SHA-256 fingerprint:\n  ${grouped(fingerprint)}\n`
    ),
    ...parts
  ].join("\n")
}
