import { Effect, Schema, SchemaGetter } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { Timestamp } from "../kernel/dates.ts"
import { described } from "../kernel/described.ts"
import { EmployeeId } from "../kernel/ids.ts"
import { OffsetPage, OffsetParams } from "../kernel/paging.ts"

/** The media type of every body on these routes, in and out (RFC 7644, 3.1). */
export const scimJson = HttpApiSchema.asJson({ contentType: "application/scim+json" })

export const userSchema = "urn:ietf:params:scim:schemas:core:2.0:User"
export const enterpriseSchema = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"
export const listSchema = "urn:ietf:params:scim:api:messages:2.0:ListResponse"
export const providerConfigSchema = "urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig"
export const schemaSchema = "urn:ietf:params:scim:schemas:core:2.0:Schema"
export const resourceTypeSchema = "urn:ietf:params:scim:schemas:core:2.0:ResourceType"

/**
 * How much of RFC 7644 a token speaks. `literal`: what is promised of every token and nothing else. `compat`: filters,
 * PUT, more of PATCH, `/Schemas`, `/ResourceTypes` and an empty `/Groups` besides, for providers that insist on them.
 */
export const ScimMode = Schema.Literals(["literal", "compat"])
export type ScimMode = typeof ScimMode.Type

/** A user, exactly (scim-users-3); unknown attributes are omitted. */
export const ScimUser = Schema.Struct({
  schemas: described(Schema.Array(Schema.String), "Schemas of this resource", { example: [userSchema] }),
  id: described(EmployeeId, "The person's directory record"),
  externalId: Schema.optionalKey(described(Schema.String, "The provider's id for the person", { example: "00u1" })),
  userName: described(Schema.String, "The email address", { example: "ada@example.com" }),
  name: Schema.Struct({
    formatted: described(Schema.String, "Full name", { example: "Ada Lovelace" }),
    givenName: described(Schema.String, "All but the last word of the name", { example: "Ada" }),
    familyName: described(Schema.String, "The last word of the name; empty if there is only one", {
      example: "Lovelace"
    })
  }),
  displayName: described(Schema.String, "Full name", { example: "Ada Lovelace" }),
  emails: described(
    Schema.Array(
      Schema.Struct({
        value: described(Schema.String, "The email address", { example: "ada@example.com" }),
        primary: described(Schema.Boolean, "There is only one"),
        type: described(Schema.String, "Always `work`", { example: "work" })
      })
    ),
    "The only email address"
  ),
  title: Schema.optionalKey(described(Schema.String, "Job title", { example: "Engineer" })),
  department: Schema.optionalKey(described(Schema.String, "Department", { example: "Research" })),
  active: described(Schema.Boolean, "False once the person's offboarding is completed"),
  meta: Schema.Struct({
    resourceType: described(Schema.String, "Always `User`", { example: "User" }),
    location: described(Schema.String, "URL of this resource", {
      example: "https://offboarding.example.com/scim/v2/Users/1"
    }),
    created: Schema.optionalKey(described(Timestamp, "When the record was created; in compat mode")),
    lastModified: Schema.optionalKey(described(Timestamp, "When it was last changed; in compat mode")),
    version: Schema.optionalKey(described(Schema.String, "Version of this state; in compat mode", { example: 'W/"1"' }))
  }),
  [enterpriseSchema]: Schema.optionalKey(
    described(
      Schema.Struct({
        manager: Schema.Struct({
          value: described(Schema.String, "Their id here, or their email address if they are not in the directory")
        })
      }),
      "The person's manager, if known; in compat mode"
    )
  )
}).annotate({ identifier: "User" })
export type ScimUser = typeof ScimUser.Type

const page = {
  schemas: described(Schema.Array(Schema.String), "Schemas of this answer", { example: [listSchema] }),
  totalResults: described(Schema.Int, "Resources on all pages", { example: 1 }),
  startIndex: described(Schema.Int, "Index of the first one on this page, from 1", { example: 1 }),
  itemsPerPage: described(Schema.Int, "Resources on this page", { example: 1 })
}

export const ScimUserPage = Schema.Struct({
  ...page,
  Resources: described(Schema.Array(ScimUser), "The users on this page, in the order in which they were added")
}).annotate({ identifier: "UserList" })
export type ScimUserPage = typeof ScimUserPage.Type

/** A list of what the service says of itself. */
export const ScimResourcePage = Schema.Struct({
  ...page,
  Resources: described(Schema.Array(Schema.Record(Schema.String, Schema.Json)), "All of them")
}).annotate({ identifier: "ResourceList" })
export type ScimResourcePage = typeof ScimResourcePage.Type

