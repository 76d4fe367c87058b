import { splitDetails } from "@svc/contract/audit/trailer"
import type { Chain } from "./chain-check.ts"
import type { Findings } from "./findings.ts"
import { field, type JsonObject, textField } from "./json.ts"
import { isSeq } from "./rows.ts"

/** Maximum entries named per kind of failure. */
const mostNamed = 100

const named = (numbers: ReadonlyArray<number>) =>
  `${numbers.slice(0, mostNamed).join(", ")}${numbers.length > mostNamed ? " …" : ""}`

/** Whether the evidence of a case holds the entries that its manifest lists, and whether they say that they are about it. */
export const checkCase = (
  where: { readonly zip: string; readonly manifest: string },
  manifest: JsonObject,
  chains: ReadonlyArray<Chain>,
  findings: Findings
): void => {
  const at = { file: `${where.zip} \u203a ${where.manifest}` }
  const rows = chains.flatMap((chain) => [...chain.rows.values()])
  const listed = field(manifest, "entries")
  if (listed === undefined) {
    findings.notShown(
      "That no entry about the offboarding is missing.",
      "The manifest was written before manifests listed their entries.",
      at
    )
  } else if (!Array.isArray(listed) || !listed.every(isSeq)) {
    findings.failed("The manifest is malformed.", "It must list entries by number.", at)
  } else {
    const shown = new Set(rows.map(({ seq }) => seq))
    const missing = listed.filter((seq) => !shown.has(seq))
    for (const seq of missing.slice(0, mostNamed)) {
      findings.failed(`Entry ${seq} is missing from the evidence.`, "The manifest lists it for this offboarding.", {
        ...at,
        seq
      })
    }
    if (missing.length > mostNamed) {
      findings.failed("More entries are missing from the evidence.", `${missing.length} are missing in all.`, at)
    }
    if (missing.length === 0) {
      findings.proven(
        `The ${listed.length} entries that the manifest lists for this offboarding are all present.`,
        "Each of their numbers is in the evidence.",
        at
      )
    }
  }
  const id = textField(manifest, "offboarding_id")
  const split = rows.map((row) => ({ row, trailer: splitDetails(row.details).trailer }))
  for (const { row, trailer } of split) {
    if (trailer === null || trailer.offboardingId === id) continue
    findings.failed(
      `Entry ${row.seq} is not about this offboarding.`,
      `Its hashed content names ${trailer.offboardingId ?? "no offboarding"}.`,
      { ...at, seq: row.seq }
    )
  }
  const before = split.flatMap(({ row, trailer }) => (trailer === null ? [row.seq] : []))
  if (before.length > 0) {
    findings.notShown(
      `That ${before.length === 1 ? "an entry is" : `${before.length} entries are`} about this offboarding.`,
      `They were written before entries named their offboarding: ${named(before)}.`,
      at
    )
  }
}
