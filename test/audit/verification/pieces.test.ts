import { assert, layer } from "#test/support/suite"
import { OffboardingId } from "@svc/contract/kernel/ids"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { auditText } from "#audit/record/text"
import { VerificationBounds } from "#audit/verification/service"
import { record } from "#test/support/audit-surface"
import { TestServices } from "#test/support/TestApp"
import { brokenIn, verify } from "./tampering.ts"
import { labelled } from "#test/support/labelled"
import { aMember, anOrganisation } from "#test/support/people"
import { asOwner } from "#test/support/tables"

/** An organisation with a chain of twelve entries. */
const aChain = Effect.gen(function* () {
  const orgId = yield* anOrganisation()
  const member = yield* aMember(orgId)
  for (let entry = 2; entry <= 12; entry++) {
    yield* record(member, {
      action: labelled("noted"),
      target: auditText`Übergabe ${entry} 🗝`,
      details: auditText`some details`
    })
  }
  return orgId
})

layer(TestServices)("a chain is followed in pieces", (it) => {
  it.effect("over its pages when it is intact", () =>
    Effect.gen(function* () {
      const report = yield* verify(yield* aChain)
      assert.deepInclude(report, { ok: true, checked: 12, complete: true })
    }).pipe(Effect.provideService(VerificationBounds, { entries: 1000, entriesPerPage: 5, reported: 1000 }))
  )

  it.effect("what is broken in a page is reported, and the pages after it are followed", () =>
    Effect.gen(function* () {
      const orgId = yield* aChain
      yield* asOwner((sql) => sql`UPDATE audit_entries SET details = 'x' WHERE org_id = ${orgId} AND seq = 7`)
      assert.deepStrictEqual(yield* brokenIn(orgId), ["content_mismatch 7"])
      yield* asOwner((sql) => sql`DELETE FROM audit_entries WHERE org_id = ${orgId} AND seq = 11`)
      assert.deepStrictEqual(yield* brokenIn(orgId), ["content_mismatch 7", "gap 12"])
    }).pipe(Effect.provideService(VerificationBounds, { entries: 1000, entriesPerPage: 5, reported: 1000 }))
  )

  for (const seq of [4, 11]) {
    for (const [hidden, change] of [
      ["that the columns do not tell", "offboarding_id = NULL"],
      ["another than the columns tell", "offboarding_id = gen_random_uuid()"],
      ["besides, of somebody", "org_employee_id = gen_random_uuid()"]
    ] as const) {
      it.effect(`what entry ${seq} names, ${hidden}, is found`, () =>
        Effect.gen(function* () {
          const orgId = yield* anOrganisation()
          const member = yield* aMember(orgId)
          const offboardingId = OffboardingId.make(randomUUID())
          for (let entry = 2; entry <= 12; entry++) {
            yield* record(member, { action: labelled("noted"), target: auditText`Case`, offboardingId })
          }
          assert.deepStrictEqual(yield* brokenIn(orgId), [])
          yield* asOwner((sql) =>
            sql.unsafe(`UPDATE audit_entries SET ${change} WHERE org_id = $1 AND seq = $2`, [orgId, seq])
          )
          assert.deepStrictEqual(yield* brokenIn(orgId), [`subject_mismatch ${seq}`])
        }).pipe(Effect.provideService(VerificationBounds, { entries: 1000, entriesPerPage: 3, reported: 1000 }))
      )
    }
  }

  it.effect("an entry that holds the next one, which is gone, is found", function* () {
    const orgId = yield* aChain
    yield* asOwner((sql) =>
      Effect.andThen(
        sql`
            UPDATE audit_entries e SET entry_hash = e.entry_hash || gone.details || gone.entry_hash
            FROM audit_entries gone
            WHERE e.org_id = ${orgId} AND gone.org_id = ${orgId} AND e.seq = 5 AND gone.seq = 6`,
        sql`DELETE FROM audit_entries WHERE org_id = ${orgId} AND seq = 6`
      )
    )
    assert.deepStrictEqual(yield* brokenIn(orgId), ["entry_mismatch 5", "gap 7"])
  })
})
