import { IntegrationId } from "@svc/contract/kernel/ids"
import { startVendor, type VendorDefinition } from "@svc/lab/vendor"
import { Effect, Layer, Option, Redacted } from "effect"
import { IpNetwork } from "effect/net"
import { randomUUID } from "node:crypto"
import { Outbound } from "#platform/outbound/outbound"
import { VendorAddresses, type VendorName } from "#connections/vendors/protocol/addresses"
import { VendorClient, type VendorCalls, type VendorUnanswered } from "#connections/vendors/protocol/calls"
import type { Connection } from "#connections/vendors/protocol/connection"
import type { Leaver } from "#connections/vendors/protocol/connector"
import type {
  EntitlementName,
  EntitlementSight,
  GivenBack,
  LeaverEntitlements
} from "#connections/vendors/protocol/entitlements"
import type { ItemName, KindSight, LeaverInventory, Looked, Successor } from "#connections/vendors/protocol/inventory"
import { VendorRegistry } from "#connections/vendors/vendor-registry"
import { type CallLimits, VendorLimits } from "#connections/vendors/protocol/limits"
import { type SeenResult, unanswered } from "#connections/vendors/protocol/outcome"

export const loopback = [{ _tag: "Network" as const, network: IpNetwork.fromStringUnsafe("127.0.0.0/8") }]

const quick: CallLimits = { call: "2 seconds", verifyWaits: ["0 seconds", "10 millis"] }

