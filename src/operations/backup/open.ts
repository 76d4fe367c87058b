import { Effect, Option } from "effect"
import { variables } from "#platform/config/variables"
import { read } from "#platform/variables/variable"
import { refuse } from "./failed.ts"
import type { OpenBackup } from "./parts.ts"
import { backupAt, openPlace, placeAt } from "./places.ts"
import type { Ledger } from "./restore.ts"

/** The key that seals backups; without one there is none. */
export const backupKey = Effect.gen(function* () {
  const given = yield* Effect.mapError(read(variables.backupKey), ({ message }) => refuse(message))
  if (Option.isSome(given)) return given.value
  return yield* refuse(
    "BACKUP_KEY takes 32 random bytes in base64 (openssl rand -base64 32), and is required. Keep it apart from " +
      "the backups and the database: without it, no backup can be read"
  )
})

/** A place to write backups to. */
export const destination = Effect.fnUntraced(function* (text: string) {
  const { prefix, storage } = yield* placeAt(text)
  return { files: yield* openPlace(storage), prefix }
})

/** The backup at an address, to be read. */
export const openBackup = Effect.fnUntraced(function* (address: string) {
  const { id, prefix, storage } = yield* backupAt(address)
  const backup: OpenBackup = { files: yield* openPlace(storage), prefix, id, key: yield* backupKey }
  return backup
})

/** Where the surviving erasure ledger is: in a storage by its URL, or lost. */
export const ledgerAt = Effect.fnUntraced(function* (text: string) {
  if (text === "lost") return { _tag: "Lost" } satisfies Ledger
  const { prefix, storage } = yield* placeAt(text)
  return { _tag: "Elsewhere", files: yield* openPlace(storage), prefix } satisfies Ledger
})
