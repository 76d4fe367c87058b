import { RoleId } from "@svc/contract/kernel/ids"
import { MemberRole, ScopeName } from "@svc/contract/kernel/permissions"
import { Schema } from "effect"

/** Rights of a membership or an invitation, including its custom role. */
export const storedStanding = {
  role: MemberRole,
  role_id: Schema.NullOr(RoleId),
  custom_name: Schema.NullOr(Schema.String),
  custom_permissions: Schema.NullOr(Schema.Array(Schema.String)),
  custom_scope: Schema.NullOr(ScopeName),
  custom_departments: Schema.NullOr(Schema.Array(Schema.String)),
  scope: Schema.NullOr(ScopeName),
  departments: Schema.NullOr(Schema.Array(Schema.String))
}

/** Its columns, of the table under the name `h` joined with `ownRole`. */
export const standingColumns = `h.role, h.role_id, r.name AS custom_name, r.permissions AS custom_permissions,
  r.scope AS custom_scope, r.departments AS custom_departments, h.scope, h.departments`

export const ownRole = "LEFT JOIN roles r ON r.org_id = h.org_id AND r.id = h.role_id"
