import type { LeftBehindKind } from "@svc/contract/left-behind/schema"
import { type Duration, Effect, Option } from "effect"
import { Integrations } from "#connections/integrations/service"
import { VendorClient, type VendorReads } from "#connections/vendors/protocol/calls"
import type { AccountName, Leaver } from "#connections/vendors/protocol/connector"
import { type Asked, notTheirs } from "#connections/vendors/protocol/whose-account"
import { VendorRegistry } from "#connections/vendors/vendor-registry"
import { survive } from "#platform/jobs/survive"
import type { AppRow } from "./items-repo.ts"
import { everyKind } from "./rules.ts"
import type { ToldSight } from "./sight.ts"

const unreadable = "The revoked account can no longer be read"

/** The result of one scan, and its account. */
interface Told {
  readonly account: AccountName | null
  readonly sights: ReadonlyArray<ToldSight>
}

const hidden = (kinds: ReadonlyArray<LeftBehindKind>, why: string): ReadonlyArray<ToldSight> =>
  kinds.map((kind) => ({ _tag: "NotVisible", kind, why }))

/** What apps are asked of a leaver. Nothing here can write: an inventory is handed calls that read. */
export const makeAsking = Effect.gen(function* () {
  const integrations = yield* Integrations
  const connectors = yield* VendorRegistry
  const client = yield* VendorClient

  /** What this release can see at the app; none where it cannot look. */
  const inventoryAt = ({ protocol }: AppRow) =>
    Option.fromNullOr(protocol).pipe(
      Option.flatMap(connectors.find),
      Option.flatMap((revoker) =>
        Option.map(Option.fromUndefinedOr(revoker.inventory), (inventory) => ({ inventory, revoker }))
      )
    )

  /** The app with the calls of one piece of work; none while it is not connected. */
  const connected = Effect.fnUntraced(function* (app: AppRow) {
    const found = inventoryAt(app)
    const service = yield* integrations.revocable(app.service_name)
    if (Option.isNone(found) || Option.isNone(service)) return Option.none()
    const calls = yield* client.callsFor(found.value.revoker)
    return Option.some({ inventory: found.value.inventory, service: service.value, calls })
  })

  /**
   * A sight of each kind, whatever happens: who says nothing in this time is not seen, and nothing of an account that is not the
   * leaver's.
   */
  const look = Effect.fnUntraced(function* (
    app: AppRow,
    leaver: Leaver,
    about: Option.Option<Asked>,
    atMost: Duration.Input
  ) {
    const found = inventoryAt(app)
    if (Option.isNone(found)) return { account: null, sights: [] }
    const { kinds } = found.value.inventory
    if (Option.isNone(about)) return { account: null, sights: everyKind(kinds, hidden(kinds, unreadable)) }
    const nobodys = (why: string): Told => ({ account: null, sights: hidden(kinds, why) })
    const asked = Effect.gen(function* () {
      const at = yield* connected(app)
      if (Option.isNone(at)) return nobodys("The app is no longer connected")
      const { calls, inventory, service } = at.value
      const reads: VendorReads = { read: calls.read, ask: calls.ask }
      const told: Told = yield* inventory.look(reads, service, { ...leaver, accountId: about.value.accountId })
      return told
    })
    const { account, sights } = yield* asked.pipe(
      Effect.catchTag("VendorUnanswered", ({ message }) => Effect.succeed(nobodys(message))),
      Effect.catchTag("SecretUnreadable", () =>
        Effect.succeed(nobodys("The stored credential cannot be read. Connect the app again"))
      ),
      Effect.timeoutOrElse({
        duration: atMost,
        orElse: () => Effect.succeed(nobodys("The app did not answer in time"))
      }),
      survive("orphaned items scan failed", nobodys("Scanning failed because of an internal error. Try again"), {
        service: app.service_name
      })
    )
    const why = notTheirs(about.value, account)
    if (why === null) return { account, sights: everyKind(kinds, sights) }
    const others = sights.map((sight): ToldSight =>
      sight._tag === "Seen" ? { _tag: "NotVisible", kind: sight.kind, why } : sight
    )
    return { account: null, sights: everyKind(kinds, others) }
  })

  return { inventoryAt, connected, look }
})
