import {
  CalendlyFailed,
  CalendlyNotConnected,
  EventTypeMissing,
  ExitInterviewAddressMissing,
  ExitInterviewExists,
  ExitInterviewHeld,
  ExitInterviewNotFound
} from "@svc/contract/exit-interviews/errors"
import { type ExitInterview, ExitInterviewId } from "@svc/contract/exit-interviews/schema"
import { Caller } from "@svc/contract/kernel/access"
import { CaseCompleted } from "@svc/contract/kernel/errors"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import { OffboardingCancelled, OffboardingNotFound } from "@svc/contract/offboardings/errors"
import { Context, DateTime, Effect, Option, Redacted } from "effect"
import { Audit } from "#audit/record/service"
import { aboutCase, auditText, personal } from "#audit/record/text"
import { Integrations } from "#connections/integrations/service"
import { admitLeaverMail } from "#access/leaver-mails"
import { RateLimits } from "#access/rate-limits"
import type { RetryLater } from "#platform/http/retry-later"
import { Mails } from "#outgoing/mails/service"
import { Db } from "#platform/database/db"
import { Randomness } from "#platform/crypto/random"
import { boundTo, Secrets } from "#platform/keys/secrets"
import { VendorAddresses } from "#connections/vendors/protocol/addresses"
import { VendorClient } from "#connections/vendors/protocol/calls"
import type { Connection } from "#connections/vendors/protocol/connection"
import { layerOf } from "#platform/services/layer-of"
import { bookingLink, type CalendlyRefused, firstEventType } from "./calendly.ts"
import { ExitInterviewsRepo, type InterviewRow } from "./repo.ts"
import { invitationMail } from "./mail.ts"
import { marked, recipientOf, serviceName, tokenName } from "./rules.ts"

type Closed = OffboardingNotFound | OffboardingCancelled | CaseCompleted

const placeOf = ({ id, org_id }: Pick<InterviewRow, "org_id" | "id">) =>
  boundTo({ orgId: org_id, table: "exit_interviews", column: "sealed_booking_url", rowId: id })

/** Exit interviews, which departing people book for themselves. */
export class ExitInterviews extends Context.Service<
  ExitInterviews,
  {
    show(id: OffboardingId): Effect.Effect<ExitInterview, OffboardingNotFound | ExitInterviewNotFound, Caller>
    /** Sends the person a link for one booking by email. No transaction is open during Calendly's call. */
    invite(
      id: OffboardingId,
      options: { readonly again: boolean }
    ): Effect.Effect<
      ExitInterview,
      | Closed
      | ExitInterviewAddressMissing
      | CalendlyNotConnected
      | EventTypeMissing
      | ExitInterviewExists
      | ExitInterviewHeld
      | CalendlyFailed
      | RetryLater,
      Caller
    >
    /** Held, or not held after all; what is so already changes nothing. */
    mark(id: OffboardingId, completed: boolean): Effect.Effect<ExitInterview, Closed | ExitInterviewNotFound, Caller>
  }
