import { assert, layer } from "#test/support/suite"
import { Effect } from "effect"
import { DashboardApp } from "#test/outgoing/webhooks/support"
import { aReceiver } from "#test/outgoing/webhooks/receiver"
import { anAdmin } from "#test/support/people"
import { as } from "#test/support/requests"
import { entriesOf } from "#test/support/log"
import { aTarget, body, everything, listed, patch, path, post, remove, test, theTarget, token } from "./targets.ts"

const statuses = (answers: ReadonlyArray<{ readonly status: number }>) => answers.map(({ status }) => status).toSorted()

layer(DashboardApp)("A SIEM target changed by several at once", (it) => {
  it.effect("updates of different settings all hold, and each is audited", function* () {
    const admin = yield* anAdmin()
    const { id } = yield* aTarget(admin)
    const answers = yield* Effect.all(
      [
        patch(admin, id, { name: "Renamed" }),
        patch(admin, id, { events: ["login_failed"] }),
        patch(admin, id, { chain_fields: true }),
        patch(admin, id, { active: false })
      ],
      { concurrency: 4 }
    )
    assert.deepStrictEqual(statuses(answers), [200, 200, 200, 200])
    assert.deepInclude(yield* theTarget(admin), {
      name: "Renamed",
      events: ["login_failed"],
      all_events: false,
      chain_fields: true,
      active: false
    })
    assert.lengthOf(yield* entriesOf(admin.orgId, { action: "siem_target_updated" }), 4)
  })

  it.effect("the same update twice is made once", function* () {
    const admin = yield* anAdmin()
    const { id } = yield* aTarget(admin)
    const update = patch(admin, id, { active: false, events: ["access_revoked"] })
    const answers = yield* Effect.all([update, update, update, update], { concurrency: 4 })
    assert.deepStrictEqual(statuses(answers), [200, 200, 200, 200])
    assert.lengthOf(yield* entriesOf(admin.orgId, { action: "siem_target_updated" }), 1)
  })

  it.effect("moved with a new token while somebody else edits: the old token goes to no other host", function* () {
    const admin = yield* anAdmin()
    for (const _ of [1, 2, 3, 4, 5]) {
      const { id } = yield* aTarget(admin)
      // Whichever is first, the second one is judged by what the first left.
      const [withToken, without] = yield* Effect.all(
        [
          patch(admin, id, { endpoint_url: "https://127.0.0.2/", token: `${token}-2` }),
          patch(admin, id, { endpoint_url: "https://127.0.0.2/other" })
        ],
        { concurrency: 2 }
      )
      assert.strictEqual(withToken.status, 200)
      assert.oneOf(without.status, [200, 400])
      const [first] = (yield* entriesOf(admin.orgId, { action: "siem_target_updated" })).slice(
        without.status === 200 ? -2 : -1
      )
      assert.strictEqual(first?.details, "moved from 127.0.0.1:8443 to 127.0.0.2; another token")
      yield* remove(admin, id)
    }
  })

  it.effect("an update, a test and two removals: each is answered, one removes it, nothing comes back", function* () {
    const admin = yield* anAdmin()
    const receiver = yield* aReceiver()
    for (const _ of [1, 2, 3, 4, 5]) {
      const { id } = yield* aTarget(admin, body({ endpoint_url: receiver.url }))
      const [updated, removed, tested, again] = yield* Effect.all(
        [patch(admin, id, { active: false }), remove(admin, id), test(admin, id), remove(admin, id)],
        { concurrency: 4 }
      )
      assert.deepStrictEqual(statuses([removed, again]), [200, 404])
      for (const { status } of [updated, tested]) assert.oneOf(status, [200, 404])
      assert.lengthOf(yield* listed(admin), 0)
    }
    const [targets] = yield* everything(admin.orgId)
    assert.deepStrictEqual(targets, [])
    assert.lengthOf(yield* entriesOf(admin.orgId, { action: "siem_target_deleted" }), 5)
  })

  it.status(409, "the 51st target at once: of ten that are made when there is room for three, three are", function* () {
    const admin = yield* anAdmin()
    for (let made = 0; made < 47; made++) yield* aTarget(admin)
    const answers = yield* Effect.all(
      Array.from({ length: 10 }, () => post(admin, body())),
      { concurrency: 10 }
    )
    assert.deepStrictEqual(statuses(answers), [201, 201, 201, 409, 409, 409, 409, 409, 409, 409])
    assert.strictEqual((yield* as(admin).get(path)).status, 200)
    assert.lengthOf(yield* listed(admin), 50)
  })
})
