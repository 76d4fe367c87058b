import { assert, layer } from "#test/support/suite"
import { Effect, FileSystem } from "effect"
import { TestClock } from "effect/testing"
import { tmpdir } from "node:os"
import { WithoutFace } from "#App"
import { drill } from "#operations/backup/drill"
import { aLeaver } from "#test/erasure/support"
import { appWithStorage, inFolder } from "#test/support/app-with-storage"
import { DatabaseAddress } from "#test/support/database"
import { backupKey } from "./support.ts"

const left = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  return (yield* fs.readDirectory(tmpdir())).filter((name) => name.startsWith("offboarding-drill-"))
})

layer(appWithStorage(inFolder))("a restore drill", (it) => {
  // backup-11: A drill is one command, and leaves nothing behind.
  it.effect(
    "backs up, restores into a PostgreSQL of its own by a role that is no superuser, verifies, and leaves nothing behind",
    function* () {
      const { member } = yield* aLeaver
      const before = yield* left
      const report = yield* TestClock.withLive(
        drill({ database: { url: yield* DatabaseAddress }, app: WithoutFace, key: backupKey, to: undefined })
      )
      assert.isDefined(member.orgId)
      assert.deepInclude(report, { chains_ok: 1, chains_behind: 0, missing_files: 0, erased_again: 0 })
      assert.isAbove(report.rows, 10)
      assert.isAbove(report.entries_verified, 1)
      assert.deepStrictEqual(yield* left, before)
    },
    180_000
  )
})
