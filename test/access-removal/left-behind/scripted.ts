import type { LeftBehindKind } from "@svc/contract/left-behind/schema"
import { Effect, Layer, Option } from "effect"
import type { AccountName, Leaver } from "#connections/vendors/protocol/connector"
import * as NotificationsDomain from "#outgoing/notifications/index"
import type { KindSight, LeaverInventory, LeftBehind } from "#connections/vendors/protocol/inventory"
import { failed, revoked } from "#connections/vendors/protocol/outcome"
import * as VendorsDomain from "#connections/vendors/index"
import { VendorRegistry } from "#connections/vendors/vendor-registry"
import * as LeftBehindDomain from "#access-removal/left-behind/index"
import * as RevocationsDomain from "#access-removal/revocations/index"
import { leaseHolds } from "#platform/jobs/lease-guard"
import { TestServices } from "#test/support/TestApp"

const kinds = ["ssh_key", "deploy_key", "ownership", "api_key"] as const satisfies ReadonlyArray<LeftBehindKind>

/** What a leaver has at the app, and how it answers. */
interface Shelf {
  items: Array<LeftBehind>
  readonly hidden: Map<LeftBehindKind, string>
  /** Each call that ends or hands over, as `revoke id`. */
  readonly calls: Array<string>
  /** By whose id each of them was made. */
  readonly under: Array<string | null>
  looks: number
  /** What happens between the call that ends something and its write. */
  beforeWrite: Effect.Effect<void>
  /** What an end does besides, and before it is answered. */
  onEnd: Effect.Effect<void>
  /** Answers that it cannot, and leaves it. */
  refuses: boolean
  /** Accepts an end, and shows the item as before. */
  lies: boolean
  /** Never answers a look. */
  silent: boolean
  /** Whose it is, as the app shows it. */
  account: AccountName | null
}

const shelves = new Map<string, Shelf>()

/** Of the leaver with this address. */
export const shelfOf = (email: string): Shelf => {
  const shelf = shelves.get(email) ?? {
    items: [],
    hidden: new Map(),
    calls: [],
    under: [],
    looks: 0,
    beforeWrite: Effect.void,
    onEnd: Effect.void,
    refuses: false,
    lies: false,
    silent: false,
    account: null
  }
  shelves.set(email, shelf)
  return shelf
}

export const thing = (
  kind: (typeof kinds)[number],
  externalId: string,
  more: Partial<LeftBehind> = {}
): LeftBehind => ({
  kind,
  externalId,
  label: `${kind} ${externalId}`,
  risk: "high",
  privileges: ["write"],
  lastUsedAt: null,
  closing: kind === "deploy_key" ? "by_hand" : kind === "ownership" ? "transfer" : "revoke",
  stopsTheCut: null,
  ...more
})

const ended = (
  { accountId, email }: Leaver,
  verb: "revoke" | "transfer",
  { externalId }: { readonly externalId: string }
) =>
  Effect.gen(function* () {
    const shelf = shelfOf(email)
    shelf.calls.push(`${verb} ${externalId}`)
    shelf.under.push(accountId)
    if (shelf.refuses) return failed("The app answered 403 Forbidden")
    yield* shelf.beforeWrite
    // As the vendors' calls ask before each write.
    yield* leaseHolds
    if (shelf.lies) return { ...revoked("Accepted, but still shown", { verified: false }), contradicted: true as const }
    shelf.items = shelf.items.filter((item) => item.externalId !== externalId)
    yield* shelf.onEnd
    return revoked("It is gone", { verified: true })
  })

const inventory: LeaverInventory = {
  kinds,
  plan: (_service, _leaver, { externalId, kind }, successor) =>
    kind === "deploy_key" || (kind === "ownership") === (successor === null)
      ? []
      : [{ method: successor === null ? "DELETE" : "POST", url: `https://notion.test/${externalId}` }],
  look: (_calls, _service, leaver) => {
    const shelf = shelfOf(leaver.email)
    shelf.looks += 1
    if (shelf.silent) return Effect.never
    return Effect.sync(() => ({
      account: shelf.account,
      sights: kinds.map((kind): KindSight => {
        const why = shelf.hidden.get(kind)
        return why === undefined
          ? { _tag: "Seen", kind, items: shelf.items.filter((item) => item.kind === kind) }
          : { _tag: "NotVisible", kind, why }
      })
    }))
  },
  revoke: (_calls, _service, leaver, item) => ended(leaver, "revoke", item),
  transfer: (_calls, _service, leaver, item) => ended(leaver, "transfer", item)
}

/** The vendors, of whom those that speak SCIM show what stands on the shelf. */
const ScriptedVendors = Layer.effect(
  VendorRegistry,
  Effect.map(VendorRegistry, (real) =>
    VendorRegistry.of({
      find: (protocol) =>
        Option.map(real.find(protocol), (revoker) => (protocol === "scim" ? { ...revoker, inventory } : revoker))
    })
  )
).pipe(Layer.provide(VendorsDomain.services))

/** What stays behind and the runs that end it, over these vendors. */
export const Scripted = Layer.mergeAll(LeftBehindDomain.reactions, NotificationsDomain.reactions).pipe(
  Layer.provideMerge(Layer.fresh(RevocationsDomain.services)),
  Layer.provideMerge(Layer.fresh(LeftBehindDomain.services)),
  Layer.provideMerge(ScriptedVendors),
  Layer.provideMerge(TestServices)
)
