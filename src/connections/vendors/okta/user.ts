import { Option, Schema } from "effect"
import { asCode } from "#connections/vendors/protocol/reason-code"
import { maybeText, reader } from "#connections/vendors/protocol/vendor-json"

export const OktaUser = Schema.Struct({
  id: Schema.String,
  status: maybeText,
  profile: Schema.optionalKey(Schema.NullOr(Schema.Struct({ login: maybeText, email: maybeText }))),
  credentials: Schema.optionalKey(
    Schema.NullOr(Schema.Struct({ provider: Schema.optionalKey(Schema.NullOr(Schema.Struct({ type: maybeText }))) }))
  )
})
export type OktaUser = typeof OktaUser.Type

export const userIn = reader(OktaUser)
export const usersIn = reader(Schema.Array(OktaUser))

// Statuses that prevent sign-in.
const offStatuses = new Set(["SUSPENDED", "DEPROVISIONED", "STAGED"])
const onStatuses = new Set(["ACTIVE", "PROVISIONED", "RECOVERY", "LOCKED_OUT", "PASSWORD_EXPIRED"])

export const isOff = ({ status }: OktaUser) => offStatuses.has(status ?? "")

export const isOn = ({ status }: OktaUser) => onStatuses.has(status ?? "")

/** The status as a message may repeat it. */
export const statusOf = ({ status }: OktaUser) => asCode(status) ?? "with an unknown status"

export const addressesOf = ({ profile }: OktaUser) => [profile?.login, profile?.email]

/** The account comes out of another directory, which may switch it on again. */
export const isImported = ({ credentials }: OktaUser) =>
  ["ACTIVE_DIRECTORY", "LDAP", "IMPORT"].includes(credentials?.provider?.type ?? "")

/** The next page's address out of `Link: <…>; rel="next"` (RFC 8288). */
export const nextLink = (header: string | undefined): Option.Option<string> =>
  Option.fromUndefinedOr(/<([^>]+)>\s*;\s*rel="?next"?/.exec(header ?? "")?.[1])
