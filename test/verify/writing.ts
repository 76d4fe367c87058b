import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from "node:crypto"
import { buffer } from "node:stream/consumers"
import { ZipFile } from "yazl"
import { type Input, type Report, verify } from "@svc/verify/verify"

/*
 * The files of the service as the documents describe them, written here a second time and without its code: what the
 * verifier agrees with is the documented text (chain-2, anchors-2), not a shared function.
 */

export const sha256 = (content: string | Uint8Array) => createHash("sha256").update(content).digest("hex")

export interface WrittenRow {
  readonly org_id: string
  readonly seq: number
  readonly id: string
  readonly created_at: string
  readonly actor_id: string | null
  readonly action: string
  readonly target: string
  readonly details: string
  readonly content_hash: string
  readonly prev_hash: string
  readonly entry_hash: string
  readonly target_text: string
  readonly details_text: string
  readonly actor_name: string | null
}

const minute = 60_000
const begin = Date.parse("2026-03-02T09:00:00.000Z")

const timeOf = (seq: number) => new Date(begin + seq * 15 * minute).toISOString()

const lines = (...parts: ReadonlyArray<string>) => parts.map((part) => `${part}\n`).join("")

type Content = Pick<WrittenRow, "org_id" | "id" | "created_at" | "actor_id" | "action" | "target" | "details">

const contentHashOf = (row: Content) =>
  sha256(
    lines(
      "svc-audit-content/v1",
      `org_id=${row.org_id}`,
      `id=${row.id}`,
      `created_at=${row.created_at}`,
      `actor_id=${row.actor_id ?? ""}`,
      `action=${row.action}`,
      `target=${JSON.stringify(row.target)}`,
      `details=${JSON.stringify(row.details)}`
    )
  )

const entryHashOf = (row: { org_id: string; seq: number; content_hash: string; prev_hash: string }) =>
  sha256(
    lines(
      "svc-audit-entry/v1",
      `org_id=${row.org_id}`,
      `seq=${row.seq}`,
      `content_hash=${row.content_hash}`,
      `prev_hash=${row.prev_hash}`
    )
  )

/** Gives the row the hashes that its content and its place have, as a careful forger does too. */
export const hashed = <R extends Content & { readonly seq: number; readonly prev_hash: string }>(row: R) => {
  const content_hash = contentHashOf(row)
  return { ...row, content_hash, entry_hash: entryHashOf({ ...row, content_hash }) }
}

interface LogOptions {
  readonly orgId?: string
  readonly entry?: (
    seq: number,
    rows: ReadonlyArray<WrittenRow>
  ) => Partial<Pick<WrittenRow, "action" | "target" | "details">>
}

/** A whole log of this many entries, oldest first. */
export const aLog = (length: number, { entry = () => ({}), orgId = randomUUID() }: LogOptions = {}) => {
  const rows: Array<WrittenRow> = []
  for (let seq = 1; seq <= length; seq += 1) {
    rows.push(
      hashed({
        org_id: orgId,
        seq,
        id: randomUUID(),
        created_at: timeOf(seq),
        actor_id: seq % 3 === 0 ? null : randomUUID(),
        action: "offboarding_updated",
        target: `[[aps:v1:${randomUUID()}:c2VhbGVk]] "é\u2028\n`,
        details: `stage: ${seq}`,
        prev_hash: rows.at(-1)?.entry_hash ?? "0".repeat(64),
        target_text: "Ada Lovelace",
        details_text: `stage: ${seq}`,
        actor_name: null,
        ...entry(seq, rows)
      })
    )
  }
  return rows
}

/** The same content chained anew from this place on. */
export const rechained = (rows: ReadonlyArray<WrittenRow>): ReadonlyArray<WrittenRow> => {
  const made: Array<WrittenRow> = []
  for (const row of rows) made.push(hashed({ ...row, prev_hash: made.at(-1)?.entry_hash ?? row.prev_hash }))
  return made
}

export const skeletonOf = (rows: ReadonlyArray<WrittenRow>) =>
  rows.map(({ content_hash, entry_hash, seq }) => ({ seq, content_hash, entry_hash }))

export const anExport = (rows: ReadonlyArray<unknown>, skeleton: ReadonlyArray<unknown> = []) => ({
  exported_at: "2026-04-01T00:00:00.000Z",
  row_count: rows.length,
  rows,
  skeleton
})

export interface Signer {
  readonly pem: string
  readonly keyId: string
  readonly sign: (content: string | Uint8Array) => Buffer
}

const signerOf = (publicKey: KeyObject, privateKey: KeyObject): Signer => ({
  pem: publicKey.export({ format: "pem", type: "spki" }).toString(),
  keyId: sha256(publicKey.export({ format: "der", type: "spki" })).slice(0, 16),
  sign: (content) => sign(null, Buffer.from(content), privateKey)
})

