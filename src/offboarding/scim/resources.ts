import type { EmployeeId } from "@svc/contract/kernel/ids"
import {
  enterpriseSchema,
  listSchema,
  maxPage,
  providerConfigSchema,
  resourceTypeSchema,
  schemaSchema,
  type ScimMode,
  type ScimProjection,
  type ScimResource,
  type ScimUser,
  userSchema
} from "@svc/contract/scim/schema"
import { DateTime } from "effect"
import { nameParts } from "./rules.ts"

/** A person of the directory as SCIM knows them. */
interface Person {
  readonly id: EmployeeId
  readonly full_name: string
  readonly email: string
  readonly role: string
  readonly department: string
  readonly employee_id: string | null
  readonly status: "active" | "inactive"
  readonly created_at: DateTime.Utc
  readonly updated_at: DateTime.Utc
  readonly manager_email: string | null
  /** Their record in the directory. */
  readonly manager_id: string | null
  /** The person has an open offboarding; known in compat mode only. */
  readonly leaving: boolean
}

/** Of what a provider has seen: another state has another version. */
const versionOf = (person: Person, active: boolean) =>
  `W/"${DateTime.toEpochMillis(person.updated_at).toString(36)}${active ? "" : "-"}"`

/**
 * Active until the offboarding is completed, which makes the person inactive (deprovisioning-3); in compat mode until
 * one has begun, for a provider that reads back what it wrote.
 */
export const userOf = (person: Person, base: string, mode: ScimMode): ScimUser => {
  const active = person.status === "active" && !(mode === "compat" && person.leaving)
  const { familyName, givenName } = nameParts(person.full_name)
  const manager = mode === "compat" ? (person.manager_id ?? person.manager_email) : null
  return {
    schemas: manager === null ? [userSchema] : [userSchema, enterpriseSchema],
    id: person.id,
    ...(person.employee_id === null ? {} : { externalId: person.employee_id }),
    userName: person.email,
    name: { formatted: person.full_name, givenName, familyName },
    displayName: person.full_name,
    emails: [{ value: person.email, primary: true, type: "work" }],
    ...(person.role === "" ? {} : { title: person.role }),
    ...(person.department === "" ? {} : { department: person.department }),
    active,
    meta: {
      resourceType: "User",
      location: `${base}/Users/${person.id}`,
      ...(mode === "compat"
        ? { created: person.created_at, lastModified: person.updated_at, version: versionOf(person, active) }
        : {})
    },
    ...(manager === null ? {} : { [enterpriseSchema]: { manager: { value: manager } } })
  }
}

const namesIn = (list: string | undefined) =>
  list === undefined
    ? []
    : list
        .split(",")
        .map((name) =>
          name
            .trim()
            .toLowerCase()
            .replace(/^urn:ietf:params:scim:schemas:core:2\.0:user:/, "")
            .replace(/^(urn:ietf:params:scim:schemas:extension:enterprise:2\.0:user):.*$/, "$1")
        )
        .filter((name) => name !== "")

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Keeps what `keep` says of each name with its place in lower case; a part that keeps nothing goes. */
const picked = (value: unknown, place: string, keep: (place: string) => boolean): unknown => {
  if (Array.isArray(value)) return value.map((item) => picked(item, place, keep))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const at = place === "" ? name.toLowerCase() : `${place}.${name.toLowerCase()}`
      return keep(at) ? [[name, picked(member, at, keep)]] : []
    })
  )
}

const always = new Set(["schemas", "id", "username"])

/** The attribute's parent in the resource; the name of an extension contains a dot. */
const parentOf = (place: string) =>
  place.startsWith(enterpriseSchema.toLowerCase()) ? enterpriseSchema.toLowerCase() : (place.split(".", 1)[0] ?? "")

/**
 * `attributes` and `excludedAttributes` (RFC 7644, 3.9); `id` and `schemas` are always there, and `userName`, which the
 * schema requires.
 */
export const projected = (resource: unknown, { attributes, excludedAttributes }: ScimProjection): unknown => {
  const only = new Set(namesIn(attributes))
  const parents = new Set([...only].map(parentOf))
  const without = new Set(namesIn(excludedAttributes))
  if (only.size === 0 && without.size === 0) return resource
  return picked(resource, "", (place) => {
    if (always.has(place)) return true
    return only.size === 0 ? !without.has(place) : only.has(place) || only.has(parentOf(place)) || parents.has(place)
  })
}