/** A stand-in on loopback under the operator's addresses, and what the protocol's connector does with it. */
export const aBench = Effect.fnUntraced(function* <State>(of: {
  readonly protocol: string
  readonly definition: VendorDefinition<State>
  readonly vendors: ReadonlyArray<VendorName>
  readonly settings?: Connection["settings"]
  /** The same of a service whose address the tenant types; `vendors` is empty then, and loopback is exempt. */
  readonly settingsAt?: (url: string) => Connection["settings"]
  readonly secrets: Readonly<Record<string, string>>
  readonly leaver?: Partial<Leaver>
  readonly limits?: CallLimits
  /** Puts a defect into the inventory, to see that a suite catches it. */
  readonly spoilt?: (inventory: LeaverInventory) => LeaverInventory
  /** The same for what shows entitlements and gives them back. */
  readonly spoiltEntitlements?: (entitlements: LeaverEntitlements) => LeaverEntitlements
}) {
  const limits = of.limits ?? quick
  const vendor = yield* Effect.acquireRelease(
    Effect.promise(() => startVendor(of.definition)),
    (running) => Effect.promise(() => running.close())
  )
  const urls = Object.fromEntries(of.vendors.map((name) => [name, vendor.url]))
  const outbound = Outbound.layerWith({
    allow: of.vendors.length === 0 ? loopback : [],
    operatorAddresses: Object.values(urls)
  })
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
    settings: of.settingsAt?.(vendor.url) ?? of.settings ?? {},
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
    accountId: null,
    ...of.leaver,
    ...given
  })
  const sealed = Object.values(of.secrets)
  const isClean = (text: string) =>
    text.trim() !== "" && !/[\r\n]/.test(text) && !sealed.some((one) => text.includes(one))
  const known = Effect.map(
    Effect.orDie(Effect.fromOption(Option.fromUndefinedOr(revoker.inventory))),
    (own) => of.spoilt?.(own) ?? own
  )

  /** Every text that a person will read is one line, and holds none of the connection's secrets. */
  const look = Effect.gen(function* () {
    const inventory = yield* known
    const calls = yield* client.callsFor(revoker)
    const { account, sights }: Looked<KindSight> = yield* inventory.look(calls, connection(), leaver())
    for (const sight of sights) {
      const texts =
        sight._tag === "Seen"
          ? sight.items.flatMap(({ label, privileges, stopsTheCut }) => [label, ...privileges, stopsTheCut ?? "-"])
          : [sight.why]
      const unfit = texts.find((text) => !isClean(text))
      if (unfit !== undefined) return yield* Effect.die(new Error(`unfit for a person: ${unfit}`))
    }
    return { account, kinds: inventory.kinds, sights }
  }).pipe(Effect.provideService(VendorLimits, limits))

  const closed = (
    close: (
      inventory: LeaverInventory,
      calls: VendorCalls,
      service: Connection,
      leaver: Leaver
    ) => Effect.Effect<SeenResult, VendorUnanswered>
  ) =>
    Effect.gen(function* () {
      const calls = yield* client.callsFor(revoker)
      const result: SeenResult = yield* close(yield* known, calls, connection(), leaver()).pipe(
        Effect.catchTag("VendorUnanswered", ({ message }) => Effect.succeed(unanswered(message)))
      )
      return isClean(result.message) && result.message.length <= 300
        ? result
        : yield* Effect.die(new Error(`unfit for an event: ${result.message}`))
    }).pipe(Effect.provideService(VendorLimits, limits))

  const entitlements = Effect.map(
    Effect.orDie(Effect.fromOption(Option.fromUndefinedOr(revoker.entitlements))),
    (own) => of.spoiltEntitlements?.(own) ?? own
  )

  /** What the person holds, as one look shows it; every text that a person will read is one line without a secret. */
  const holdings = Effect.gen(function* () {
    const own = yield* entitlements
    const calls = yield* client.callsFor(revoker)
    const { account, sights }: Looked<EntitlementSight> = yield* own.look(calls, connection(), leaver())
    for (const sight of sights) {
      const texts =
        sight._tag === "Seen"
          ? sight.items.flatMap(({ byHand, label, terms }) => [
              label,
              byHand ?? "-",
              `- ${Object.values(terms).join()}`
            ])
          : [sight.why]
      const unfit = texts.find((text) => !isClean(text))
      if (unfit !== undefined) return yield* Effect.die(new Error(`unfit for a person: ${unfit}`))
    }
    return { account, kinds: own.kinds, sights }
  }).pipe(Effect.provideService(VendorLimits, limits))

  /** Gives one of it back; no answer at all is `failed`, as the worker has it. */
  const giveBack = (entitlement: EntitlementName) =>
    Effect.gen(function* () {
      const calls = yield* client.callsFor(revoker)
      const own = yield* entitlements
      const given = yield* own
        .giveBack(calls, connection(), leaver(), entitlement)
        .pipe(
          Effect.catchTag("VendorUnanswered", ({ message }) =>
            Effect.succeed<GivenBack>({ outcome: "failed", message, verified: false })
          )
        )
      return isClean(given.message) && given.message.length <= 300
        ? given
        : yield* Effect.die(new Error(`unfit for an event: ${given.message}`))
    }).pipe(Effect.provideService(VendorLimits, limits))

  return {
    holdings,
    giveBack,
    /** What the leaver leaves behind, as one look shows it. */
    look,
    /** What ending one thing of it would write, or handing it over. */
    planned: (item: ItemName, successor: Successor | null) =>
      Effect.map(known, (inventory) => inventory.plan(connection(), leaver(), item, successor)),
    /** Ends one thing of it. */
    end: (item: ItemName) =>
      closed((inventory, calls, service, leaver) => inventory.revoke(calls, service, leaver, item)),
    /** Gives one thing of it to somebody else. */
    give: (item: ItemName, successor: Successor) =>
      closed((inventory, calls, service, leaver) => inventory.transfer(calls, service, leaver, item, successor)),
    vendor,
    /** One run; its message holds none of the connection's secrets. */
    revoke: (given: Partial<Leaver> = {}, settings?: Connection["settings"]) =>
      Effect.gen(function* () {
        const calls = yield* client.callsFor(revoker)
        const attempt = { runId: randomUUID(), runCreatedAt: "2026-03-02T09:00:00.000Z" }
        const result: SeenResult = yield* revoker
          .revoke(calls, connection(settings === undefined ? {} : { settings }), leaver(given), attempt)
          .pipe(Effect.catchTag("VendorUnanswered", ({ message }) => Effect.succeed(unanswered(message))))
        const leaked = sealed.some((secret) => result.message.includes(secret)) || result.message.length > 300
        return leaked ? yield* Effect.die(new Error(`unfit for an event: ${result.message}`)) : result
      }).pipe(Effect.provideService(VendorLimits, limits)),
    recheck: (given: Partial<Leaver> = {}) =>
      Effect.gen(function* () {
        const calls = yield* client.callsFor(revoker)
        return yield* revoker.recheck(calls, connection(), leaver(given))
      }).pipe(Effect.provideService(VendorLimits, limits)),
    plan: (given: Partial<Leaver> = {}) => revoker.plan(connection(), leaver(given)),
    prove: (settings: Connection["settings"] = of.settings ?? {}) =>
      Effect.gen(function* () {
        const calls = yield* client.callsFor(revoker)
        return yield* Effect.result(revoker.prove(calls, connection({ settings })))
      }).pipe(Effect.provideService(VendorLimits, limits)),
    /** `GET /path` of every request so far. */
    asked: () => vendor.requests.map(({ method, path }) => `${method} ${path}`)
  }
})

/** The record of the leaver names another person's address and username by now; the account is the one that was meant. */
export const recycledTo = (accountId: string): Partial<Leaver> => ({
  accountId,
  email: "joann.lee@acme.test",
  sourceControlUsername: "joann-lee"
})

/** An id of the same form that no account of the stand-in has. */
export const idOfNobody = (accountId: string) => `${accountId.slice(0, -1)}9`
