import { IntegrationId } from "@svc/contract/kernel/ids"
import { startVendor, type VendorDefinition } from "@svc/lab/vendor"
import { Effect, Layer, Redacted } from "effect"
import { randomUUID } from "node:crypto"
import { Outbound } from "#platform/outbound/outbound"
import { VendorAddresses, type VendorName } from "#connections/vendors/addresses"
import { VendorClient } from "#connections/vendors/calls"
import type { Connection } from "#connections/vendors/connection"
import type { Leaver } from "#connections/vendors/connector"
import { VendorRegistry } from "#connections/vendors/vendor-registry"
import { VendorLimits } from "#connections/vendors/limits"
import { failed } from "#connections/vendors/outcome"

const quick = { call: "2 seconds", verifyWaits: ["0 seconds", "10 millis"] } as const

/** A stand-in on loopback under the operator's addresses, and what the protocol's connector does with it. */
export const aBench = Effect.fnUntraced(function* <State>(of: {
  readonly protocol: string
  readonly definition: VendorDefinition<State>
  readonly vendors: ReadonlyArray<VendorName>
  readonly settings?: Connection["settings"]
  readonly secrets: Readonly<Record<string, string>>
  readonly leaver?: Partial<Leaver>
}) {
  const vendor = yield* Effect.acquireRelease(
    Effect.promise(() => startVendor(of.definition)),
    (running) => Effect.promise(() => running.close())
  )
  const urls = Object.fromEntries(of.vendors.map((name) => [name, vendor.url]))
  const outbound = Outbound.layerWith({ allow: [], operatorAddresses: Object.values(urls) })
  const context = yield* Layer.build(
    Layer.mergeAll(VendorRegistry.layerNoDeps, VendorClient.layerNoDeps).pipe(
      Layer.provide(Layer.mergeAll(VendorAddresses.layerWith(urls), outbound)),
      Layer.fresh
    )
  )
  const { client, revoker } = yield* Effect.gen(function* () {
    const connectors = yield* VendorRegistry
    return { client: yield* VendorClient, revoker: yield* Effect.fromOption(connectors.find(of.protocol)) }
  }).pipe(Effect.provide(context), Effect.orDie)

  const connection = (given: Partial<Connection> = {}): Connection => ({
    id: IntegrationId.make(randomUUID()),
    serviceName: of.protocol,
    protocol: of.protocol,
    settings: of.settings ?? {},
    secrets: new Map(Object.entries(of.secrets).map(([name, secret]) => [name, Redacted.make(secret)])),
    ...given
  })
  const leaver = (given: Partial<Leaver> = {}): Leaver => ({
    offboardingId: randomUUID(),
    name: "Ann Lee",
    email: "ann.lee@acme.test",
    exitDate: "2026-03-02",
    sourceControlUsername: null,
    managerEmail: null,
    ...of.leaver,
    ...given
  })
  const sealed = Object.values(of.secrets)

  return {
    vendor,
    /** One run; its message holds none of the connection's secrets. */
    revoke: (given: Partial<Leaver> = {}, settings?: Connection["settings"]) =>
      Effect.gen(function* () {
        const calls = yield* client.callsFor(revoker)
        const attempt = { runId: randomUUID(), runCreatedAt: "2026-03-02T09:00:00.000Z" }
        const result = yield* revoker
          .revoke(calls, connection(settings === undefined ? {} : { settings }), leaver(given), attempt)
          .pipe(Effect.catchTag("VendorUnanswered", ({ message }) => Effect.succeed(failed(message))))
        const leaked = sealed.some((secret) => result.message.includes(secret)) || result.message.length > 300
        return leaked ? yield* Effect.die(new Error(`unfit for an event: ${result.message}`)) : result
      }).pipe(Effect.provideService(VendorLimits, quick)),
    plan: (given: Partial<Leaver> = {}) => revoker.plan(connection(), leaver(given)),
    prove: (settings: Connection["settings"] = of.settings ?? {}) =>
      Effect.gen(function* () {
        const calls = yield* client.callsFor(revoker)
        return yield* Effect.result(revoker.prove(calls, connection({ settings })))
      }).pipe(Effect.provideService(VendorLimits, quick)),
    /** `GET /path` of every request so far. */
    asked: () => vendor.requests.map(({ method, path }) => `${method} ${path}`)
  }
})
