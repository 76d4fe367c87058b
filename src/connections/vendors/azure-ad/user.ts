import { Option, Schema } from "effect"
import { maybeFlag, maybeText, reader } from "#connections/vendors/protocol/vendor-json"

export const EntraUser = Schema.Struct({
  id: Schema.String,
  accountEnabled: maybeFlag,
  mail: maybeText,
  userPrincipalName: maybeText,
  userType: maybeText,
  signInSessionsValidFromDateTime: maybeText,
  onPremisesSyncEnabled: maybeFlag
})
export type EntraUser = typeof EntraUser.Type

const Page = Schema.Struct({ value: Schema.Array(EntraUser), "@odata.nextLink": maybeText })

export const userIn = reader(EntraUser)

const pageIn = reader(Page)

export const usersIn = (body: string) => Option.map(pageIn(body), ({ value }) => value)

export const nextLink = (body: string) =>
  Option.flatMap(pageIn(body), (page) => Option.fromNullishOr(page["@odata.nextLink"]))

/** Does the list hold anything at all? */
export const isNonEmptyList = (body: string) =>
  Option.exists(reader(Schema.Struct({ value: Schema.Array(Schema.Unknown) }))(body), ({ value }) => value.length > 0)

export const selected =
  "$select=id,accountEnabled,mail,userPrincipalName,userType,signInSessionsValidFromDateTime,onPremisesSyncEnabled"

/** Only an explicit value counts: a response without the property proves nothing. */
export const isDisabled = ({ accountEnabled }: EntraUser) => accountEnabled === false

/** A guest of another organization: this tenant cannot end their sessions. */
export const isGuest = ({ userPrincipalName, userType }: EntraUser) =>
  userType?.toLowerCase() === "guest" || (userPrincipalName ?? "").includes("#EXT#")

/** Sessions from before were declared invalid after `before`; unknown, hence not denied, where Graph does not say. */
export const hasMovedSince = (before: EntraUser, after: EntraUser) => {
  const shown = after.signInSessionsValidFromDateTime
  return typeof shown !== "string" || shown !== before.signInSessionsValidFromDateTime
}

/** A text in an OData expression (OData 4.01 URL conventions, section 5.1.1.14.1). */
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

export const byAddress = (email: string) =>
  `$filter=${encodeURIComponent(`mail eq ${quoted(email)} or userPrincipalName eq ${quoted(email)}`)}`
