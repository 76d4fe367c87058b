import { Schema } from "effect"

export const Role = Schema.Literals(["superadmin", "admin", "hr", "manager"])
export type Role = typeof Role.Type

/** A member's role: built-in, or custom. */
export const MemberRole = Schema.Literals([...Role.literals, "custom"])
export type MemberRole = typeof MemberRole.Type

/** "HR or admin": the built-in roles. A custom one approves only if a chain names it. */
export const isHrOrAdmin = (role: MemberRole | null): boolean =>
  role === "superadmin" || role === "admin" || role === "hr"

/** Whose records a member sees, as roles and memberships name it. */
export const ScopeName = Schema.Literals(["all", "departments", "direct_reports"])
export type ScopeName = typeof ScopeName.Type

export const Permission = Schema.Literals([
  "offboardings_view",
  "offboardings_create",
  "offboardings_edit",
  "assets_view",
  "analytics_view",
  "checklists_manage",
  "compliance_view",
  "compliance_manage",
  "audit_view",
  "analytics_export",
  "employees_manage",
  "audit_export",
  "settings_manage",
  "integrations_manage",
  "members_manage",
  "access_revoke",
  "offboardings_delete",
  "assets_manage",
  "legal_hold_manage"
])
export type Permission = typeof Permission.Type

const manager: ReadonlyArray<Permission> = [
  "offboardings_view",
  "offboardings_create",
  "offboardings_edit",
  "assets_view",
  "analytics_view",
  "checklists_manage",
  "compliance_view"
]
const hr: ReadonlyArray<Permission> = [
  ...manager,
  "compliance_manage",
  "audit_view",
  "analytics_export",
  "employees_manage"
]

/** What each built-in role may do (permissions-1). */
export const rolePermissions: Readonly<Record<Role, ReadonlyArray<Permission>>> = {
  superadmin: Permission.literals,
  admin: Permission.literals,
  hr,
  manager
}

/** The built-in roles that hold it. */
export const rolesWith = (permission: Permission): ReadonlyArray<Role> =>
  Role.literals.filter((role) => rolePermissions[role].includes(permission))

/** Scopes of an API key (permissions-5). */
export const ApiScope = Schema.Literals([
  "offboardings:read",
  "offboardings:write",
  "employees:read",
  "webhooks:read",
  "webhooks:write",
  "mcp",
  "compliance:read"
])
export type ApiScope = typeof ApiScope.Type
