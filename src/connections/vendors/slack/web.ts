import { Option, Redacted, Schema } from "effect"
import type { VendorAnswer } from "#connections/vendors/protocol/calls"
import type { Connection } from "#connections/vendors/protocol/connection"

const SlackUser = Schema.Struct({
  id: Schema.String,
  team_id: Schema.optionalKey(Schema.String),
  deleted: Schema.optionalKey(Schema.Boolean),
  is_primary_owner: Schema.optionalKey(Schema.Boolean),
  is_owner: Schema.optionalKey(Schema.Boolean),
  is_admin: Schema.optionalKey(Schema.Boolean),
  /** A guest: `is_ultra_restricted` of one channel, `is_restricted` of any. */
  is_restricted: Schema.optionalKey(Schema.Boolean),
  is_ultra_restricted: Schema.optionalKey(Schema.Boolean),
  profile: Schema.optionalKey(Schema.Struct({ email: Schema.optionalKey(Schema.NullOr(Schema.String)) }))
})
export type SlackUser = typeof SlackUser.Type

const readAnswer = Schema.decodeUnknownOption(
  Schema.fromJsonString(
    Schema.Struct({
      ok: Schema.optionalKey(Schema.Boolean),
      error: Schema.optionalKey(Schema.String),
      team_id: Schema.optionalKey(Schema.String),
      team: Schema.optionalKey(Schema.Unknown),
      user: Schema.optionalKey(Schema.Unknown)
    })
  )
)

/** What a method said: Slack answers its refusals with 200 and `ok: false`, so that the status alone tells nothing. */
export interface SlackSaid {
  /** The status that HTTP would have had for it. */
  readonly status: number
  /** Slack's own code for a refusal. */
  readonly error: string | undefined
  readonly user: Option.Option<SlackUser>
  readonly teamId: string | undefined
  readonly team: string | undefined
}

const badCredentials = ["invalid_auth", "not_authed", "token_revoked", "token_expired", "account_inactive"]

/** No API for it with this plan or this kind of token. */
const unsupportedCodes = [
  "not_allowed_token_type",
  "missing_scope",
  "paid_only",
  "paid_teams_only",
  "feature_not_enabled",
  "team_not_eligible",
  "not_an_enterprise",
  "enterprise_is_restricted",
  "unknown_method",
  "method_deprecated"
]

export const isUnsupported = (error: string | undefined) => error !== undefined && unsupportedCodes.includes(error)

const statuses: Readonly<Record<string, number>> = {
  ratelimited: 429,
  rate_limited: 429,
  internal_error: 500,
  fatal_error: 500,
  service_unavailable: 503,
  team_added_to_org: 503,
  request_timeout: 503,
  users_not_found: 404,
  user_not_found: 404
}

const statusFor = (error: string | undefined) => {
  if (error === undefined) return 400
  if (badCredentials.includes(error)) return 401
  return (
    statuses[error] ??
    (isUnsupported(error) || /permission|not_an_admin|not_allowed|restricted|access_denied|owner/.test(error)
      ? 403
      : 400)
  )
}

/** Only what has the form of a code: nothing else that a vendor writes gets into a message. */
const codeIn = (error: string | undefined) =>
  error !== undefined && /^[a-z][a-z_]{1,59}$/.test(error) ? error : undefined

export const saidIn = (answer: VendorAnswer): SlackSaid => {
  const read = Option.getOrUndefined(readAnswer(answer.body))
  const accepted = answer.status < 300 && read?.ok !== false
  return {
    // A response that is not Slack's is a failure, whatever its status.
    status:
      read === undefined && answer.status < 300
        ? 502
        : accepted || answer.status >= 300
          ? answer.status
          : statusFor(read?.error),
    error: accepted ? undefined : codeIn(read?.error),
    user: Schema.decodeUnknownOption(SlackUser)(read?.user),
    teamId: read?.team_id,
    team: typeof read?.team === "string" ? read.team : undefined
  }
}

/** The answer with the status that HTTP would have had for it. */
export const withPlainStatus = (answer: VendorAnswer): VendorAnswer => ({ ...answer, status: saidIn(answer).status })

const first = ({ secrets }: Pick<Connection, "secrets">, names: ReadonlyArray<string>) =>
  names.flatMap((name) => secrets.get(name) ?? [])[0] ?? Redacted.make("")

/** For what changes something, and for SCIM: only a token of a person with the rights will do. */
export const actingToken = (connection: Pick<Connection, "secrets">) =>
  first(connection, ["admin_token", "user_token", "scim_token", "token", "access_token", "bot_token"])

export const readingToken = (connection: Pick<Connection, "secrets">) =>
  first(connection, ["bot_token", "token", "access_token", "user_token", "admin_token", "scim_token"])

export const bearer = (token: Redacted.Redacted) => ({
  accept: "application/json",
  authorization: `Bearer ${Redacted.value(token)}`
})
