import type { PgClient } from "@effect/sql-pg"
import { assert } from "#test/support/suite"
import { OrganisationNotFound } from "@svc/contract/organisations/errors"
import { OrgId } from "@svc/contract/kernel/ids"
import { Deferred, Effect, Fiber, Schema } from "effect"
import type { SqlError } from "effect/sql"
import { randomUUID } from "node:crypto"
import { auditText } from "#audit/record/text"
import { AuditVerification, VerificationBounds } from "#audit/verification/service"
import { systemCaller } from "#platform/jobs/system-caller"
import { TestServices } from "#test/support/TestApp"
import { layerOfFile } from "#test/support/layer-of-file"
import { record } from "#test/support/audit-surface"
import { brokenIn, rechain, verify } from "./tampering.ts"
import { labelled } from "#test/support/labelled"
import { aMember, anOrganisation } from "#test/support/people"
import { asOwner } from "#test/support/tables"

/** An organisation with a chain of ten entries, the first of which is that of its creation. */
const aChain = Effect.gen(function* () {
  const orgId = yield* anOrganisation()
  const member = yield* aMember(orgId)
  for (let entry = 2; entry <= 10; entry++) {
    yield* record(member, {
      action: labelled("noted"),
      target: auditText`thing ${entry}`,
      details: auditText`some details`
    })
  }
  return { orgId, member }
})

const intact = {
  ok: true,
  complete: true,
  broken: [],
  brokenCount: 0,
  anchoredThrough: null,
  witnesses: [{ name: "storage" as const, checked: 0 }]
}

type Tampering = (sql: PgClient.PgClient, orgId: OrgId) => Effect.Effect<unknown, SqlError.SqlError>

const flipped =
  (column: string): Tampering =>
  (sql, orgId) =>
    sql`
  UPDATE audit_entries SET ${sql(column)} = overlay(${sql(column)} PLACING
    CASE substr(${sql(column)}, 1, 1) WHEN 'a' THEN 'b' ELSE 'a' END FROM 1 FOR 1)
  WHERE org_id = ${orgId} AND seq = 5`

const move = (sql: PgClient.PgClient, orgId: OrgId, from: number, to: number) =>
  sql`UPDATE audit_entries SET seq = ${to} WHERE org_id = ${orgId} AND seq = ${from}`

