import { type Anchor, judgeAnchor, type JudgedAnchor } from "./anchors-read.ts"
import type { Chain } from "./chain-check.ts"
import type { Findings } from "./findings.ts"
import type { Keys } from "./trust.ts"

const name = (anchor: Anchor) => `The anchor of ${anchor.anchoredAt} over entry ${anchor.seq ?? anchor.entryId}`

/** Clocks of several machines may differ by this much. */
const tolerance = 10 * 60_000

// The shortest audit retention is 3 months, of at least 89 days; clocks get the rest.
const shortestRetention = 85 * 24 * 60 * 60_000

/** An anchored entry covered by a purge that no retention could have removed: the purge was written to hide it. */
const removedTooEarly = (anchor: Anchor, { from, purge }: Chain) => {
  if (purge === undefined) return false
  const at = Date.parse(anchor.entryCreatedAt)
  const covered = anchor.seq === undefined ? at < Date.parse(from) - tolerance : anchor.seq <= purge.through
  return covered && at > purge.at - shortestRetention
}

type Place =
  | { readonly _tag: "Fits"; readonly seq: number }
  | { readonly _tag: "Contradicts"; readonly why: string }
  | { readonly _tag: "Absent" }

/** Number of the anchored entry in the chain, or how the chain contradicts the anchor. */
const placeOf = (anchor: Anchor, chain: Chain): Place => {
  const contradicts = (why: string): Place => ({ _tag: "Contradicts", why })
  const row = chain.rows.get(anchor.entryId)
  if (row !== undefined) {
    if (row.entryHash !== anchor.entryHash)
      return contradicts(`Entry ${row.seq} had another hash when it was anchored.`)
    if (row.createdAt !== anchor.entryCreatedAt)
      return contradicts(`Entry ${row.seq} had another time when it was anchored.`)
    if (anchor.seq !== undefined && anchor.seq !== row.seq) {
      return contradicts(`The anchored entry had the number ${anchor.seq}; in the file it has ${row.seq}.`)
    }
    return { _tag: "Fits", seq: row.seq }
  }
  const seq = chain.numbers.get(anchor.entryHash)
  if (seq !== undefined) {
    if (chain.shown.has(seq)) return contradicts(`Entry ${seq} had another id when it was anchored.`)
    if (anchor.seq !== undefined && anchor.seq !== seq) {
      return contradicts(`The anchored entry had the number ${anchor.seq}; in the file it has ${seq}.`)
    }
    return { _tag: "Fits", seq }
  }
  if (anchor.seq !== undefined && chain.hashes.has(anchor.seq)) {
    return contradicts(`Entry ${anchor.seq} was another one when it was anchored.`)
  }
  return { _tag: "Absent" }
}

/** An anchor that fits nowhere but must: it was made between two that fit, or its entry's time lies amid the file. */
const mustBeThere = (anchor: Anchor, chain: Chain, fitting: ReadonlyArray<Anchor>) => {
  const at = Date.parse(anchor.entryCreatedAt)
  return (
    (fitting.some((other) => other.anchoredAt < anchor.anchoredAt) &&
      fitting.some((other) => other.anchoredAt > anchor.anchoredAt)) ||
    (at > Date.parse(chain.from) + tolerance && at < Date.parse(chain.to) - tolerance)
  )
}

const tellReach = (chain: Chain, reach: number, signed: string, findings: Findings) => {
  const { file } = chain
  findings.proven(
    `Entries ${chain.first} to ${reach} are unchanged since they were anchored.`,
    `An anchor over entry ${reach} ${signed}. Each entry contains the hash of the previous one, so the anchor vouches for all entries up to it.`,
    { file, seq: reach }
  )
  if (reach < chain.last) {
    findings.notShown(
      `Entries ${reach + 1} to ${chain.last} are not yet anchored.`,
      "No anchor covers them: someone who controls the database could have changed them together with their hashes. A later page of anchors would show it.",
      { file, seq: reach + 1 }
    )
  }
}

const byStanding = (anchors: ReadonlyArray<JudgedAnchor>, standing: JudgedAnchor["standing"]) =>
  anchors.filter((anchor) => anchor.standing === standing)

