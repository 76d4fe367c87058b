import type { EntitlementKind } from "@svc/contract/entitlements/schema"
import { type Duration, Effect, Option } from "effect"
import { Integrations } from "#connections/integrations/service"
import { VendorClient, type VendorReads } from "#connections/vendors/calls"
import type { Leaver } from "#connections/vendors/connector"
import type { EntitlementName, GivenBack } from "#connections/vendors/entitlements"
import { VendorRegistry } from "#connections/vendors/vendor-registry"
import { survive } from "#platform/jobs/survive"
import type { AppRow } from "./repo.ts"
import { everyKind } from "./rules.ts"
import type { Sight } from "./sight.ts"

const hidden = (kinds: ReadonlyArray<EntitlementKind>, why: string): ReadonlyArray<Sight> =>
  kinds.map((kind) => ({ _tag: "NotVisible", kind, why }))

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

  /** A sight of each kind, whatever happens: who says nothing in this time is not seen. Nothing here can write. */
  const look = Effect.fnUntraced(function* (app: AppRow, leaver: Leaver, atMost: Duration.Input) {
    const found = entitlementsAt(app)
    if (Option.isNone(found)) return []
    const { entitlements, revoker } = found.value
    const asked = Effect.gen(function* () {
      const service = yield* integrations.revocable(app.service_name)
      if (Option.isNone(service)) return hidden(entitlements.kinds, "The app is not connected any more")
      const calls = yield* client.callsFor(revoker)
      const reads: VendorReads = { read: calls.read, ask: calls.ask }
      return (yield* entitlements.look(reads, service.value, leaver)).sights
    })
    const sights = yield* asked.pipe(
      Effect.catchTag("VendorUnanswered", ({ message }) => Effect.succeed(hidden(entitlements.kinds, message))),
      Effect.catchTag("SecretUnreadable", () =>
        Effect.succeed(hidden(entitlements.kinds, "The stored credential cannot be read. Connect the app again"))
      ),
      Effect.timeoutOrElse({
        duration: atMost,
        orElse: () => Effect.succeed(hidden(entitlements.kinds, "The service did not answer in time"))
      }),
      survive(
        `what is held at ${app.service_name} was not looked at`,
        hidden(entitlements.kinds, "It could not be looked at because of an internal error. Try again")
      )
    )
    return everyKind(entitlements.kinds, sights)
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
        return failed("The app is not connected any more. Connect it again, or give it back by hand")
      }
      const found = entitlementsAt({ protocol: service.value.protocol })
      if (Option.isNone(found)) return failed("This release cannot give it back there. Give it back by hand")
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
        orElse: () => Effect.succeed(failed("Stopped: the service did not answer in time"))
      }),
      survive(
        `giving back at ${serviceName} failed`,
        failed("It could not be given back because of an internal error. Try again")
      )
    )
  })

  return { entitlementsAt, look, giveBack }
})
