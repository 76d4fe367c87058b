import { NodeHttpClient } from "@effect/platform-node"
import { assert, layer } from "#test/support/suite"
import { AppClient } from "@svc/client/app"
import { ApiKeyInvalid, Unauthenticated } from "@svc/contract/kernel/errors"
import { Effect, Layer, Redacted } from "effect"
import { HttpServer } from "effect/http"
import { TestApp } from "#test/support/TestApp"
import { aKey, aSession, aSuperAdmin } from "#test/support/people"
import { byKey } from "./support.ts"

const baseUrl = Effect.map(HttpServer.HttpServer, ({ address }) => HttpServer.formatAddress(address))

const bySession = Effect.fnUntraced(function* (token: string) {
  const service = AppClient.layer({ baseUrl: yield* baseUrl, token: Redacted.make(token) })
  return yield* Effect.provide(AppClient, service.pipe(Layer.provide(NodeHttpClient.layerNodeHttp)), { local: true })
})

layer(TestApp)("the typed clients over the real service", (it) => {
  // versions-3: The clients are derived from the one contract, and a refusal arrives as its class.
  it.effect("PublicClient calls the public API by key, and a refusal is its class", function* () {
    const member = yield* aSuperAdmin()
    const client = yield* byKey(yield* aKey(member))
    assert.deepEqual((yield* client.employees.list({ query: { page: 1, limit: 20 } })).data, [])

    const refusal = yield* Effect.flip(
      (yield* byKey("dp_live_wrong")).employees.list({ query: { page: 1, limit: 20 } })
    )
    assert.instanceOf(refusal, ApiKeyInvalid)
  })

  it.effect("AppClient calls the app API with a session's token, and a refusal is its class", function* () {
    const member = yield* aSuperAdmin()
    const client = yield* bySession(yield* aSession(member))
    assert.deepEqual(yield* client["api-keys"].list(), [])

    const refusal = yield* Effect.flip((yield* bySession("nothing")).integrations.list())
    assert.instanceOf(refusal, Unauthenticated)
  })
})
