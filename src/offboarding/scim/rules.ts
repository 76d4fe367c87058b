import { RequiredText, Text } from "@svc/contract/kernel/text"
import { EmailAddress } from "@svc/contract/kernel/text"
import { ScimBadRequest } from "@svc/contract/scim/errors"
import type { ScimMode } from "@svc/contract/scim/schema"
import { Option, Result, Schema } from "effect"
import { Attributes, attributesOf, isFalse, isTrue, listOf } from "./attributes.ts"

/** The stored attributes of a user (scim-users-6); undefined is unchanged, empty text means absent. */
export interface PersonChanges {
  readonly email?: EmailAddress
  readonly fullName?: string
  readonly title?: string
  readonly department?: string
  /** The manager's id here, or their email; null for none. Only compat mode reads it. */
  readonly manager?: string | null
  /** The provider's own number for them; null for none. */
  readonly externalId?: string | null
}

/** What the body of a create, or of a replacement, asks for. */
interface WishForUser extends PersonChanges {
  readonly email: EmailAddress
  readonly deactivate: boolean
}

const core = "urn:ietf:params:scim:schemas:core:2.0:user"
const enterprise = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:user"

const asEmail = Schema.decodeUnknownOption(EmailAddress)
const asName = Schema.decodeUnknownOption(RequiredText(200))
const asLabel = Schema.decodeUnknownOption(Text(100))
const asNumber = Schema.decodeUnknownOption(RequiredText(100))

const badRequest = (detail: string, scimType: string, mode: ScimMode) =>
  Result.fail(new ScimBadRequest({ detail, ...(mode === "compat" ? { scimType } : {}) }))

const trimmed = (value: unknown) => (typeof value === "string" ? value.trim() : value)

/**
 * The primary one, else the user name; compat mode makes do with any. A replacement whose primary address is still the
 * one `before` moves to the address of its user name.
 */
const emailOf = (user: Attributes, mode: ScimMode, before?: string): Option.Option<EmailAddress> => {
  const emails = listOf(user.get("emails")).map(attributesOf)
  const primary = emails.find((email) => isTrue(email.get("primary")))
  const given = trimmed(primary?.get("value"))
  const named = asEmail(trimmed(user.get("username")))
  const isStale = typeof given === "string" && given.toLowerCase() === before?.toLowerCase() && Option.isSome(named)
  if (given !== undefined && given !== null && given !== "" && !isStale) return asEmail(given)
  return Option.isSome(named) || mode === "literal"
    ? named
    : Option.firstSomeOf(emails.map((email) => asEmail(trimmed(email.get("value")))))
}

const isGiven = (value: unknown): value is string => typeof value === "string" && value.trim() !== ""

/** `displayName`, else `name.formatted`, else given plus family name; undefined when there is none of them. */
const nameOf = (user: Attributes): string | undefined => {
  const name = attributesOf(user.get("name"))
  const parts = [name.get("givenname"), name.get("familyname")].filter(isGiven).map((part) => part.trim())
  return [user.get("displayname"), name.get("formatted"), parts.join(" ")].find(isGiven)?.trim()
}

type Read<A> = Result.Result<A, ScimBadRequest>

/** Text of a stored attribute; null and absence differ. */
const labelOf = (user: Attributes, name: "title" | "department", mode: ScimMode): Read<string | undefined> => {
  const extension = name === "department" ? attributesOf(user.get(enterprise)).get("department") : undefined
  const value = user.get(name) ?? extension
  if (value === undefined || value === null) return Result.succeed(user.has(name) ? "" : undefined)
  return Result.fromOption(asLabel(value), () => undefined).pipe(
    Result.match({
      onSuccess: (text): Read<string> => Result.succeed(text),
      onFailure: () => badRequest(`${name}: must be text of at most 100 characters`, "invalidValue", mode)
    })
  )
}

const externalIdOf = (user: Attributes, mode: ScimMode): Read<string | null | undefined> => {
  const value = user.get("externalid")
  if (value === undefined) return Result.succeed(undefined)
  if (value === null || value === "") return Result.succeed(null)
  const read = asNumber(typeof value === "number" ? String(value) : value)
  return Option.isSome(read)
    ? Result.succeed(read.value)
    : badRequest("externalId: must be text of at most 100 characters", "invalidValue", mode)
}

/**
 * The person that a `manager` names: the text, or the `value` of an object or of the first in a list, as Entra ID sends
 * it. Undefined if the form is unknown.
 */
const managerIn = (given: unknown): string | null | undefined => {
  const first: unknown = Array.isArray(given) ? (given[0] ?? null) : given
  const value = typeof first === "object" && first !== null ? attributesOf(first).get("value") : first
  if (value === null || value === "") return null
  return typeof value === "string" && value.length <= 254 ? value.trim() : undefined
}

