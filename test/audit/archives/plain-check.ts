import { Predicate } from "effect"
import { createPublicKey, hash, verify } from "node:crypto"

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => Predicate.isObject(value)

const listIn = (record: Readonly<Record<string, unknown>>, field: string) => {
  const list = record[field]
  return Array.isArray(list) ? list.filter(isRecord) : []
}

/**
 * What is wrong with an archive file, by what is documented alone (chain-2, archives-10): with nothing of the service's
 * own.
 */
export const faultsOf = (text: string, publicKeyPem: string | undefined): ReadonlyArray<string> => {
  const file: unknown = JSON.parse(text)
  if (!isRecord(file)) return ["not an object"]
  const faults: Array<string> = []
  const entries = listIn(file, "entries")
  if (file["format"] !== "svc-audit-archive/v1") faults.push("format")
  if (file["row_count"] !== entries.length) faults.push("row_count")
  entries.forEach((entry, index) => {
    const { action, actor_id, content_hash, created_at, details, entry_hash, id, org_id, prev_hash, seq, target } =
      entry
    const content =
      `svc-audit-content/v1\norg_id=${org_id}\nid=${id}\ncreated_at=${created_at}\nactor_id=${actor_id ?? ""}\n` +
      `action=${action}\ntarget=${JSON.stringify(target)}\ndetails=${JSON.stringify(details)}\n`
    const link = `svc-audit-entry/v1\norg_id=${org_id}\nseq=${seq}\ncontent_hash=${content_hash}\nprev_hash=${prev_hash}\n`
    const before = entries[index - 1]
    if (org_id !== file["org_id"]) faults.push(`org_id of ${seq}`)
    if (hash("sha256", content) !== content_hash) faults.push(`content of ${seq}`)
    if (hash("sha256", link) !== entry_hash) faults.push(`link of ${seq}`)
    if (before !== undefined && (before["entry_hash"] !== prev_hash || Number(before["seq"]) + 1 !== seq)) {
      faults.push(`before ${seq}`)
    }
    if (before === undefined && seq === 1 && prev_hash !== "0".repeat(64)) faults.push("genesis")
  })
  const page = file["anchors"]
  if (!isRecord(page)) return [...faults, "anchors"]
  for (const anchor of listIn(page, "anchors")) {
    const last = entries.at(-1)
    if (anchor["entry_id"] !== last?.["id"] || anchor["entry_hash"] !== last?.["entry_hash"]) faults.push("anchor")
    const message =
      `svc-audit-anchor/v1\norg_id=${anchor["org_id"]}\nentry_id=${anchor["entry_id"]}\n` +
      `entry_hash=${anchor["entry_hash"]}\nanchored_at=${anchor["anchored_at"]}\n`
    if (
      publicKeyPem !== undefined &&
      !verify(
        null,
        Buffer.from(message),
        createPublicKey(publicKeyPem),
        Buffer.from(String(anchor["signature"]), "base64")
      )
    ) {
      faults.push("signature of the anchor")
    }
  }
  return faults
}
