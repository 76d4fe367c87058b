import { PgClient } from "@effect/sql-pg"
import { Clock, Effect, Layer, type Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import { TestClock } from "effect/testing"
import { createHash } from "node:crypto"
import { WithoutFace } from "#App"
import { createBackup } from "#operations/backup/create"
import { openPlace } from "#operations/backup/places"
import type { OpenBackup } from "#operations/backup/parts"
import { type Ledger, restoreBackup } from "#operations/backup/restore"
import type { Storage } from "#platform/config/config"
import { Files } from "#platform/files/files"
import { DatabaseAddress } from "#test/support/database"

export const backupKey = new Uint8Array(createHash("sha256").update("the backup key of the tests").digest())

/** A backup of the suite's database and storage, in this storage. */
export const aBackup = Effect.fnUntraced(function* (
  given: Storage | { readonly files: Files["Service"]; readonly prefix: string }
) {
  const to = "files" in given ? given : { files: yield* openPlace(given), prefix: "" }
  const made = yield* TestClock.withLive(
    createBackup({ database: { url: yield* DatabaseAddress }, to, key: backupKey })
  )
  const backup: OpenBackup = { ...to, id: made.manifest.id, key: backupKey }
  return { ...made, backup }
})

/** Restores a backup into this database, with these files. */
export const restoreInto = (
  url: Redacted.Redacted,
  files: Files["Service"],
  options: { readonly backup: OpenBackup; readonly ledger: Ledger; readonly files?: "restore" | "keep" }
) =>
  TestClock.withLive(
    restoreBackup({ app: WithoutFace, database: { url }, files: "restore", ...options }).pipe(
      Effect.provide(Layer.succeed(Files, files))
    )
  )

/** Statements in another database than the suite's, as the server's superuser. */
export const inDatabase = <A, E, R>(url: Redacted.Redacted, work: (sql: PgClient.PgClient) => Effect.Effect<A, E, R>) =>
  Effect.scoped(Effect.flatMap(PgClient.makeClient({ url }), work)).pipe(
    Effect.provide(Reactivity.layer),
    Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())
  )
