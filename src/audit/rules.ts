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

/** The text whose SHA-256 is `content_hash` (decisions 8, left column). */
export const contentLines = (entry: EntryContent): string =>
  "svc-audit-content/v1\n" +
  `org_id=${entry.orgId.toLowerCase()}\n` +
  `id=${entry.id.toLowerCase()}\n` +
  `created_at=${entry.createdAt}\n` +
  `actor_id=${entry.actorId?.toLowerCase() ?? ""}\n` +
  `action=${entry.action}\n` +
  `target=${JSON.stringify(entry.target)}\n` +
  `details=${JSON.stringify(entry.details)}\n`

/** The text whose SHA-256 is `entry_hash` (decisions 8, right column). */
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
