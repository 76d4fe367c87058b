import { assert, layer } from "#test/support/suite"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Effect, Fiber } from "effect"
import { AuditLog } from "#audit/log/service"
import { AuditVerification } from "#audit/verification/service"
import { TestApp } from "#test/support/TestApp"
import { aMember, anOrganisation, asCaller } from "#test/support/people"
import { asOwner } from "#test/support/tables"

/** How many connections wait for the log at the same time while nobody can read it, and what came of the work. */
const heldUp = Effect.fnUntraced(function* <A, E, R>(works: ReadonlyArray<Effect.Effect<A, E, R>>) {
  const context = yield* Effect.context<R>()
  const { most, running } = yield* asOwner((sql) =>
    Effect.gen(function* () {
      yield* sql`LOCK TABLE audit_entries`
      const running = yield* Effect.forEach(works, (work) => Effect.forkDetach(Effect.provide(work, context)))
      let most = 0
      for (let look = 0; look < 1000; look++) {
        const [now] = yield* sql<{ readonly waiting: number }>`
          SELECT count(*)::int AS waiting FROM pg_locks
          WHERE NOT granted AND relation = 'audit_entries'::regclass
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
        most = Math.max(most, now?.waiting ?? 0)
      }
      return { most, running }
    })
  )
  return { most, answers: yield* Fiber.joinAll(running) }
})

const organisations = Effect.forEach(Array.from({ length: 9 }), () => anOrganisation())

layer(TestApp)("many organisations at once", (it) => {
  it.effect("verify their logs two at a time, so that connections are left for everybody else", function* () {
    const verification = yield* AuditVerification
    const { answers, most } = yield* heldUp((yield* organisations).map((orgId) => verification.verify(orgId)))
    assert.isTrue(answers.every(({ ok }) => ok))
    assert.isAbove(most, 0)
    assert.isAtMost(most, 2)
  })

  it.effect("search their logs four at a time", function* () {
    const log = yield* AuditLog
    const search = (orgId: OrgId) =>
      Effect.flatMap(aMember(orgId), (member) =>
        Effect.succeed(log.list({ search: "ada", limit: 50, offset: 0 }).pipe(asCaller(member)))
      )
    const { answers, most } = yield* heldUp(yield* Effect.forEach(yield* organisations, search))
    assert.strictEqual(answers.length, 9)
    assert.isAbove(most, 0)
    assert.isAtMost(most, 4)
  })
})
