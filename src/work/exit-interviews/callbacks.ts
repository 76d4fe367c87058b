import { BookingUnreadable, CalendlyCallbackRefused } from "@svc/contract/exit-interviews/errors"
import { type CalendlyCallback, ExitInterviewId } from "@svc/contract/exit-interviews/schema"
import { Caller } from "@svc/contract/kernel/access"
import type { OrgId } from "@svc/contract/kernel/ids"
import { planFeatures } from "@svc/contract/kernel/plans"
import { Context, DateTime, Effect, Option, Schema } from "effect"
import { Audit } from "#audit/record/service"
import { aboutCase, auditText } from "#audit/record/text"
import { Integrations } from "#connections/integrations/service"
import { Db } from "#platform/database/db"
import { systemCaller } from "#platform/jobs/system-caller"
import { VendorAddresses } from "#connections/vendors/protocol/addresses"
import { VendorClient } from "#connections/vendors/protocol/calls"
import type { Connection } from "#connections/vendors/protocol/connection"
import { layerOf } from "#platform/services/layer-of"
import { bookingOf } from "./calendly.ts"
import { ExitInterviewsRepo } from "./repo.ts"
import { afterBooking, type Booking, idAt, serviceName, signingKeyName, tokenName } from "./rules.ts"
import { isSigned, type SignedCall } from "./signature.ts"

/** Calendly waits about ten seconds for a response, and then calls again. */
const patience = "8 seconds"

const Text = Schema.optionalKey(Schema.NullOr(Schema.String))

const Told = Schema.fromJsonString(
  Schema.Struct({
    created_by: Text,
    payload: Schema.Struct({
      event: Text,
      scheduled_event: Schema.optionalKey(Schema.NullOr(Schema.Struct({ uri: Text }))),
      tracking: Schema.optionalKey(Schema.NullOr(Schema.Struct({ utm_content: Text })))
    })
  })
)

const asInterviewId = Schema.decodeUnknownOption(ExitInterviewId)

/** What a callback names; nothing more of it is believed. */
const namedBy = (body: Uint8Array) =>
  Option.map(
    Schema.decodeUnknownOption(Told)(Buffer.from(body).toString("utf8")),
    ({ created_by, payload: { event, scheduled_event, tracking } }) => ({
      user: created_by ?? undefined,
      eventId: idAt(scheduled_event?.uri ?? event ?? ""),
      interviewId: Option.getOrUndefined(asInterviewId(tracking?.utm_content))
    })
  )

/** Calendly's callbacks about bookings. */
export class CalendlyCallbacks extends Context.Service<
  CalendlyCallbacks,
  {
    /** `connection`: the one that the address names; without it, the user whose subscription it is tells. */
    receive(
      call: SignedCall & { readonly connection: string | undefined }
    ): Effect.Effect<CalendlyCallback, CalendlyCallbackRefused | BookingUnreadable>
  }
>()("svc/exit-interviews/CalendlyCallbacks") {
  static readonly layerNoDeps = layerOf(CalendlyCallbacks, function* () {
    const db = yield* Db
    const repo = yield* ExitInterviewsRepo
    const audit = yield* Audit
    const integrations = yield* Integrations
    const addresses = yield* VendorAddresses
    const client = yield* VendorClient

    const candidates = (connection: string | undefined, user: string | undefined) => {
      if (connection !== undefined) {
        return integrations.ownersOf({ protocol: serviceName, name: "webhook_id", value: connection })
      }
      return user === undefined
        ? Effect.succeed([])
        : integrations.ownersOf({ protocol: serviceName, name: "user", value: user })
    }

    /** The connection whose key signed the call, in an organization in good standing. */
    const signer = Effect.fnUntraced(function* (orgId: OrgId, call: SignedCall) {
      const now = yield* DateTime.now
      const standing = yield* repo.standing(orgId, now)
      if (Option.isNone(standing) || !planFeatures[standing.value.plan].includes("exitInterviewScheduling")) {
        return Option.none()
      }
      const found = yield* integrations.connection(serviceName).pipe(
        Effect.provideService(Caller, systemCaller(orgId)),
        Effect.catchTag("SecretUnreadable", (error) =>
          Effect.as(Effect.logError("calendly signing key decryption failed", error), Option.none<Connection>())
        )
      )
      return Option.filter(found, ({ secrets }) => {
        const key = secrets.get(signingKeyName)
        return key !== undefined && isSigned(call, key, now)
      })
    })

    const reading = Effect.fnUntraced(function* (orgId: OrgId, connection: Connection, eventId: string) {
      const token = connection.secrets.get(tokenName)
      if (token === undefined) return yield* new BookingUnreadable()
      const calls = yield* client.callsFor({ vendors: ["calendly"] })
      return yield* bookingOf(calls, { baseUrl: addresses.of("calendly"), token }, eventId).pipe(
        Effect.map(Option.some),
        Effect.tapError(({ reason }) =>
          reason === "credential"
            ? Effect.provideService(integrations.credentialRefused(connection.id, true), Caller, systemCaller(orgId))
            : Effect.void
        ),
        // Another account's, or gone: the call does not count.
        Effect.catch(({ reason }) =>
          reason === "not found" ? Effect.succeed(Option.none<Booking>()) : new BookingUnreadable()
        ),
        Effect.timeoutOrElse({ duration: patience, orElse: () => new BookingUnreadable() })
      )
    })

    const follow = Effect.fnUntraced(function* (orgId: OrgId, id: ExitInterviewId, booking: Booking) {
      const found = yield* repo.lock({ orgId, id })
      if (Option.isNone(found)) return "ignored" as const
      const after = afterBooking(found.value, booking)
      const key = { orgId, offboardingId: found.value.offboarding_id }
      const offboarding = yield* repo.findCase(key, { _tag: "All" })
      if (after === undefined || Option.isNone(offboarding)) return "ignored" as const
      yield* repo.save({ ...found.value, ...after }, yield* DateTime.now)
      yield* audit.record({
        ...aboutCase(offboarding.value),
        action: after.status === "scheduled" ? "exit_interview_scheduled" : "exit_interview_canceled",
        details:
          after.scheduled_for === null
            ? auditText`at Calendly`
            : auditText`at Calendly, for ${DateTime.formatIso(after.scheduled_for)}`
      })
      return after.status
    })

    const receive = Effect.fn("CalendlyCallbacks.receive")(function* ({
      connection,
      ...call
    }: SignedCall & { readonly connection: string | undefined }) {
      const named = Option.getOrUndefined(namedBy(call.body))
      for (const { org_id } of yield* candidates(connection, named?.user)) {
        const signed = yield* signer(org_id, call)
        if (Option.isNone(signed)) continue
        const ignored = { received: true as const, result: "ignored" as const }
        if (named?.eventId === undefined || named.interviewId === undefined) return ignored
        const booking = yield* reading(org_id, signed.value, named.eventId)
        if (Option.isNone(booking)) return ignored
        const result = yield* follow(org_id, named.interviewId, booking.value).pipe(
          db.transact,
          Effect.provideService(Caller, systemCaller(org_id))
        )
        return { received: true as const, result }
      }
      return yield* new CalendlyCallbackRefused()
    })

    return CalendlyCallbacks.of({ receive })
  })
}
