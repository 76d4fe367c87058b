import { assert, layer } from "#test/support/suite"
import { randomUUID } from "node:crypto"
import { DashboardApp } from "#test/outgoing/webhooks/support"
import { anAdmin } from "#test/support/people"
import { as } from "#test/support/requests"
import { entriesOf } from "#test/support/log"
import { aTarget, enqueue, everything, path, remove, theTarget } from "./targets.ts"

layer(DashboardApp)("DELETE /api/siem-targets/{id}", (it) => {
  it.status(
    200,
    "success; the target and what is queued for it are gone, and it is audited with the host alone",
    function* () {
      const admin = yield* anAdmin()
      const { id } = yield* aTarget(admin)
      yield* enqueue(admin.orgId, id, 3)
      const answer = yield* remove(admin, id)
      assert.deepStrictEqual([answer.status, answer.body], [200, { success: true }])
      const [targets, , deliveries] = yield* everything(admin.orgId)
      assert.deepStrictEqual([targets, deliveries], [[], []])
      assert.deepInclude((yield* entriesOf(admin.orgId, { action: "siem_target_%" })).at(-1), {
        action: "siem_target_deleted",
        target: "Collector (generic, 127.0.0.1:8443)",
        details: ""
      })
      assert.strictEqual((yield* remove(admin, id)).status, 404)
    }
  )

  it.status(400, "an id that is not a UUID", function* () {
    assert.strictEqual((yield* remove(yield* anAdmin(), "7")).status, 400)
  })

  it.status(404, "none such, or another organisation's", function* () {
    const admin = yield* anAdmin()
    const other = yield* anAdmin()
    const { id } = yield* aTarget(other)
    for (const targetId of [id, randomUUID()]) {
      const answer = yield* as(admin).delete(`${path}/${targetId}`)
      assert.deepStrictEqual([answer.status, answer.body], [404, { error: "SIEM destination not found" }])
    }
    yield* theTarget(other)
  })
})
