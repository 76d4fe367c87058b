import { anchorLines } from "@svc/contract/audit/chain"
import { bytesOfBase64, utf8 } from "./bytes.ts"
import type { Findings } from "./findings.ts"
import { field, isObject, type JsonObject, textField } from "./json.ts"
import { isHash, isId, isSeq, isTime } from "./rows.ts"
import type { Keys, Standing } from "./trust.ts"

/** An anchor that is written as anchors are, and how its signature stands; `unsigned` where it has none. */
export interface Anchor {
  readonly file: string
  /** Undefined in lists that do not name their anchors. */
  readonly id: string | undefined
  /** Undefined in lists that do not say it. */
  readonly orgId: string | undefined
  readonly entryId: string
  readonly entryHash: string
  readonly entryCreatedAt: string
  readonly anchoredAt: string
  readonly seq: number | undefined
  readonly keyId: string | null
  readonly signature: string | null
}

export interface JudgedAnchor extends Anchor {
  readonly orgId: string
  readonly standing: Standing | "unsigned"
}

const readAnchor = (file: string, item: unknown, pageOrg: string | undefined): Anchor | undefined => {
  if (!isObject(item)) return undefined
  const orgId = textField(item, "org_id") ?? pageOrg
  const entryId = field(item, "entry_id")
  const entryHash = field(item, "entry_hash")
  const entryCreatedAt = field(item, "entry_created_at")
  const anchoredAt = field(item, "anchored_at")
  const seq = field(item, "seq")
  const signature = field(item, "signature") ?? null
  const keyId = field(item, "key_id") ?? null
  return (orgId === undefined || isId(orgId)) &&
    isId(entryId) &&
    isHash(entryHash) &&
    isTime(entryCreatedAt) &&
    isTime(anchoredAt) &&
    (seq === undefined || isSeq(seq)) &&
    (signature === null || typeof signature === "string") &&
    (keyId === null || typeof keyId === "string")
    ? { file, id: textField(item, "id"), orgId, entryId, entryHash, entryCreatedAt, anchoredAt, seq, signature, keyId }
    : undefined
}

const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** The anchors of a page of anchors, of the published file (those contradicted by a later log included) or of a bare list. */
export const readAnchors = (
  file: string,
  page: JsonObject | ReadonlyArray<unknown>,
  findings: Findings
): ReadonlyArray<Anchor> => {
  const pageOrg = isObject(page) ? textField(page, "org_id") : undefined
  const items = isObject(page)
    ? [...listOf(field(page, "anchors")), ...listOf(field(page, "contradicted"))]
    : listOf(page)
  return items.flatMap((item, index) => {
    const anchor = readAnchor(file, item, pageOrg)
    if (anchor === undefined || (pageOrg !== undefined && anchor.orgId !== pageOrg)) {
      findings.failed(
        `Anchor ${index + 1} of the list is malformed.`,
        anchor === undefined
          ? "A field of it is missing or malformed."
          : "It belongs to another organization than its page.",
        { file }
      )
      return []
    }
    return [anchor]
  })
}

const judge = (anchor: Anchor, orgId: string, keys: Keys): JudgedAnchor => {
  if (anchor.signature === null) return { ...anchor, orgId, standing: "unsigned" }
  const signature = bytesOfBase64(anchor.signature)
  if (signature?.length !== 64) return { ...anchor, orgId, standing: "bad" }
  const message = utf8(anchorLines({ ...anchor, orgId }))
  return { ...anchor, orgId, standing: keys.judge(signature, message, anchor.keyId).standing }
}

// A signature costs a millisecond, and each anchor is held against each file.
const judged = new WeakMap<Anchor, JudgedAnchor>()

/** How the anchor's signature stands, as an anchor of this organisation. The keys of a run must be known by then. */
export const judgeAnchor = (anchor: Anchor, orgId: string, keys: Keys): JudgedAnchor => {
  const known = judged.get(anchor)
  if (known?.orgId === orgId) return known
  const made = judge(anchor, orgId, keys)
  judged.set(anchor, made)
  return made
}
