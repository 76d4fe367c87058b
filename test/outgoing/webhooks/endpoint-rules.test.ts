import { assert, describe, it } from "@effect/vitest"
import { WebhookEventName } from "@svc/contract/events"
import { Schema } from "effect"
import { AttemptResult } from "#outgoing/deliveries/sender"
import { changesOf, describeChanges, type EndpointChanges, type EndpointSettings } from "#outgoing/webhooks/rules"
import { outcomeOf } from "#outgoing/deliveries/attempt-rules"
import { webhookDeliveries } from "#outgoing/webhooks/delivery-policy"

const all = { _tag: "All" } as const
const some = (...events: ReadonlyArray<WebhookEventName>) => ({ _tag: "Events", events }) as const

const is: EndpointSettings = {
  url: "https://a.example.com/in?key=canary",
  subscription: some("asset.returned", "asset.overdue"),
  active: true
}

describe("What an update changes", () => {
  const table: ReadonlyArray<readonly [string, EndpointChanges, EndpointChanges, string]> = [
    ["nothing is named", {}, {}, ""],
    ["the same of everything", is, {}, ""],
    [
      "events in another order, one twice",
      { subscription: some("asset.overdue", "asset.returned", "asset.overdue") },
      {},
      ""
    ],
    [
      "an event more",
      { subscription: some("asset.overdue", "asset.returned", "document.signed") },
      { subscription: some("asset.overdue", "asset.returned", "document.signed") },
      "events: asset.overdue, asset.returned, document.signed"
    ],
    [
      "an event less",
      { subscription: some("asset.overdue") },
      { subscription: some("asset.overdue") },
      "events: asset.overdue"
    ],
    ["all events", { subscription: all }, { subscription: all }, "all events"],
    [
      "another path",
      { url: "https://a.example.com/in?key=canary-2" },
      { url: "https://a.example.com/in?key=canary-2" },
      "another address on the same host"
    ],
    [
      "another host",
      { url: "https://b.example.com:8443/canary" },
      { url: "https://b.example.com:8443/canary" },
      "moved from a.example.com to b.example.com:8443"
    ],
    ["a pause, and the same address", { url: is.url, active: false }, { active: false }, "paused"],
    [
      "all of it",
      { url: "https://b.example.com/canary", subscription: all, active: false },
      { url: "https://b.example.com/canary", subscription: all, active: false },
      "moved from a.example.com to b.example.com; all events; paused"
    ]
  ]
  it.each(table)("%s", (_, wanted, changes, words) => {
    assert.deepStrictEqual(changesOf(is, wanted), changes)
    assert.strictEqual(describeChanges(is, changes), words)
    assert.notInclude(words, "canary")
  })

  // events-13: An endpoint that is set to all events receives every one, those added later, too.
  it("every event named is not all events: those added later are not among them", () => {
    const every = some(...WebhookEventName.literals)
    assert.deepStrictEqual(changesOf({ ...is, subscription: all }, { subscription: every }), { subscription: every })
    assert.deepStrictEqual(changesOf({ ...is, subscription: every }, { subscription: all }), { subscription: all })
  })

  it("of a paused endpoint, activating is one", () => {
    assert.deepStrictEqual(changesOf({ ...is, active: false }, { active: true }), { active: true })
    assert.strictEqual(describeChanges({ ...is, active: false }, { active: true }), "activated")
  })
})

describe("Ping response", () => {
  const status = Schema.Int.check(Schema.isBetween({ minimum: 100, maximum: 599 }))
  // webhooks-7: A ping answers `success` with the `status`, and `error` where it is none; a failure of the network has
  //   no status.
  it.prop("any answer tells its status; only 2xx is a success, without an error", { status }, ({ status }) => {
    const outcome = outcomeOf(webhookDeliveries, AttemptResult.Answered({ status }))
    return (
      outcome.status === status &&
      outcome.success === (status >= 200 && status < 300) &&
      "error" in outcome === !outcome.success
    )
  })

  // webhooks-7
  it("no answer is an error without a status", () => {
    for (const result of [
      AttemptResult.Refused(),
      AttemptResult.Unanswered({ reason: "No complete answer in time" })
    ]) {
      const outcome = outcomeOf(webhookDeliveries, result)
      assert.deepStrictEqual([outcome.success, Object.keys(outcome)], [false, ["success", "error"]])
    }
  })
})
