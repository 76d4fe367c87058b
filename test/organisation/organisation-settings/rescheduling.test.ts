import { assert, layer } from "#test/support/suite"
import { RevocationRunId } from "@svc/contract/revocations/schema"
import { Data, DateTime, Deferred, Effect, Fiber, Schema } from "effect"
import { type SqlClient, type SqlError } from "effect/sql"
import { randomUUID } from "node:crypto"
import { SystemSql } from "#platform/database/db"
import { Revocations } from "#access-removal/revocations/service"
import { TestApp } from "#test/support/TestApp"
import { aKey, aSuperAdmin, type Member } from "#test/support/people"
import { as, send as sendBare, withStatus } from "#test/support/requests"
import { asSystem, systemSql } from "#test/support/tables"
import { entriesOf } from "#test/support/log"
import { bulkCases, path, schedulesOf } from "./support.ts"

const change = (member: Member, body: Readonly<Record<string, unknown>>) =>
  Effect.map(as(member).patch(path, { name: "Acme", ...body }), ({ status }) => assert.strictEqual(status, 200))

/** When access would be revoked had the case been created now. */
const asCreated = (exitDate: string, timezone: string) =>
  Revocations.use((revocations) =>
    Effect.succeed(revocations.revokeAtFor({ exitDate, accessEndsAt: null, timezone, autoRevoke: true, apps: ["crm"] }))
  ).pipe(Effect.map((at) => at && DateTime.toDateUtc(at).toISOString()))

const anywhen = new Date("2026-05-05T05:05:05Z")

/** Zones whose clocks skip a midnight or show it twice, change within the night, or are far from noon. */
const zones = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "Africa/Cairo",
  "America/Asuncion",
  "America/Havana",
  "Asia/Beirut",
  "Atlantic/Azores",
  "Australia/Lord_Howe",
  "Asia/Kathmandu",
  "Pacific/Apia",
  "Pacific/Kiritimati",
  "europe/london"
] as const

/** The days around which the clocks of these zones change, the calendar's ends among them. */
const nights = [
  "1900-01-01",
  "1999-12-31",
  "2011-12-29",
  "2011-12-30",
  "2024-10-05",
  "2026-03-07",
  "2026-03-08",
  "2026-03-28",
  "2026-03-29",
  "2026-04-23",
  "2026-04-30",
  "2026-10-24",
  "2026-10-25",
  "2026-10-29",
  "2026-10-31",
  "2026-11-01",
  "9999-12-31"
]

const day = (offset: number) => new Date(Date.UTC(2000, 0, 1 + offset)).toISOString().slice(0, 10)

const decodeCreated = Schema.decodeUnknownEffect(Schema.Struct({ id: Schema.String }))

/** A member whose organisation, in UTC, has a connected app; `create` makes a case that ends on 5 May 2026. */
const aCreator = Effect.gen(function* () {
  const member = yield* aSuperAdmin()
  const bearer = yield* aKey(member)
  yield* as(member).post("/api/integrations/saas-revocation/connect", {
    service_name: "crm",
    protocol: "webhook",
    base_url: "https://127.0.0.1:9/",
    token: "secret"
  })
  const create = Effect.fnUntraced(function* (email?: string) {
    const body = {
      employee_name: "Ada",
      exit_date: "2026-05-05",
      apps_to_revoke: ["crm"],
      ...(email === undefined ? {} : { employee_email: email })
    }
    const answer = yield* withStatus(201, sendBare("POST", "/api/v1/offboardings", { bearer, body }))
    return (yield* decodeCreated(answer.body)).id
  })
  yield* create()
  return { member, create }
})

class Undone extends Data.TaggedError("Undone") {}

/** A transaction that has done something and stays open until it is told how to end. */
const aHindrance = Effect.fnUntraced(function* (
  work: (sql: SqlClient.SqlClient) => Effect.Effect<unknown, SqlError.SqlError>
) {
  const system = yield* SystemSql
  const begun = yield* Deferred.make<void>()
  const end = yield* Deferred.make<void, Undone>()
  const open = yield* asSystem((sql) =>
    work(sql).pipe(Effect.andThen(Deferred.succeed(begun, undefined)), Effect.andThen(Deferred.await(end)))
  ).pipe(Effect.exit, Effect.forkChild)
  yield* Deferred.await(begun)
  return {
    /** Until so many of this database wait for a lock. */
    waiting: (count: number) =>
      Effect.repeat(
        system`
          SELECT DISTINCT pid FROM pg_locks JOIN pg_stat_activity USING (pid)
          WHERE NOT granted AND datname = current_database()`,
        { until: (rows) => rows.length >= count }
      ),
    commit: Effect.andThen(Deferred.succeed(end, undefined), Fiber.join(open)),
    undo: Effect.andThen(Deferred.fail(end, new Undone()), Fiber.join(open))
  }
})

