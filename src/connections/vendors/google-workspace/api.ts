import { Duration, Option, type Redacted, Schema } from "effect"
import { isSameAddress } from "#connections/vendors/protocol/account-search"
import { type ReadThrottle, retryAfter, type VendorAnswer } from "#connections/vendors/protocol/calls"
import { bearer } from "#connections/vendors/protocol/client-credentials"
import type { Leaver } from "#connections/vendors/protocol/connector"
import { refused } from "#connections/vendors/protocol/outcome"
import { asCode } from "#connections/vendors/protocol/reason-code"
import { maybeFlag, maybeText, reader } from "#connections/vendors/protocol/vendor-json"

const maybe = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

const readError = reader(
  Schema.Struct({
    error: Schema.Struct({
      status: maybeText,
      errors: maybe(Schema.Array(Schema.Struct({ reason: maybeText }))),
      details: maybe(Schema.Array(Schema.Struct({ reason: maybeText })))
    })
  })
)

/** Google's codes for a refusal, the most telling first. */
export const reasonsIn = ({ body }: VendorAnswer): ReadonlyArray<string> =>
  Option.match(readError(body), {
    onNone: () => [],
    onSome: ({ error }) =>
      [...(error.details ?? []), ...(error.errors ?? []), { reason: error.status }].flatMap(
        ({ reason }) => asCode(reason) ?? []
      )
  })

export const refusal = (answer: VendorAnswer) => refused(answer.status, reasonsIn(answer)[0])

const throttles = ["userRateLimitExceeded", "rateLimitExceeded", "RATE_LIMIT_EXCEEDED", "RESOURCE_EXHAUSTED"]

export const isThrottled = (answer: VendorAnswer) =>
  answer.status === 429 || (answer.status === 403 && reasonsIn(answer).some((reason) => throttles.includes(reason)))

/** Google rarely names a time: a second is the documented start of backoff. */
export const throttle: ReadThrottle = (answer, now) =>
  isThrottled(answer) ? Option.orElse(retryAfter(answer, now), () => Option.some(Duration.seconds(1))) : Option.none()

const scopeReasons = ["ACCESS_TOKEN_SCOPE_INSUFFICIENT", "insufficientPermissions"]

/** The token lacks a scope: this proves nothing about the person. */
export const lacksScope = (answer: VendorAnswer) => reasonsIn(answer).some((reason) => scopeReasons.includes(reason))

const readPage = reader(Schema.Struct({ nextPageToken: maybeText }))

/** Google's next page, if there is one. */
export const nextPage = ({ body }: VendorAnswer, url: string): Option.Option<string> =>
  Option.map(
    Option.flatMap(readPage(body), ({ nextPageToken }) => Option.fromNullishOr(nextPageToken)),
    (token) => {
      const next = new URL(url)
      next.searchParams.set("pageToken", token)
      return next.href
    }
  )

const Addresses = Schema.Array(Schema.String)

export const GoogleUser = Schema.Struct({
  id: maybeText,
  primaryEmail: Schema.String,
  customerId: maybeText,
  suspended: maybeFlag,
  /** `ADMIN`, or why Google itself suspended it. */
  suspensionReason: maybeText,
  archived: maybeFlag,
  isAdmin: maybeFlag,
  isDelegatedAdmin: maybeFlag,
  name: maybe(Schema.Struct({ fullName: maybeText })),
  emails: maybe(Schema.Array(Schema.Struct({ address: maybeText }))),
  aliases: maybe(Addresses),
  nonEditableAliases: maybe(Addresses)
})
export type GoogleUser = typeof GoogleUser.Type

export const userIn = reader(GoogleUser)

/** What lasts: the address of an account changes. */
export const idOf = ({ id, primaryEmail }: GoogleUser) => id ?? primaryEmail

/** The user, and the token for the piece of work in which they were found. */
export interface GoogleAccount {
  readonly token: Redacted.Redacted
  readonly user: GoogleUser
}

/** Every request's, with whom the token acts for. */
export const headersOf = (token: Redacted.Redacted) => bearer(token)

/** An email or an id as a path segment; `@` needs no escape (RFC 3986, section 3.3). */
export const keyOf = (email: string) => encodeURIComponent(email).replaceAll("%40", "@")

const words = (name: string): ReadonlyArray<string> =>
  name
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .match(/\p{L}+/gu) ?? []

type Whose = "theirs" | "somebody else's"

/**
 * The owner of the account that an email led to. An alias is weak proof: a mailbox's new owner often gets its address.
 * So the account must not be the manager's, and a shown name must share a word with the leaver's.
 */
export const whose = (user: GoogleUser, { email, managerEmail, name }: Leaver): Whose => {
  if (isSameAddress(user.primaryEmail, email)) return "theirs"
  const others = [
    ...(user.aliases ?? []),
    ...(user.nonEditableAliases ?? []),
    ...(user.emails ?? []).map(({ address }) => address)
  ]
  if (!others.some((address) => isSameAddress(address, email))) return "somebody else's"
  if (managerEmail !== null && isSameAddress(user.primaryEmail, managerEmail)) return "somebody else's"
  const shown = words(user.name?.fullName ?? "")
  const known = words(name)
  return shown.length === 0 || shown.some((word) => known.includes(word)) ? "theirs" : "somebody else's"
}
