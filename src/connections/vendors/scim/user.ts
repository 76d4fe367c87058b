import { Option, Schema } from "effect"

/** A user as the service gave it, whole: a PUT has to send back what it does not change (RFC 7644, section 3.5.1). */
export const ScimUser = Schema.Record(Schema.String, Schema.Json)
export type ScimUser = typeof ScimUser.Type

const UserText = Schema.fromJsonString(ScimUser)

const ListText = Schema.fromJsonString(
  Schema.Struct({
    Resources: Schema.optionalKey(Schema.Array(ScimUser)),
    totalResults: Schema.optionalKey(Schema.Number)
  })
)

export const readUser = Schema.decodeUnknownOption(UserText)

const readList = Schema.decodeUnknownOption(ListText)

/** One page of RFC 7644, section 3.4.2. JSON that is not a list does not prove that a user is unknown. */
export const readUsers = (body: string) =>
  Option.filter(readList(body), ({ Resources, totalResults }) => Resources !== undefined || totalResults !== undefined)

const Emails = Schema.Array(Schema.Struct({ value: Schema.String }))

export const idOf = (user: ScimUser): Option.Option<string> =>
  Option.filter(Schema.decodeUnknownOption(Schema.String)(user["id"]), (id) => id !== "")

export const isInactive = (user: ScimUser) => user["active"] === false

/** Only an explicit value counts: `active` may be omitted (RFC 7643, section 4.1.1). */
export const isActive = (user: ScimUser) => user["active"] === true

export const userNameOf = (user: ScimUser): Option.Option<string> =>
  Schema.decodeUnknownOption(Schema.String)(user["userName"])

/** The service's version of the resource, for `If-Match` (RFC 7644, section 3.14). */
export const versionOf = (user: ScimUser, etag: string | undefined): Option.Option<string> =>
  Option.orElse(Option.fromUndefinedOr(etag), () =>
    Option.map(
      Schema.decodeUnknownOption(Schema.Struct({ version: Schema.String }))(user["meta"]),
      (meta) => meta.version
    )
  )

/** Judged here and without case: the service may ignore the filter, or match more than it was asked. */
export const belongsTo = (user: ScimUser, email: string) => {
  const wanted = email.trim().toLowerCase()
  const userName = userNameOf(user)
  const emails = Option.getOrElse(Schema.decodeUnknownOption(Emails)(user["emails"]), () => [])
  return [...Option.toArray(userName), ...emails.map(({ value }) => value)].some(
    (address) => address.trim().toLowerCase() === wanted
  )
}

/** `userName eq "…"` with the value as a JSON string (RFC 7644, section 3.4.2.2). */
export const byUserName = (email: string) => `userName eq ${JSON.stringify(email)}`

export const deactivation = JSON.stringify({
  schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"],
  Operations: [{ op: "replace", path: "active", value: false }]
})

export const deactivated = (user: ScimUser) => JSON.stringify({ ...user, active: false })
