import { Duration, Effect, Option, Redacted, Schema } from "effect"
import type { VendorAddresses } from "#connections/vendors/protocol/addresses"
import {
  type ReadThrottle,
  retryAfter,
  type VendorAnswer,
  type VendorReads,
  type VendorUnanswered
} from "#connections/vendors/protocol/calls"
import type { Connection } from "#connections/vendors/protocol/connection"
import { type AppResult, cleaned, refused, statusText } from "#connections/vendors/protocol/outcome"

/** A GitHub organization and its credentials. */
export interface GithubOrg {
  readonly api: string
  readonly org: string
  /** Its number, which a new name does not change; null where connecting did not show it. */
  readonly orgId: string | null
  readonly headers: Readonly<Record<string, string>>
}

// Both become parts of addresses: anything else, `..` above all, would lead to another resource (connections-40).
const namePattern = /^[a-z0-9][a-z0-9_-]{0,99}$/i

/** A GitHub login as people record it: with `@`, or as the address of the profile. */
export const loginIn = (recorded: string): Option.Option<string> => {
  const login = recorded
    .trim()
    .replace(/^(?:https?:\/\/)?(?:www\.)?github\.com\//i, "")
    .replace(/^@|\/+$/g, "")
  return namePattern.test(login) ? Option.some(login) : Option.none()
}

const named = (settings: Connection["settings"]) =>
  ["org", "organization", "organisation"].flatMap((name) => {
    const value = settings[name]
    return typeof value === "string" && value.trim() !== "" ? [value.trim()] : []
  })[0]

/** The organization that the connection names; none without a name, or with an invalid one. */
const orgIn = (settings: Connection["settings"]): Option.Option<string> =>
  Option.filter(Option.fromUndefinedOr(named(settings)), (org) => namePattern.test(org))

/** The setting with the organization's number. */
export const orgIdSetting = "org_id"

const orgIdIn = (settings: Connection["settings"]) => {
  const id = settings[orgIdSetting]
  return typeof id === "string" && /^\d{1,20}$/.test(id) ? id : null
}

export const namesOrg = (settings: Connection["settings"]) => named(settings) !== undefined

export const githubHeaders = ({ secrets }: Pick<Connection, "secrets">) => {
  const token = secrets.get("access_token") ?? secrets.get("token") ?? Redacted.make("")
  return {
    accept: "application/vnd.github+json",
    "x-github-api-version": "2022-11-28",
    authorization: `Bearer ${Redacted.value(token)}`
  }
}

export const githubOrg = (
  addresses: VendorAddresses["Service"],
  connection: Pick<Connection, "secrets" | "settings">
): Option.Option<GithubOrg> =>
  Option.map(orgIn(connection.settings), (org) => ({
    api: addresses.of("github"),
    org,
    orgId: orgIdIn(connection.settings),
    headers: githubHeaders(connection)
  }))

export const same = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()

/**
 * The secondary limit says `Retry-After`; the primary one says that nothing is left, and when there is again (seconds
 * since 1970). Both come as 403 or 429.
 */
export const throttle: ReadThrottle = (answer, now) => {
  if (answer.status !== 403 && answer.status !== 429) return Option.none()
  const reset = Number(answer.headers["x-ratelimit-reset"])
  return Option.orElse(retryAfter(answer, now), () =>
    answer.headers["x-ratelimit-remaining"] === "0" && Number.isFinite(reset)
      ? Option.some(Duration.millis(Math.max(0, reset * 1000 - now.epochMilliseconds)))
      : Option.none()
  )
}

const MessageText = Schema.fromJsonString(Schema.Struct({ message: Schema.String }))

/** GitHub's words about a refusal: to judge by, never to show. */
export const wordsIn = ({ body }: VendorAnswer) =>
  Option.match(Schema.decodeUnknownOption(MessageText)(body), { onNone: () => "", onSome: ({ message }) => message })

/** A 403 that is throttling, not a refusal. */
export const isThrottled = (answer: VendorAnswer) =>
  answer.status === 429 ||
  (answer.status === 403 &&
    (answer.headers["retry-after"] !== undefined ||
      answer.headers["x-ratelimit-remaining"] === "0" ||
      /rate limit/i.test(wordsIn(answer))))

export const refusal = (answer: VendorAnswer): AppResult =>
  refused(answer.status, isThrottled(answer) ? "rate limit" : undefined)

const readOrganisation = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.Struct({ login: Schema.String, id: Schema.optionalKey(Schema.Int) }))
)

const organisationAt = (calls: VendorReads, { api, headers }: GithubOrg, path: string) =>
  Effect.map(calls.read({ url: `${api}${path}`, headers }), (answer) => ({
    answer,
    shown: Option.getOrUndefined(answer.status < 300 ? readOrganisation(answer.body) : Option.none())
  }))

/**
 * Whether GitHub responds for the organization, or why not. A renamed organization returns 404 for every question under
 * its old name, like an unknown person, and the old name may be reassigned: a 404 counts only after this check.
 */
export const organisationMissing = Effect.fnUntraced(function* (
  calls: VendorReads,
  github: GithubOrg
): Effect.fn.Return<Option.Option<AppResult>, VendorUnanswered> {
  const { org, orgId } = github
  const { answer, shown } = yield* organisationAt(calls, github, `/orgs/${org}`)
  const isAnothers = orgId !== null && shown?.id !== undefined && String(shown.id) !== orgId
  if (answer.status < 300 && !isAnothers) return Option.none()
  const plain = isAnothers ? refused(404) : refusal(answer)
  if (orgId === null || (answer.status !== 404 && !isAnothers)) return Option.some(plain)
  const { shown: now } = yield* organisationAt(calls, github, `/organizations/${orgId}`)
  if (now === undefined || !namePattern.test(now.login) || same(now.login, org)) return Option.some(plain)
  return Option.some({
    ...plain,
    message: cleaned(
      `The GitHub organization was renamed to ${now.login} and no longer answers to ${org} (${statusText(404)}). Connect GitHub again with the new name`
    )
  })
})

/** The organization's plan lacks this route, or the token does not reach it. */
export const isClosed = (answer: VendorAnswer) =>
  !isThrottled(answer) && [400, 403, 404, 405, 410, 422, 501].includes(answer.status)

/** The same for a route that every organization has: a 403 is a refusal there. */
export const isMissing = ({ status }: VendorAnswer) => [400, 404, 405, 410, 422, 501].includes(status)
