import { assert, layer } from "#test/support/suite"
import { readRetentionDetails } from "@svc/contract/audit/chain"
import { Cause, DateTime, Duration, Effect } from "effect"
import { TestClock } from "effect/testing"
import { AuditRetention } from "#audit/archives/retention"
import { PurgeBounds } from "#audit/archives/rules"
import { auditText } from "#audit/record/text"
import { record } from "#test/support/audit-surface"
import type { DatabaseAddress } from "#test/support/database"
import {
  AppWithoutStorage,
  AppWithRefusingFolder,
  listedArchives,
  meanwhile,
  refuses,
  runJob,
  storedFile
} from "./support.ts"
import { labelled } from "#test/support/labelled"
import { aKey, aSuperAdmin, type Member } from "#test/support/people"
import { as, withKey, withStatus } from "#test/support/requests"
import { asOwner, systemSql } from "#test/support/tables"

const keepFor = (member: Member, months: number) =>
  as(member).put("/api/audit-log/retention", { audit_retention_months: months })

interface Row {
  readonly seq: number
  readonly action: string
  readonly details: string
  readonly prev_hash: string
  readonly entry_hash: string
}

const rows = (member: Member) =>
  asOwner(
    (sql) => sql<Row>`
      SELECT seq::int AS seq, action, regexp_replace(details, '( [|] |^)by ([[][[]aps|API key|SCIM|nobody|the |Deleted).*$', '') AS details, prev_hash, entry_hash FROM audit_entries
      WHERE org_id = ${member.orgId} ORDER BY seq`
  )

/** Every missing oldest entry is told of by the newest entry of a purge, and the rest verifies. */
const verifies = Effect.fnUntraced(function* (member: Member) {
  const [oldest, ...others] = yield* rows(member)
  const told = [oldest, ...others].findLast((row) => row?.action === "audit_retention_applied")
  if (oldest?.seq !== 1) {
    const purge = readRetentionDetails(told?.details ?? "")
    assert.strictEqual(purge?.through, (oldest?.seq ?? 0) - 1)
    assert.strictEqual(purge?.hash, oldest?.prev_hash)
  }
  const { body } = yield* withStatus(200, as(member).get("/api/audit-log/verify"))
  assert.deepInclude(body, { ok: true })
})

const nothing = { organisations: 0, removed: 0, failed: 0 }

