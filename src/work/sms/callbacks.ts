import { Caller } from "@svc/contract/kernel/access"
import { IntegrationId } from "@svc/contract/kernel/ids"
import { SmsStatusRefused } from "@svc/contract/sms/errors"
import { Context, DateTime, Effect, Option, Schema } from "effect"
import { Integrations } from "#connections/integrations/service"
import { AppConfig } from "#platform/config/config"
import { Db } from "#platform/database/db"
import { systemCaller } from "#platform/jobs/system-caller"
import type { Connection } from "#connections/vendors/protocol/connection"
import { layerOf } from "#platform/services/layer-of"
import { SmsRepo } from "./repo.ts"
import { optedOut, sentenceOf, serviceName, statusOf } from "./rules.ts"
import { isSigned } from "./twilio.ts"

const asIntegrationId = Schema.decodeUnknownOption(IntegrationId)

interface StatusCall {
  readonly integration: string | undefined
  readonly message: string | undefined
  /** Path and query as they were called. */
  readonly path: string
  readonly signature: string | undefined
  readonly body: string
}

/** Twilio's status callbacks. */
export class SmsCallbacks extends Context.Service<
  SmsCallbacks,
  { receive(call: StatusCall): Effect.Effect<void, SmsStatusRefused> }
>()("svc/sms/SmsCallbacks") {
  static readonly layerNoDeps = layerOf(SmsCallbacks, function* () {
    const db = yield* Db
    const repo = yield* SmsRepo
    const integrations = yield* Integrations
    const { baseUrl } = yield* AppConfig

    const receive = Effect.fn("SmsCallbacks.receive")(function* (call: StatusCall) {
      const id = asIntegrationId(call.integration)
      const owner = Option.isNone(id) ? Option.none() : yield* repo.ownerOf(id.value)
      if (Option.isNone(owner)) return yield* new SmsStatusRefused()
      const orgId = owner.value.org_id
      const asOwner = Effect.provideService(Caller, systemCaller(orgId))
      const connection = yield* integrations.connection(serviceName).pipe(
        Effect.catchTag("SecretUnreadable", (error) =>
          Effect.as(Effect.logError("sms account token decryption failed", error), Option.none<Connection>())
        ),
        asOwner
      )
      const token = Option.isNone(connection) ? undefined : connection.value.secrets.get("auth_token")
      const form = new URLSearchParams(call.body)
      if (token === undefined || !isSigned(call.signature, token, { url: baseUrl + call.path, form })) {
        return yield* new SmsStatusRefused()
      }
      const status = statusOf(form.get("MessageStatus") ?? form.get("SmsStatus") ?? "")
      const externalId = form.get("MessageSid") ?? form.get("SmsSid") ?? ""
      if (status === undefined || externalId === "") return
      const code = /^\d{1,9}$/.test(form.get("ErrorCode") ?? "") ? Number(form.get("ErrorCode")) : 0
      const errorCode = code === 0 ? null : code
      const at = yield* DateTime.now
      const error = status === "undelivered" || status === "failed" ? sentenceOf(errorCode) : null
      yield* Effect.gen(function* () {
        const numbers = yield* repo.told({
          orgId,
          externalId,
          id: call.message ?? null,
          status,
          errorCode,
          error,
          at
        })
        if (errorCode !== optedOut) return
        yield* Effect.forEach(numbers, (digest) => repo.optOut(orgId, digest, at), { discard: true })
      }).pipe(db.transact, asOwner)
    })

    return SmsCallbacks.of({ receive })
  })
}