const tamperings: ReadonlyArray<readonly [string, Tampering, ReadonlyArray<string>]> = [
  ["one letter of the action", flipped("action"), ["content_mismatch 5"]],
  ["one letter of the target", flipped("target"), ["content_mismatch 5"]],
  ["one letter of the details", flipped("details"), ["content_mismatch 5"]],
  ["one digit of content_hash", flipped("content_hash"), ["content_mismatch 5"]],
  ["one digit of prev_hash", flipped("prev_hash"), ["link_mismatch 5"]],
  ["one digit of entry_hash", flipped("entry_hash"), ["entry_mismatch 5", "link_mismatch 6"]],
  [
    "the id",
    (sql, orgId) => sql`UPDATE audit_entries SET id = ${randomUUID()} WHERE org_id = ${orgId} AND seq = 5`,
    ["content_mismatch 5"]
  ],
  [
    "the actor",
    (sql, orgId) => sql`UPDATE audit_entries SET actor_id = ${randomUUID()} WHERE org_id = ${orgId} AND seq = 5`,
    ["content_mismatch 5"]
  ],
  [
    "the actor, taken away",
    (sql, orgId) => sql`UPDATE audit_entries SET actor_id = NULL WHERE org_id = ${orgId} AND seq = 5`,
    ["content_mismatch 5"]
  ],
  ...["1 millisecond", "1 microsecond", "-4051 years"].map(
    (interval): readonly [string, Tampering, ReadonlyArray<string>] => [
      `the time by ${interval}`,
      (sql, orgId) => sql`
        UPDATE audit_entries SET created_at = created_at + ${interval}::interval WHERE org_id = ${orgId} AND seq = 5`,
      ["content_mismatch 5"]
    ]
  ),
  ...["infinity", "290000-01-01"].map((time): readonly [string, Tampering, ReadonlyArray<string>] => [
    `the time to ${time}`,
    (sql, orgId) => sql`UPDATE audit_entries SET created_at = ${time}::timestamptz WHERE org_id = ${orgId} AND seq = 5`,
    ["content_mismatch 5"]
  ]),
  [
    "two entries, swapped",
    (sql, orgId) =>
      Effect.all([move(sql, orgId, 5, 1000), move(sql, orgId, 6, 5), move(sql, orgId, 1000, 6)], { discard: true }),
    ["link_mismatch 5", "link_mismatch 6", "link_mismatch 7"]
  ],
  [
    "a middle entry, removed",
    (sql, orgId) => sql`DELETE FROM audit_entries WHERE org_id = ${orgId} AND seq = 5`,
    ["gap 6"]
  ],
  [
    "a middle entry, removed and the rest moved up",
    (sql, orgId) =>
      Effect.gen(function* () {
        yield* sql`DELETE FROM audit_entries WHERE org_id = ${orgId} AND seq = 5`
        for (let seq = 6; seq <= 10; seq++) yield* move(sql, orgId, seq, seq - 1)
        yield* rechain(sql, orgId, 5)
      }),
    ["head_mismatch 10"]
  ],
  [
    "the last entry, removed",
    (sql, orgId) => sql`DELETE FROM audit_entries WHERE org_id = ${orgId} AND seq = 10`,
    ["head_mismatch 10"]
  ],
  [
    "the last four entries, removed",
    (sql, orgId) => sql`DELETE FROM audit_entries WHERE org_id = ${orgId} AND seq > 6`,
    ["head_mismatch 10"]
  ],
  [
    "every entry, removed",
    (sql, orgId) => sql`DELETE FROM audit_entries WHERE org_id = ${orgId}`,
    ["head_mismatch 10"]
  ],
  [
    "a suffix, written anew with matching links but not the head",
    (sql, orgId) =>
      Effect.gen(function* () {
        yield* sql`UPDATE audit_entries SET content_hash = repeat('a', 64) WHERE org_id = ${orgId} AND seq = 5`
        yield* rechain(sql, orgId, 5)
      }),
    ["content_mismatch 5", "head_mismatch 10"]
  ],
  [
    "the first entry, moved in front and the second into its place",
    (sql, orgId) =>
      Effect.gen(function* () {
        yield* move(sql, orgId, 1, -5)
        yield* move(sql, orgId, 2, 1)
      }),
    ["gap -5", "gap 1", "gap 3"]
  ],
  [
    "the head, set back",
    (sql, orgId) => sql`
      UPDATE audit_heads h SET seq = e.seq, prev_hash = e.prev_hash, entry_hash = e.entry_hash
      FROM audit_entries e WHERE h.org_id = ${orgId} AND e.org_id = ${orgId} AND e.seq = 7`,
    ["head_mismatch 7"]
  ],
  ["the head, removed", (sql, orgId) => sql`DELETE FROM audit_heads WHERE org_id = ${orgId}`, ["head_mismatch 10"]],
  [
    "a number beyond what JSON counts exactly",
    (sql, orgId) => sql`UPDATE audit_entries SET seq = 9223372036854775807 WHERE org_id = ${orgId} AND seq = 10`,
    ["gap 9223372036854776000", "head_mismatch 10"]
  ]
]

const withTestServices = layerOfFile(TestServices)

