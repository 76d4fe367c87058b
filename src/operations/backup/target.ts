import { Effect, Option } from "effect"
import type { CopySession } from "#platform/database/copy-session"
import { knownMigrations } from "#platform/database/migrations"
import { AppConfig } from "#platform/config/config"
import { Files } from "#platform/files/files"
import { masterKeyId } from "#platform/keys/secrets"
import { signingKeyId } from "#platform/keys/signing"
import { refuse, whileTrying } from "./failed.ts"
import { mayMakeSchema, newestMigration, tablesThere, unfinishedRestore } from "./load-repo.ts"
import type { Manifest } from "./manifest.ts"

/** The folders of the file storage that the service writes to. */
const areas = ["audit-anchors", "audit-erasures", "audit-logs", "documents", "leaver-tests", "org-exports"]

/** This release must know every migration of the backup, by number and name. */
export const requireKnownSchema = Effect.fnUntraced(function* ({ migrations, service_version }: Manifest) {
  const known = new Map(
    (yield* Effect.mapError(knownMigrations, whileTrying("The migrations cannot be read"))).map(({ id, name }) => [
      id,
      name
    ])
  )
  const strange = migrations.find(({ id, name }) => known.get(id) !== name)
  if (strange === undefined) return
  return yield* refuse(
    `The backup is from version ${service_version} and has the migration ${strange.id} (${strange.name}), which ` +
      "this release does not know. Restore it with that version or a later one"
  )
})

/** What the backup cannot be read without must be among the keys given, before anything is written. */
export const requireKeys = Effect.fnUntraced(function* ({ master_keys, signing_key }: Manifest) {
  const { auditSigningKey, masterKey, masterKeysLost, masterKeysPrevious } = yield* AppConfig
  const given = [masterKeyId(masterKey), ...masterKeysPrevious.map(masterKeyId), ...masterKeysLost]
  const missing = master_keys.filter((id) => !given.includes(id))
  if (missing.length > 0) {
    return yield* refuse(
      `The backup was encrypted with the master key ${missing.join(" and ")}, which is not among the keys given ` +
        `(${given.join(", ")}). Set it as MASTER_KEY, or put back the former DATA_DIR/keys. Backups do not contain ` +
        "it"
    )
  }
  const signing = Option.getOrNull(Option.map(auditSigningKey, signingKeyId))
  if (signing_key !== null && signing_key !== signing) {
    return yield* refuse(
      `The audit log of the backup is signed with ${signing_key}, but the key given is ${signing ?? "none"}. Set ` +
        "the right one as AUDIT_SIGNING_KEY, or put back the former DATA_DIR/keys. Backups do not contain it"
    )
  }
})

/** A new database, or one into which the restore of this very backup was begun. Answers which. */
export const requireEmptyDatabase = Effect.fnUntraced(function* (session: CopySession, { id, migrations }: Manifest) {
  const { login, may } = yield* mayMakeSchema(session)
  if (!may) {
    return yield* refuse(
      `The role ${login} cannot create tables in the database, so nothing can be restored into it. Use the role ` +
        "that runs the migrations, in DATABASE_MIGRATION_URL"
    )
  }
  const tables = yield* tablesThere(session)
  if (tables.length === 0) return "new" as const
  const begun = tables.includes("platform_holds") ? yield* unfinishedRestore(session) : Option.none<string>()
  if (Option.contains(begun, id)) {
    if ((yield* newestMigration(session)) <= (migrations.at(-1)?.id ?? 0)) return "begun" as const
    return yield* refuse(
      "The restore started here already has a newer schema than the backup. Create a new database for it"
    )
  }
  return yield* refuse(
    `The database is not empty: it has ${tables.length} tables. A backup is restored into a new database. Create ` +
      "one and set DATABASE_URL, or use an empty DATA_DIR"
  )
})

const holdsNothing = Effect.fnUntraced(function* (files: Files["Service"], prefix: string) {
  for (const area of areas) {
    const found = yield* Effect.mapError(files.list(`${prefix}${area}`), whileTrying("The file storage cannot be read"))
    if (found.length > 0) return false
  }
  return true
})

/** A storage that lived on has files where the backup has some; an empty one would lose them, and who was erased since, without a word. */
export const requireLivedOn = Effect.fnUntraced(function* (manifest: Manifest) {
  if (manifest.files.length === 0 || !(yield* holdsNothing(yield* Files, ""))) return
  return yield* refuse(
    "--files keep means that the file storage survived, but it has no files of the service. Set the right one in " +
      "STORAGE_URL. Without STORAGE_URL it is DATA_DIR/files of the lost service, to be moved to the new DATA_DIR"
  )
})

/** The place given for the ledger must contain something of the service. */
export const requireLedger = Effect.fnUntraced(function* (files: Files["Service"], prefix: string) {
  if (!(yield* holdsNothing(files, prefix))) return
  return yield* refuse(
    "The location of --ledger has no files of the service. It must be the file storage that survived, or the " +
      "location that `backup ledger` copies to. If there is none, or no one was ever erased, use --ledger lost"
  )
})

/** The storage has no file of the service. */
export const requireEmptyStorage = Effect.gen(function* () {
  const files = yield* Files
  for (const area of areas) {
    const found = yield* Effect.mapError(files.list(area), whileTrying("The file storage cannot be read"))
    if (found.length === 0) continue
    return yield* refuse(
      `The file storage is not empty: it has ${found.length} files under ${area}/. Set a new one in STORAGE_URL, ` +
        "or use --files keep if it survived and only the database was lost"
    )
  }
})
