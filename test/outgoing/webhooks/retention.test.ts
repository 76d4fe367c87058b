import { assert, layer } from "#test/support/suite"
import { DateTime, Effect } from "effect"
import { Jobs } from "#platform/jobs/jobs"
import { anOrganisation } from "#test/support/people"
import { asSystem } from "#test/support/tables"
import { aWebhook, stored, WebhooksServices } from "./support.ts"

layer(WebhooksServices)("Job delivery-log-purge", (it) => {
  // deliveries-9: Delivered ones are kept 30 days, dead ones 90.
  it.effect("delivered deliveries are kept 30 days, dead ones 90 days, those still to be sent for good", function* () {
    const orgId = yield* anOrganisation()
    const { id } = yield* aWebhook(orgId, "https://127.0.0.1:8443/hooks")
    const now = yield* DateTime.now
    const rows = [
      ["delivered", 29, 29],
      ["delivered", 31, 31],
      // Arrived by a late attempt: its 30 days begin then.
      ["delivered", 31, 29],
      ["dead", 89, 89],
      ["dead", 91, 91],
      ["failed", 100, 100],
      ["pending", 100, 100]
    ] as const
    yield* asSystem((sql) =>
      Effect.forEach(rows, ([status, createdDays, endedDays]) => {
        const ended = DateTime.toDateUtc(DateTime.subtract(now, { days: endedDays }))
        return sql`
            INSERT INTO webhook_deliveries (org_id, id, endpoint_id, event, content, status, next_attempt_at, created_at, last_attempt_at, delivered_at)
            VALUES (${orgId}, gen_random_uuid(), ${id}, 'offboarding.deleted', '{"type":"x"}', ${status}, ${ended},
              ${DateTime.toDateUtc(DateTime.subtract(now, { days: createdDays }))}, ${ended}, ${status === "delivered" ? ended : null})`
      })
    )
    const jobs = yield* Jobs
    assert.deepStrictEqual(yield* jobs.run("delivery-log-purge", undefined), { delivered: 1, dead: 1 })
    assert.deepStrictEqual((yield* stored(orgId)).map(({ status }) => status).toSorted(), [
      "dead",
      "delivered",
      "delivered",
      "failed",
      "pending"
    ])
  })
})
