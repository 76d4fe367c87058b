import type { DomainEvent } from "@svc/contract/events"
import { UserId } from "@svc/contract/kernel/ids"
import { OffboardingStatus, StageChangeSource } from "@svc/contract/offboardings/schema"
import { DateTime, type Duration, Option, Schema } from "effect"

/** The member who did it, for messages that say so; read by id when the message is sent. */
const by = Schema.optionalKey(Schema.NullOr(UserId))

/** What a message tells; whom it is about is read when it is sent. */
export const ChatFact = Schema.Union([
  Schema.TaggedStruct("created", { by }),
  Schema.TaggedStruct("imported", { by, source: Schema.Literals(["csv", "bulk"]), count: Schema.Int }),
  Schema.TaggedStruct("moved", {
    by,
    from: OffboardingStatus,
    to: OffboardingStatus,
    source: Schema.optionalKey(StageChangeSource)
  }),
  Schema.TaggedStruct("moved_together", {
    count: Schema.Int,
    /** Null where they differ. */
    to: Schema.NullOr(OffboardingStatus),
    sources: Schema.Array(StageChangeSource)
  }),
  Schema.TaggedStruct("left", { apps: Schema.Int }),
  Schema.TaggedStruct("waiting", {})
])
export type ChatFact = typeof ChatFact.Type

export const isOfSeveral = (
  fact: ChatFact
): fact is Extract<ChatFact, { readonly _tag: "imported" | "moved_together" }> =>
  fact._tag === "imported" || fact._tag === "moved_together"

/** A fact, and the records that it is about: the message belongs to the first of them that still exists. */
interface Told {
  readonly fact: ChatFact
  readonly about: "offboarding" | "initiation"
  readonly ids: ReadonlyArray<string>
}

const onlyOf = <A>(values: ReadonlyArray<A>): A | undefined => (values.length === 1 ? values[0] : undefined)

/** What team chats are notified of for an event, and its record; null if nothing. */
export const factOf = (event: DomainEvent, by: UserId | null): Told | null => {
  const ofCases = (fact: ChatFact, ...ids: ReadonlyArray<string>): Told => ({ fact, about: "offboarding", ids })
  switch (event._tag) {
    case "offboarding.created":
      // Several cases are announced together.
      return event.source === "csv" || event.source === "bulk"
        ? null
        : ofCases({ _tag: "created", by }, event.offboardingId)
    case "offboardings.imported": {
      const { offboardingIds: ids, source } = event
      return ids.length === 1
        ? ofCases({ _tag: "created", by }, ...ids)
        : ofCases({ _tag: "imported", by, source, count: ids.length }, ...ids)
    }
    case "offboarding.stage_changed":
      // Moves by a setting are announced together.
      return event.source === "automation" || event.source === "schedule"
        ? null
        : ofCases(
            { _tag: "moved", by, from: event.previousStatus, to: event.status, source: event.source },
            event.offboardingId
          )
    case "offboardings.moved": {
      const only = onlyOf(event.moves)
      if (only !== undefined) {
        const { offboardingId, previousStatus: from, source, status: to } = only
        return ofCases({ _tag: "moved", by, from, to, source }, offboardingId)
      }
      const sources = [...new Set(event.moves.map(({ source }) => source))]
      const to = onlyOf([...new Set(event.moves.map(({ status }) => status))]) ?? null
      return ofCases(
        { _tag: "moved_together", count: event.moves.length, to, sources },
        ...event.moves.map(({ offboardingId }) => offboardingId)
      )
    }
    case "revocation.completed": {
      // Only the last retry is announced.
      const isRetry = event.retries !== undefined && event.retries.number > 0
      const apps = isRetry ? event.retries.given_up : event.counts.failed + event.counts.manualRequired
      return apps === 0 ? null : ofCases({ _tag: "left", apps }, event.offboardingId)
    }
    case "initiation.waiting":
      // With a chain the approver is notified directly (offboarding-75).
      return event.delegated ? null : { fact: { _tag: "waiting" }, about: "initiation", ids: [event.initiationId] }
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

/** Backoff by number of attempts; none after a day. */
export const nextAttempt = (attempts: number, now: DateTime.Utc): Option.Option<DateTime.Utc> =>
  Option.map(Option.fromUndefinedOr(retryWaits[attempts - 1]), (wait) => DateTime.addDuration(now, wait))

/** How a post ended. */
export type Posted =
  | { readonly _tag: "Sent"; readonly status: number }
  | {
      readonly _tag: "Failed"
      readonly status: number | null
      readonly message: string
      /** A retry would not help. */
      readonly final: boolean
      /** The credential is no longer good. */
      readonly refused: boolean
      /** How long the whole channel waits. */
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
