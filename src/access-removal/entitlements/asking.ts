import type { EntitlementKind } from "@svc/contract/entitlements/schema"
import { type Duration, Effect, Option } from "effect"
import { Integrations } from "#connections/integrations/service"
import { VendorClient, type VendorReads } from "#connections/vendors/protocol/calls"
import type { AccountName, Leaver } from "#connections/vendors/protocol/connector"
import type { EntitlementName, GivenBack } from "#connections/vendors/protocol/entitlements"
import { VendorRegistry } from "#connections/vendors/vendor-registry"
import { type Asked, notTheirs } from "#connections/vendors/protocol/whose-account"
import { survive } from "#platform/jobs/survive"
import type { AppRow } from "./repo.ts"
import { everyKind } from "./rules.ts"
import type { Sight } from "./sight.ts"

const hidden = (kinds: ReadonlyArray<EntitlementKind>, why: string): ReadonlyArray<Sight> =>
  kinds.map((kind) => ({ _tag: "NotVisible", kind, why }))

/** The result of one scan, and its account. */
interface Told {
  readonly account: AccountName | null
  readonly sights: ReadonlyArray<Sight>
}

const failed = (message: string): GivenBack => ({ outcome: "failed", message, verified: false })

/** What apps are asked of a person's entitlements, and how one is given back. */
export const makeAsking = Effect.gen(function* () {
  const integrations = yield* Integrations
  const connectors = yield* VendorRegistry
  const client = yield* VendorClient

  /** What this release can see at the app; none where it cannot look. */
  const entitlementsAt = ({ protocol }: Pick<AppRow, "protocol">) =>
    Option.fromNullOr(protocol).pipe(
      Option.flatMap(connectors.find),
      Option.flatMap((revoker) =>
        Option.map(Option.fromUndefinedOr(revoker.entitlements), (entitlements) => ({ entitlements, revoker }))
      )
    )

  /**
   * A sight of each kind, whatever happens: who says nothing in this time is not seen, and nothing of an account that is not the
   * leaver's. Nothing here can write.
   */
  const look = Effect.fnUntraced(function* (
    app: AppRow,
    leaver: Leaver,
    about: Option.Option<Asked>,
    atMost: Duration.Input
  ) {
    const found = entitlementsAt(app)
    if (Option.isNone(found)) return { account: null, sights: [] }
    const { entitlements, revoker } = found.value
    const nobodys = (why: string): Told => ({ account: null, sights: hidden(entitlements.kinds, why) })
    if (Option.isNone(about)) return nobodys("The revoked account can no longer be read")
    const asked = Effect.gen(function* () {
      const service = yield* integrations.revocable(app.service_name)
      if (Option.isNone(service)) return nobodys("The app is no longer connected")
      const calls = yield* client.callsFor(revoker)
      const reads: VendorReads = { read: calls.read, ask: calls.ask }
      const told: Told = yield* entitlements.look(reads, service.value, {
        ...leaver,
        accountId: about.value.accountId
      })
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
      survive("access snapshot scan failed", nobodys("Scanning failed because of an internal error. Try again"), {
        service: app.service_name
      })
    )
    const why = notTheirs(about.value, account)
    if (why === null) return { account, sights: everyKind(entitlements.kinds, sights) }
    const others = sights.map((sight): Sight =>
      sight._tag === "Seen" ? { _tag: "NotVisible", kind: sight.kind, why } : sight
    )
    return { account: null, sights: everyKind(entitlements.kinds, others) }
  })

  /** Whether the account of this id is there and can be used; none where the app does not say. */
  const isUsable = Effect.fnUntraced(function* (serviceName: string, leaver: Leaver, atMost: Duration.Input) {
    const asked = Effect.gen(function* () {
      const service = yield* integrations.revocable(serviceName)
      if (Option.isNone(service)) return Option.none<boolean>()
      const found = connectors.find(service.value.protocol)
      if (Option.isNone(found)) return Option.none<boolean>()
      const calls = yield* client.callsFor(found.value)
      const reads: VendorReads = { read: calls.read, ask: calls.ask }
      const { standing } = yield* found.value.recheck(reads, service.value, leaver)
      return standing === "unknown" ? Option.none<boolean>() : Option.some(standing === "active")
    })
    return yield* asked.pipe(
      Effect.timeoutOrElse({ duration: atMost, orElse: () => Effect.succeedNone }),
      Effect.catch(() => Effect.succeedNone),
      survive("account read failed", Option.none<boolean>(), { service: serviceName })
    )
  })

  /** Whatever happens, it ends with a result. */
  const giveBack = Effect.fnUntraced(function* (
    serviceName: string,
    leaver: Leaver,
    entitlement: EntitlementName,
    atMost: Duration.Input
  ) {
    const sent = Effect.gen(function* () {
      const service = yield* integrations.revocable(serviceName)
      if (Option.isNone(service)) {
        return failed("The app is no longer connected. Connect it again, or restore the access manually")
      }
      const found = entitlementsAt({ protocol: service.value.protocol })
      if (Option.isNone(found)) return failed("This release cannot restore access there. Restore it manually")
      const calls = yield* client.callsFor(found.value.revoker)
      return yield* found.value.entitlements.giveBack(calls, service.value, leaver, entitlement)
    })
    return yield* sent.pipe(
      Effect.catchTag("VendorUnanswered", ({ message }) => Effect.succeed(failed(message))),
      Effect.catchTag("SecretUnreadable", () =>
        Effect.succeed(failed("The stored credential cannot be read. Connect the app again"))
      ),
      Effect.timeoutOrElse({
        duration: atMost,
        orElse: () => Effect.succeed(failed("Stopped: the app did not answer in time"))
      }),
      survive("access restore failed", failed("Restoring failed because of an internal error. Try again"), {
        service: serviceName
      })
    )
  })

  return { entitlementsAt, look, isUsable, giveBack }
})
