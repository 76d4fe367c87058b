import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "#test/support/suite"
import { DateTime, Effect, Schema } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { Topic } from "#platform/jobs/wakeups"
import { makeDeliveryEngine } from "#outgoing/deliveries/engine"
import { claimedFields, type DeliveryPolicy } from "#outgoing/deliveries/policy"
import { DatabaseAddress } from "#test/support/database"
import { aReceiver } from "#test/outgoing/webhooks/receiver"
import { anOrganisation } from "#test/support/people"
import { systemSql } from "#test/support/tables"
import { DeliveriesServices, PlainPost } from "./support.ts"

const PagerRow = Schema.Struct({
  ...claimedFields,
  receiver_id: Schema.String,
  note: Schema.String,
  address: Schema.String
})

/** Neither as webhooks nor as SIEM targets: paused after 3, finished rows kept, what waits for a paused one dropped. */
const pagers: DeliveryPolicy<typeof PagerRow.Type> = {
  name: Topic("chat-messages"),
  receiver: "pager",
  tables: { deliveries: "pager_calls", receiverId: "pager_id", receivers: "pagers" },
  reads: { row: PagerRow, delivery: ["note"], receiver: ["address"] },
  backoff: ["10 seconds"],
  jitter: 0.5,
  finalStatuses: [409],
  pause: { after: 3, counter: "silent_for" },
  whileInactive: "drop",
  feature: "smsNotifications",
  whileReadOnly: "drop",
  finished: "kept",
  health: {
    deliveredAt: "heard_at",
    delivered: "heard",
    givenUp: "missed",
    latest: { at: "tried_at", status: "tried", statusCode: "answer" },
    error: "trouble"
  }
}

const makeTables = Effect.gen(function* () {
  const owner = yield* PgClient.makeClient({ url: yield* DatabaseAddress })
  yield* owner`
    CREATE TABLE pagers (
      org_id uuid NOT NULL, id uuid NOT NULL, address text NOT NULL, active boolean NOT NULL DEFAULT true,
      silent_for integer NOT NULL DEFAULT 0, heard_at timestamptz, heard integer NOT NULL DEFAULT 0,
      missed integer NOT NULL DEFAULT 0, tried_at timestamptz, tried text, answer integer, trouble text,
      lease_id uuid, leased_until timestamptz,
      PRIMARY KEY (org_id, id)
    )`
  yield* owner`
    CREATE TABLE pager_calls (
      org_id uuid NOT NULL, id uuid NOT NULL, pager_id uuid NOT NULL, note text NOT NULL,
      status text NOT NULL DEFAULT 'pending', attempts integer NOT NULL DEFAULT 0, last_status_code integer,
      last_error text, next_attempt_at timestamptz, last_attempt_at timestamptz,
      delivered_at timestamptz, PRIMARY KEY (org_id, id)
    )`
  yield* owner`
    CREATE INDEX ON pager_calls (org_id, pager_id, next_attempt_at, id) WHERE status IN ('pending', 'failed')`
  yield* owner`CALL protect_tenant_table('pagers')`
  yield* owner`CALL protect_tenant_table('pager_calls')`
}).pipe(Effect.scoped, Effect.provide(Reactivity.layer), TestClock.withLive)

layer(DeliveriesServices)("A third policy is an entry, two tables and a sender", (it) => {
  it.effect("delivered, retried, given up, paused and dropped by its own rules", function* () {
    yield* makeTables
    const orgId = yield* anOrganisation()
    const receiver = yield* aReceiver()
    const pager = randomUUID()
    yield* systemSql`INSERT INTO pagers (org_id, id, address) VALUES (${orgId}, ${pager}, ${receiver.url})`
    const call = Effect.fnUntraced(function* (count: number) {
      const now = DateTime.toDateUtc(yield* DateTime.now)
      yield* systemSql`
            INSERT INTO pager_calls (org_id, id, pager_id, note, next_attempt_at)
            SELECT ${orgId}::uuid, gen_random_uuid(), ${pager}::uuid, 'come', ${now}::timestamptz FROM generate_series(1, ${count}::int)`
    })
    const pagerNow = Effect.map(
      systemSql<{ readonly [column: string]: unknown }>`
            SELECT active, silent_for, heard, missed, tried, answer, trouble FROM pagers WHERE org_id = ${orgId}`,
      ([row]) => row
    )

    const sql = yield* SqlClient.SqlClient
    const { send } = yield* PlainPost
    const notes = new Set<string>()
    const paused: Array<string> = []
    const { drain } = yield* makeDeliveryEngine(
      pagers,
      {
        prepare: () =>
          Effect.succeed(({ address, id, note }) => {
            notes.add(note)
            return send(address, id)
          })
      },
      {
        pause: ({ deadInARow, receiverId }) =>
          Effect.gen(function* () {
            paused.push(`${receiverId} ${deadInARow}`)
            yield* Effect.orDie(sql`UPDATE pagers SET active = false WHERE id = ${receiverId}`)
          })
      }
    )
    const figures = { delivered: 0, failed: 0, dead: 0, dropped: 0 }

    yield* call(2)
    assert.deepStrictEqual(yield* drain(orgId), { ...figures, delivered: 2 })
    assert.deepInclude(yield* pagerNow, { heard: 2, missed: 0, silent_for: 0, tried: "delivered", answer: 200 })

    receiver.state.answer = () => ({ status: 400 })
    yield* call(1)
    assert.deepStrictEqual(yield* drain(orgId), { ...figures, failed: 1 })
    yield* TestClock.adjust("9999 millis")
    assert.deepStrictEqual(yield* drain(orgId), figures)
    yield* TestClock.adjust("5001 millis")
    assert.deepStrictEqual(yield* drain(orgId), { ...figures, dead: 1 })
    assert.deepInclude(yield* pagerNow, {
      silent_for: 1,
      missed: 1,
      tried: "dead",
      trouble: "The pager answered 400"
    })

    receiver.state.answer = () => ({ status: 409 })
    yield* call(5)
    assert.deepStrictEqual(yield* drain(orgId), { ...figures, dead: 2, dropped: 3 })
    assert.deepStrictEqual(paused, [`${pager} 3`])
    assert.deepInclude(yield* pagerNow, { active: false, silent_for: 3, missed: 3, answer: 409 })
    const kept = yield* systemSql<{
      readonly status: string
    }>`SELECT status FROM pager_calls WHERE org_id = ${orgId} ORDER BY status`
    assert.deepStrictEqual(
      kept.map(({ status }) => status),
      ["dead", "dead", "dead", "delivered", "delivered"]
    )
    assert.deepStrictEqual([...notes], ["come"])

    const elsewhere = yield* anOrganisation({ plan: "starter" })
    yield* systemSql`INSERT INTO pagers (org_id, id, address) VALUES (${elsewhere}, ${pager}, ${receiver.url})`
    yield* systemSql`
          INSERT INTO pager_calls (org_id, id, pager_id, note, next_attempt_at)
          SELECT ${elsewhere}::uuid, gen_random_uuid(), ${pager}::uuid, 'come', now() - interval '30 years'`
    assert.deepStrictEqual(yield* drain(elsewhere), { ...figures, dropped: 1 })
  })
})
