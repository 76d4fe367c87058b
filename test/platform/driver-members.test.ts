import { PgConnection } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect } from "effect"
import { readFileSync } from "node:fs"
import { batchOn } from "#platform/database/statement-batch"
import { freshDatabase } from "#test/support/database"

const members = ["deadWith", "owner", "consumer", "pipelineConsumer", "pipelinePending"]

describe("what a batch uses of the driver that is not public", () => {
  it("is of one version, pinned", () => {
    assert.match(readFileSync("package.json", "utf8"), /"@effect\/sql-pg": "\d+\.\d+\.\d+"/)
  })

  it.live("is there; without any of it a session is refused with the sentence that says so", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase
      const session = yield* PgConnection.make({ url })
      yield* batchOn(session)
      for (const member of members) {
        const kept: unknown = Reflect.get(session, member)
        assert.isTrue(Reflect.deleteProperty(session, member), member)
        const failure = yield* Effect.flip(Effect.sandbox(batchOn(session)))
        assert.strictEqual(
          Cause.squash(failure),
          "The driver sends the statements of a session otherwise in this version",
          member
        )
        // The session ends by it, too.
        Reflect.set(session, member, kept)
      }
    }).pipe(Effect.scoped)
  )
})
