import { assert, layer } from "@effect/vitest"
import { hash } from "node:crypto"
import { Effect, FileSystem, Redacted, Schema } from "effect"
import { DatabaseAddress } from "#test/support/database"
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
      const restore = ["backup", "restore", "--from", address, "--json"]
      assert.match(yield* refused(yield* adminIn(elsewhere, ...restore)), /^--ledger names the file storage/)
      assert.isFalse(yield* fs.exists(`${folder}/elsewhere/postgres`))
    }).pipe(Effect.scoped)
  )
})
