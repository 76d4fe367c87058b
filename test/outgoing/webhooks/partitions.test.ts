import { assert, layer } from "#test/support/suite"
import type { OrgId } from "@svc/contract/kernel/ids"
import { DateTime, Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { DeletionRepo } from "#organisation/organisations/deletion-repo"
import * as Operations from "#operations/index"
import { Db, SystemSql } from "#platform/database/db"
import { Partitions } from "#platform/database/partitions"
import { Jobs } from "#platform/jobs/jobs"
import { anOrganisation, asSystemCaller } from "#test/support/people"
import { asOwner, asSystem, systemSql, untilItWaits } from "#test/support/tables"
import { aWebhook, stored, WebhooksServices } from "./support.ts"

const delivered = "webhook_deliveries_delivered"

interface Ended {
  readonly orgId: OrgId
  readonly endpointId: string
  readonly status: string
  readonly at: DateTime.Utc
}

const insert = ({ at, endpointId, orgId, status }: Ended) =>
  asSystem((sql) => {
    const ended = DateTime.toDateUtc(at)
    return sql`
      INSERT INTO webhook_deliveries (org_id, id, endpoint_id, event, content, status, next_attempt_at, created_at, last_attempt_at, delivered_at)
      VALUES (${orgId}, gen_random_uuid(), ${endpointId}, 'offboarding.deleted', '{"type":"x"}', ${status}, ${ended}, ${ended},
        ${status === "pending" ? null : ended}, ${status === "delivered" ? ended : null})`
  })

const makeAt = (table: string, at: DateTime.Utc) =>
  Effect.flatMap(
    SystemSql,
    (system) => system<{ readonly made: boolean }>`
      SELECT make_partition(${table}, ${DateTime.toDateUtc(at)}::timestamptz) AS made`
  ).pipe(Effect.map(([row]) => row?.made))

/** In which partitions the rows of an organisation stand. */
const placesOf = (orgId: OrgId) =>
  systemSql<{ readonly place: string }>`
      SELECT tableoid::regclass::text AS place FROM webhook_deliveries WHERE org_id = ${orgId} ORDER BY 1`.pipe(
    Effect.map((rows) => rows.map(({ place }) => place))
  )

const nameAt = (table: string, at: DateTime.Utc) =>
  `${table}_${DateTime.formatIso(at).slice(0, 10).replaceAll("-", "")}`

const theNames = (table: string) =>
  Partitions.use((partitions) => Effect.map(partitions.list(table), (all) => all.map(({ partition }) => partition)))

const daysAgo = (days: number) => Effect.map(DateTime.now, (now) => DateTime.subtract(now, { days }))

layer(Layer.merge(Operations.loops, DeletionRepo.layer).pipe(Layer.provideMerge(WebhooksServices)))(
  "deliveries in partitions",
  (it) => {
    // jobs-6: Partitions are made seven days ahead, and rows that come without one are kept and put in order.
    it.effect(
      "the job makes those of the next seven days, and what came before one was made goes into it",
      function* () {
        yield* TestClock.adjust("400 days")
        const now = yield* DateTime.now
        const orgId = yield* anOrganisation()
        const { id } = yield* aWebhook(orgId, "https://127.0.0.1:8443/hooks")
        yield* insert({ orgId, endpointId: id, status: "delivered", at: now })
        assert.deepStrictEqual(yield* placesOf(orgId), ["webhook_deliveries_other"])
        const jobs = yield* Jobs
        const figures = yield* jobs.run("partitions", undefined)
        assert.strictEqual(figures["failed"], 0)
        const made = yield* theNames(delivered)
        for (let day = 0; day <= 7; day++) assert.include(made, nameAt(delivered, DateTime.add(now, { days: day })))
        assert.isAtLeast((yield* theNames("webhook_deliveries_dead")).length, 2)
        assert.deepStrictEqual(yield* placesOf(orgId), [nameAt(delivered, now)])
        assert.deepStrictEqual(yield* jobs.run("partitions", undefined), { made: 0, failed: 0 })
      }
    )

    // deliveries-10: What has ended stands in the partition of its day and goes with it when its days are over; what is
    //   still to be sent stays, however old. A partition shows each organisation its own rows alone, and somebody who
    //   reads one holds up nobody.
    it.effect(
      "what has ended goes with its partition when its days are over; what is still to be sent stays",
      function* () {
        const orgId = yield* anOrganisation()
        const { id } = yield* aWebhook(orgId, "https://127.0.0.1:8443/hooks")
        const old = yield* daysAgo(31)
        const young = yield* daysAgo(30)
        yield* makeAt(delivered, old)
        yield* makeAt(delivered, young)
        for (const at of [old, young]) {
          yield* insert({ orgId, endpointId: id, status: "delivered", at })
          yield* insert({ orgId, endpointId: id, status: "pending", at })
        }
        const jobs = yield* Jobs
        assert.deepStrictEqual(yield* jobs.run("delivery-log-purge", undefined), { delivered: 1, dead: 0 })
        const names = yield* theNames(delivered)
        assert.notInclude(names, nameAt(delivered, old))
        assert.include(names, nameAt(delivered, young))
        assert.deepStrictEqual((yield* stored(orgId)).map(({ status }) => status).toSorted(), [
          "delivered",
          "pending",
          "pending"
        ])
      }
    )

    it.effect("a purge for one organisation takes its rows alone out of a partition of all", function* () {
      const old = yield* daysAgo(40)
      yield* makeAt(delivered, old)
      const organisations = [yield* anOrganisation(), yield* anOrganisation()]
      for (const orgId of organisations) {
        const { id } = yield* aWebhook(orgId, "https://127.0.0.1:8443/hooks")
        yield* insert({ orgId, endpointId: id, status: "delivered", at: old })
      }
      const [one, other] = organisations
      const jobs = yield* Jobs
      assert.deepStrictEqual(yield* jobs.run("delivery-log-purge", one), { delivered: 1, dead: 0 })
      assert.deepStrictEqual(yield* Effect.forEach(organisations, (orgId) => placesOf(orgId)), [
        [],
        [nameAt(delivered, old)]
      ])
      assert.isDefined(other)
    })

    // deliveries-10
    // deliveries-15: A partition that is being read is dropped by a later run.
    it.effect("a partition that somebody reads is dropped by the next round, and holds up nobody", function* () {
      const old = yield* daysAgo(50)
      yield* makeAt(delivered, old)
      const partitions = yield* Partitions
      const before = yield* daysAgo(45)
      const dropping = yield* asOwner((sql) =>
        Effect.gen(function* () {
          yield* sql`SELECT count(*) FROM ${sql(nameAt(delivered, old))}`
          const fiber = yield* Effect.forkDetach(partitions.dropBefore(delivered, before))
          yield* untilItWaits(sql, fiber)
          return fiber
        })
      )
      // Whoever read it has ended, and the attempt that waited goes on.
      assert.strictEqual(yield* Fiber.join(dropping), 0)
      assert.notInclude(yield* theNames(delivered), nameAt(delivered, old))
    })

    // deliveries-10
    it.effect("whoever names a partition sees and changes what is of their organisation", function* () {
      const now = yield* DateTime.now
      yield* makeAt(delivered, now)
      const [mine, theirs] = [yield* anOrganisation(), yield* anOrganisation()]
      for (const orgId of [mine, theirs]) {
        const { id } = yield* aWebhook(orgId, "https://127.0.0.1:8443/hooks")
        yield* insert({ orgId, endpointId: id, status: "delivered", at: now })
      }
      const db = yield* Db
      const sql = yield* SqlClient.SqlClient
      const partition = nameAt(delivered, now)
      const seen = yield* db
        .transact(sql<{ readonly org_id: string }>`SELECT DISTINCT org_id FROM ${sql(partition)}`)
        .pipe(asSystemCaller(mine))
      assert.deepStrictEqual(seen, [{ org_id: mine }])
      const gone = yield* db.transact(sql`DELETE FROM ${sql(partition)} RETURNING org_id`).pipe(asSystemCaller(mine))
      assert.deepStrictEqual(gone, [{ org_id: mine }])
      assert.deepStrictEqual(yield* placesOf(theirs), [partition])
      // None of the service's roles makes or drops one by another way, nor drops the table.
      for (const statement of [
        `DROP TABLE ${partition}`,
        `ALTER TABLE webhook_deliveries DETACH PARTITION ${partition}`
      ]) {
        assert.strictEqual((yield* Effect.exit(asSystem((system) => system.unsafe(statement))))._tag, "Failure")
      }
      const made = yield* Effect.exit(
        db.transact(sql`SELECT make_partition(${delivered}, now())`).pipe(asSystemCaller(mine))
      )
      assert.strictEqual(made._tag, "Failure")
    })

    it.effect(
      "rows of two organisations that stand at one place of two partitions are removed each by itself",
      function* () {
        const old = yield* daysAgo(20)
        yield* makeAt(delivered, old)
        yield* makeAt("webhook_deliveries_dead", old)
        const [doomed, other] = [yield* anOrganisation(), yield* anOrganisation()]
        for (const [orgId, status] of [
          [doomed, "delivered"],
          [other, "dead"]
        ] as const) {
          const { id } = yield* aWebhook(orgId, "https://127.0.0.1:8443/hooks")
          yield* insert({ orgId, endpointId: id, status, at: old })
        }
        const places = yield* systemSql<{ readonly place: string }>`
            SELECT DISTINCT ctid::text AS place FROM webhook_deliveries WHERE org_id IN (${doomed}, ${other})`
        assert.lengthOf(places, 1)
        const repo = yield* DeletionRepo
        const db = yield* Db
        const removed = yield* db.transactSystem(
          repo.removeRows({ orgId: doomed, table: "webhook_deliveries", limit: 100 })
        )
        assert.strictEqual(removed, 1)
        assert.lengthOf(yield* placesOf(other), 1)
      }
    )

    it.effect(
      "a change of a delivery that goes to another partition meanwhile is made again, on the row where it is then",
      function* () {
        const now = yield* DateTime.now
        yield* makeAt(delivered, now)
        const orgId = yield* anOrganisation()
        const { id } = yield* aWebhook(orgId, "https://127.0.0.1:8443/hooks")
        yield* insert({ orgId, endpointId: id, status: "pending", at: now })
        const db = yield* Db
        const sql = yield* SqlClient.SqlClient
        const changing = yield* asOwner((owner) =>
          Effect.gen(function* () {
            yield* owner`
              UPDATE webhook_deliveries SET status = 'delivered', last_attempt_at = ${DateTime.toDateUtc(now)}
              WHERE org_id = ${orgId}`
            const fiber = yield* Effect.forkDetach(
              db.transactSystem(
                sql`UPDATE webhook_deliveries SET last_error = 'changed' WHERE org_id = ${orgId} RETURNING 1`
              )
            )
            yield* untilItWaits(owner, fiber)
            return fiber
          })
        )
        assert.lengthOf(yield* Fiber.join(changing), 1)
        assert.deepStrictEqual(
          (yield* stored(orgId)).map(({ last_error, status }) => [status, last_error]),
          [["delivered", "changed"]]
        )
      }
    )
  }
)
