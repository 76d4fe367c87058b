import type { EntitlementKind } from "@svc/contract/entitlements/schema"
import { Effect, Layer, Option } from "effect"
import type {
  Entitlement,
  EntitlementSight,
  GivenBack,
  LeaverEntitlements
} from "#connections/vendors/protocol/entitlements"
import type { AccountName } from "#connections/vendors/protocol/connector"
import * as VendorsDomain from "#connections/vendors/index"
import { VendorRegistry } from "#connections/vendors/vendor-registry"
import * as AccessReturnsDomain from "#access-removal/access-returns/index"
import * as EntitlementsDomain from "#access-removal/entitlements/index"
import * as LeftBehindDomain from "#access-removal/left-behind/index"
import * as RevocationsDomain from "#access-removal/revocations/index"
import { leaseHolds } from "#platform/jobs/lease-guard"
import { TestServices } from "#test/support/TestApp"

const kinds = ["account", "group", "licence"] as const satisfies ReadonlyArray<EntitlementKind>

/** What somebody holds at the app, and how it answers. */
interface Locker {
  items: Array<Entitlement>
  readonly hidden: Map<EntitlementKind, string>
  /** External ids that go as soon as the account is cut. */
  readonly goesWithTheCut: Set<string>
  looks: number
  /** Each giving back, by its external id. */
  readonly given: Array<string>
  /** What happens before a giving back is answered. */
  onGive: Effect.Effect<void>
  readonly refuses: Set<string>
  silent: boolean
  /** Whose it is, as the app shows it. */
  account: AccountName | null
  /** By whose id each giving back was made. */
  readonly under: Array<string | null>
}

const lockers = new Map<string, Locker>()

/** Of whoever has this address. */
export const lockerOf = (email: string): Locker => {
  const locker = lockers.get(email) ?? {
    items: [],
    hidden: new Map(),
    goesWithTheCut: new Set(),
    looks: 0,
    given: [],
    onGive: Effect.void,
    refuses: new Set(),
    silent: false,
    account: null,
    under: []
  }
  lockers.set(email, locker)
  return locker
}

export const holding = (
  kind: (typeof kinds)[number],
  externalId: string,
  more: Partial<Entitlement> = {}
): Entitlement => ({
  kind,
  externalId,
  label: `${kind} ${externalId}`,
  terms: { role: "member" },
  byHand: null,
  ...more
})

/** Held by nobody any more once the run's own cut was made: `cut` tells whether it was. */
const entitlements: LeaverEntitlements = {
  kinds,
  look: (_calls, _service, leaver) => {
    const locker = lockerOf(leaver.email)
    locker.looks += 1
    if (locker.silent) return Effect.never
    return Effect.sync(() => ({
      account: locker.account,
      sights: kinds.map((kind): EntitlementSight => {
        const why = locker.hidden.get(kind)
        return why === undefined
          ? { _tag: "Seen", kind, items: locker.items.filter((item) => item.kind === kind) }
          : { _tag: "NotVisible", kind, why }
      })
    }))
  },
  giveBack: (_calls, _service, leaver, { externalId, kind, label, terms }) =>
    Effect.gen(function* () {
      const locker = lockerOf(leaver.email)
      locker.given.push(externalId)
      locker.under.push(leaver.accountId)
      yield* locker.onGive
      const answer = (outcome: GivenBack["outcome"], verified: boolean): GivenBack => ({
        outcome,
        message: `${label}: ${outcome}`,
        verified
      })
      if (locker.refuses.has(externalId)) return answer("failed", false)
      if (locker.items.some((item) => item.kind === kind && item.externalId === externalId)) {
        return answer("held_already", true)
      }
      // As the vendors' calls ask before each write.
      yield* leaseHolds
      locker.items.push({ kind, externalId, label, terms, byHand: null })
      return answer("returned", true)
    })
}

/** The vendors, of whom those that speak SCIM show what lies in the locker; a cut takes what goes with it. */
const ScriptedVendors = Layer.effect(
  VendorRegistry,
  Effect.map(VendorRegistry, (real) =>
    VendorRegistry.of({
      find: (protocol) =>
        Option.map(real.find(protocol), (revoker) =>
          protocol === "scim"
            ? {
                ...revoker,
                entitlements,
                revoke: (calls, service, leaver, attempt) =>
                  Effect.tap(revoker.revoke(calls, service, leaver, attempt), () =>
                    Effect.sync(() => {
                      const locker = lockerOf(leaver.email)
                      locker.items = locker.items.filter(({ externalId }) => !locker.goesWithTheCut.has(externalId))
                    })
                  )
              }
            : revoker
        )
    })
  )
).pipe(Layer.provide(VendorsDomain.services))

/** Before and after, and the runs between them, over these vendors. */
export const Scripted = Layer.mergeAll(LeftBehindDomain.reactions, Layer.fresh(AccessReturnsDomain.services)).pipe(
  Layer.provideMerge(Layer.fresh(RevocationsDomain.services)),
  Layer.provideMerge(Layer.fresh(LeftBehindDomain.services)),
  Layer.provideMerge(Layer.fresh(EntitlementsDomain.services)),
  Layer.provideMerge(ScriptedVendors),
  Layer.provideMerge(TestServices)
)