withTestServices("verifying the audit chain", (it) => {
  // verification-1: `GET /api/audit-log/verify` walks the whole chain in one moment of it, oldest first.
  it.effect("an intact chain: every entry is checked", function* () {
    const { orgId } = yield* aChain
    assert.deepStrictEqual(yield* verify(orgId), { ...intact, checked: 10 })
  })

  // verification-8: Each run is written back as `audit_chain_verified`.
  it.effect("each run is written back as audit_chain_verified, which the next run checks too", function* () {
    const { orgId } = yield* aChain
    yield* verify(orgId)
    assert.deepStrictEqual(yield* verify(orgId), { ...intact, checked: 11 })
    const entries = yield* asOwner(
      (sql) =>
        sql`SELECT action, actor_id, target, regexp_replace(details, '( [|] |^)by ([[][[]aps|API key|SCIM|nobody|the |Deleted).*$', '') AS details FROM audit_entries WHERE org_id = ${orgId} AND seq = 11`
    )
    assert.deepStrictEqual(entries, [
      {
        action: "audit_chain_verified",
        actor_id: null,
        target: "Audit log",
        details: "ok: true, checked: 10, complete: true, broken: 0"
      }
    ])
  })

  for (const [name, tamper, broken] of tamperings) {
    it.effect(`tampering is found: ${name}`, function* () {
      const { orgId } = yield* aChain
      yield* asOwner((sql) => tamper(sql, orgId))
      assert.deepStrictEqual(yield* brokenIn(orgId), broken)
    })
  }

  it.effect("the first entry names 64 zeros and nothing else before it", function* () {
    const { orgId } = yield* aChain
    yield* asOwner((sql) =>
      Effect.gen(function* () {
        yield* sql`UPDATE audit_entries SET prev_hash = repeat('1', 64) WHERE org_id = ${orgId} AND seq = 1`
      })
    )
    assert.deepStrictEqual(yield* brokenIn(orgId), ["link_mismatch 1"])
  })

  it.effect("a broken chain stays reported, run after run", function* () {
    const { orgId } = yield* aChain
    yield* asOwner((sql) => sql`DELETE FROM audit_entries WHERE org_id = ${orgId} AND seq > 8`)
    assert.deepStrictEqual(yield* brokenIn(orgId), ["head_mismatch 10"])
    assert.deepStrictEqual(yield* brokenIn(orgId), ["gap 11"])
  })

  it.effect("another organisation's tampering breaks nothing here", function* () {
    const ours = yield* aChain
    const theirs = yield* aChain
    yield* asOwner((sql) => flipped("details")(sql, theirs.orgId))
    assert.deepStrictEqual(yield* verify(ours.orgId), { ...intact, checked: 10 })
  })

  it.effect("an organisation that does not exist, and that of another caller, is not found", function* () {
    const { orgId } = yield* aChain
    const verification = yield* AuditVerification
    const nowhere = yield* Effect.flip(verify(OrgId.make(randomUUID())))
    const elsewhere = yield* Effect.flip(verification.verify(orgId, systemCaller(yield* anOrganisation())))
    assert.instanceOf(nowhere, OrganisationNotFound)
    assert.instanceOf(elsewhere, OrganisationNotFound)
  })

  it.effect("text that UTF-8 cannot hold, and an organisation named in capitals, break no chain", function* () {
    const { member, orgId } = yield* aChain
    yield* record(member, { target: auditText`half an emoji \uD83D`, details: auditText`\uDC00 [[aps:v1: "\\\u2028` })
    yield* record({ ...member, orgId: OrgId.make(orgId.toUpperCase()) }, {})
    assert.deepStrictEqual(yield* verify(OrgId.make(orgId.toUpperCase())), { ...intact, checked: 12 })
    assert.deepStrictEqual(yield* verify(orgId), { ...intact, checked: 13 })
  })

  for (const entriesPerPage of [1, 3, 9, 10, 11]) {
    it.effect(`pages of ${entriesPerPage} entries report the same`, () =>
      Effect.gen(function* () {
        const { orgId } = yield* aChain
        yield* asOwner((sql) => flipped("entry_hash")(sql, orgId))
        assert.deepStrictEqual(yield* brokenIn(orgId), ["entry_mismatch 5", "link_mismatch 6"])
      }).pipe(Effect.provideService(VerificationBounds, { entries: 1000, entriesPerPage, reported: 1000 }))
    )
  }

  for (const [entries, complete] of [
    [9, false],
    [10, true]
  ] as const) {
    it.effect(`a chain of ten with room for ${entries}: complete is ${complete}`, () =>
      Effect.gen(function* () {
        const { orgId } = yield* aChain
        assert.deepStrictEqual(yield* verify(orgId), { ...intact, checked: entries, complete })
      }).pipe(Effect.provideService(VerificationBounds, { entries, entriesPerPage: 4, reported: 1000 }))
    )
  }

  // verification-3: `broken` lists up to 1,000 links, a run checks up to 2,000,000 entries.
  it.effect("one run checks 2,000,000 entries and lists 1,000 broken links", () =>
    Effect.map(VerificationBounds, (bounds) => assert.deepInclude(bounds, { entries: 2_000_000, reported: 1_000 }))
  )

  // verification-4: `complete` is false only for a longer chain; `ok` then speaks of what was checked.
  it.effect("ok covers only the entries checked", () =>
    Effect.gen(function* () {
      const { orgId } = yield* aChain
      yield* asOwner((sql) => sql`UPDATE audit_entries SET details = 'x' WHERE org_id = ${orgId} AND seq > 4`)
      const report = yield* verify(orgId)
      assert.deepStrictEqual(report, { ...intact, checked: 4, complete: false })
    }).pipe(Effect.provideService(VerificationBounds, { entries: 4, entriesPerPage: 4, reported: 1000 }))
  )

  it.effect("broken lists the first so many, brokenCount counts all", () =>
    Effect.gen(function* () {
      const { orgId } = yield* aChain
      yield* asOwner((sql) => sql`UPDATE audit_entries SET details = 'x' WHERE org_id = ${orgId} AND seq > 4`)
      const report = yield* verify(orgId)
      assert.deepStrictEqual(
        report.broken.map(({ seq }) => seq),
        [5, 6]
      )
      assert.strictEqual(report.brokenCount, 6)
    }).pipe(Effect.provideService(VerificationBounds, { entries: 1000, entriesPerPage: 4, reported: 2 }))
  )

  const columns = [
    "id",
    "actor_id",
    "action",
    "target",
    "details",
    "content_hash",
    "prev_hash",
    "entry_hash",
    "created_at",
    "seq"
  ] as const

  it.effect.prop(
    "any change to any field of any entry is found",
    {
      column: Schema.Literals(columns),
      seq: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 6 })),
      place: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 63 })),
      amount: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 }))
    },
    ({ amount, column, place, seq }) =>
      Effect.gen(function* () {
        const orgId = yield* anOrganisation()
        const member = yield* aMember(orgId)
        for (let entry = 2; entry <= 6; entry++) yield* record(member, { details: auditText`entry ${entry}` })
        yield* asOwner((sql) => {
          const value = new Map([
            ["id", sql`${randomUUID()}::uuid`],
            ["actor_id", sql`${randomUUID()}::uuid`],
            ["created_at", sql`created_at + make_interval(secs => ${amount} / 1e6)`],
            ["seq", sql`seq + ${(place % 2 === 0 ? 1 : -1) * (amount + 6)}`]
          ])
          const text = sql`overlay(${sql(column)} PLACING
            CASE substr(${sql(column)}, 1 + ${place} % GREATEST(length(${sql(column)}), 1), 1) WHEN '7' THEN '8' ELSE '7' END
            FROM 1 + ${place} % GREATEST(length(${sql(column)}), 1) FOR 1)`
          return sql`UPDATE audit_entries SET ${sql(column)} = ${value.get(column) ?? text}
            WHERE org_id = ${orgId} AND seq = ${seq}`
        })
        assert.isFalse((yield* verify(orgId)).ok)
      }),
    { arbitrary: { runs: 60 } }
  )

  it.effect("eight writers at once make a chain that verifies", function* () {
    const orgId = yield* anOrganisation()
    const member = yield* aMember(orgId)
    const writer = Effect.forEach(Array.from({ length: 40 }), () => record(member, {}), { discard: true })
    yield* Effect.all(
      Array.from({ length: 8 }, () => writer),
      { concurrency: "unbounded", discard: true }
    )
    assert.deepStrictEqual(yield* verify(orgId), { ...intact, checked: 321 })
  })

  // verification-1
  it.effect("a run while entries are appended sees one moment of the chain", () =>
    Effect.gen(function* () {
      const { member, orgId } = yield* aChain
      const enough = yield* Deferred.make<void>()
      const writers = yield* Effect.forkChild(
        Effect.forEach(
          Array.from({ length: 3 }),
          () =>
            Effect.gen(function* () {
              while (!(yield* Deferred.isDone(enough))) yield* record(member, {})
            }),
          { concurrency: "unbounded", discard: true }
        )
      )
      let checked = 10
      for (let round = 0; round < 8; round++) {
        const report = yield* verify(orgId)
        assert.isAtLeast(report.checked, checked)
        assert.deepStrictEqual(report, { ...intact, checked: report.checked })
        checked = report.checked + 1
      }
      yield* Deferred.succeed(enough, undefined)
      yield* Fiber.join(writers)
      assert.isTrue((yield* verify(orgId)).ok)
    }).pipe(Effect.provideService(VerificationBounds, { entries: 1_000_000, entriesPerPage: 20, reported: 1000 }))
  )
})

