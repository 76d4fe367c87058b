import { AnchorFile, NumberedAnchor } from "@svc/contract/audit/files"
import type { Timestamp } from "@svc/contract/kernel/dates"
import type { OrgId } from "@svc/contract/kernel/ids"
import { DateTime, Effect, Predicate, Schema } from "effect"

const File = Schema.fromJsonString(Schema.toCodecJson(AnchorFile))
const decodeFile = Schema.decodeUnknownEffect(File)
const decodeHead = Schema.decodeUnknownEffect(Schema.toCodecJson(AnchorFile))

/** The text of a file, as the schema writes it: a time's own JSON is its text in UTC. */
export const textOf = (file: AnchorFile): string => JSON.stringify(file)

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const sha256 = /^[0-9a-f]{64}$/

const timeOf = (text: unknown): Timestamp | undefined => {
  if (typeof text !== "string") return undefined
  const date = new Date(text)
  return Number.isNaN(date.getTime()) || date.toISOString() !== text ? undefined : DateTime.makeUnsafe(date)
}

const isId = (value: unknown): value is string => typeof value === "string" && uuid.test(value)
const isTextOrNull = (value: unknown): value is string | null => value === null || typeof value === "string"

const isSource = Schema.is(NumberedAnchor.fields.source)
const isSignedAt = Schema.is(NumberedAnchor.fields.signed_at)

const anchorOf = (value: unknown, org_id: OrgId): NumberedAnchor | undefined => {
  if (!Predicate.isObject(value) || value["org_id"] !== org_id) return undefined
  const { id, entry_id, entry_hash, key_id, seq, signature, signed_at, source } = value
  const entry_created_at = timeOf(value["entry_created_at"])
  const anchored_at = timeOf(value["anchored_at"])
  return entry_created_at !== undefined &&
    anchored_at !== undefined &&
    isId(id) &&
    isId(entry_id) &&
    typeof entry_hash === "string" &&
    sha256.test(entry_hash) &&
    isSource(source) &&
    isTextOrNull(signature) &&
    isTextOrNull(key_id) &&
    isSignedAt(signed_at) &&
    typeof seq === "number" &&
    Number.isSafeInteger(seq)
    ? { id, org_id, entry_id, entry_hash, entry_created_at, anchored_at, source, signature, key_id, signed_at, seq }
    : undefined
}

const anchorsOf = (value: unknown, orgId: OrgId): ReadonlyArray<NumberedAnchor> | undefined => {
  if (!Array.isArray(value)) return undefined
  const anchors: Array<NumberedAnchor> = []
  for (const one of value) {
    const anchor = anchorOf(one, orgId)
    if (anchor === undefined) return undefined
    anchors.push(anchor)
  }
  return anchors
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Decodes like the schema at a tenth of the cost: every hour reads a file of up to a thousand anchors for every
 * organization that changed. Anything not exactly as this service writes it is left to the schema.
 */
export const fileOf = Effect.fnUntraced(function* (text: string, orgId: OrgId) {
  const value = parsed(text)
  if (!Predicate.isObject(value)) return yield* decodeFile(text)
  const anchors = anchorsOf(value["anchors"], orgId)
  const contradicted = anchorsOf(value["contradicted"], orgId)
  if (anchors === undefined || contradicted === undefined) return yield* decodeFile(text)
  const page = yield* decodeHead({ ...value, anchors: [], contradicted: [] })
  return { ...page, anchors, contradicted } satisfies AnchorFile
})
