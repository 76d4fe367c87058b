import { linkLines } from "@svc/contract/audit/chain"
import { hash } from "node:crypto"

export interface ChainEnd {
  readonly seq: bigint
  readonly entry_hash: string
}

/**
 * Entries as whoever hashes them needs them, one after the other, each in four parts: two lengths of four bytes
 * (big-endian), then so many bytes of its `contentLines`, certainly other ones where its time has no such form, and so
 * many of `seq`, `content_hash`, `prev_hash` and `entry_hash` with a space between them.
 */
export type WrittenEntries = Uint8Array

/** Where the parts of the entry at this offset begin, and where the next entry does. */
export const boundsAt = (bytes: Buffer, offset: number) => {
  const content = offset + 8
  if (content > bytes.length) return { content, link: content, next: content }
  const link = content + bytes.readInt32BE(offset)
  return { content, link, next: link + bytes.readInt32BE(offset + 4) }
}

/** The end that these entries lead to; undefined when one of them does not go on from the end before it. */
export const followed = (orgId: string, from: ChainEnd, entries: WrittenEntries): ChainEnd | undefined => {
  const bytes = Buffer.from(entries.buffer, entries.byteOffset, entries.byteLength)
  let { entry_hash: prevHash, seq } = from
  let offset = 0
  while (offset < bytes.length) {
    const { content, link, next } = boundsAt(bytes, offset)
    // Only a database that counts another encoding's bytes says so.
    if (next > bytes.length) return undefined
    const contentHash = hash("sha256", bytes.subarray(content, link))
    seq += 1n
    const entryHash = hash("sha256", linkLines({ orgId, seq, contentHash, prevHash }))
    if (bytes.toString("latin1", link, next) !== `${seq} ${contentHash} ${prevHash} ${entryHash}`) return undefined
    prevHash = entryHash
    offset = next
  }
  return { seq, entry_hash: prevHash }
}
