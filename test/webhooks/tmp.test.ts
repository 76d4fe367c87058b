import { layer } from "@effect/vitest"
import { Effect } from "effect"
import { DeliveryEngine } from "#webhooks/engine"
import { anOrganisation } from "../support/TestApp.ts"
import * as events from "./events.ts"
import { aReceiver } from "./receiver.ts"
import { aWebhook, happen, stored, WebhooksServices } from "./surface.ts"
layer(WebhooksServices)("x", (it) => {
  it.effect("y", () => Effect.gen(function* () {
    const orgId = yield* anOrganisation()
    const receiver = yield* aReceiver()
    yield* aWebhook(orgId, receiver.url)
    yield* happen(orgId, events.created)
    console.log(yield* (yield* DeliveryEngine).drain(orgId))
    console.log(receiver.received)
  }))
})