withTestServices("a chain whose table has lost its constraints", (it) => {
  // verification-15: Two entries with the same ID or number are found.
  it.effect("two entries of one id or of one number are found, wherever a page ends between them", () =>
    Effect.gen(function* () {
      const sameId = yield* aChain
      const sameNumber = yield* aChain
      yield* asOwner((sql) =>
        Effect.gen(function* () {
          yield* sql`ALTER TABLE audit_entries DROP CONSTRAINT audit_entries_org_id_id_key,
            DROP CONSTRAINT audit_entries_pkey, DROP CONSTRAINT audit_entries_org_id_prev_hash_key`
          yield* sql`UPDATE audit_entries SET id = (
              SELECT id FROM audit_entries WHERE org_id = ${sameId.orgId} AND seq = 2
            ) WHERE org_id = ${sameId.orgId} AND seq = 7`
          const columns = sql.literal(
            "org_id, seq, id, created_at, actor_id, action, target, details, content_hash, prev_hash, entry_hash"
          )
          yield* sql`INSERT INTO audit_entries (${columns})
            SELECT ${columns} FROM audit_entries WHERE org_id = ${sameNumber.orgId} AND seq = 4`
        })
      )
      assert.deepStrictEqual(yield* brokenIn(sameId.orgId), ["content_mismatch 7", "duplicate 2", "duplicate 7"])
      assert.deepStrictEqual(yield* brokenIn(sameNumber.orgId), ["duplicate 4", "duplicate 4", "duplicate 4"])
    }).pipe(Effect.provideService(VerificationBounds, { entries: 1000, entriesPerPage: 4, reported: 1000 }))
  )
})