>()("svc/exit-interviews/ExitInterviews") {
  static readonly layerNoDeps = layerOf(ExitInterviews, function* () {
    const db = yield* Db
    const repo = yield* ExitInterviewsRepo
    const audit = yield* Audit
    const mails = yield* Mails
    const secrets = yield* Secrets
    const randomness = yield* Randomness
    const integrations = yield* Integrations
    const addresses = yield* VendorAddresses
    const client = yield* VendorClient
    const limits = yield* RateLimits

    const shown = Effect.fnUntraced(function* (row: InterviewRow) {
      const { event_id: _event, org_id: _org, sealed_booking_url, ...bare } = row
      if (row.status === "completed") return { ...bare, booking_url: null }
      const url = yield* secrets.open(sealed_booking_url, placeOf(row)).pipe(
        Effect.map(Redacted.value),
        Effect.catch((error) => Effect.as(Effect.logError("booking link decryption failed", error), null))
      )
      return { ...bare, booking_url: url }
    })

    /** The case, locked, with its interview; not found also if the caller cannot see it. */
    const inOpenCase = Effect.fnUntraced(function* (offboardingId: OffboardingId) {
      const { orgId, records } = yield* Caller
      const key = { orgId, offboardingId }
      const found = yield* repo.lockCase(key, records)
      if (Option.isNone(found)) return yield* new OffboardingNotFound()
      const offboarding = found.value
      if (offboarding.status === "cancelled") return yield* new OffboardingCancelled()
      if (offboarding.status === "completed") return yield* new CaseCompleted()
      return { offboarding, interview: yield* repo.find(key) }
    })
    const existing = (interview: Option.Option<InterviewRow>) =>
      Option.match(interview, { onNone: () => new ExitInterviewNotFound(), onSome: Effect.succeed })

    /** Who may be invited, asked before Calendly is and again when the link is there. */
    const invitable = Effect.fnUntraced(function* (id: OffboardingId, again: boolean) {
      const { interview, offboarding } = yield* inOpenCase(id)
      const status = Option.getOrUndefined(interview)?.status
      if (status === "completed") return yield* new ExitInterviewHeld()
      if (!again && (status === "invited" || status === "scheduled")) return yield* new ExitInterviewExists()
      const recipient = recipientOf(offboarding)
      if (recipient === null) return yield* new ExitInterviewAddressMissing()
      return { offboarding, recipient, formerId: Option.getOrUndefined(interview)?.id }
    })

    const nobodyInvited = (message: string) =>
      new CalendlyFailed({ error: `${message}. The invitation was not sent. Try again later` })

    const connected = integrations
      .connection(serviceName)
      .pipe(
        Effect.catchTag("SecretUnreadable", (error) =>
          Effect.as(Effect.logError("calendly token decryption failed", error), Option.none<Connection>())
        )
      )

    const newLink = Effect.fnUntraced(function* (connection: Connection) {
      const token = connection.secrets.get(tokenName)
      if (token === undefined) return yield* new CalendlyNotConnected()
      const account = { baseUrl: addresses.of("calendly"), token }
      const { event_type, user } = connection.settings
      const calls = yield* client.callsFor({ vendors: ["calendly"] })
      const make = Effect.gen(function* () {
        const eventType =
          typeof event_type === "string" && event_type !== ""
            ? event_type
            : Option.getOrUndefined(yield* firstEventType(calls, account, typeof user === "string" ? user : ""))
        return eventType === undefined ? undefined : yield* bookingLink(calls, account, eventType)
      })
      const link = yield* make.pipe(
        Effect.tapError((refused: CalendlyRefused) =>
          refused.reason === "credential" ? integrations.credentialRefused(connection.id, true) : Effect.void
        ),
        Effect.mapError(({ message }) => nobodyInvited(message))
      )
      yield* integrations.credentialRefused(connection.id, false)
      return link === undefined ? yield* new EventTypeMissing() : link
    })

    const invite = Effect.fn("ExitInterviews.invite")(function* (
      id: OffboardingId,
      { again }: { readonly again: boolean }
    ) {
      const { orgId } = yield* Caller
      yield* db.transact(invitable(id, again))
      const connection = yield* connected
      if (Option.isNone(connection)) return yield* new CalendlyNotConnected()
      yield* admitLeaverMail(limits, "exit-interview", id)
      const link = yield* newLink(connection.value)

      return yield* Effect.gen(function* () {
        const { formerId, offboarding, recipient } = yield* invitable(id, again)
        const now = yield* DateTime.now
        const key = { org_id: orgId, id: formerId ?? ExitInterviewId.make(yield* randomness.uuid) }
        const url = marked(link, key.id)
        if (url === null) return yield* nobodyInvited("Calendly gave a booking link that is not a URL")
        const row: InterviewRow = {
          ...key,
          offboarding_id: id,
          status: "invited",
          sealed_booking_url: yield* secrets.seal(url, placeOf(key)),
          sent_to: recipient.kind,
          invited_at: now,
          event_id: null,
          scheduled_for: null,
          completed_at: null
        }
        yield* repo.save(row, now)
        yield* mails.queueTranslated({
          orgId,
          to: recipient.to,
          texts: invitationMail({ name: offboarding.employee_name, organisation: offboarding.organisation_name, url })
        })
        yield* audit.record({
          ...aboutCase(offboarding),
          action: "exit_interview_invited",
          details: auditText`emailed to: ${personal(offboarding.person_key_id, recipient.to)}`
        })
        return yield* shown(row)
      }).pipe(db.transact)
    })

    const show = Effect.fn("ExitInterviews.show")(function* (id: OffboardingId) {
      const { orgId, records } = yield* Caller
      const key = { orgId, offboardingId: id }
      if (Option.isNone(yield* repo.findCase(key, records))) return yield* new OffboardingNotFound()
      const interview = yield* repo.find(key)
      return yield* shown(yield* existing(interview))
    }, db.transact)

    const mark = Effect.fn("ExitInterviews.mark")(function* (id: OffboardingId, completed: boolean) {
      const { interview, offboarding } = yield* inOpenCase(id)
      // Locked too, so that a concurrent booking is not lost.
      const { id: interviewId, org_id } = yield* existing(interview)
      const row = yield* Effect.flatMap(repo.lock({ orgId: org_id, id: interviewId }), existing)
      if (completed === (row.status === "completed")) return yield* shown(row)
      const now = yield* DateTime.now
      const booked = row.scheduled_for === null ? ("invited" as const) : ("scheduled" as const)
      const after: InterviewRow = {
        ...row,
        status: completed ? "completed" : booked,
        completed_at: completed ? now : null
      }
      yield* repo.save(after, now)
      yield* audit.record({
        ...aboutCase(offboarding),
        action: completed ? "exit_interview_completed" : "exit_interview_reopened",
        details: auditText`${row.status} -> ${after.status}`
      })
      return yield* shown(after)
    }, db.transact)

    return ExitInterviews.of({ show, invite, mark })
  })
}
