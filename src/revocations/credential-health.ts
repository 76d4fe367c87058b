import { IntegrationCredentialRefused } from "@svc/contract/integrations/events"
import { Caller } from "@svc/contract/kernel/access"
import { Cause, Context, Effect, Layer } from "effect"
import { Audit } from "#audit/service"
import { auditText } from "#audit/text"
import { Integrations } from "#integrations/service"
import { Outbox } from "#outbox/service"
import { Db } from "#platform/db"
import type { Connection } from "#vendors/connection"
import type { AppResult } from "#vendors/outcome"

/** Whether vendors still take the credentials that are stored for them, as the results of runs show it. */
export class CredentialHealth extends Context.Service<
  CredentialHealth,
  {
    /**
     * A 401 tells the administrators, once until the vendor takes the credential again. The app stays connected: a
     * retry is to ask the vendor anew. Never stands in the way of the run.
     */
    learn(connection: Connection, result: AppResult): Effect.Effect<void, never, Caller>
  }
>()("svc/revocations/CredentialHealth") {
  static readonly layerNoDeps = Layer.effect(
    CredentialHealth,
    Effect.gen(function* () {
      const db = yield* Db
      const integrations = yield* Integrations
      const audit = yield* Audit
      const outbox = yield* Outbox

      const refused = Effect.fnUntraced(function* (connection: Connection) {
        if (!(yield* integrations.credentialRefused(connection.id, true))) return
        const { orgId } = yield* Caller
        yield* audit.record({
          action: "integration_credential_refused",
          target: auditText`${connection.serviceName}`,
          details: auditText`The service refused the stored credential (401)`
        })
        yield* outbox.append(
          orgId,
          IntegrationCredentialRefused.make({ integrationId: connection.id, service: connection.serviceName })
        )
      }, db.transact)

      const learn = Effect.fn("CredentialHealth.learn")(
        function* (connection: Connection, { outcome, vendorStatus }: AppResult) {
          if (vendorStatus === 401) return yield* refused(connection)
          if (outcome === "revoked" || outcome === "skipped")
            yield* integrations.credentialRefused(connection.id, false)
        },
        (effect, { serviceName }) =>
          Effect.catchCause(effect, (cause) =>
            Cause.hasInterruptsOnly(cause)
              ? Effect.interrupt
              : Effect.logError(`whether ${serviceName} takes its credential was not noted`, cause)
          )
      )

      return CredentialHealth.of({ learn })
    })
  )
}
