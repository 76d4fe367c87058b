import { assert, layer } from "#test/support/suite"
import { DateTime, Effect, Fiber } from "effect"
import { Jobs } from "#platform/jobs/jobs"
import { anEndpoint, DashboardApp, deliver } from "#test/outgoing/webhooks/support"
import { aReceiver } from "#test/outgoing/webhooks/receiver"
import { aMember, anOrganisation } from "#test/support/people"
import { systemSql } from "#test/support/tables"

layer(DashboardApp)("job org-deletion, with deliveries under way", (it) => {
  it.effect(
    "webhooks stop, and an attempt that ends after its organisation is dropped without a failure",
    function* () {
      const jobs = yield* Jobs
      const orgId = yield* anOrganisation()
      const member = yield* aMember(orgId)
      const receiver = yield* aReceiver(() => "never")
      const endpoint = yield* anEndpoint(member, receiver.url)
      const now = DateTime.toDateUtc(yield* DateTime.now)
      const queue = (count: number) =>
        systemSql`
          INSERT INTO webhook_deliveries (org_id, id, endpoint_id, event, content, next_attempt_at, created_at)
          SELECT ${orgId}::uuid, gen_random_uuid(), ${endpoint.id}::uuid, 'offboarding.deleted',
            '{"type":"x","title":"t","body":"b","data":{}}', ${now}::timestamptz, ${now}::timestamptz
          FROM generate_series(1, ${count}::int)`
      yield* queue(2)
      const delivering = yield* Effect.forkChild(deliver(member))
      yield* receiver.until(2)
      yield* systemSql`UPDATE organisations SET deletion_scheduled_at = ${now} WHERE id = ${orgId}`
      assert.deepStrictEqual(yield* jobs.run("org-deletion", orgId), { deleted: 1 })
      yield* receiver.release(200)
      const figures = yield* Fiber.join(delivering)
      assert.deepStrictEqual(
        Object.values(figures).filter((count) => count !== 0),
        []
      )
      assert.lengthOf(receiver.received, 2)
    }
  )
})