/** Leaves out what is not said, for a field that is undefined is not one that is absent. */
const said = (changes: {
  readonly [Field in keyof PersonChanges]: PersonChanges[Field] | undefined
}): PersonChanges => ({
  ...(changes.email === undefined ? {} : { email: changes.email }),
  ...(changes.fullName === undefined ? {} : { fullName: changes.fullName }),
  ...(changes.title === undefined ? {} : { title: changes.title }),
  ...(changes.department === undefined ? {} : { department: changes.department }),
  ...(changes.externalId === undefined ? {} : { externalId: changes.externalId }),
  ...(changes.manager === undefined ? {} : { manager: changes.manager })
})

/** Some providers send the attributes under the schema's name; top-level ones win. */
const userIn = (body: Readonly<Record<string, unknown>>) => {
  const given = attributesOf(body)
  return new Attributes([...attributesOf(given.get(core)).byName, ...given.byName])
}

/** What the body of a create (or of a replacement) says of a person. */
export const readUser = (
  body: Readonly<Record<string, unknown>>,
  mode: ScimMode,
  before?: { readonly email: string }
): Read<WishForUser> =>
  Result.gen(function* () {
    const user = userIn(body)
    const email = emailOf(user, mode, before?.email)
    if (Option.isNone(email)) {
      return yield* badRequest("userName / email must be a valid email address", "invalidValue", mode)
    }
    const given = nameOf(user)
    const name = given === undefined ? Option.none() : asName(given)
    if (given !== undefined && Option.isNone(name)) {
      return yield* badRequest("displayName: must be text of at most 200 characters", "invalidValue", mode)
    }
    const title = yield* labelOf(user, "title", mode)
    const department = yield* labelOf(user, "department", mode)
    const externalId = yield* externalIdOf(user, mode)
    const extension = attributesOf(user.get(enterprise))
    const manager = mode === "compat" && extension.has("manager") ? managerIn(extension.get("manager")) : undefined
    return {
      ...said({ fullName: Option.getOrUndefined(name), title, department, externalId, manager }),
      email: email.value,
      deactivate: isFalse(user.get("active"))
    }
  })

/** Every address that a body names, for one of them may become the person's. */
export const addressesIn = (body: Readonly<Record<string, unknown>>): ReadonlyArray<EmailAddress> => {
  const user = userIn(body)
  const values = listOf(user.get("emails")).map((email) => attributesOf(email).get("value"))
  return [user.get("username"), ...values].flatMap((value) => Option.toArray(asEmail(trimmed(value))))
}

/** A change of one attribute; an invalid value has no effect, so that a deactivation next to it is not lost. */
interface Edit {
  readonly path: string
  readonly value: unknown
}

/** What a PATCH asks for. */
export interface PatchWish {
  readonly changes: PersonChanges
  readonly name: NameChange | undefined
  readonly deactivate: boolean
}

const pathOf = (path: string) => {
  const name = path.trim().toLowerCase()
  return name.startsWith(`${core}:`) ? name.slice(core.length + 1) : name
}

const nestedEdits = (value: unknown): ReadonlyArray<Edit> =>
  [...attributesOf(value).byName].map(([name, nested]) => ({ path: pathOf(name), value: nested }))

/** What the operations replace, one attribute each. */
const editsOf = (operations: ReadonlyArray<unknown>, mode: ScimMode): ReadonlyArray<Edit> =>
  operations.flatMap((operation) => {
    const given = attributesOf(operation)
    const op = given.get("op")
    const kind = typeof op === "string" ? op.trim().toLowerCase() : ""
    const path = given.get("path")
    const isNested = path === undefined || path === null || path === ""
    if (mode === "compat" && kind === "remove") {
      return typeof path === "string" && path !== "" ? [{ path: pathOf(path), value: null }] : []
    }
    if (kind !== "replace" && !(mode === "compat" && kind === "add")) return []
    if (isNested) {
      const edits = nestedEdits(given.get("value"))
      const nestedOnly = ["active", "displayname", "title"]
      return mode === "compat" ? edits : edits.filter((edit) => nestedOnly.includes(edit.path))
    }
    if (typeof path !== "string") return []
    const edit = { path: pathOf(path), value: given.get("value") }
    return mode === "compat" || edit.path === "active" ? [edit] : []
  })

const emailPath = /^emails(?:\[.*\])?(?:\.value)?$/

const emailIn = (value: unknown): unknown => {
  const found = listOf(value).map(attributesOf)
  const chosen = found.find((email) => isTrue(email.get("primary"))) ?? found[0]
  return chosen === undefined ? value : chosen.get("value")
}

