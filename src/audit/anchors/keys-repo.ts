import { Context, type DateTime, Effect, Layer, Schema } from "effect"
import { SqlSchema } from "effect/sql"
import { SystemSql } from "#platform/database/db"
import { Instant } from "#platform/database/statements"

const KeyRow = Schema.Struct({ key_id: Schema.String, public_key_pem: Schema.String, proof: Schema.String })
export type KeyRow = typeof KeyRow.Type

/** Public keys that signed anchors. */
export class SigningKeysRepo extends Context.Service<SigningKeysRepo>()("svc/audit-anchors/SigningKeysRepo", {
  make: Effect.gen(function* () {
    const system = yield* SystemSql
    const keep = SqlSchema.void({
      Request: Schema.Struct({ ...KeyRow.fields, first_used_at: Instant }),
      execute: (key) => system`
        INSERT INTO audit_signing_keys AS k ${system.insert(key)}
        ON CONFLICT (key_id) DO UPDATE SET public_key_pem = EXCLUDED.public_key_pem, proof = EXCLUDED.proof
        WHERE (k.public_key_pem, k.proof) IS DISTINCT FROM (EXCLUDED.public_key_pem, EXCLUDED.proof)`
    })
    const find = SqlSchema.findOneOption({
      Request: Schema.String,
      Result: KeyRow,
      execute: (keyId) => system`SELECT key_id, public_key_pem, proof FROM audit_signing_keys WHERE key_id = ${keyId}`
    })
    const all = SqlSchema.findAll({
      Request: Schema.Void,
      Result: KeyRow,
      execute: () => system`SELECT key_id, public_key_pem, proof FROM audit_signing_keys ORDER BY key_id`
    })
    return {
      /** Stores the key, or restores it after tampering. */
      keep: (key: KeyRow, firstUsedAt: DateTime.Utc) => Effect.orDie(keep({ ...key, first_used_at: firstUsedAt })),
      find: (keyId: string) => Effect.orDie(find(keyId)),
      all: Effect.orDie(all(undefined))
    }
  })
}) {
  static readonly layer = Layer.effect(SigningKeysRepo, SigningKeysRepo.make)
}