layer(AppWithoutStorage)("audit-retention", (it) => {
  // retention-8: Entries are kept indefinitely until a retention is chosen.
  it.effect("removes nothing before a retention is chosen: entries are kept for ever", function* () {
    const member = yield* aSuperAdmin()
    yield* TestClock.adjust("5000 days")
    yield* record(member, {})
    assert.deepStrictEqual(yield* runJob("audit-retention", member), nothing)
    assert.lengthOf(yield* rows(member), 2)
  })

  // retention-3: Entries past it are removed, the oldest first, and what is left verifies.
  it.effect(
    "removes the oldest entries past the retention, tells of it in the log, and the rest verifies",
    function* () {
      const member = yield* aSuperAdmin()
      yield* record(member, { action: labelled("old") })
      yield* keepFor(member, 3)
      // 2 March and three months: 2 June.
      yield* TestClock.adjust("91 days")
      yield* record(member, { action: labelled("young") })
      assert.deepStrictEqual(yield* runJob("audit-retention", member), nothing)
      yield* TestClock.adjust("2 days")
      const before = yield* rows(member)
      assert.deepStrictEqual(yield* runJob("audit-retention", member), { organisations: 1, removed: 3, failed: 0 })
      const after = yield* rows(member)
      assert.deepStrictEqual(
        after.map(({ action, seq }) => [seq, action]),
        [
          [4, "young"],
          [5, "audit_retention_applied"]
        ]
      )
      assert.strictEqual(after[1]?.details, `removed: 3, through: 3, hash: ${before[2]?.entry_hash}`)
      yield* verifies(member)
      assert.deepStrictEqual(yield* runJob("audit-retention", member), nothing)
    }
  )

  /** An entry that is older than 3 months, and not than 24. */
  const withOldEntry = Effect.fnUntraced(function* (member: Member) {
    yield* TestClock.adjust("100 days")
    yield* record(member, { action: labelled("young") })
  })

  // retention-9: A shorter retention, or the first one, removes nothing for 30 days.
  it.effect("a shorter retention removes nothing for 30 days, and after them what it says", function* () {
    const member = yield* aSuperAdmin()
    yield* keepFor(member, 24)
    yield* withOldEntry(member)
    yield* keepFor(member, 3)
    assert.deepStrictEqual(yield* runJob("audit-retention", member), nothing)
    yield* TestClock.adjust(Duration.subtract(Duration.days(30), Duration.millis(1)))
    assert.deepStrictEqual(yield* runJob("audit-retention", member), nothing)
    yield* TestClock.adjust("1 millis")
    assert.deepStrictEqual(yield* runJob("audit-retention", member), { organisations: 1, removed: 2, failed: 0 })
    yield* verifies(member)
  })

  // retention-9
  it.effect("the first retention of a log that was kept for ever removes nothing for 30 days either", function* () {
    const member = yield* aSuperAdmin()
    yield* withOldEntry(member)
    yield* keepFor(member, 3)
    yield* TestClock.adjust("29 days")
    assert.deepStrictEqual(yield* runJob("audit-retention", member), nothing)
    yield* TestClock.adjust("1 day")
    assert.deepInclude(yield* runJob("audit-retention", member), { organisations: 1, removed: 1 })
  })

  it.effect("within the 30 days what was kept before goes on being removed", function* () {
    const member = yield* aSuperAdmin()
    yield* keepFor(member, 12)
    yield* TestClock.adjust("360 days")
    yield* record(member, { action: labelled("young") })
    yield* keepFor(member, 3)
    yield* TestClock.adjust("10 days")
    assert.deepStrictEqual(yield* runJob("audit-retention", member), { organisations: 1, removed: 2, failed: 0 })
    assert.deepStrictEqual(
      (yield* rows(member)).map(({ action }) => action),
      ["young", "audit_retention_updated", "audit_retention_applied"]
    )
  })

  // retention-10: Setting the previous retention again, or a longer one, undoes a shorter one.
  it.effect("setting the former retention again, or a longer one, undoes a shorter one for good", function* () {
    for (const months of [24, 36]) {
      const member = yield* aSuperAdmin()
      yield* keepFor(member, 24)
      yield* withOldEntry(member)
      yield* keepFor(member, 3)
      yield* TestClock.adjust("29 days")
      yield* keepFor(member, months)
      yield* TestClock.adjust("60 days")
      assert.deepStrictEqual(yield* runJob("audit-retention", member), nothing)
    }
  })

  it.effect("a second shortening waits its own 30 days, and a value between does not hurry it", function* () {
    const member = yield* aSuperAdmin()
    yield* keepFor(member, 24)
    yield* withOldEntry(member)
    yield* keepFor(member, 12)
    yield* TestClock.adjust("20 days")
    yield* keepFor(member, 3)
    yield* TestClock.adjust("9 days")
    yield* keepFor(member, 4)
    yield* TestClock.adjust("20 days")
    assert.deepStrictEqual(yield* runJob("audit-retention", member), nothing)
    yield* TestClock.adjust("1 day")
    assert.deepInclude(yield* runJob("audit-retention", member), { organisations: 1, removed: 2 })
  })

  it.effect("in bounded steps: each has its own entry, and the log verifies between them", function* () {
    const member = yield* aSuperAdmin()
    for (let entry = 0; entry < 8; entry++) yield* record(member, {})
    yield* keepFor(member, 3)
    yield* TestClock.adjust("100 days")
    yield* record(member, { action: labelled("young") })
    const retention = yield* AuditRetention
    const figures = yield* retention.purgeDue(member.orgId).pipe(Effect.provideService(PurgeBounds, { entries: 4 }))
    assert.deepStrictEqual(figures, { organisations: 1, removed: 10, failed: 0 })
    const purges = (yield* rows(member)).filter(({ action }) => action === "audit_retention_applied")
    assert.deepStrictEqual(
      purges.map(({ details }) => readRetentionDetails(details)).map((purge) => [purge?.removed, purge?.through]),
      [
        [4, 4],
        [4, 8],
        [2, 10]
      ]
    )
    yield* verifies(member)
  })

  it.effect("an old entry after a young one stays: what is left has no gap", function* () {
    const member = yield* aSuperAdmin()
    yield* keepFor(member, 3)
    yield* TestClock.adjust("60 days")
    yield* record(member, { action: labelled("young") })
    // The clock of another node is behind.
    yield* TestClock.setTime((yield* DateTime.now).epochMilliseconds - 50 * 86_400_000)
    yield* record(member, { action: labelled("behind") })
    yield* TestClock.adjust("110 days")
    assert.deepStrictEqual(yield* runJob("audit-retention", member), { organisations: 1, removed: 2, failed: 0 })
    assert.deepStrictEqual(
      (yield* rows(member)).map(({ action }) => action),
      ["young", "behind", "audit_retention_applied"]
    )
    yield* verifies(member)
  })

  it.effect("never removes the newest entry", function* () {
    const member = yield* aSuperAdmin()
    yield* keepFor(member, 3)
    yield* TestClock.adjust("1000 days")
    assert.deepStrictEqual(yield* runJob("audit-retention", member), { organisations: 1, removed: 1, failed: 0 })
    assert.deepStrictEqual(
      (yield* rows(member)).map(({ action }) => action),
      ["audit_retention_updated", "audit_retention_applied"]
    )
    yield* verifies(member)
  })

  // retention-4: Nothing is removed while a case is under legal hold, and for 7 days after.
  it.effect("removes nothing while a case of the organisation is under legal hold, and for 7 days after", function* () {
    const member = yield* aSuperAdmin()
    yield* keepFor(member, 3)
    yield* withKey(yield* aKey(member)).post("/api/v1/offboardings", {
      employee_name: "Ada",
      exit_date: "2026-04-30"
    })
    yield* TestClock.adjust("200 days")
    yield* asOwner((sql) => sql`UPDATE offboardings SET legal_hold = true WHERE org_id = ${member.orgId}`)
    assert.deepStrictEqual(yield* runJob("audit-retention", member), nothing)
    const released = DateTime.toDateUtc(yield* DateTime.now)
    yield* asOwner(
      (sql) => sql`
          UPDATE offboardings SET legal_hold = false, legal_hold_released_at = ${released} WHERE org_id = ${member.orgId}`
    )
    yield* TestClock.adjust("6 days")
    assert.deepStrictEqual(yield* runJob("audit-retention", member), nothing)
    yield* TestClock.adjust("1 day")
    assert.deepInclude(yield* runJob("audit-retention", member), { organisations: 1, failed: 0 })
  })

  it.effect("two purges at once remove, and tell of, each entry once", function* () {
    const member = yield* aSuperAdmin()
    for (let entry = 0; entry < 10; entry++) yield* record(member, {})
    yield* keepFor(member, 3)
    yield* TestClock.adjust("100 days")
    const figures = yield* Effect.all([runJob("audit-retention", member), runJob("audit-retention", member)], {
      concurrency: 2
    })
    // The second may find the entry of the purge behind what was the newest entry, which so has become removable.
    assert.isAtMost((figures[0]["removed"] ?? 0) + (figures[1]["removed"] ?? 0), 12)
    yield* verifies(member)
  })
})