layer(TestApp)("PATCH /api/organizations/me, the schedules", (it) => {
  // settings-5: A new time zone moves the pending revocation of every open offboarding; one with its own time zone
  //   keeps it.
  it.effect.prop(
    "200: changing timezone gives every pending revocation what a create would, whatever clocks do that night",
    {
      from: Schema.Literals(zones),
      to: Schema.Literals(zones),
      days: Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 20_000 }))).check(
        Schema.isMaxLength(20)
      )
    },
    ({ days, from, to }) =>
      Effect.gen(function* () {
        const member = yield* aSuperAdmin({ timezone: from })
        const dates = [...nights, ...days.map(day)]
        const expectedBefore = yield* Effect.forEach(dates, (date) => asCreated(date, from))
        const ids = yield* bulkCases(
          member.orgId,
          dates.map((exitDate, at) => ({ exitDate, dueAt: new Date(expectedBefore[at] ?? anywhen) }))
        )
        yield* change(member, { timezone: to })
        assert.deepStrictEqual(
          yield* schedulesOf(member.orgId, ids),
          yield* Effect.forEach(dates, (date) => asCreated(date, to))
        )
      }),
    { arbitrary: { runs: 25 } }
  )

  // settings-5
  it.status(
    200,
    "offboardings with their own time zone keep it, and another organisation keeps its schedules",
    function* () {
      const member = yield* aSuperAdmin()
      const other = yield* aSuperAdmin()
      const cases = [
        { exitDate: "2026-05-05", dueAt: anywhen },
        { exitDate: "2026-05-05", timezone: "Asia/Tokyo", dueAt: anywhen }
      ]
      const ids = yield* bulkCases(member.orgId, cases)
      const others = yield* bulkCases(other.orgId, cases)
      yield* change(member, { timezone: "America/New_York" })
      const untouched = anywhen.toISOString()
      assert.deepStrictEqual(yield* schedulesOf(member.orgId, ids), ["2026-05-06T04:00:00.000Z", untouched])
      assert.deepStrictEqual(yield* schedulesOf(other.orgId, others), [untouched, untouched])
      const [entry] = yield* entriesOf(member.orgId, { action: "organization_updated" })
      assert.include(entry?.details ?? "", "timezone: UTC -> America/New_York; scheduled revocations changed: 1")
    }
  )

  // revocation-19
  it.status(
    200,
    "an end of access that a case names stays with any zone, and is what switching on schedules",
    function* () {
      const member = yield* aSuperAdmin()
      const noon = "2026-05-05T12:00:00.000Z"
      const rows = [
        [{ accessEndsAt: noon }, noon],
        [{ accessEndsAt: noon, timezone: "Asia/Tokyo" }, noon],
        // It is later than the last day, which is over.
        [{ accessEndsAt: noon, exitDate: "2026-02-20" }, noon],
        // It is earlier than the last day, and past.
        [{ accessEndsAt: "2026-03-02T08:00:00Z" }, null],
        [{}, "2026-05-06T04:00:00.000Z"]
      ] as const
      const ids = yield* bulkCases(
        member.orgId,
        rows.map(([row]) => ({ exitDate: "2026-05-05", ...row, dueAt: new Date(noon) }))
      )
      yield* change(member, { timezone: "Asia/Tokyo" })
      assert.deepStrictEqual(yield* schedulesOf(member.orgId, ids), [
        noon,
        noon,
        noon,
        noon,
        "2026-05-05T15:00:00.000Z"
      ])
      yield* change(member, { autoRevokeAtExit: false, timezone: "America/New_York" })
      assert.deepStrictEqual(
        yield* schedulesOf(member.orgId, ids),
        rows.map(() => null)
      )
      yield* change(member, { autoRevokeAtExit: true })
      assert.deepStrictEqual(
        yield* schedulesOf(member.orgId, ids),
        rows.map(([, due]) => due)
      )
    }
  )

  // settings-6: Turning revocation on schedules the offboardings whose last day is ahead; turning it off clears every
  //   schedule.
  it.status(
    200,
    "switching on schedules only those whose exit date is still ahead, and that are not yet revoked",
    function* () {
      const member = yield* aSuperAdmin()
      yield* change(member, { autoRevokeAtExit: false })
      const rows = [
        [{ exitDate: "2026-03-03" }, "2026-03-04T00:00:00.000Z"],
        // The last day has begun but not ended.
        [{ exitDate: "2026-03-02" }, "2026-03-03T00:00:00.000Z"],
        [{ exitDate: "2026-03-01" }, null],
        // It is the third of March there from three in the afternoon on: the second ends within the day.
        [{ exitDate: "2026-03-02", timezone: "Asia/Tokyo" }, "2026-03-02T15:00:00.000Z"],
        [{ exitDate: "2026-03-01", timezone: "Pacific/Niue" }, "2026-03-02T11:00:00.000Z"],
        [{ exitDate: "2026-05-05", status: "completed" }, null],
        [{ exitDate: "2026-05-05", status: "cancelled" }, null],
        [{ exitDate: "2026-05-05", status: "asset_recovery" }, "2026-05-06T00:00:00.000Z"],
        [{ exitDate: "2026-05-05", app: "revoked" }, null],
        [{ exitDate: "2026-05-05", app: "confirmed" }, null],
        [{ exitDate: "2026-05-05", app: "failed" }, "2026-05-06T00:00:00.000Z"],
        [{ exitDate: "2026-05-05", app: "none" }, null]
      ] as const
      const ids = yield* bulkCases(
        member.orgId,
        rows.map(([row]) => row)
      )
      yield* change(member, { autoRevokeAtExit: true })
      assert.deepStrictEqual(
        yield* schedulesOf(member.orgId, ids),
        rows.map(([, due]) => due)
      )
    }
  )

  it.status(
    200,
    "a change of the zone moves no case that is revoked or confirmed already, though it was scheduled",
    function* () {
      const member = yield* aSuperAdmin()
      const ids = yield* bulkCases(member.orgId, [
        { exitDate: "2026-05-05", app: "revoked", dueAt: anywhen },
        { exitDate: "2026-05-05", app: "confirmed", dueAt: anywhen },
        { exitDate: "2026-05-05", app: "failed", dueAt: anywhen }
      ])
      assert.lengthOf(yield* schedulesOf(member.orgId, ids), 3)
      yield* change(member, { timezone: "Asia/Tokyo" })
      assert.deepStrictEqual(yield* schedulesOf(member.orgId, ids), [
        anywhen.toISOString(),
        anywhen.toISOString(),
        "2026-05-05T15:00:00.000Z"
      ])
    }
  )

  // settings-6
  it.status(200, "switching off clears every schedule; zone and switch changed together count together", function* () {
    const member = yield* aSuperAdmin()
    const ids = yield* bulkCases(member.orgId, [
      { exitDate: "2026-05-05", dueAt: anywhen },
      { exitDate: "2026-05-05", timezone: "Asia/Tokyo", dueAt: anywhen }
    ])
    yield* change(member, { autoRevokeAtExit: false })
    assert.deepStrictEqual(yield* schedulesOf(member.orgId, ids), [null, null])
    yield* change(member, { timezone: "Europe/Berlin" })
    assert.deepStrictEqual(yield* schedulesOf(member.orgId, ids), [null, null])
    yield* change(member, { timezone: "America/New_York", autoRevokeAtExit: true })
    assert.deepStrictEqual(yield* schedulesOf(member.orgId, ids), [
      "2026-05-06T04:00:00.000Z",
      "2026-05-05T15:00:00.000Z"
    ])
  })

  // settings-13: Turning revocation off does not stop a run in progress.
  it.status(200, "a revocation that is running is not disturbed", function* () {
    const member = yield* aSuperAdmin()
    const [offboarding_id = ""] = yield* bulkCases(member.orgId, [{ exitDate: "2026-03-01" }])
    const now = DateTime.toDateUtc(yield* DateTime.now)
    const run = {
      org_id: member.orgId,
      id: RevocationRunId.make(randomUUID()),
      offboarding_id,
      trigger: "schedule",
      status: "running",
      due_at: now,
      created_at: now,
      started_at: now
    }
    yield* asSystem((sql) => sql`INSERT INTO revocation_runs ${sql.insert(run)}`)
    const runs = systemSql`SELECT * FROM revocation_runs WHERE org_id = ${member.orgId}`
    const before = yield* runs
    yield* change(member, { timezone: "Pacific/Niue" })
    yield* change(member, { autoRevokeAtExit: false })
    yield* change(member, { autoRevokeAtExit: true })
    assert.deepStrictEqual(yield* runs, before)
  })

  it.status(200, "a few thousand open cases in one statement, in one transaction with the audit entry", function* () {
    const member = yield* aSuperAdmin()
    const ids = yield* bulkCases(
      member.orgId,
      Array.from({ length: 3_000 }, (_, at) => ({
        exitDate: day(9_700 + (at % 300)),
        timezone: at % 10 === 0 ? "Asia/Tokyo" : null,
        dueAt: anywhen
      }))
    )
    yield* change(member, { timezone: "Europe/Berlin" })
    const moved = (yield* schedulesOf(member.orgId, ids)).filter((due) => due !== anywhen.toISOString())
    assert.lengthOf(moved, 2_700)
    const [entry] = yield* entriesOf(member.orgId, { action: "organization_updated" })
    assert.include(entry?.details ?? "", "scheduled revocations changed: 2700")
  })

  it.status(200, "a create that has begun is waited for, and rescheduled", function* () {
    const { create, member } = yield* aCreator
    const hindrance = yield* aHindrance(
      // The same address at the same moment: the create waits to see whether it is taken.
      (sql) => sql`
          INSERT INTO offboardings (org_id, id, employee_name, employee_email, exit_date, status, separation_type, source,
            person_key_id, created_at, updated_at)
          SELECT ${member.orgId}::uuid, gen_random_uuid(), 'Ada', 'ada@acme.test', '2026-05-05', 'pending', 'resignation',
            'app', id, created_at, created_at
          FROM audit_person_keys WHERE org_id = ${member.orgId} LIMIT 1`
    )
    const created = yield* Effect.forkChild(create("ada@acme.test"))
    yield* hindrance.waiting(1)
    const changed = yield* Effect.forkChild(change(member, { timezone: "Asia/Tokyo" }))
    yield* hindrance.waiting(2)
    yield* hindrance.undo
    yield* Fiber.join(changed)
    const id = yield* Fiber.join(created)
    assert.deepStrictEqual(yield* schedulesOf(member.orgId, [id]), ["2026-05-05T15:00:00.000Z"])
  })

  it.status(200, "a create that read the settings before they changed reads them again", function* () {
    const { create, member } = yield* aCreator
    const hindrance = yield* aHindrance(
      (sql) => sql`UPDATE organisations SET timezone = 'Asia/Tokyo' WHERE id = ${member.orgId}`
    )
    const created = yield* Effect.forkChild(create("ada@acme.test"))
    yield* hindrance.waiting(1)
    yield* hindrance.commit
    const id = yield* Fiber.join(created)
    assert.deepStrictEqual(yield* schedulesOf(member.orgId, [id]), ["2026-05-05T15:00:00.000Z"])
  })

  // settings-7: Offboardings created during the change end with the right schedule.
  it.status(200, "creates during changes of the settings end with the right revoke_at", function* () {
    const { create, member } = yield* aCreator
    const settings = [
      { timezone: "Asia/Tokyo" },
      { autoRevokeAtExit: false },
      { timezone: "America/New_York", autoRevokeAtExit: true },
      { timezone: "Europe/Berlin" },
      { autoRevokeAtExit: false },
      { autoRevokeAtExit: true, timezone: "Africa/Cairo" }
    ]
    yield* Effect.all(
      [
        Effect.replicateEffect(create(), 60, { concurrency: 6 }),
        Effect.forEach(settings, (body) => Effect.andThen(create(), change(member, body)))
      ],
      { concurrency: "unbounded" }
    )
    const cases = yield* systemSql<{ id: string }>`SELECT id FROM offboardings WHERE org_id = ${member.orgId}`
    assert.lengthOf(cases, 67)
    const expected = yield* asCreated("2026-05-05", "Africa/Cairo")
    assert.deepStrictEqual(
      yield* schedulesOf(
        member.orgId,
        cases.map(({ id }) => id)
      ),
      cases.map(() => expected)
    )
  })
})
