import type { PgClient } from "@effect/sql-pg"
import { assert, layer } from "#test/support/suite"
import { retentionAction, retentionDetails } from "@svc/contract/audit/chain"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Clock, DateTime, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { auditText } from "#audit/record/text"
import { verdictOf } from "#audit/verification/anchor-check"
import { record } from "#test/support/audit-surface"
import { asOwner } from "#test/support/tables"
import { anchor, anAnchoredChain, appThatSigns, aSigningKey } from "./anchored.ts"
import { brokenIn, cutOff, dropThrough, verify } from "./tampering.ts"

const hashAt = (sql: PgClient.PgClient, orgId: OrgId, seq: number) =>
  Effect.map(
    sql<{ entry_hash: string }>`SELECT entry_hash FROM audit_entries WHERE org_id = ${orgId} AND seq = ${seq}`,
    ([entry]) => entry?.entry_hash ?? ""
  )

/** What retention does: removes the oldest entries and says so in the chain. */
const purge = Effect.fnUntraced(function* (
  { member, orgId }: Effect.Success<typeof anAnchoredChain>,
  claim: { readonly through: number; readonly hash?: string; readonly really?: number }
) {
  const hash = claim.hash ?? (yield* asOwner((sql) => hashAt(sql, orgId, claim.through)))
  const details = retentionDetails({ removed: claim.through, through: claim.through, hash })
  yield* asOwner((sql) => dropThrough(sql, orgId, claim.really ?? claim.through))
  yield* record(member, { action: retentionAction, target: auditText`Audit log`, details: auditText`${details}` })
})

/** Long enough ago for the shortest retention. */
const monthsLater = TestClock.adjust("100 days")

layer(appThatSigns(Option.some(aSigningKey())))("the oldest surviving entry", (it) => {
  // verification-7: The oldest entry that survives retention is where the chain begins, if the log says what was purged
  //   before it.
  it.effect(
    "is the anchor where the chain itself says what was purged before it; purged anchors are not missed",
    function* () {
      const chain = yield* anAnchoredChain
      yield* monthsLater
      yield* purge(chain, { through: 7 })
      const report = yield* verify(chain.orgId)
      assert.deepInclude(report, { ok: true, checked: 4, brokenCount: 0 })
      assert.deepStrictEqual(report.witnesses, [{ name: "storage", checked: 1 }])
      yield* purge(chain, { through: 9 })
      assert.deepStrictEqual(yield* brokenIn(chain.orgId), [])
    }
  )

  it.effect("may be the entry that tells of the purge", function* () {
    const chain = yield* anAnchoredChain
    yield* monthsLater
    yield* purge(chain, { through: 10 })
    assert.deepStrictEqual(yield* brokenIn(chain.orgId), [])
  })

  for (const first of [1, 4, 9]) {
    it.effect(`is no anchor where nothing tells of a purge: the first ${first}, dropped`, function* () {
      const { orgId } = yield* anAnchoredChain
      yield* asOwner((sql) => dropThrough(sql, orgId, first))
      assert.sameMembers(
        [...(yield* brokenIn(orgId))],
        first >= 6 ? [`gap ${first + 1}`, "anchor_missing 6"] : [`gap ${first + 1}`]
      )
    })
  }

  it.effect("is no anchor where more, or less, is missing than was purged", function* () {
    const more = yield* anAnchoredChain
    const less = yield* anAnchoredChain
    yield* monthsLater
    yield* purge(more, { through: 3, really: 4 })
    yield* purge(less, { through: 4, really: 3 })
    assert.deepStrictEqual(yield* brokenIn(more.orgId), ["gap 5"])
    assert.deepStrictEqual(yield* brokenIn(less.orgId), ["gap 4"])
  })

  it.effect("names the hash that the purge tells of", function* () {
    const chain = yield* anAnchoredChain
    yield* monthsLater
    yield* purge(chain, { through: 4, hash: "a".repeat(64) })
    assert.deepStrictEqual(yield* brokenIn(chain.orgId), ["link_mismatch 5"])
  })

  it.effect("is none by words that only look like a purge, or by one that was changed", function* () {
    const chain = yield* anAnchoredChain
    const changed = yield* anAnchoredChain
    yield* monthsLater
    yield* asOwner((sql) => dropThrough(sql, chain.orgId, 4))
    yield* record(chain.member, { action: retentionAction, details: auditText`removed: 4, through: 4` })
    assert.deepStrictEqual(yield* brokenIn(chain.orgId), ["gap 5"])
    yield* purge(changed, { through: 3 })
    yield* asOwner((sql) =>
      Effect.gen(function* () {
        const details = retentionDetails({ removed: 4, through: 4, hash: yield* hashAt(sql, changed.orgId, 4) })
        yield* dropThrough(sql, changed.orgId, 4)
        yield* sql`UPDATE audit_entries SET details = ${details} WHERE org_id = ${changed.orgId} AND seq = 11`
      })
    )
    assert.deepStrictEqual(yield* brokenIn(changed.orgId), ["content_mismatch 11"])
  })

  // verification-19: A purge never explains the absence of an anchored entry that no retention could have removed.
  it.effect("does not hide by a purge what was anchored when no retention could have removed it", function* () {
    const chain = yield* anAnchoredChain
    yield* purge(chain, { through: 7 })
    assert.deepStrictEqual(yield* brokenIn(chain.orgId), ["anchor_missing 6"])
  })

  it.effect("does not hide it by a purge that is dated ahead either, now or once that time has come", function* () {
    const chain = yield* anAnchoredChain
    const now = yield* Clock.currentTimeMillis
    yield* monthsLater
    yield* purge(chain, { through: 7 })
    yield* TestClock.setTime(now)
    assert.deepStrictEqual(yield* brokenIn(chain.orgId), ["anchor_missing 6"])
    yield* monthsLater
    assert.deepStrictEqual(yield* brokenIn(chain.orgId), ["anchor_missing 6"])
  })

  it.effect(
    "does not hide it where somebody changed the anchor's time of the entry, which is not signed",
    function* () {
      const at = (yield* DateTime.now).pipe(DateTime.toDateUtc)
      const daysBefore = (days: number) => DateTime.makeUnsafe(at.getTime() - days * 86_400_000)
      const purge = { removed: 9, through: 9, hash: "b".repeat(64), at }
      const verdict = (anchoredDaysAgo: number) =>
        verdictOf(
          { reached: 12n, complete: true, purge },
          {
            seq: 6n,
            entry_id: "e",
            entry_hash: "a".repeat(64),
            entry_created_at: daysBefore(100),
            anchored_at: daysBefore(anchoredDaysAgo)
          },
          null
        )
      assert.strictEqual(verdict(99), "purged")
      assert.strictEqual(verdict(1), "anchor_missing")
    }
  )

  it.effect("does not hide an anchor of another entry at the number where the purge ended", function* () {
    const chain = yield* anAnchoredChain
    yield* monthsLater
    // Set back, and written anew up to where the lost anchor was; then that is purged.
    yield* asOwner((sql) => cutOff(sql, chain.orgId, 7))
    yield* chain.grow(8, 12)
    yield* purge(chain, { through: 10 })
    assert.sameMembers([...(yield* brokenIn(chain.orgId))], ["anchor_missing 10"])
  })

  it.effect("is checked against anchors that were made of it long after it was written", function* () {
    const chain = yield* anAnchoredChain
    yield* monthsLater
    yield* anchor(chain.orgId)
    yield* purge(chain, { through: 9 })
    yield* anchor(chain.orgId)
    assert.deepStrictEqual(yield* brokenIn(chain.orgId), [])
  })
})
