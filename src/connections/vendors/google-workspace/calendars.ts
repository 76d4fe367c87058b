import { Effect, Option, type Redacted, Result, Schema } from "effect"
import { isSameAddress } from "#connections/vendors/protocol/account-search"
import type { VendorCalls, VendorReads } from "#connections/vendors/protocol/calls"
import type { LeftBehind, Successor } from "#connections/vendors/protocol/inventory"
import {
  closed,
  type ClosedLook,
  hiddenBy,
  listed,
  type Source,
  untried
} from "#connections/vendors/protocol/left-behind"
import { cleaned, revoked } from "#connections/vendors/protocol/outcome"
import { maybeFlag, maybeText, reader } from "#connections/vendors/protocol/vendor-json"
import { headersOf } from "./api.ts"
import {
  adminToken,
  type GoogleReach,
  listing,
  ownersToken,
  refusal,
  showing,
  somebodysToken,
  withToken
} from "./reach.ts"

const reads = ["calendar.calendarlist.readonly"]
const readsOne = ["calendar.calendars.readonly"]
const transfers = ["calendar.calendars"]

const Calendar = Schema.Struct({
  id: Schema.String,
  summary: maybeText,
  primary: maybeFlag,
  accessRole: maybeText,
  dataOwner: maybeText
})

const readCalendars = reader(Schema.Struct({ items: Schema.optionalKey(Schema.NullOr(Schema.Array(Calendar))) }))
const calendarsIn = (body: string) => Option.map(readCalendars(body), ({ items }) => items ?? [])

const readOne = reader(Schema.Struct({ dataOwner: Schema.String }))

const urlOf = ({ addresses }: GoogleReach) => `${addresses.of("googleApis")}/calendar/v3`

const calendarId = "calendar:"

export const calendarIn = (externalId: string) =>
  externalId.startsWith(calendarId) ? Option.some(externalId.slice(calendarId.length)) : Option.none()

const itemOf = ({ id, summary }: typeof Calendar.Type): LeftBehind => ({
  kind: "ownership",
  externalId: `${calendarId}${id}`,
  label: cleaned(`Calendar "${summary || id}"`),
  risk: "medium",
  privileges: ["data owner"],
  lastUsedAt: null,
  closing: "transfer",
  stopsTheCut: null
})

const owned = ({ account: { user } }: GoogleReach, calendars: ReadonlyArray<typeof Calendar.Type>) =>
  calendars.filter(
    ({ accessRole, dataOwner, primary }) =>
      primary !== true && (dataOwner ? isSameAddress(dataOwner, user.primaryEmail) : accessRole === "owner")
  )

const calendars = (calls: VendorReads, reach: GoogleReach) => {
  const url = `${urlOf(reach)}/users/me/calendarList?minAccessRole=owner&showHidden=true&maxResults=250`
  return Effect.map(
    withToken(ownersToken(reach, reads), (token) => listed(calls, listing(url, token, calendarsIn, reads))),
    Result.map((all) => owned(reach, all))
  )
}

/** Calendars other than the leaver's primary one: they are deleted with the account unless another person owns them. */
export const lookAtCalendars = (calls: VendorReads, reach: GoogleReach) =>
  Effect.map(calendars(calls, reach), (shown): Source => ({
    kind: "ownership",
    shown: Result.map(shown, (all) => all.map(itemOf))
  }))

/** Read as the new owner: the old one's account may be off by then. */
const isOwnedBy = (
  calls: VendorReads,
  reach: GoogleReach,
  token: Redacted.Redacted,
  id: string,
  { email }: Successor
): ClosedLook =>
  Effect.map(
    calls.read({ url: `${urlOf(reach)}/calendars/${encodeURIComponent(id)}`, headers: headersOf(token) }),
    (answer) => {
      // Google returns 404 for a calendar that is not shared with the caller.
      if (answer.status === 404) return Result.succeed(false)
      if (answer.status >= 300) return Result.fail(hiddenBy(showing(readsOne), answer))
      return Result.succeed(Option.exists(readOne(answer.body), ({ dataOwner }) => isSameAddress(dataOwner, email)))
    }
  )

/** Makes the successor the calendar's owner by the administrator's right, and reads whose it is. */
export const giveCalendar = Effect.fnUntraced(function* (
  calls: VendorCalls,
  reach: GoogleReach,
  id: string,
  successor: Successor
) {
  const then = `The calendar belongs to ${successor.email}. Verified in Google`
  // Only while the account is active does Google show what is the leaver's.
  const theirs = reach.account.user.suspended === true ? Option.none() : Option.some(yield* calendars(calls, reach))
  if (Option.isSome(theirs)) {
    if (Result.isFailure(theirs.value)) return untried(theirs.value.failure)
    if (!theirs.value.success.some((calendar) => calendar.id === id)) {
      return revoked("The calendar no longer belongs to the leaver. Verified in Google", { verified: true })
    }
  }
  const admin = yield* adminToken(reach, transfers)
  if (Result.isFailure(admin)) return untried(admin.failure)
  const reader = yield* somebodysToken(reach, successor.email, readsOne)
  if (Result.isFailure(reader)) return untried(reader.failure)
  const to = new URLSearchParams({ newDataOwner: successor.email, useAdminAccess: "true" })
  return yield* closed({
    write: calls.write({
      method: "POST",
      url: `${urlOf(reach)}/calendars/${encodeURIComponent(id)}/transferOwnership?${to}`,
      headers: headersOf(admin.success),
      body: ""
    }),
    isClosed: isOwnedBy(calls, reach, reader.success, id, successor),
    then,
    refusal: refusal(transfers)
  })
})
