import * as NodeServices from "@effect/platform-node/NodeServices"
import { print } from "@svc/cli/output"
import { DateTime, Effect, Layer, Logger, Option, Redacted, References, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { AppConfig } from "#platform/config/config"
import type { DatabaseOptions } from "#platform/database/connections"
import { openCopySession } from "#platform/database/copy-session"
import { Files } from "#platform/files/files"
import { Randomness, secureBytes } from "#platform/crypto/random"
import { Secrets } from "#platform/keys/secrets"
import { checkBackup } from "./check.ts"
import { createBackup } from "./create.ts"
import { admitServing, keptDatabase, nameOf, serviceDatabase } from "./database.ts"
import { drill } from "./drill.ts"
import { refuse, whileTrying } from "./failed.ts"
import type { Manifest } from "./manifest.ts"
import { backupKey, destination, ledgerAt, openBackup } from "./open.ts"
import { addressOf } from "./places.ts"
import { readHeld, releaseHold } from "./queued-repo.ts"
import { settleRecovered } from "./recovered.ts"
import type { App } from "./restored-app.ts"
import { type Ledger, restoreBackup } from "./restore.ts"
import { keepLedger } from "./settle.ts"

/** What is logged goes to stderr. */
const logs = Layer.merge(
  Logger.layer([Logger.withConsoleError(Logger.formatLogFmt)]),
  Layer.succeed(References.MinimumLogLevel, "Warn")
)

/** The environment of the service, as this process has it. */
const surroundings = Layer.mergeAll(Files.layer, Randomness.layer).pipe(
  Layer.provideMerge(Secrets.layer),
  Layer.provideMerge(
    AppConfig.layer.pipe(Layer.catch(({ message }) => Layer.effect(AppConfig, Effect.fail(refuse(message)))))
  ),
  Layer.merge(NodeServices.layer),
  Layer.merge(logs)
)

/** What looks at the service's database alone, and needs none of its keys. */
const withoutKeys = Layer.merge(NodeServices.layer, logs)

/**
 * What reads a backup where there is no service: no configuration of one, so that nothing is made. A folder or a bucket is
 * read without the master key, which would sign links to files.
 */
const withoutService = Randomness.layer.pipe(
  Layer.provideMerge(
    Layer.suspend(() => Secrets.layerWith({ masterKey: Redacted.make(secureBytes(32)), previous: [] }))
  ),
  Layer.merge(NodeServices.layer)
)

const shown = ({ data_of, files, id, missing_files, tables }: Manifest) => ({
  backup: id,
  data_of: DateTime.formatIso(data_of),
  tables: tables.length,
  rows: tables.reduce((sum, { rows }) => sum + rows, 0),
  files: files.reduce((sum, { items }) => sum + items, 0),
  missing_files: missing_files.length,
  bytes: [...tables.flatMap(({ parts }) => parts), ...files].reduce((sum, { bytes }) => sum + bytes, 0)
})

const toFlag = Flag.String("to").pipe(
  Flag.withMetavar("PLACE"),
  Flag.withDescription("A folder (file:/backups) or a bucket (s3://bucket/prefix?endpoint=…&region=…)")
)
const fromFlag = Flag.String("from").pipe(
  Flag.withMetavar("BACKUP"),
  Flag.withDescription("URL of a backup, as printed by `create`")
)
const ledgerFlag = Flag.String("ledger").pipe(
  Flag.withMetavar("PLACE"),
  Flag.withDescription("File storage that survived, whose ledger records later erasures; `lost` if there is none"),
  Flag.optional
)

const create = Command.make(
  "create",
  { to: toFlag },
  Effect.fn(function* ({ to }) {
    const key = yield* backupKey
    const database = yield* serviceDatabase
    const { manifest, stored } = yield* createBackup({ database, to: yield* destination(to), key })
    yield* print({ address: addressOf(to, manifest.id), ...shown(manifest), stored_bytes: stored })
  }, Effect.scoped)
).pipe(Command.withDescription("Back up the database and the file storage, encrypted with BACKUP_KEY"))

const verify = Command.make(
  "verify",
  { from: fromFlag },
  Effect.fn(function* ({ from }) {
    yield* print(shown(yield* checkBackup(yield* openBackup(from))))
  }, Effect.scoped)
).pipe(Command.withDescription("Verify a backup: authenticate every byte and count every row"))

/** The ledger that the options name; required if files are restored. */
const ledgerOf = Effect.fnUntraced(function* (given: Option.Option<string>, files: "restore" | "keep") {
  if (Option.isSome(given)) return yield* ledgerAt(given.value)
  if (files === "keep") return { _tag: "InStorage" } satisfies Ledger
  return yield* refuse(
    "--ledger names the file storage that survived (file:/… or s3://…); its ledger records who was erased after " +
      "the backup. If there is none, use --ledger lost: people erased since then come back"
  )
})

const restore = (app: Effect.Effect<App>) =>
  Command.make(
    "restore",
    {
      from: fromFlag,
      files: Flag.Literals("files", ["restore", "keep"]).pipe(
        Flag.withDefault("restore"),
        Flag.withDescription("`keep`: the file storage survived, and only the database is restored")
      ),
      ledger: ledgerFlag
    },
    Effect.fn(function* ({ files, from, ledger }) {
      const known = yield* ledgerOf(ledger, files)
      const database = yield* serviceDatabase
      const restored = yield* restoreBackup({
        backup: yield* openBackup(from),
        database,
        app: yield* app,
        files,
        ledger: known
      })
      yield* print({
        ...shown(restored.manifest),
        files: restored.files,
        erased_again: restored.erased_again,
        chains_ok: restored.chains.ok,
        chains_behind: restored.chains.behind,
        entries_verified: restored.chains.entries
      })
      yield* admitServing(database)
    }, Effect.scoped)
  ).pipe(
    Command.withDescription(
      "Restore a backup into a new database and an empty storage; nothing is sent before `release`"
    )
  )

const recovered = (app: Effect.Effect<App>) =>
  Command.make(
    "recovered",
    {
      dataOf: Flag.String("data-of").pipe(
        Flag.withSchema(Schema.DateTimeUtcFromString),
        Flag.withMetavar("TIME"),
        Flag.withDescription("The moment that PostgreSQL recovered to, for example 2026-03-02T09:00:00Z")
      ),
      ledger: ledgerFlag
    },
    Effect.fn(function* ({ dataOf, ledger }) {
      const { chains, ...settled } = yield* settleRecovered({
        database: yield* serviceDatabase,
        app: yield* app,
        dataOf,
        ledger: yield* ledgerOf(ledger, "keep")
      })
      yield* print({
        ...settled,
        chains_ok: chains.ok,
        chains_behind: chains.behind,
        entries_verified: chains.entries
      })
    }, Effect.scoped)
  ).pipe(Command.withDescription("Complete a point-in-time recovery of PostgreSQL, before a service runs on it"))

const ledger = Command.make(
  "ledger",
  { to: toFlag },
  Effect.fn(function* ({ to }) {
    yield* print({ copied: yield* keepLedger(yield* destination(to)) })
  }, Effect.scoped)
).pipe(Command.withDescription("Copy new entries of the erasure ledger to a second location"))

const openSession = (database: DatabaseOptions) =>
  Effect.mapError(openCopySession(database), whileTrying("The database cannot be reached"))

const held = Command.make(
  "held",
  {},
  Effect.fn(function* () {
    const database = yield* keptDatabase
    const found = yield* readHeld(yield* openSession(database))
    if (Option.isNone(found)) return yield* print(`nothing is on hold in the database ${nameOf(database)}`)
    const { data_of, queues, ready_at, ...rest } = found.value
    yield* print({
      database: nameOf(database),
      ...rest,
      data_of: DateTime.formatIso(data_of),
      ready_at: ready_at === null ? null : DateTime.formatIso(ready_at),
      ...queues
    })
  }, Effect.scoped)
).pipe(Command.withDescription("List what has been on hold since the restore, by queue"))

const release = Command.make(
  "release",
  {
    queued: Flag.Literals("queued", ["send", "discard"]).pipe(
      Flag.withDescription(
        "Messages from before the restore: `discard` if they were sent before the loss, `send` if not"
      )
    )
  },
  Effect.fn(function* ({ queued }) {
    const database = yield* keptDatabase
    yield* releaseHold(yield* openSession(database), queued === "send" ? "sent" : "discarded")
    yield* print(`released in the database ${nameOf(database)}: jobs run within seconds`)
  }, Effect.scoped)
).pipe(Command.withDescription("Release the restore: jobs run again, and queued messages are sent"))

const drillOf = (app: Effect.Effect<App>) =>
  Command.make(
    "drill",
    { to: toFlag.pipe(Flag.optional) },
    Effect.fn(function* ({ to }) {
      const key = yield* backupKey
      const database = yield* serviceDatabase
      yield* print(
        yield* drill({
          database,
          app: yield* app,
          key,
          to: Option.isSome(to) ? yield* destination(to.value) : undefined
        })
      )
    }, Effect.scoped)
  ).pipe(
    Command.withDescription("Rehearse: back up, restore into a separate database, verify, and print times and sizes")
  )

/** `admin backup …`: works on database and storage themselves, with the environment of the service. */
export const backup = (app: Effect.Effect<App>) =>
  Command.make("backup").pipe(
    Command.withDescription("Backups of the database and the file storage"),
    Command.withSubcommands([
      Command.provide(create, surroundings),
      Command.provide(verify, withoutService),
      Command.provide(restore(app), surroundings),
      Command.provide(recovered(app), surroundings),
      Command.provide(held, withoutKeys),
      Command.provide(release, withoutKeys),
      Command.provide(ledger, surroundings),
      Command.provide(drillOf(app), surroundings)
    ])
  )