/** A page of anything. */
export const listOfResources = <Resource>(
  resources: ReadonlyArray<Resource>,
  { startIndex = 1, total = resources.length }: { readonly startIndex?: number; readonly total?: number } = {}
) => ({
  schemas: [listSchema],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources
})

/** RFC 7643, 5: filters are advertised although literal mode does not evaluate them (scim-users-2). */
export const providerConfig = (base: string): ScimResource => ({
  schemas: [providerConfigSchema],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: maxPage },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: "oauthbearertoken",
      name: "Bearer token",
      description: "The organization's SCIM token in the Authorization header",
      specUri: "https://www.rfc-editor.org/info/rfc6750",
      primary: true
    }
  ],
  meta: { resourceType: "ServiceProviderConfig", location: `${base}/ServiceProviderConfig` }
})

interface Attribute {
  readonly name: string
  readonly description: string
  readonly type?: "string" | "boolean" | "complex"
  readonly multiValued?: true
  readonly required?: true
  readonly uniqueness?: "server"
  readonly mutability?: "readOnly"
  readonly subAttributes?: ReadonlyArray<Attribute>
}

const attribute = ({ description, name, ...more }: Attribute): ScimResource => {
  const type = more.type ?? "string"
  return {
    name,
    type,
    multiValued: more.multiValued ?? false,
    description,
    required: more.required ?? false,
    mutability: more.mutability ?? "readWrite",
    returned: "default",
    ...(type === "string" ? { caseExact: name === "externalId", uniqueness: more.uniqueness ?? "none" } : {}),
    ...(more.subAttributes === undefined ? {} : { subAttributes: more.subAttributes.map(attribute) })
  }
}

const userAttributes: ReadonlyArray<Attribute> = [
  { name: "userName", description: "The email address", required: true, uniqueness: "server" },
  {
    name: "name",
    description: "Parts of the name; only the full name is stored",
    type: "complex",
    subAttributes: [
      { name: "formatted", description: "Full name" },
      { name: "givenName", description: "All but the last word of the name" },
      { name: "familyName", description: "The last word of the name" }
    ]
  },
  { name: "displayName", description: "Full name" },
  {
    name: "emails",
    description: "The only email address",
    type: "complex",
    multiValued: true,
    subAttributes: [
      { name: "value", description: "The email address" },
      { name: "type", description: "Always work" },
      { name: "primary", description: "Always true", type: "boolean" }
    ]
  },
  { name: "title", description: "Job title" },
  { name: "department", description: "Department" },
  { name: "active", description: "Setting it to false starts the offboarding", type: "boolean" }
]

const enterpriseAttributes: ReadonlyArray<Attribute> = [
  { name: "department", description: "Department; returned as an attribute of the user" },
  {
    name: "manager",
    description: "The person's manager",
    type: "complex",
    subAttributes: [{ name: "value", description: "Their id here, or their email address" }]
  }
]

/** What `/Schemas` lists. */
export const schemas = (base: string): ReadonlyArray<ScimResource> => [
  {
    schemas: [schemaSchema],
    id: userSchema,
    name: "User",
    description: "A person in the directory",
    attributes: userAttributes.map(attribute),
    meta: { resourceType: "Schema", location: `${base}/Schemas/${userSchema}` }
  },
  {
    schemas: [schemaSchema],
    id: enterpriseSchema,
    name: "EnterpriseUser",
    description: "Further attributes of a person",
    attributes: enterpriseAttributes.map(attribute),
    meta: { resourceType: "Schema", location: `${base}/Schemas/${enterpriseSchema}` }
  }
]

/** What `/ResourceTypes` lists. */
export const resourceTypes = (base: string): ReadonlyArray<ScimResource> => [
  {
    schemas: [resourceTypeSchema],
    id: "User",
    name: "User",
    endpoint: "/Users",
    description: "A person in the directory",
    schema: userSchema,
    schemaExtensions: [{ schema: enterpriseSchema, required: false }],
    meta: { resourceType: "ResourceType", location: `${base}/ResourceTypes/User` }
  }
]
