import { NodeHttpClient } from "@effect/platform-node"
import { PublicClient } from "@svc/client/public"
import type { ApiScope } from "@svc/contract/kernel/permissions"
import { type Context, Effect, Fiber, Layer, Redacted } from "effect"
import { HttpServer } from "effect/http"
import { TestClock } from "effect/testing"
import { aKey, aMember, anOrganisation, type OrganisationOptions } from "#test/support/people"

export type Client = Context.Service.Shape<typeof PublicClient>

/** The client that a customer makes of an address and a key. */
export const clientOf = Effect.fnUntraced(function* (baseUrl: string, key: string) {
  const service = PublicClient.layer({ baseUrl, key: Redacted.make(key) })
  return yield* Effect.provide(PublicClient, service.pipe(Layer.provide(NodeHttpClient.layerNodeHttp)), { local: true })
})

/** The same of the service under test, on its real socket. */
export const byKey = Effect.fnUntraced(function* (key: string) {
  const { address } = yield* HttpServer.HttpServer
  return yield* clientOf(HttpServer.formatAddress(address), key)
})

/** An organisation with its Super Admin and its client, whose key has every scope unless told. */
export const aCustomer = Effect.fnUntraced(function* (
  options: OrganisationOptions & { readonly scopes?: ReadonlyArray<ApiScope> } = {}
) {
  const orgId = yield* anOrganisation(options)
  const member = yield* aMember(orgId)
  return { orgId, member, client: yield* byKey(yield* aKey(member, options.scopes)) }
})

/** Lets the waits of a call pass; no signal tells when they begin. */
export const whileTimePasses = <A, E>(fiber: Fiber.Fiber<A, E>) =>
  Effect.raceFirst(
    Fiber.join(fiber),
    TestClock.adjust("500 millis").pipe(Effect.andThen(TestClock.withLive(Effect.sleep("5 millis"))), Effect.forever)
  )
