import type { DomainEvent } from "@svc/contract/events"
import { OffboardingStatus } from "@svc/contract/offboardings/schema"
import { DateTime, type Duration, Option, Schema } from "effect"

/** What a message tells; whom it is about is read when it is sent. */
export const ChatFact = Schema.Union([
  Schema.TaggedStruct("created", {}),
  Schema.TaggedStruct("moved", { from: OffboardingStatus, to: OffboardingStatus }),
  Schema.TaggedStruct("left", { apps: Schema.Int }),
  Schema.TaggedStruct("waiting", {})
])
export type ChatFact = typeof ChatFact.Type

/** What team chats are told of an event, and of which record; null when nothing. */
export const factOf = (
  event: DomainEvent
): { readonly fact: ChatFact; readonly about: "offboarding" | "initiation"; readonly id: string } | null => {
  switch (event._tag) {
    case "offboarding.created":
      return { fact: { _tag: "created" }, about: "offboarding", id: event.offboardingId }
    case "offboarding.stage_changed":
      return {
        fact: { _tag: "moved", from: event.previousStatus, to: event.status },
        about: "offboarding",
        id: event.offboardingId
      }
    case "revocation.completed": {
      // A retry is told of when it was the last one.
      const isRetry = event.retries !== undefined && event.retries.number > 0
      const apps = isRetry ? event.retries.given_up : event.counts.failed + event.counts.manualRequired
      return apps === 0 ? null : { fact: { _tag: "left", apps }, about: "offboarding", id: event.offboardingId }
    }
    case "initiation.waiting":
      // With a chain it is somebody's turn, and they are told themselves (offboarding-75).
      return event.delegated ? null : { fact: { _tag: "waiting" }, about: "initiation", id: event.initiationId }
    default:
      return null
  }
}

const retryWaits: ReadonlyArray<Duration.Input> = [
  "1 minute",
  "5 minutes",
  "30 minutes",
  "2 hours",
  "6 hours",
  "12 hours"
]

/** When to try again after so many attempts; none once a day has been tried. */
export const nextAttempt = (attempts: number, now: DateTime.Utc): Option.Option<DateTime.Utc> =>
  Option.map(Option.fromUndefinedOr(retryWaits[attempts - 1]), (wait) => DateTime.addDuration(now, wait))

/** How a post ended. */
export type Posted =
  | { readonly _tag: "Sent"; readonly status: number }
  | {
      readonly _tag: "Failed"
      readonly status: number | null
      readonly message: string
      /** Trying again is of no use. */
      readonly final: boolean
      /** The credential is no longer good. */
      readonly refused: boolean
      /** The whole channel waits so long. */
      readonly wait: Option.Option<Duration.Duration>
    }

const refusedCodes = ["invalid_auth", "not_authed", "token_revoked", "token_expired", "account_inactive"]
const passingCodes = [
  "ratelimited",
  "rate_limited",
  "internal_error",
  "fatal_error",
  "service_unavailable",
  "request_timeout",
  "team_added_to_org"
]

/** What Slack's own code of a refusal means: most say that the message will never be taken. */
export const meaningOf = (code: string) => ({
  final: !passingCodes.includes(code),
  refused: refusedCodes.includes(code)
})

const passingStatuses = [408, 425, 429]

/** The same of a status. */
export const meaningOfStatus = (status: number) => ({
  final: status < 500 && !passingStatuses.includes(status),
  refused: status === 401 || status === 403
})
