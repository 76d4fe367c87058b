import { AppConfig } from "#platform/config/config"
import { NodeServices } from "@effect/platform-node"
import { Effect, FileSystem, Layer, Option, Redacted } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { createHash, generateKeyPairSync } from "node:crypto"
import { TestConfig, testAppWith } from "#test/support/TestApp"
import { aSession, type Member } from "#test/support/people"

export const signingKey = generateKeyPairSync("ed25519")

/** The service with a key to sign with. */
export const SigningApp = testAppWith(
  Layer.effect(
    AppConfig,
    Effect.map(AppConfig, (config) => ({
      ...config,
      auditSigningKey: Option.some(
        Redacted.make(signingKey.privateKey.export({ format: "pem", type: "pkcs8" }).toString())
      )
    }))
  ).pipe(Layer.provide(TestConfig))
)

export interface Downloaded {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Buffer
  readonly text: string
}

/** `GET /api/audit-log/export` in a session of this member. */
export const download = Effect.fnUntraced(function* (member: Member, query: Record<string, string> = {}) {
  const client = yield* HttpClient.HttpClient
  const bearer = yield* aSession(member)
  const response = yield* client.execute(
    HttpClientRequest.get(`/api/audit-log/export?${new URLSearchParams(query)}`).pipe(
      HttpClientRequest.bearerToken(bearer)
    )
  )
  const bytes = Buffer.from(yield* response.arrayBuffer)
  const downloaded: Downloaded = { status: response.status, headers: response.headers, bytes, text: bytes.toString() }
  return downloaded
})

interface Entry {
  org_id: string
  seq: number
  id: string
  created_at: string
  actor_id: string | null
  action: string
  target: string
  details: string
  content_hash: string
  prev_hash: string
  entry_hash: string
  target_text: string
  details_text: string
  actor_name: string | null
}

interface ExportFile {
  exported_at: string
  row_count: number
  rows: Array<Entry>
  skeleton: Array<{ seq: number; content_hash: string; entry_hash: string }>
}

export const jsonOf = ({ text }: Downloaded): ExportFile => JSON.parse(text)

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex")

/**
 * What somebody else would write from chain-2 and log-exports-5 alone, with nothing of ours: the numbers of the entries
 * that do not follow from the file.
 */
export const brokenLinks = ({ rows, skeleton }: ExportFile): ReadonlyArray<number> => {
  const orgId = rows[0]?.org_id
  const links = [
    ...rows.map((row) => {
      const content =
        `svc-audit-content/v1\norg_id=${row.org_id}\nid=${row.id}\ncreated_at=${row.created_at}\n` +
        `actor_id=${row.actor_id ?? ""}\naction=${row.action}\n` +
        `target=${JSON.stringify(row.target)}\ndetails=${JSON.stringify(row.details)}\n`
      return { seq: row.seq, content: sha256(content), entry: row.entry_hash, prev: row.prev_hash }
    }),
    ...skeleton.map(({ content_hash, entry_hash, seq }) => ({
      seq,
      content: content_hash,
      entry: entry_hash,
      prev: null
    }))
  ].toSorted((a, b) => a.seq - b.seq)
  return links.flatMap(({ content, entry, prev, seq }, index) => {
    const before = links[index - 1]
    if (before !== undefined && before.seq !== seq - 1) return [seq]
    if (before !== undefined && prev !== null && prev !== before.entry) return [seq]
    const link = `svc-audit-entry/v1\norg_id=${orgId}\nseq=${seq}\ncontent_hash=${content}\nprev_hash=${prev ?? before?.entry}\n`
    return sha256(link) === entry ? [] : [seq]
  })
}

/** What the service keeps on disk while exports leave. */
export const scratchFiles = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const { dataDir } = yield* AppConfig
  const folder = `${dataDir}/scratch`
  return (yield* fs.exists(folder)) ? yield* fs.readDirectory(folder) : []
}).pipe(Effect.provide(NodeServices.layer))