const label = (value: unknown) => (value === null ? "" : Option.getOrUndefined(asLabel(value)))

/** Given and family name of a full name: the last word is the family's. */
export const nameParts = (fullName: string) => {
  const end = fullName.trim().lastIndexOf(" ")
  const name = fullName.trim()
  return end < 0
    ? { givenName: name, familyName: "" }
    : { givenName: name.slice(0, end).trim(), familyName: name.slice(end + 1) }
}

/** What a PATCH says of a name: the whole of it, or parts of the one before. */
interface NameChange {
  readonly whole: string | undefined
  readonly given: string | undefined
  readonly family: string | undefined
}

const nameIn = (edits: ReadonlyArray<Edit>): NameChange | undefined => {
  const last = (path: string) => edits.findLast((edit) => edit.path === path)?.value
  const name = attributesOf(last("name"))
  const whole = [last("displayname"), last("name.formatted"), name.get("formatted")].find(isGiven)
  const given = [last("name.givenname"), name.get("givenname")].find(isGiven)
  const family = [last("name.familyname"), name.get("familyname")].find(isGiven)
  return [whole, given, family].some(isGiven) ? { whole, given, family } : undefined
}

/** What the change makes of the name before; undefined where it cannot be stored. */
export const nameAfter = (before: string, { family, given, whole }: NameChange): string | undefined => {
  const parts = nameParts(before)
  const joined = `${given ?? parts.givenName} ${family ?? parts.familyName}`
  return Option.getOrUndefined(asName((whole ?? joined).trim()))
}

/**
 * What the operations of a PATCH come to (deprovisioning-4). In literal mode only a replacement counts: of `active` by
 * path, or of `active`, `displayName` and `title` in an object without one.
 */
export const readPatch = (body: Readonly<Record<string, unknown>>, mode: ScimMode): Read<PatchWish> => {
  const operations = attributesOf(body).get("operations")
  if (!Array.isArray(operations)) return badRequest("Operations must be an array", "invalidSyntax", mode)
  const edits = editsOf(operations, mode)
  const last = (...paths: ReadonlyArray<string>) => edits.findLast((edit) => paths.includes(edit.path))
  const title = last("title")
  const department = last("department", `${enterprise}:department`)
  const extension = attributesOf(last(enterprise)?.value)
  const nested = extension.get("department")
  const byPath = last(`${enterprise}:manager`, `${enterprise}:manager.value`)
  const manager = byPath === undefined ? extension.get("manager") : byPath.value
  const externalId = last("externalid")
  const emails = edits.filter(({ path }) => path === "username" || emailPath.test(path))
  const email = emails.map(({ value }) => asEmail(trimmed(emailIn(value)))).findLast(Option.isSome)
  return Result.succeed({
    name: nameIn(edits),
    changes: said({
      email: email?.value,
      fullName: undefined,
      title: title === undefined ? undefined : label(title.value),
      department:
        department === undefined ? (nested === undefined ? undefined : label(nested)) : label(department.value),
      externalId:
        externalId === undefined
          ? undefined
          : externalId.value === null
            ? null
            : Option.getOrUndefined(asNumber(externalId.value)),
      manager: mode === "literal" || manager === undefined ? undefined : managerIn(manager)
    }),
    deactivate: edits.some(({ path, value }) => path === "active" && value !== null && isFalse(value))
  })
}

/** The one person, or none, that a filter selects. */
type Filter =
  | { readonly _tag: "Email"; readonly value: string }
  | { readonly _tag: "ExternalId"; readonly value: string }

// Of trimmed text, and with one way only to read each character, so that no filter takes longer than its length.
const filterForm = /^([\w.:]+(?:\[[^\]]*\][\w.]*)?)\s+eq\s+("(?:[^"\\]|\\.)*")$/i
const decodeText = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.String))

/** Text that the database can read; no name contains what it cannot. */
const askable = (text: string) => text.toWellFormed().replaceAll("\u0000", "\ufffd")

/** `userName`, `externalId` or `emails` with `eq` (RFC 7644, 3.4.2.2); compat mode takes no other filter. */
export const readFilter = (text: string): Read<Filter> => {
  const [, attribute = "", quoted = ""] = filterForm.exec(text.trim()) ?? []
  const name = pathOf(attribute)
  const value = decodeText(quoted)
  if (Option.isSome(value) && (name === "username" || emailPath.test(name))) {
    return Result.succeed({ _tag: "Email", value: askable(value.value) })
  }
  if (Option.isSome(value) && name === "externalid") {
    return Result.succeed({ _tag: "ExternalId", value: askable(value.value) })
  }
  return badRequest(
    'filter: use userName, externalId or emails with eq, for example userName eq "ada@example.com"',
    "invalidFilter",
    "compat"
  )
}
