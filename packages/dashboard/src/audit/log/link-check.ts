import type { AuditChainEntry } from "@svc/contract/audit-log/entry-schema"
import { contentLines, genesisHash, linkLines } from "@svc/contract/audit/chain"
import type { OrgId } from "@svc/contract/kernel/ids"
import { DateTime } from "effect"
import { useEffect, useState } from "preact/hooks"
import { canHash as browserCanHash, sha256Of } from "#platform/sha256.ts"

const sha256 = (text: string) => sha256Of(new TextEncoder().encode(text))

/** Verifies content hash, entry hash and link in the browser, so the reader need not trust the service. */
const holds = async (orgId: OrgId, entry: AuditChainEntry): Promise<boolean> => {
  const contentHash = await sha256(
    contentLines({
      orgId,
      id: entry.id,
      createdAt: DateTime.formatIso(entry.created_at),
      actorId: entry.actor.id,
      action: entry.action,
      target: entry.stored_target,
      details: entry.stored_details
    })
  )
  const entryHash = await sha256(linkLines({ orgId, seq: entry.seq, contentHash, prevHash: entry.prev_hash }))
  const before = entry.previous?.entry_hash ?? (entry.seq === 1 ? genesisHash : entry.prev_hash)
  return contentHash === entry.content_hash && entryHash === entry.entry_hash && before === entry.prev_hash
}

type Verdict = "checking" | "holds" | "broken" | "unable"

export const useLinkCheck = (orgId: OrgId | null, entry: AuditChainEntry): Verdict => {
  const canHash = orgId !== null && browserCanHash
  const [verdict, setVerdict] = useState<Verdict>(canHash ? "checking" : "unable")
  useEffect(() => {
    if (!canHash) return
    let left = false
    void holds(orgId, entry).then((good) => left || setVerdict(good ? "holds" : "broken"))
    return () => {
      left = true
    }
  }, [orgId, entry])
  return verdict
}