export const ScimResource = Schema.Record(Schema.String, Schema.Json).annotate({ identifier: "Resource" })
export type ScimResource = typeof ScimResource.Type

/** Judged by hand: providers spell attributes in any case, and what is not mapped is ignored whatever it is. */
export const ScimUserInput = Schema.Record(Schema.String, Schema.Unknown).annotate({
  identifier: "UserInput",
  examples: [
    {
      schemas: [userSchema],
      externalId: "00u1",
      userName: "ada@example.com",
      displayName: "Ada Lovelace",
      emails: [{ value: "ada@example.com", primary: true }],
      title: "Engineer",
      department: "Research",
      active: true
    }
  ]
})

export const ScimPatchInput = Schema.Record(Schema.String, Schema.Unknown).annotate({
  identifier: "PatchInput",
  examples: [
    {
      schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"],
      Operations: [{ op: "replace", path: "active", value: false }]
    }
  ]
})

/** Maximum users per page (scim-users-1). */
export const maxPage = 200

const toNumber = SchemaGetter.transform((text: string) => Number(text))
const toText = SchemaGetter.transform((number: number) => String(number))

const PageNumber = (description: string, value: string) =>
  described(
    Schema.String.annotate({ format: "int32" })
      .check(Schema.isPattern(/^[+-]?\d{1,15}$/, { message: "must be a whole number" }))
      .pipe(Schema.decodeTo(Schema.Int, { decode: toNumber, encode: toText })),
    description,
    { default: value }
  ).pipe(Schema.withDecodingDefaultKey(Effect.succeed(value)))

/** RFC 7644, 3.4.2.4: below 1 is 1; a negative count is 0, and one over the maximum is the maximum. */
export const ScimPageParams = {
  startIndex: PageNumber("Index of the first user, from 1", "1"),
  count: PageNumber("Users per page, at most 200", "100")
}

/** What shapes an answer in compat mode; literal mode ignores it. */
export const ScimProjection = {
  attributes: Schema.optionalKey(described(Schema.String, "Only these attributes, comma-separated; in compat mode")),
  excludedAttributes: Schema.optionalKey(
    described(Schema.String, "All attributes except these, comma-separated; in compat mode")
  )
}
export type ScimProjection = { readonly attributes?: string; readonly excludedAttributes?: string }

export const ListScimUsers = {
  ...ScimPageParams,
  filter: Schema.optionalKey(
    described(
      Schema.String,
      'Ignored; in compat mode `userName`, `externalId` or `emails` with `eq`, for example `userName eq "ada@example.com"`'
    )
  ),
  ...ScimProjection
}
export type ListScimUsers = ScimProjection & {
  readonly startIndex: number
  readonly count: number
  readonly filter?: string
}

/** The body of the set-up; without one the mode is `literal`. */
export const SetUpScim = Schema.Struct({
  mode: Schema.optionalKey(
    described(
      ScimMode,
      "`compat` for Okta, Entra ID and other providers that look people up by a filter; default: `literal`, which evaluates no filter",
      { example: "compat" }
    )
  )
})
export type SetUpScim = typeof SetUpScim.Type

export const ScimSetUp = Schema.Struct({
  /** 64 hexadecimal characters, in this answer and never again. */
  token: Schema.String,
  /** What the provider calls the base URL or tenant URL. */
  endpoint: Schema.String
})
export type ScimSetUp = typeof ScimSetUp.Type

export const ScimConfig = Schema.Struct({ configured: Schema.Boolean, lastSync: Schema.NullOr(Timestamp) })
export type ScimConfig = typeof ScimConfig.Type

/** One request of the provider; of its query only the numbers of the page are kept. */
export const ScimRequest = Schema.Struct({
  at: Timestamp,
  method: Schema.String,
  path: Schema.String,
  status: Schema.Int,
  /** The outcome in the service's own words; null if the status is sufficient. */
  rule: Schema.NullOr(Schema.String)
})
export type ScimRequest = typeof ScimRequest.Type

export const ScimRequestPage = Schema.Struct({
  ...OffsetPage(ScimRequest).fields,
  /** How the present token speaks; null without one. */
  mode: Schema.NullOr(ScimMode)
})
export type ScimRequestPage = typeof ScimRequestPage.Type
export const ListScimRequests = OffsetParams({ default: 50, maximum: 200 })