layer(AppWithRefusingFolder)("audit-retention beside archives", (it) => {
  it.effect("what no archive holds is archived first", function* () {
    const member = yield* aSuperAdmin()
    yield* keepFor(member, 3)
    yield* TestClock.adjust("100 days")
    yield* record(member, { action: labelled("young") })
    assert.deepStrictEqual(yield* runJob("audit-retention", member), { organisations: 1, removed: 2, failed: 0 })
    const [archive] = yield* listedArchives(member)
    const { file } = yield* storedFile(archive?.object_name ?? "")
    assert.deepStrictEqual(
      file.entries.map(({ action }) => action),
      ["organization_created", "audit_retention_updated", "young"]
    )
    assert.isTrue(archive?.is_auto)
    yield* verifies(member)
  })

  // retention-11: Where the plan has archives, entries are archived before they are removed, or stay.
  it.effect("what cannot be archived stays until it can", function* () {
    const member = yield* aSuperAdmin()
    yield* keepFor(member, 3)
    yield* TestClock.adjust("100 days")
    yield* record(member, { action: labelled("young") })
    refuses.put = true
    assert.deepStrictEqual(yield* runJob("audit-retention", member), nothing)
    refuses.put = false
    assert.lengthOf(yield* rows(member), 3)
    assert.deepInclude(yield* runJob("audit-retention", member), { removed: 2 })
  })

  it.effect(
    "a retention that is made longer while a purge is under way spares what it would have removed",
    function* () {
      const member = yield* aSuperAdmin()
      yield* keepFor(member, 3)
      yield* TestClock.adjust("100 days")
      yield* record(member, { action: labelled("young") })
      // Its archive is stored after it has looked what is old, and before anything goes.
      meanwhile.stored = Effect.orDie(
        asOwner((sql) => sql`UPDATE audit_retention SET audit_retention_months = 120 WHERE org_id = ${member.orgId}`)
      ).pipe(Effect.provide(yield* Effect.context<DatabaseAddress>()))
      const figures = yield* runJob("audit-retention", member)
      meanwhile.stored = Effect.void
      assert.deepStrictEqual(figures, nothing)
      assert.strictEqual((yield* rows(member))[0]?.seq, 1)
    }
  )

  it.effect("a plan without archives does not wait for one", function* () {
    const member = yield* aSuperAdmin()
    yield* keepFor(member, 3)
    yield* asOwner((sql) => sql`UPDATE organisations SET plan = 'starter' WHERE id = ${member.orgId}`)
    yield* TestClock.adjust("100 days")
    assert.deepInclude(yield* runJob("audit-retention", member), { removed: 1 })
    assert.lengthOf(yield* asOwner((sql) => sql`SELECT FROM audit_archives WHERE org_id = ${member.orgId}`), 0)
  })
})