/** Holds the anchors against one chain; answers up to which entry a key that the auditor brought vouches for it, else 0. */
export const holdAgainst = (
  chain: Chain,
  all: ReadonlyArray<Anchor>,
  keys: Keys,
  findings: Findings
): { readonly reach: number } => {
  const anchors = all
    .map((anchor) => judgeAnchor(anchor, anchor.orgId ?? chain.orgId, keys))
    .filter((anchor) => anchor.orgId === chain.orgId && anchor.standing !== "bad")
  const places = anchors.map((anchor) => ({ anchor, place: placeOf(anchor, chain) }))
  const fitting = places.flatMap(({ anchor, place }) => (place._tag === "Fits" ? [{ ...anchor, at: place.seq }] : []))
  let absent = 0
  let beyond = 0
  for (const { anchor, place } of places) {
    const where = { file: chain.file, id: anchor.entryId, ...(anchor.seq === undefined ? {} : { seq: anchor.seq }) }
    // Unsigned and foreign anchors count too: anchor and file cannot both be true.
    if (place._tag === "Contradicts") findings.failed(`${name(anchor)} contradicts the file.`, place.why, where)
    else if (place._tag === "Absent" && mustBeThere(anchor, chain, fitting)) {
      findings.failed(
        `${name(anchor)} has no entry in the file.`,
        `The entry of ${anchor.entryCreatedAt} existed when it was anchored and must be between entry ${chain.first} and entry ${chain.last}: it was removed or replaced.`,
        where
      )
    } else if (place._tag === "Absent" && removedTooEarly(anchor, chain)) {
      findings.failed(
        `${name(anchor)} has no entry in the file.`,
        `The entry of ${anchor.entryCreatedAt} existed when it was anchored and was removed as if by retention, which keeps every entry for at least 3 months.`,
        where
      )
    } else if (place._tag === "Absent") {
      absent += 1
      if (
        (anchor.seq ?? 0) > chain.last ||
        (anchor.seq === undefined && Date.parse(anchor.entryCreatedAt) > Date.parse(chain.to))
      ) {
        beyond += 1
      }
    }
  }
  const reachOf = (standing: JudgedAnchor["standing"]) =>
    fitting.reduce((most, { at, standing: own }) => (own === standing ? Math.max(most, at) : most), 0)
  const [given, carried] = [reachOf("given"), reachOf("carried")]
  if (given > 0) tellReach(chain, given, "is signed with the key that you gave", findings)
  else if (carried > 0) tellReach(chain, carried, "is signed with the key that came with the files", findings)
  else if (anchors.length > 0) {
    const unsigned = byStanding(anchors, "unsigned").length
    findings.notShown(
      "That any anchor vouches for these entries.",
      `None of ${anchors.length} anchors that is signed with an available key covers one of them${unsigned > 0 ? ` (${unsigned} have no signature)` : ""}.`,
      { file: chain.file }
    )
  }
  if (absent > 0) {
    findings.notShown(
      `${absent} of the anchors.`,
      `Their entries are outside entries ${chain.first} to ${chain.last}${
        beyond > 0 ? `, ${beyond} of them after the end: the log continued, or its end was removed` : ""
      }.`,
      { file: chain.file }
    )
  }
  return { reach: given }
}

/** Checks the signatures of a page; returns how many anchors the auditor's own key vouches for. */
export const tellSignatures = (
  file: string,
  all: ReadonlyArray<Anchor>,
  orgIds: ReadonlyArray<string>,
  keys: Keys,
  findings: Findings
): { readonly vouched: number } => {
  const judged = all.flatMap((anchor) => {
    const candidates = anchor.orgId === undefined ? orgIds : [anchor.orgId]
    const tried = candidates.map((orgId) => judgeAnchor(anchor, orgId, keys))
    return tried.find(({ standing }) => standing !== "bad") ?? tried[0] ?? []
  })
  for (const anchor of byStanding(judged, "bad")) {
    findings.failed(
      `${name(anchor)} is forged or damaged.`,
      `The ${anchor.keyId === null ? "available key" : `key ${anchor.keyId}`} did not sign its content.`,
      { file, id: anchor.entryId, ...(anchor.seq === undefined ? {} : { seq: anchor.seq }) }
    )
  }
  const given = byStanding(judged, "given").length
  const carried = byStanding(judged, "carried").length
  if (given + carried > 0) {
    const times = judged.map(({ anchoredAt }) => anchoredAt).toSorted()
    findings.proven(
      `${all.length === 1 ? "The anchor is" : `${given + carried} of ${all.length} anchors are`} signed with ${given > 0 ? "the key that you gave" : "the key that came with the files"}.`,
      `${times[0] === times.at(-1) ? `It shows which entry was the newest in the log at ${times[0]}` : `Each shows which entry was the newest in the log, between ${times[0]} and ${times.at(-1)}`}.`,
      { file }
    )
  }
  const foreign = byStanding(judged, "foreign")
  if (foreign.length > 0) {
    findings.notShown(
      `Who made ${foreign.length} of the anchors.`,
      `They name the ${new Set(foreign.map(({ keyId }) => keyId)).size === 1 ? "key" : "keys"} ${[...new Set(foreign.map(({ keyId }) => keyId ?? "?"))].slice(0, 3).join(", ")}, which is not available here. If the service changed its key, also add the former one.`,
      { file }
    )
  }
  const unsigned = byStanding(judged, "unsigned").length
  if (unsigned > 0) {
    findings.notShown(`Who made ${unsigned} of the anchors.`, "They have no signature.", { file })
  }
  return { vouched: given }
}
