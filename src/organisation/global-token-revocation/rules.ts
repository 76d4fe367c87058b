import { type OrgId, Uuid } from "@svc/contract/kernel/ids"
import { oneLine } from "@svc/contract/kernel/one-line"
import { EmailAddress } from "@svc/contract/kernel/text"
import { Option, Schema } from "effect"

/** URL of an organization's endpoint, which is `aud` of its tokens. */
export const endpointOf = (baseUrl: string, orgId: OrgId) => `${baseUrl}/api/global-token-revocation/${orgId}`

const maxClaimLength = 200

/** A claim of a signed token as logged: quoted, on one line, without invisible characters (organisation-135). */
export const namedBy = (claim: string) =>
  `"${oneLine(claim.replace(/\p{Cf}/gu, "").replaceAll('"', "'"), maxClaimLength)}"`

/** Formats of RFC 9493, section 3.2; another one is not taken. Further members of it are left alone. */
const SubjectId = Schema.Union([
  Schema.Struct({ format: Schema.Literal("email"), email: EmailAddress }),
  Schema.Struct({ format: Schema.Literal("iss_sub"), iss: Schema.String, sub: Schema.NonEmptyString }),
  Schema.Struct({ format: Schema.Literal("opaque"), id: Schema.NonEmptyString })
])
export type SubjectId = typeof SubjectId.Type

const decodeBody = Schema.decodeUnknownOption(
  Schema.fromJsonString(
    Schema.Union([
      Schema.Struct({ sub_id: SubjectId }),
      // As in drafts before the third, and still in Okta's guide.
      Schema.Struct({ subject: SubjectId })
    ])
  )
)

/** Whom a body names. */
export const readSubject = (body: string): Option.Option<SubjectId> =>
  Option.map(decodeBody(body), (decoded) => ("sub_id" in decoded ? decoded.sub_id : decoded.subject))

/**
 * How a member is found: by email, an id of this service (the member's, or that of their directory record, which is
 * their id in SCIM), or the provider's id of their record in SCIM (`externalId`).
 */
export type MemberKey = { readonly email: string } | { readonly id: typeof Uuid.Type } | { readonly externalId: string }

const isAddress = Schema.is(EmailAddress)
const isId = Schema.is(Uuid)

const keyIn = (text: string): MemberKey => {
  if (isAddress(text)) return { email: text }
  return isId(text) ? { id: text } : { externalId: text }
}

/** How the member is found; none if it names no one here: another issuer's user, or a foreign id. */
export const memberKeyOf = (subject: SubjectId, issuers: ReadonlyArray<string>): Option.Option<MemberKey> => {
  switch (subject.format) {
    case "email":
      return Option.some({ email: subject.email })
    case "iss_sub":
      return issuers.includes(subject.iss) ? Option.some(keyIn(subject.sub)) : Option.none()
    case "opaque":
      return isId(subject.id) ? Option.some({ id: subject.id }) : Option.none()
  }
}
