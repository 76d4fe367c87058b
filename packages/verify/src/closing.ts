import type { Chain } from "./chain-check.ts"
import type { Findings } from "./findings.ts"
import type { Gathered } from "./subjects.ts"
import type { Keys } from "./trust.ts"

const tellJoint = (
  before: Chain,
  next: Chain,
  known: ReadonlyMap<number, { hash: string; file: string }>,
  findings: Findings
) => {
  const previous = known.get(next.first - 1)
  if (previous === undefined) {
    if (next.first > before.last + 1) {
      findings.notShown(
        `What is between entry ${before.last} and entry ${next.first}.`,
        "None of the given files contains those entries.",
        { file: next.file, seq: next.first }
      )
    }
  } else if (next.before === previous.hash) {
    findings.proven(
      `Entry ${next.first} continues ${previous.file} without a gap.`,
      `It names the hash of entry ${next.first - 1} as its predecessor.`,
      { file: next.file, seq: next.first }
    )
  } else if (next.before !== undefined) {
    findings.failed(
      `Entry ${next.first} does not continue ${previous.file}.`,
      `There entry ${next.first - 1} has another hash than entry ${next.first} names as its predecessor.`,
      { file: next.file, seq: next.first }
    )
  }
}

/** Holds several files of one organisation's log against each other. */
export const tellContinuity = (chains: ReadonlyArray<Chain>, findings: Findings): void => {
  for (const orgId of new Set(chains.map((chain) => chain.orgId))) {
    const known = new Map<number, { hash: string; file: string }>()
    let furthest: Chain | undefined
    for (const chain of chains.filter((other) => other.orgId === orgId).toSorted((a, b) => a.first - b.first)) {
      if (furthest !== undefined) tellJoint(furthest, chain, known, findings)
      for (const [seq, hash] of chain.hashes) {
        const other = known.get(seq)
        if (other !== undefined && other.hash !== hash) {
          findings.failed(
            `Two files have different histories from entry ${seq} on.`,
            `${other.file} and ${chain.file} have different entries under that number.`,
            { file: chain.file, seq }
          )
          break
        }
        known.set(seq, { hash, file: chain.file })
      }
      if (furthest === undefined || chain.last > furthest.last) furthest = chain
    }
  }
}

const recording = new Set(["audit_log_exported", "audit_log_archived", "evidence_exported", "leaver_test_ready"])

/** Looks in the log itself for the record that the service left as each file was made. */
export const tellExported = ({ chains, exported }: Gathered, findings: Findings): void => {
  if (exported.length === 0) return
  const records = chains.flatMap(({ chain }) => [...chain.rows.values()].filter(({ action }) => recording.has(action)))
  for (const { action, file, sha256 } of exported) {
    const record = records.find(({ details }) => details.includes(sha256))
    if (record === undefined) {
      findings.notShown(
        "That the log records the creation of this file.",
        `Its SHA-256 is ${sha256}. The log's entry ${action} names the same hash. It was written after this file, so only a later file can contain it.`,
        { file }
      )
    } else {
      findings.proven(
        "The log itself records the creation of this file.",
        `Entry ${record.seq} (${record.action}) names its SHA-256, ${sha256}.`,
        { file, seq: record.seq, id: record.id }
      )
    }
  }
}

/** Lists what no file can show, so that a green sign is not read as more than it is. */
export const tellClosing = ({ anchors, chains, hasReadableTexts }: Gathered, keys: Keys, findings: Findings): void => {
  if (
    chains.some(({ chain }) => [...chain.rows.values()].some((row) => `${row.target}${row.details}`.includes("[[aps:")))
  ) {
    findings.notShown(
      "What the encrypted values say.",
      "Names, addresses and reasons are encrypted with a key of the person concerned; the hashes cover the encrypted form, so they hold even after a person was erased."
    )
  }
  if (hasReadableTexts) {
    findings.notShown(
      "That the readable texts match the entries.",
      "target_text, details_text and actor_name were added for reading; no hash covers them. What counts is target and details."
    )
  }
  if (chains.length > 0 && anchors.length === 0) {
    findings.notShown(
      "When these entries were written, and that they are still in the log.",
      "No anchors were given. Get a page of them (GET /api/audit-log/anchors), preferably from another time or place than the file."
    )
  }
  for (const { chain } of chains) {
    findings.notShown(
      `That the log ended with entry ${chain.last}.`,
      "Entries written later, or removed at the end before the file was made, leave no trace in it.",
      { file: chain.file, seq: chain.last }
    )
  }
  if (keys.given.length > 0) {
    findings.notShown(
      "Whose key you gave.",
      "Compare its fingerprint with one that you got another way: from a contract, by phone, or from an earlier export."
    )
  } else if (keys.carried.length > 0) {
    findings.notShown(
      "Whose key came with the files.",
      "Anyone can make a key and sign with it. Compare its fingerprint with one that you got another way, or add a key that you got another way."
    )
  } else if (chains.length > 0) {
    findings.notShown("Who made the files.", "There is no key to check any signature with.")
  }
}
