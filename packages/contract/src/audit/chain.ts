/** What the content hash of an entry covers. Ids are hashed in lower case, as the database gives them back. */
export interface EntryContent {
  readonly orgId: string
  readonly id: string
  /** ISO 8601 in UTC with milliseconds, as stored. */
  readonly createdAt: string
  readonly actorId: string | null
  readonly action: string
  readonly target: string
  readonly details: string
}

/** The hash that the first entry of a chain names as its predecessor. */
export const genesisHash = "0".repeat(64)

/** The text whose SHA-256 is `content_hash` (chain-2). */
export const contentLines = (entry: EntryContent): string =>
  "svc-audit-content/v1\n" +
  `org_id=${entry.orgId.toLowerCase()}\n` +
  `id=${entry.id.toLowerCase()}\n` +
  `created_at=${entry.createdAt}\n` +
  `actor_id=${entry.actorId?.toLowerCase() ?? ""}\n` +
  `action=${entry.action}\n` +
  `target=${JSON.stringify(entry.target)}\n` +
  `details=${JSON.stringify(entry.details)}\n`

/** The text whose SHA-256 is `entry_hash` (chain-2). */
export const linkLines = (link: {
  readonly orgId: string
  readonly seq: number | bigint
  readonly contentHash: string
  readonly prevHash: string
}): string =>
  "svc-audit-entry/v1\n" +
  `org_id=${link.orgId.toLowerCase()}\n` +
  `seq=${link.seq}\n` +
  `content_hash=${link.contentHash}\n` +
  `prev_hash=${link.prevHash}\n`

/** The first line of the signed message, and the `format` of a page of anchors (anchors-2). */
export const anchorFormat = "svc-audit-anchor/v1"

/** The text whose UTF-8 bytes an anchor's Ed25519 signature covers. */
export const anchorLines = (anchor: {
  readonly orgId: string
  readonly entryId: string
  readonly entryHash: string
  /** ISO 8601 in UTC with milliseconds. */
  readonly anchoredAt: string
}): string =>
  `${anchorFormat}\n` +
  `org_id=${anchor.orgId.toLowerCase()}\n` +
  `entry_id=${anchor.entryId.toLowerCase()}\n` +
  `entry_hash=${anchor.entryHash}\n` +
  `anchored_at=${anchor.anchoredAt}\n`

/** The action of the entry that records a purge; only a purge explains missing first entries of a chain. */
export const retentionAction = "audit_retention_applied"

/** What retention removed: every entry up to and with this number. */
export interface Purge {
  /** Entries removed by this run. */
  readonly removed: number
  /** The number of the last entry removed. */
  readonly through: number
  /** That entry's hash, which the oldest surviving entry names as its predecessor. */
  readonly hash: string
}

/** The details of the entry of that action, as stored and hashed. */
export const retentionDetails = ({ hash, removed, through }: Purge): string =>
  `removed: ${removed}, through: ${through}, hash: ${hash}`

/** The purge in such details; undefined for any other text. */
export const readRetentionDetails = (details: string): Purge | undefined => {
  const [, removed, through, hash] =
    /^removed: ([1-9]\d{0,15}), through: ([1-9]\d{0,15}), hash: ([0-9a-f]{64})$/.exec(details) ?? []
  return hash === undefined ? undefined : { removed: Number(removed), through: Number(through), hash }
}
