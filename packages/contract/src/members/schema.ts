import { Schema } from "effect"
import { GivenPassword } from "../accounts/schema.ts"
import { Timestamp } from "../kernel/dates.ts"
import { described } from "../kernel/described.ts"
import { InviteId, RoleId, UserId } from "../kernel/ids.ts"
import { MemberRole, Permission, Role, ScopeName } from "../kernel/permissions.ts"
import { EmailAddress, PersonName, RequiredText, Text } from "../kernel/text.ts"

/** Names as in the records, compared exactly. */
export const DepartmentNames = Schema.Array(RequiredText(100)).check(
  Schema.isMinLength(1, { message: "must name at least one department" }),
  Schema.isMaxLength(200, { message: "must name at most 200 departments" })
)

/** What a member or an invitation holds. */
const held = {
  /** A built-in role, or `custom`: then `role_id` tells which. */
  role: MemberRole,
  role_id: Schema.NullOr(RoleId),
  /** How the role is called; a custom role's own name. */
  role_name: Schema.String,
  /** The scope that counts: the member's own, else the role's. */
  scope: ScopeName,
  /** Set with the scope `departments` only. */
  departments: Schema.NullOr(Schema.Array(Schema.String))
}

/** A member of the organization. */
export class OrganisationMember extends Schema.Class<OrganisationMember>("OrganisationMember")({
  user_id: UserId,
  email: Schema.String,
  full_name: Schema.String,
  ...held,
  created_at: Timestamp,
  /** The latest sign-in to this organization; null before the first. */
  last_sign_in_at: Schema.NullOr(Timestamp),
  two_factor_enabled: Schema.Boolean,
  is_self: Schema.Boolean
}) {}

/** Which members the list shows. */
export const MemberFilters = {
  q: Schema.optionalKey(described(Text(200), "Search in name and email address; case-insensitive")),
  role: Schema.optionalKey(described(Text(100), "Only this role: the name of a built-in role, or a custom role's id")),
  two_factor: Schema.optionalKey(
    described(Schema.Literals(["off"]), "`off`: only members without two-factor authentication")
  )
}
export type MemberFilters = Schema.Struct.Type<typeof MemberFilters>

export const fitsMember = (
  { email, full_name, role, role_id, two_factor_enabled }: OrganisationMember,
  filters: MemberFilters
): boolean =>
  [full_name, email].some((text) => text.toLowerCase().includes((filters.q ?? "").toLowerCase())) &&
  (filters.role === undefined || filters.role === (role_id ?? role)) &&
  (filters.two_factor === undefined || !two_factor_enabled)

/** The scope of its own; null for the role's. */
const ownScope = {
  scope: Schema.optionalKey(Schema.NullOr(ScopeName)),
  departments: Schema.optionalKey(Schema.NullOr(DepartmentNames))
}

const roleChoice = { role: Schema.optionalKey(Role), role_id: Schema.optionalKey(RoleId) }

const bothRoles = "must have either role or role_id, not both"

/** Omitted fields are unchanged. */
export const UpdateMember = Schema.Struct({ ...roleChoice, ...ownScope }).check(
  Schema.makeFilter((body) =>
    body.role !== undefined && body.role_id !== undefined
      ? bothRoles
      : Object.values(body).every((value) => value === undefined)
        ? "must have role, role_id, scope or departments"
        : undefined
  )
)
export type UpdateMember = typeof UpdateMember.Type

export class Invite extends Schema.Class<Invite>("Invite")({
  id: InviteId,
  email: Schema.String,
  ...held,
  invited_by_name: Schema.String,
  created_at: Timestamp,
  /** Seven days after it was sent. */
  expires_at: Timestamp,
  status: Schema.tag("pending")
}) {}

export const CreateInvite = Schema.Struct({ email: EmailAddress, ...roleChoice, ...ownScope }).check(
  Schema.makeFilter((body) =>
    body.role !== undefined && body.role_id !== undefined
      ? bothRoles
      : body.role === undefined && body.role_id === undefined
        ? "must have role (superadmin, admin, hr or manager) or role_id (a custom role)"
        : undefined
  )
)
export type CreateInvite = typeof CreateInvite.Type

/**
 * Of an address without an account the name and password of the new one; of an address with one its own password,
 * and the name is left as it is.
 */
export const AcceptInvite = Schema.Struct({
  token: Text(200),
  fullName: Schema.optionalKey(PersonName),
  password: GivenPassword
})
export type AcceptInvite = typeof AcceptInvite.Type

/** A custom role, or a built-in one: then without an id. */
export const OrganisationRole = Schema.Struct({
  id: Schema.NullOr(RoleId),
  name: Schema.String,
  permissions: Schema.Array(Permission),
  scope: ScopeName,
  departments: Schema.NullOr(Schema.Array(Schema.String)),
  /** How many members hold it. */
  members: Schema.Int,
  built_in: Schema.Boolean
})
export type OrganisationRole = typeof OrganisationRole.Type

export const CreateRole = Schema.Struct({
  name: RequiredText(60),
  permissions: Schema.Array(Permission),
  scope: ScopeName,
  departments: Schema.optionalKey(Schema.NullOr(DepartmentNames))
})
export type CreateRole = typeof CreateRole.Type

/** Omitted fields are unchanged. */
export const UpdateRole = Schema.Struct({
  name: Schema.optionalKey(RequiredText(60)),
  permissions: Schema.optionalKey(Schema.Array(Permission)),
  scope: Schema.optionalKey(ScopeName),
  departments: Schema.optionalKey(Schema.NullOr(DepartmentNames))
})
export type UpdateRole = typeof UpdateRole.Type

export const Removed = Schema.Struct({ success: Schema.tag(true) })