export const aSigner = () => {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519")
  return signerOf(publicKey, privateKey)
}

/** An anchor over the row, made five minutes after it. */
export const anAnchor = (row: WrittenRow, signer?: Signer) => {
  const anchored_at = new Date(Date.parse(row.created_at) + 5 * minute).toISOString()
  const message = lines(
    "svc-audit-anchor/v1",
    `org_id=${row.org_id}`,
    `entry_id=${row.id}`,
    `entry_hash=${row.entry_hash}`,
    `anchored_at=${anchored_at}`
  )
  return {
    id: randomUUID(),
    org_id: row.org_id,
    entry_id: row.id,
    entry_hash: row.entry_hash,
    entry_created_at: row.created_at,
    anchored_at,
    source: "hourly",
    signature: signer?.sign(message).toString("base64") ?? null,
    key_id: signer?.keyId ?? null,
    signed_at: signer === undefined ? null : "recorded"
  }
}

export const aPage = (orgId: string, anchors: ReadonlyArray<unknown>, signer?: Signer) => ({
  format: "svc-audit-anchor/v1",
  org_id: orgId,
  signed_message:
    "svc-audit-anchor/v1\norg_id={org_id}\nentry_id={entry_id}\nentry_hash={entry_hash}\nanchored_at={anchored_at}\n",
  key: signer === undefined ? null : { algorithm: "Ed25519", key_id: signer.keyId, public_key_pem: signer.pem },
  anchors
})

export const anArchive = (rows: ReadonlyArray<WrittenRow>, anchors: unknown) => ({
  format: "svc-audit-archive/v1",
  org_id: rows[0]?.org_id,
  archived_at: "2026-04-01T00:00:00.000Z",
  row_count: rows.length,
  entries: rows.map(({ actor_name: _a, details_text: _d, target_text: _t, ...stored }) => stored),
  anchors
})

/** A ZIP of these files, written as the service writes them. */
export const zipOf = (files: Readonly<Record<string, string | Uint8Array>>): Promise<Buffer> => {
  const zip = new ZipFile()
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path)
  zip.end()
  return buffer(zip.outputStream)
}

/** The files of an export bundle. */
export const bundleFiles = (
  file: string,
  content: string,
  rowCount: number,
  signer: Signer | undefined
): Record<string, string | Uint8Array> => ({
  [file]: content,
  ...(signer === undefined ? {} : { [`${file}.sig`]: signer.sign(content), "signing-key.pem": signer.pem }),
  "verification.json": JSON.stringify({
    format: "svc-audit-bundle/v1",
    file,
    sha256: sha256(content),
    row_count: rowCount,
    exported_at: "2026-04-01T00:00:00.000Z",
    algorithm: "Ed25519",
    key_id: signer?.keyId ?? null,
    signature: signer?.sign(content).toString("base64") ?? null,
    instructions: []
  })
})

type Parts = Readonly<Record<string, string | Uint8Array>>

/** The files with the manifest that lists them, and its signature, last. */
export const withManifest = (
  head: Readonly<Record<string, unknown>>,
  files: Parts,
  signer: Signer | undefined
): Record<string, string | Uint8Array> => {
  const manifest = JSON.stringify({
    ...head,
    created_at: "2026-04-01T00:00:00.000Z",
    key_id: signer?.keyId ?? null,
    files: Object.entries(files).map(([path, content]) => ({
      path,
      size: Buffer.byteLength(content),
      sha256: sha256(content)
    }))
  })
  return {
    ...files,
    "manifest.json": manifest,
    ...(signer === undefined ? {} : { "manifest.json.sig": signer.sign(manifest) })
  }
}

/** The files of a case's evidence, its manifest last. */
export const evidenceFiles = (orgId: string, files: Parts, signer: Signer | undefined) =>
  withManifest({ format: "svc-evidence/v1", org_id: orgId, offboarding_id: randomUUID() }, files, signer)

export const input = (name: string, content: unknown, as?: Input["as"]): Input => ({
  name,
  bytes:
    content instanceof Uint8Array
      ? content
      : new TextEncoder().encode(typeof content === "string" ? content : JSON.stringify(content)),
  ...(as === undefined ? {} : { as })
})

/** Verifies contents under these names; `key` and `former` are what the auditor gives as keys. */
export const verified = (contents: Readonly<Record<string, unknown>>): Promise<Report> =>
  verify(
    Object.entries(contents).map(([name, content]) =>
      input(name, content, /^(key|former)\./.test(name) ? "Key" : undefined)
    )
  )

export const failuresOf = ({ findings }: Report) => findings.filter(({ outcome }) => outcome === "failed")

/** Everything that one outcome says, as one text. */
export const said = ({ findings }: Report, outcome: string) =>
  findings
    .filter((finding) => finding.outcome === outcome)
    .map(({ what, why }) => `${what} ${why}`)
    .join("\n")
