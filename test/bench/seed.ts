import type { PgClient } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"
import { createHash, createHmac, createPrivateKey, createSecretKey, hkdfSync } from "node:crypto"

/** The master key of the servers under load. */
export const masterKey = Redacted.make(
  new Uint8Array(createHash("sha256").update("the master key under load").digest())
)

/** One for every server of every run, as in production: a database that is kept goes on with it. */
export const signingKeyText = createPrivateKey({
  // An Ed25519 key in PKCS #8 is this and 32 bytes.
  key: Buffer.concat([
    Buffer.from("302e020100300506032b657004220420", "hex"),
    createHash("sha256").update("the signing key under load").digest()
  ]),
  format: "der",
  type: "pkcs8"
})
  .export({ format: "pem", type: "pkcs8" })
  .toString()

export const masterKeyText = Buffer.from(Redacted.value(masterKey)).toString("base64")

const digestKey = createSecretKey(
  new Uint8Array(hkdfSync("sha256", Redacted.value(masterKey), new Uint8Array(), "svc/hmac/v1/api-key", 32))
)

/** What the opponents know a key by: the same digest that the service stores. */
export const keyDigest = (key: string) => createHmac("sha256", digestKey).update(key).digest("hex")

/** The n-th API key. */
export const keyAt = (index: number) =>
  `svc_live_${createHash("sha256").update(`bench key ${index}`).digest("hex").slice(0, 32)}`

/** Below the 120 a minute that the service grants a key, which no switch of the product turns off. */
export const requestsPerKey = 100

/** Ids that both sides and all rounds share. */
export const orgIdAt = (index: number) => `00000000-0000-4000-8000-${index.toString(16).padStart(12, "0")}`

interface Seed {
  /** Cases of each organisation, by its index. */
  readonly cases: ReadonlyArray<number>
  readonly keys: number
  /** Which organisation a key belongs to. */
  readonly orgOfKey: (index: number) => number
  /** All organisations' cases in the order of their time, as years leave them: a page of one lies on many pages of disk. */
  readonly interleaved?: boolean
}

/** Organisations with their cases and keys, as the service would have written them, then vacuumed and analysed. */
export const seed = Effect.fn("Bench.seed")(function* (sql: PgClient.PgClient, options: Seed) {
  const { cases, keys, orgOfKey } = options
  const organisations = cases.map((count, index) => ({ id: orgIdAt(index), count }))
  yield* sql`
    INSERT INTO organisations (id, name, plan, plan_status, created_at)
    SELECT id, 'Organisation ' || id, 'enterprise', 'active', '2026-01-01'
    FROM jsonb_to_recordset(${JSON.stringify(organisations)}::jsonb) AS o (id uuid)`
  yield* sql`INSERT INTO audit_person_keys (org_id, id, created_at) SELECT id, id, created_at FROM organisations`
  yield* sql`
    INSERT INTO offboardings (org_id, id, employee_name, employee_email, employee_role, employee_department, exit_date,
      status, separation_type, manager_email, source, person_key_id, created_at, updated_at)
    SELECT o.id, gen_random_uuid(), 'Person Number ' || n, 'person' || n || '@example.test', 'Engineer ' || n % 17,
      'Department ' || n % 12, date '2026-01-01' + n % 300,
      (array['pending', 'notice_period', 'it_revocation', 'asset_recovery', 'completed', 'cancelled'])[1 + n % 6],
      'resignation', CASE WHEN n % 3 = 0 THEN NULL ELSE 'manager' || n % 40 || '@example.test' END, 'api', o.id,
      timestamptz '2026-01-01' + n * interval '61.007 seconds', timestamptz '2026-01-01' + n * interval '61.007 seconds'
    FROM jsonb_to_recordset(${JSON.stringify(organisations)}::jsonb) AS o (id uuid, count integer),
      generate_series(1, o.count) AS n
    ${sql.literal(options.interleaved === true ? "ORDER BY n, o.id" : "")}`
  const stored = Array.from({ length: keys }, (_, index) => ({
    org_id: orgIdAt(orgOfKey(index)),
    key_digest: keyDigest(keyAt(index))
  }))
  yield* sql`
    INSERT INTO api_keys (org_id, id, name, key_prefix, key_digest, scopes, created_at)
    SELECT org_id, gen_random_uuid(), 'Bench', 'svc_live_', key_digest, '{offboardings:read,offboardings:write}', '2026-01-01'
    FROM jsonb_to_recordset(${JSON.stringify(stored)}::jsonb) AS k (org_id uuid, key_digest text)`
  yield* sql.unsafe("VACUUM ANALYZE")
})
