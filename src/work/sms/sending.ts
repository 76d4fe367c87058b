import type { OrgId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Option, Redacted } from "effect"
import { makeEachClaimed } from "#platform/jobs/each-claimed"
import { Audit } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { Integrations } from "#connections/integrations/service"
import { AppConfig } from "#platform/config/config"
import { Db } from "#platform/database/db"
import { Secrets } from "#platform/keys/secrets"
import { VendorAddresses } from "#connections/vendors/protocol/addresses"
import { VendorClient } from "#connections/vendors/protocol/calls"
import type { Connection } from "#connections/vendors/protocol/connection"
import { layerOf } from "#platform/services/layer-of"
import { type ClaimedMessage, type Settled, SmsRepo } from "./repo.ts"
import { nextTry, optedOut, serviceName } from "./rules.ts"
import { placeOf } from "./service.ts"
import { type Sending, sendText } from "./twilio.ts"

const batchSize = 10
const atOnce = 4
const lease = "5 minutes"

const textSetting = (connection: Connection, name: string) => {
  const value = connection.settings[name]
  return typeof value === "string" ? value : ""
}

const given = (error: string, status: "failed" | "unknown"): Settled => ({
  status,
  errorCode: null,
  error,
  dueAt: null
})

/** Sends what is queued; no message twice, even where Twilio's answer was lost (work-94). */
export class SmsSending extends Context.Service<
  SmsSending,
  {
    /** What is due now, each by one node. */
    sendDue(orgId: OrgId | undefined): Effect.Effect<{ readonly sent: number; readonly failed: number }>
  }
>()("svc/sms/SmsSending") {
  static readonly layerNoDeps = layerOf(SmsSending, function* () {
    const db = yield* Db
    const repo = yield* SmsRepo
    const integrations = yield* Integrations
    const secrets = yield* Secrets
    const audit = yield* Audit
    const eachClaimed = yield* makeEachClaimed
    const addresses = yield* VendorAddresses
    const client = yield* VendorClient
    const { baseUrl } = yield* AppConfig

    const contentOf = Effect.fnUntraced(function* (message: ClaimedMessage) {
      const to = yield* secrets.open(message.sealed_phone ?? "", placeOf(message, "sealed_phone"))
      const text = yield* secrets.open(message.sealed_content ?? "", placeOf(message, "sealed_content"))
      return { to: Redacted.value(to), text: Redacted.value(text) }
    })

    const outcomeOf = (message: ClaimedMessage, sending: Sending, now: DateTime.Utc): Settled => {
      const again = (why: string, wait: number): Settled => {
        const dueAt = nextTry(message.attempts, now, wait)
        return { status: dueAt === null ? "failed" : "queued", errorCode: null, error: why, dueAt }
      }
      switch (sending._tag) {
        case "Sent":
          return { status: "sent", externalId: sending.sid, errorCode: null, error: null, dueAt: null }
        case "Refused":
          return { status: "failed", errorCode: sending.code, error: sending.message, dueAt: null }
        case "CredentialRefused":
          return again(sending.message, 0)
        case "Later":
          return again(sending.message, sending.seconds)
        case "Unknown":
          return given(`${sending.message}. It is not known whether it was sent, so it is not sent again`, "unknown")
      }
    }

    const settle = Effect.fnUntraced(function* (message: ClaimedMessage, settled: Settled) {
      const now = yield* DateTime.now
      yield* repo.settle(message, settled, now)
      if (settled.errorCode === optedOut) yield* repo.optOut(message.org_id, message.phone_digest, now)
      if (settled.status === "sent") {
        yield* audit.record({
          action: "sms_sent",
          target: auditText`Text message ${message.id}`,
          details: auditText`to the number in the directory`,
          ...(message.offboarding_id === null ? {} : { offboardingId: message.offboarding_id })
        })
      }
      return settled.status === "sent"
    }, db.transact)

    const attempt = Effect.fnUntraced(function* (message: ClaimedMessage, worker: string) {
      if (yield* db.transact(repo.isOptedOut(message.org_id, [message.phone_digest]))) {
        return yield* settle(message, { ...given("The person opted out of messages", "failed"), errorCode: optedOut })
      }
      const found = yield* integrations.connection(serviceName)
      if (Option.isNone(found)) return yield* settle(message, given("Text messages are no longer connected", "failed"))
      const connection = found.value
      const content = yield* contentOf(message)
      const calls = yield* client.callsFor({ vendors: ["twilio"] })
      if (!(yield* db.transact(Effect.flatMap(DateTime.now, (now) => repo.markStarted(message, worker, now))))) {
        return false
      }
      const sending = yield* sendText(
        calls,
        {
          baseUrl: addresses.of("twilio"),
          sid: textSetting(connection, "account_sid"),
          token: connection.secrets.get("auth_token") ?? Redacted.make("")
        },
        {
          ...content,
          from: textSetting(connection, "from"),
          messagingServiceSid: textSetting(connection, "messaging_service_sid"),
          statusCallback: `${baseUrl}/api/integrations/sms/status?integration=${connection.id}&message=${message.id}`
        }
      )
      yield* integrations.credentialRefused(connection.id, sending._tag === "CredentialRefused")
      return yield* settle(message, outcomeOf(message, sending, yield* DateTime.now))
    })

    const sendOne = (message: ClaimedMessage, worker: string) =>
      Effect.catchTag(attempt(message, worker), "SecretUnreadable", (error) =>
        Effect.andThen(
          Effect.logError("sms decryption failed", { orgId: message.org_id, messageId: message.id }, error),
          settle(message, given("The stored message cannot be read", "failed"))
        )
      )

    const sendDue = Effect.fn("SmsSending.sendDue")(function* (orgId: OrgId | undefined) {
      const { done, failed } = yield* eachClaimed({
        orgId,
        claim: repo.claim,
        lease,
        limit: batchSize,
        atOnce,
        unknown: {
          hasBegun: ({ started_at }) => started_at !== null,
          end: (message) =>
            settle(message, given("The call was interrupted. It is not known whether the message was sent", "unknown"))
        },
        work: (message, { worker }) => sendOne(message, worker),
        says: "sms interrupted",
        about: ({ id }) => ({ messageId: id })
      })
      return { sent: done, failed }
    })

    return SmsSending.of({ sendDue })
  })
}
