import { assert, layer } from "#test/support/suite"
import { hash } from "node:crypto"
import { Effect, FileSystem, Option, Redacted, Schema } from "effect"
import { Reactivity } from "effect/reactivity"
import { TestClock } from "effect/testing"
import { PgClient } from "@effect/sql-pg"
import { AppConfig } from "#platform/config/config"
import { DatabaseAddress, emptyDatabase } from "#test/support/database"
import { anOrganisation } from "#test/support/people"
import { TestServices } from "#test/support/TestApp"
import { adminIn, answered, refused } from "./admin.ts"

const Created = Schema.Struct({ address: Schema.String, rows: Schema.Int, stored_bytes: Schema.Int })
const Read = Schema.Struct({ backup: Schema.String, rows: Schema.Int })

const key = hash("sha256", "the backup key of this test", "base64")

layer(TestServices)("admin backup", (it) => {
  it.effect("creates a backup of the service's database and reads it back, under a key of one's own", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const folder = yield* fs.makeTempDirectoryScoped({ prefix: "svc-cli-backup-" })
      yield* anOrganisation()
      const service = {
        DATA_DIR: `${folder}/data`,
        DATABASE_URL: Redacted.value(yield* DatabaseAddress)
      }
      const create = ["backup", "create", "--to", `${folder}/backups`, "--json"]
      assert.match(yield* refused(yield* adminIn(service, ...create)), /^BACKUP_KEY takes 32 random bytes/)
      const { address, rows } = yield* answered(Created, yield* adminIn({ ...service, BACKUP_KEY: key }, ...create))
      assert.isAbove(rows, 0)

      // Elsewhere, where there is no service.
      const elsewhere = { DATA_DIR: `${folder}/elsewhere`, BACKUP_KEY: key }
      const read = yield* answered(Read, yield* adminIn(elsewhere, "backup", "verify", "--from", address, "--json"))
      assert.strictEqual(read.rows, rows)
      // Nothing is made there, and what a service in production has to be given is not asked for.
      assert.isFalse(yield* fs.exists(`${folder}/elsewhere`))
      const production = { ...elsewhere, NODE_ENV: "production" }
      yield* answered(Read, yield* adminIn(production, "backup", "verify", "--from", address, "--json"))
      assert.isFalse(yield* fs.exists(`${folder}/elsewhere`))

      const place = new URL(service.DATABASE_URL)
      const keyless = { ...production, DATABASE_URL: service.DATABASE_URL }
      const held = yield* adminIn(keyless, "backup", "held")
      assert.include(held.stdout, `nothing is on hold in the database ${place.pathname.slice(1)} at ${place.hostname}:`)
      const release = ["backup", "release", "--queued", "discard", "--json"]
      assert.match(yield* refused(yield* adminIn(keyless, ...release)), /^Nothing is held: /)
      assert.match(yield* refused(yield* adminIn(elsewhere, ...release)), /^There is no database in the DATA_DIR /)
      assert.isFalse(yield* fs.exists(`${folder}/elsewhere`))
      const restore = ["backup", "restore", "--from", address, "--json"]
      assert.match(yield* refused(yield* adminIn(elsewhere, ...restore)), /^--ledger names the file storage/)
      assert.isFalse(yield* fs.exists(`${folder}/elsewhere/postgres`))

      // As the role that serves and makes no tables.
      const target = new URL(Redacted.value(yield* emptyDatabase))
      const admin = yield* PgClient.makeClient({ url: Redacted.make(target.href) })
      const login = `svc_serving_${target.pathname.slice(-8)}`
      yield* admin.unsafe(`CREATE ROLE ${login} LOGIN PASSWORD 'x'`)
      yield* Effect.addFinalizer(() => Effect.orDie(admin.unsafe(`DROP ROLE ${login}`)))
      target.username = login
      target.password = "x"
      const { auditSigningKey, masterKey } = yield* AppConfig
      const keys = {
        MASTER_KEY: Buffer.from(Redacted.value(masterKey)).toString("base64"),
        AUDIT_SIGNING_KEY: Option.match(auditSigningKey, { onNone: () => "none", onSome: Redacted.value })
      }
      const serving = { ...elsewhere, ...keys, DATABASE_URL: target.href }
      assert.match(
        yield* refused(yield* adminIn(serving, ...restore, "--ledger", "lost")),
        /^The role svc_serving_\w+ cannot create tables .* the role that runs the migrations, in DATABASE_MIGRATION_URL/
      )
    }).pipe(Effect.scoped, Effect.provide(Reactivity.layer), TestClock.withLive)
  )
})
