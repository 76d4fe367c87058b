import { anchorLines } from "@svc/contract/audit/chain"
import type { ChainAnchor, NumberedAnchor } from "@svc/contract/audit/files"
import type { OrgId } from "@svc/contract/kernel/ids"
import { DateTime } from "effect"

/** Anchors that a witness keeps and that its file holds. */
export const publishedAtMost = 500

/** The signed message with the names of its fields in braces. */
export const messageTemplate = anchorLines({
  orgId: "{org_id}",
  entryId: "{entry_id}",
  entryHash: "{entry_hash}",
  anchoredAt: "{anchored_at}"
})

const encoder = new TextEncoder()

/** What a signature is judged by: exactly the fields of the signed message. */
export interface SignedAnchor {
  readonly org_id: OrgId
  readonly entry_id: string
  readonly entry_hash: string
  readonly anchored_at: DateTime.Utc
  readonly signature: string
  readonly key_id: string
}

/** The bytes that an anchor's signature covers. */
export const signedBytes = (anchor: Omit<SignedAnchor, "signature" | "key_id">): Uint8Array =>
  encoder.encode(
    anchorLines({
      orgId: anchor.org_id,
      entryId: anchor.entry_id,
      entryHash: anchor.entry_hash,
      anchoredAt: DateTime.formatIso(anchor.anchored_at)
    })
  )

/** Key of the file with an organization's anchors in the storage. */
export const fileKey = (orgId: OrgId): string => `audit-anchors/${orgId}/anchors.json`

/**
 * What the chain says of an anchor: it `holds` the entry; it `contradicts` the anchor (the entry is missing or is another
 * one); or the entry is older than what retention left (`purged`), so that the chain says nothing.
 */
type Verdict = "holds" | "contradicts" | "purged"

type Signature = Pick<ChainAnchor, "signature" | "key_id" | "signed_at">

export const unsigned: Signature = { signature: null, key_id: null, signed_at: null }

/**
 * How an anchor's signature is shown: as recorded, or not at all. It is never created later, whatever key this process
 * has: a signature states what its key saw then. One that claims a former key of this service and was not made by it is
 * not shown.
 */
export const servingOf = (anchor: {
  readonly key_id: string | null
  readonly currentKeyId: string | null
  /** Whether a former key of this service made the recorded signature (audit-21). */
  readonly genuine: boolean
}): "recorded" | "none" => {
  const { currentKeyId, genuine, key_id } = anchor
  if (key_id === null) return "none"
  return currentKeyId === null || key_id === currentKeyId || genuine ? "recorded" : "none"
}

/** The identity of an anchor, whatever signed it. */
export const identity = ({ anchored_at, entry_hash, entry_id, id, seq }: NumberedAnchor) =>
  `${id} ${seq} ${entry_id} ${entry_hash} ${anchored_at.epochMilliseconds}`

const newestFirst = (a: NumberedAnchor, b: NumberedAnchor) =>
  b.anchored_at.epochMilliseconds - a.anchored_at.epochMilliseconds || b.seq - a.seq || (a.id < b.id ? 1 : -1)

interface Kept {
  readonly anchors: ReadonlyArray<NumberedAnchor>
  readonly contradicted: ReadonlyArray<NumberedAnchor>
}

/** Every anchor that is recorded or kept, once, in the version whose signature says most. */
export const united = (
  recorded: ReadonlyArray<NumberedAnchor>,
  kept: Kept,
  currentKeyId: string | null
): ReadonlyArray<NumberedAnchor> => {
  const all = new Map(recorded.map((anchor) => [identity(anchor), anchor]))
  for (const anchor of [...kept.anchors, ...kept.contradicted]) {
    const found = all.get(identity(anchor))
    // Ed25519 gives one signature per key and text, so a recorded one that differs from the kept one was changed.
    const better = anchor.signature !== null && (anchor.key_id === currentKeyId || found?.signature === null)
    if (found === undefined || better) all.set(identity(anchor), anchor)
  }
  return [...all.values()]
}

/**
 * What the file holds from now on. Nothing in it is forgotten because the database does not know it: an anchor that the
 * chain contradicts stays among the contradicted until the chain holds its entry again. When those are too many, the
 * first that were noticed stay (audit-28).
 */
export const sorted = (all: ReadonlyArray<readonly [NumberedAnchor, Verdict]>, kept: Kept): Kept => {
  const before = new Set(kept.contradicted.map(identity))
  const contradicts = ([anchor, verdict]: readonly [NumberedAnchor, Verdict]) =>
    verdict === "contradicts" || (verdict === "purged" && before.has(identity(anchor)))
  const of = (chosen: boolean) => all.filter((judged) => contradicts(judged) === chosen).map(([anchor]) => anchor)
  const noticed = (anchor: NumberedAnchor) => (before.has(identity(anchor)) ? 0 : 1)
  return {
    anchors: of(false).toSorted(newestFirst).slice(0, publishedAtMost),
    contradicted: of(true)
      .toSorted((a, b) => noticed(a) - noticed(b) || newestFirst(a, b))
      .slice(0, publishedAtMost)
  }
}
