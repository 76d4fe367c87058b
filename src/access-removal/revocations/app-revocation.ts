import { RevocationOutcome, type RevocationResult } from "@svc/contract/revocations/schema"
import type { Caller } from "@svc/contract/kernel/access"
import { Cause, Context, DateTime, Duration, Effect, Metric, Option, Redacted } from "effect"
import { counter } from "#platform/metrics/instruments"
import { survive } from "#platform/jobs/survive"
import { Integrations } from "#connections/integrations/service"
import { VendorClient } from "#connections/vendors/protocol/calls"
import { revocable } from "#connections/vendors/cards"
import type { Connection } from "#connections/vendors/protocol/connection"
import type { Attempt } from "#connections/vendors/protocol/connector"
import { VendorRegistry } from "#connections/vendors/vendor-registry"
import {
  type AppResult,
  internalFailure,
  manualRequired,
  type SeenResult,
  unanswered
} from "#connections/vendors/protocol/outcome"
import { leaverOf } from "#connections/vendors/protocol/leaver"
import { layerOf } from "#platform/services/layer-of"
import { fitMessage } from "./message.ts"
import type { RevocationCase } from "./repo.ts"
import { unfinished } from "./rules.ts"

const revocations = counter({
  name: "svc.revocations",
  description: "Apps revoked in runs, by connector and outcome"
})

/** What a run keeps of an app. */
export type AppRevocationResult = RevocationResult & Pick<SeenResult, "stillActive" | "account" | "transient">

/** Revokes one app of one case: whatever happens, it ends with a result. */
export class AppRevocation extends Context.Service<
  AppRevocation,
  {
    /**
     * Calls the vendor, outside any transaction; at `stopAt` a call still going is stopped. `accountId` is the account that
     * an earlier run found; null for one that is looked up.
     */
    revoke(
      serviceName: string,
      offboarding: RevocationCase,
      accountId: string | null,
      attempt: Attempt & { readonly stopAt: DateTime.Utc }
    ): Effect.Effect<AppRevocationResult, never, Caller>
  }
>()("svc/revocations/AppRevocation") {
  static readonly layerNoDeps = layerOf(AppRevocation, function* () {
    const integrations = yield* Integrations
    const connectors = yield* VendorRegistry
    const client = yield* VendorClient

    // `increase` sees nothing of a series that begins with its first failures.
    for (const vendor of revocable.keys()) {
      for (const outcome of RevocationOutcome.literals) {
        yield* Metric.update(Metric.withAttributes(revocations, { vendor, outcome }), 0)
      }
    }

    /** A 401 is the credential's; whether it is noted or not, the app has its result. */
    const noteCredential = Effect.fnUntraced(
      function* ({ id }: Connection, { outcome, vendorStatus }: AppResult) {
        if (vendorStatus === 401) yield* integrations.credentialRefused(id, true)
        else if (outcome === "revoked" || outcome === "skipped") yield* integrations.credentialRefused(id, false)
      },
      (effect, { serviceName }) =>
        Effect.catchCause(effect, (cause) =>
          Cause.hasInterruptsOnly(cause)
            ? Effect.interrupt
            : Effect.logError("credential state not recorded", { service: serviceName }, cause)
        )
    )

    const call = Effect.fnUntraced(function* (
      serviceName: string,
      offboarding: RevocationCase,
      accountId: string | null,
      attempt: Attempt,
      spokenTo: (vendor: string) => void
    ) {
      const connected = yield* integrations.revocable(serviceName)
      if (Option.isNone(connected)) {
        return manualRequired("This app is no longer connected. Remove the access manually and confirm it")
      }
      const revoker = connectors.find(connected.value.protocol)
      if (Option.isNone(revoker)) {
        return manualRequired("This app has no API for it. Remove the access manually and confirm it")
      }
      spokenTo(connected.value.protocol)
      const leaver = leaverOf(offboarding, accountId)
      if (Option.isNone(leaver)) {
        return manualRequired(
          "The offboarding has no email address to look up the account. Remove the access manually and confirm it"
        )
      }
      const calls = yield* client.callsFor(revoker.value)
      const result: SeenResult = yield* revoker.value
        .revoke(calls, connected.value, leaver.value, attempt)
        .pipe(Effect.catchTag("VendorUnanswered", ({ message }) => Effect.succeed(unanswered(message))))
      yield* noteCredential(connected.value, result)
      const secrets = [...connected.value.secrets.values()].map(Redacted.value)
      return { ...result, message: fitMessage(result.message, secrets) }
    })

    const revoke = Effect.fn("AppRevocation.revoke")(function* (
      serviceName: string,
      offboarding: RevocationCase,
      accountId: string | null,
      attempt: Attempt & { readonly stopAt: DateTime.Utc }
    ) {
      const left = attempt.stopAt.epochMilliseconds - (yield* DateTime.now).epochMilliseconds
      let vendor = "none"
      const spokenTo = (protocol: string) => void (vendor = protocol)
      const result: SeenResult = yield* call(serviceName, offboarding, accountId, attempt, spokenTo).pipe(
        Effect.timeoutOrElse({
          duration: Duration.millis(Math.max(0, left)),
          orElse: () => Effect.succeed(unfinished(serviceName, true, "time limit"))
        }),
        survive("app revocation failed", internalFailure, { service: serviceName })
      )
      yield* Metric.update(Metric.withAttributes(revocations, { vendor, outcome: result.outcome }), 1)
      return { ...result, service: serviceName }
    })

    return AppRevocation.of({ revoke })
  })
}
