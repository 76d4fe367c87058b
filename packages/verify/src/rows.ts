import { contentLines, linkLines } from "@svc/contract/audit/chain"
import { sha256Hex } from "./bytes.ts"
import { field, isObject, textField } from "./json.ts"

/** An entry as a file holds it. */
export interface Row {
  readonly orgId: string
  readonly seq: number
  readonly id: string
  readonly createdAt: string
  readonly actorId: string | null
  readonly action: string
  readonly target: string
  readonly details: string
  readonly contentHash: string
  readonly prevHash: string
  readonly entryHash: string
}

/** An entry that is not shown, only linked. */
export interface Link {
  readonly seq: number
  readonly contentHash: string
  readonly entryHash: string
}

export const isHash = (value: unknown): value is string => typeof value === "string" && /^[0-9a-f]{64}$/.test(value)

// Ids are hashed in lower case: another spelling of one would keep every hash, so only the one spelling is read.
export const isId = (value: unknown): value is string =>
  typeof value === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)

export const isTime = (value: unknown): value is string =>
  typeof value === "string" &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value) &&
  !Number.isNaN(Date.parse(value))

export const isSeq = (value: unknown): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 1

const isText = (value: unknown): value is string => typeof value === "string"

const isActor = (value: unknown): value is string | null => value === null || isId(value)

const fields = {
  org_id: isId,
  seq: isSeq,
  id: isId,
  created_at: isTime,
  actor_id: isActor,
  action: isText,
  target: isText,
  details: isText,
  content_hash: isHash,
  prev_hash: isHash,
  entry_hash: isHash
}

/** What a malformed item says of itself, as far as it can be read. */
export interface Malformed {
  readonly wrong: string
  readonly seq?: number
  readonly id?: string
}

const malformed = (item: unknown, wrong: string): Malformed => {
  if (!isObject(item)) return { wrong }
  const seq = field(item, "seq")
  const id = textField(item, "id")
  return {
    wrong,
    ...(isSeq(seq) ? { seq } : {}),
    ...(id === undefined ? {} : { id: id.slice(0, 36) })
  }
}

export const readRow = (item: unknown): Row | Malformed => {
  if (!isObject(item)) return malformed(item, "is not an entry")
  const orgId = field(item, "org_id")
  const seq = field(item, "seq")
  const id = field(item, "id")
  const createdAt = field(item, "created_at")
  const actorId = field(item, "actor_id")
  const action = field(item, "action")
  const target = field(item, "target")
  const details = field(item, "details")
  const contentHash = field(item, "content_hash")
  const prevHash = field(item, "prev_hash")
  const entryHash = field(item, "entry_hash")
  return isId(orgId) &&
    isSeq(seq) &&
    isId(id) &&
    isTime(createdAt) &&
    isActor(actorId) &&
    isText(action) &&
    isText(target) &&
    isText(details) &&
    isHash(contentHash) &&
    isHash(prevHash) &&
    isHash(entryHash)
    ? { orgId, seq, id, createdAt, actorId, action, target, details, contentHash, prevHash, entryHash }
    : malformed(
        item,
        `has no valid ${Object.entries(fields)
          .filter(([name, holds]) => !holds(field(item, name)))
          .map(([name]) => name)
          .join(", ")}`
      )
}

export const readLink = (item: unknown): Link | Malformed => {
  if (!isObject(item)) return malformed(item, "is not a link")
  const seq = field(item, "seq")
  const contentHash = field(item, "content_hash")
  const entryHash = field(item, "entry_hash")
  return isSeq(seq) && isHash(contentHash) && isHash(entryHash)
    ? { seq, contentHash, entryHash }
    : malformed(item, "has no valid seq, content_hash, or entry_hash")
}

export const entryHashOf = (orgId: string, seq: number, contentHash: string, prevHash: string): string =>
  sha256Hex(linkLines({ orgId, seq, contentHash, prevHash }))

/** Recalculates the row's two hashes. `hashes` are those that its successor may name as its predecessor. */
export const judgeRow = (
  row: Row
): { readonly contentHolds: boolean; readonly linkHolds: boolean; readonly hashes: ReadonlyArray<string> } => {
  const contentHash = sha256Hex(contentLines(row))
  const contentHolds = contentHash === row.contentHash
  const entryHash = entryHashOf(row.orgId, row.seq, row.contentHash, row.prevHash)
  if (entryHash === row.entryHash) return { contentHolds, linkHolds: true, hashes: [row.entryHash] }
  // Where only the stored content hash was changed, the content itself still leads to the entry's hash.
  const linkHolds = !contentHolds && entryHashOf(row.orgId, row.seq, contentHash, row.prevHash) === row.entryHash
  return { contentHolds, linkHolds, hashes: [row.entryHash, entryHash] }
}
