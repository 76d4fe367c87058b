import { PgClient } from "@effect/sql-pg"
import { Clock, Data, DateTime, Effect, Option } from "effect"
import { Reactivity } from "effect/reactivity"
import { AppConfig } from "#platform/config/config"
import { type DatabaseOptions, loginSettings } from "#platform/database/connections"
import { masterKeyId } from "#platform/keys/secrets"
import { signingKeyId } from "#platform/keys/signing"

/** The keys of this process are others than those that the database knows. `message` is what the operator reads. */
class KeysRefused extends Data.TaggedError("KeysRefused")<{ readonly message: string }> {}

const unread = (keyIds: ReadonlyArray<string>) =>
  keyIds.length === 1 ? `${keyIds.join("")}, which is not` : `${keyIds.join(" and ")}, which are not`

/** Every key that ever sealed something must be there, for what it sealed cannot be read without it. */
const registerMasterKey = Effect.fnUntraced(function* (sql: PgClient.PgClient) {
  const { dataDir, generatedKeys, masterKey, masterKeysLost, masterKeysPrevious } = yield* AppConfig
  const current = masterKeyId(masterKey)
  const given = [current, ...masterKeysPrevious.map(masterKeyId)]
  const known = (yield* sql<{ readonly key_id: string }>`SELECT key_id FROM platform_master_keys ORDER BY key_id`).map(
    ({ key_id }) => key_id
  )
  const missing = known.filter((keyId) => !given.includes(keyId) && !masterKeysLost.includes(keyId))
  if (missing.length > 0) {
    const generated = generatedKeys.includes("MASTER_KEY")
      ? `; it was not set, so it is the one in ${dataDir}/keys`
      : ""
    return yield* new KeysRefused({
      message:
        `MASTER_KEY is the key ${current}${generated}. The database was encrypted with ${unread(missing)} among ` +
        "the keys given. Set it as MASTER_KEY, or in MASTER_KEY_PREVIOUS while rotating. If a key is lost, list " +
        "it in MASTER_KEY_LOST: everything encrypted with it is then discarded"
    })
  }
  const lost = known.filter((keyId) => !given.includes(keyId))
  if (lost.length > 0) {
    yield* Effect.logWarning("values encrypted with lost master keys are discarded (MASTER_KEY_LOST)", {
      keys: lost.join(", ")
    })
  }
  if (known.includes(current)) return
  yield* sql`INSERT INTO platform_master_keys ${sql.insert({ key_id: current, first_used_at: yield* DateTime.nowAsDate })}`
  if (known.length > 0) {
    yield* Effect.logWarning("master key changed: keep the previous keys in MASTER_KEY_PREVIOUS", {
      masterKey: current,
      previous: known.join(", ")
    })
  }
})

/** One key signs for a database: what another node signs is checked with the key that people know (platform-55). */
const registerSigningKey = Effect.fnUntraced(function* (sql: PgClient.PgClient) {
  const { auditSigningKey, auditSigningKeyReplaces, dataDir, generatedKeys } = yield* AppConfig
  const current = Option.match(auditSigningKey, { onNone: () => "none", onSome: signingKeyId })
  const [newest] = yield* sql<{ readonly key_id: string | null }>`
    SELECT key_id FROM platform_signing_keys ORDER BY number DESC LIMIT 1`
  const known = newest === undefined ? undefined : (newest.key_id ?? "none")
  if (known === current) return
  if (known !== undefined && !Option.contains(auditSigningKeyReplaces, known)) {
    const generated = generatedKeys.includes("AUDIT_SIGNING_KEY")
      ? ` (it was not set, so it is the one in ${dataDir}/keys)`
      : ""
    return yield* new KeysRefused({
      message:
        `AUDIT_SIGNING_KEY is ${current === "none" ? "none" : `the key ${current}`}${generated}, but the audit ` +
        `log of this database is signed with ${known === "none" ? "none" : known}. Every node must use the same ` +
        `key. To replace it permanently, set AUDIT_SIGNING_KEY_REPLACES=${known}`
    })
  }
  yield* sql`INSERT INTO platform_signing_keys ${sql.insert({
    key_id: current === "none" ? null : current,
    since: yield* DateTime.nowAsDate
  })}`
  if (known !== undefined) {
    yield* Effect.logWarning("audit signing key changed: notify everyone who keeps the public key", {
      signingKey: current,
      previous: known
    })
  }
})

/**
 * Compares the keys of this process with those that the database was used with, and records new ones. If two nodes
 * start concurrently on a new database with different keys, one wins and the other is refused (platform-54).
 */
export const registerKeys = Effect.fn("registerKeys")(
  function* (options: DatabaseOptions) {
    const sql = yield* PgClient.makeClient(loginSettings(options, "keys"))
    yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`SELECT set_config('role', 'svc_system', true)`
        yield* sql`SELECT pg_advisory_xact_lock(hashtextextended('platform: keys', 0))`
        yield* registerMasterKey(sql)
        yield* registerSigningKey(sql)
      })
    )
  },
  Effect.scoped,
  Effect.provide(Reactivity.layer),
  Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())
)