layer(AppWithoutStorage)("the database", (it) => {
  // chain-7
  it.effect(
    "lets no entry go that the log's last entry does not tell of, or that is not three months old",
    function* () {
      const member = yield* aSuperAdmin()
      yield* record(member, {})
      yield* TestClock.adjust("100 days")
      yield* record(member, {})
      const remove = (from: number, through: number) =>
        systemSql`DELETE FROM audit_entries WHERE org_id = ${member.orgId} AND seq BETWEEN ${from} AND ${through}`.pipe(
          Effect.as("removed"),
          Effect.catchCause((cause) => Effect.succeed(Cause.pretty(cause)))
        )
      assert.match(yield* remove(1, 1), /append-only/)
      const [first] = yield* rows(member)
      yield* record(member, {
        action: "audit_retention_applied",
        details: auditText`${`removed: 2, through: 3, hash: ${first?.entry_hash ?? ""}`}`
      })
      assert.match(yield* remove(3, 3), /append-only/)
      assert.match(yield* remove(4, 4), /append-only/)
      assert.lengthOf(yield* rows(member), 4)
      // Number 2 is told of and old, but number 1 would stay; and the entry tells of 3.
      assert.match(yield* remove(2, 2), /append-only/)
      assert.match(yield* remove(1, 2), /append-only/)
      yield* record(member, {
        action: "audit_retention_applied",
        details: auditText`${`removed: 2, through: 2, hash: ${first?.entry_hash ?? ""}`}`
      })
      assert.match(yield* remove(2, 2), /append-only/)
      assert.strictEqual(yield* remove(1, 2), "removed")
      assert.lengthOf(yield* rows(member), 3)
    }
  )
})
