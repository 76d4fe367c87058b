import { Data, Effect, Option, Redacted, Result, Schema } from "effect"
import type { VendorAnswer, VendorCalls, VendorReads } from "#connections/vendors/protocol/calls"
import { statusText } from "#connections/vendors/protocol/outcome"
import { type Booking, idAt } from "./rules.ts"

/** Calendly refused the call; `message` is our own sentence. */
export class CalendlyRefused extends Data.TaggedError("CalendlyRefused")<{
  readonly reason: "credential" | "forbidden" | "not found" | "other"
  readonly message: string
}> {}

interface Account {
  readonly baseUrl: string
  readonly token: Redacted.Redacted
}

const headersOf = ({ token }: Account) => ({
  authorization: `Bearer ${Redacted.value(token)}`,
  accept: "application/json"
})
const writing = (account: Account) => ({ ...headersOf(account), "content-type": "application/json" })

const Optional = Schema.optionalKey(Schema.NullOr(Schema.String))

const Me = Schema.Struct({ resource: Schema.Struct({ uri: Schema.String, current_organization: Optional }) })
const EventTypes = Schema.Struct({
  collection: Schema.Array(
    Schema.Struct({ uri: Schema.String, active: Schema.optionalKey(Schema.NullOr(Schema.Boolean)) })
  )
})
const Link = Schema.Struct({ resource: Schema.Struct({ booking_url: Schema.String }) })
const Subscription = Schema.Struct({ resource: Schema.Struct({ uri: Schema.String }) })
const Event = Schema.Struct({
  resource: Schema.Struct({
    status: Schema.String,
    start_time: Schema.optionalKey(Schema.NullOr(Schema.DateTimeUtcFromString))
  })
})

const read = Effect.fnUntraced(function* <A>(
  answer: VendorAnswer,
  schema: Schema.Codec<A, unknown>
): Effect.fn.Return<A, CalendlyRefused> {
  if (answer.status === 401 || answer.status === 403) {
    const message =
      answer.status === 401
        ? "Calendly did not accept the token. Create a new personal access token and connect again"
        : "Calendly does not allow this token to do so. Create a personal access token of a user with that permission, and connect again"
    return yield* new CalendlyRefused({ reason: answer.status === 401 ? "credential" : "forbidden", message })
  }
  if (answer.status !== 200 && answer.status !== 201) {
    return yield* new CalendlyRefused({
      reason: answer.status === 404 ? "not found" : "other",
      message: `Calendly answered ${statusText(answer.status)}`
    })
  }
  return yield* Schema.decodeUnknownEffect(Schema.fromJsonString(schema))(answer.body).pipe(
    Effect.mapError(
      () => new CalendlyRefused({ reason: "other", message: "Calendly gave an answer that cannot be read" })
    )
  )
})

const unanswered = ({ message }: { readonly message: string }) =>
  new CalendlyRefused({ reason: "other", message: message.replace("The app", "Calendly") })

const got = <A>(calls: VendorReads, account: Account, path: string, schema: Schema.Codec<A, unknown>) =>
  calls.read({ url: `${account.baseUrl}${path}`, headers: headersOf(account) }).pipe(
    Effect.mapError(unanswered),
    Effect.flatMap((answer) => read(answer, schema))
  )

const posted = <A>(
  calls: VendorCalls,
  account: Account,
  path: string,
  body: Schema.Json,
  schema: Schema.Codec<A, unknown>
) =>
  calls
    .write({
      method: "POST",
      url: `${account.baseUrl}${path}`,
      headers: writing(account),
      body: JSON.stringify(body)
    })
    .pipe(
      Effect.mapError(unanswered),
      Effect.flatMap((answer) => read(answer, schema))
    )

/** Whose token it is (`GET /users/me`). */
export const userOf = (calls: VendorReads, account: Account) =>
  Effect.map(got(calls, account, "/users/me", Me), ({ resource }) => ({
    user: resource.uri,
    organization: resource.current_organization ?? undefined
  }))

/** The first event type of the user that can be booked; none when there is none. */
export const firstEventType = (calls: VendorReads, account: Account, user: string) =>
  Effect.map(
    got(calls, account, `/event_types?${new URLSearchParams({ user, active: "true", count: "100" })}`, EventTypes),
    ({ collection }) => Option.fromUndefinedOr(collection.find(({ active }) => active !== false)?.uri)
  )

/** A link for one booking (`POST /scheduling_links`). A lost one is never used, and does no harm. */
export const bookingLink = (calls: VendorCalls, account: Account, eventType: string) =>
  Effect.map(
    posted(
      calls,
      account,
      "/scheduling_links",
      { max_event_count: 1, owner: eventType, owner_type: "EventType" },
      Link
    ),
    ({ resource }) => resource.booking_url
  )

/** The booking as it is now (`GET /scheduled_events/{uuid}`). */
export const bookingOf = (calls: VendorReads, account: Account, eventId: string) =>
  Effect.map(
    got(calls, account, `/scheduled_events/${encodeURIComponent(eventId)}`, Event),
    ({ resource }): Booking => ({
      eventId,
      isActive: resource.status === "active",
      startsAt: resource.start_time ?? null
    })
  )

interface Wanted {
  readonly url: string
  readonly user: string
  readonly organization: string
  readonly signingKey: Redacted.Redacted
}

/** Callbacks of the whole organization, or of the user if the token is limited; returns the URL. */
export const subscribe = Effect.fnUntraced(function* (calls: VendorCalls, account: Account, wanted: Wanted) {
  const body = {
    url: wanted.url,
    events: ["invitee.created", "invitee.canceled"],
    organization: wanted.organization,
    signing_key: Redacted.value(wanted.signingKey)
  }
  const whole = yield* Effect.result(
    posted(calls, account, "/webhook_subscriptions", { ...body, scope: "organization" }, Subscription)
  )
  if (Result.isSuccess(whole)) return whole.success.resource.uri
  if (whole.failure.reason !== "forbidden") return yield* whole.failure
  const own = { ...body, scope: "user", user: wanted.user }
  return (yield* posted(calls, account, "/webhook_subscriptions", own, Subscription)).resource.uri
})

/** Best effort: Calendly drops a subscription when its URL does not respond. */
export const unsubscribe = (calls: VendorCalls, account: Account, subscription: string) => {
  const id = idAt(subscription)
  return id === undefined
    ? Effect.void
    : calls
        .write({
          method: "DELETE",
          url: `${account.baseUrl}/webhook_subscriptions/${id}`,
          headers: headersOf(account),
          body: ""
        })
        .pipe(Effect.ignore({ log: "Info", message: "former calendly subscription not ended" }))
}
