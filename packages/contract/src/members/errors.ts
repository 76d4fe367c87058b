import { Schema } from "effect"
import { Refusal } from "../kernel/refusal.ts"

export class MemberNotFound extends Refusal<MemberNotFound>()("MemberNotFound", 404, {
  error: Schema.tag("Member not found in this organization")
}) {}

/** The organization would have no Super Admin left (members-2; the code is that of accounts-6). */
export class LastSuperadmin extends Refusal<LastSuperadmin>()("LastSuperadmin", 400, {
  error: Schema.tag("This member is the only Super Admin of the organization. Make another member Super Admin first"),
  code: Schema.tag("sole_superadmin")
}) {}

export class SelfRemoval extends Refusal<SelfRemoval>()("SelfRemoval", 400, {
  error: Schema.tag("You cannot remove yourself. Leave the organization in your account settings instead")
}) {}

/** Scope and departments do not go together. */
export class ScopeInvalid extends Refusal<ScopeInvalid>()("ScopeInvalid", 400, {
  error: Schema.String,
  code: Schema.tag("scope_invalid")
}) {}

/** `role_id` names no role of the organization. */
export class RoleUnknown extends Refusal<RoleUnknown>()("RoleUnknown", 400, {
  error: Schema.tag("role_id: role not found in this organization"),
  code: Schema.tag("unknown_role")
}) {}

export class InviteNotFound extends Refusal<InviteNotFound>()("InviteNotFound", 404, {
  error: Schema.tag("Invitation not found, or already accepted, withdrawn or expired")
}) {}

export class AlreadyMember extends Refusal<AlreadyMember>()("AlreadyMember", 409, {
  error: Schema.tag("A person with this email address is already a member of this organization"),
  code: Schema.tag("already_member")
}) {}

/** One answer for a token that was never issued, was used or withdrawn, or has expired: on purpose the same for all. */
export class InviteInvalid extends Refusal<InviteInvalid>()("InviteInvalid", 400, {
  error: Schema.tag("This invitation is no longer valid. Ask an administrator for a new one"),
  code: Schema.tag("invalid_token")
}) {}

export class RoleNotFound extends Refusal<RoleNotFound>()("RoleNotFound", 404, {
  error: Schema.tag("Role not found in this organization")
}) {}

export class RoleNameTaken extends Refusal<RoleNameTaken>()("RoleNameTaken", 409, {
  error: Schema.tag("A role with this name already exists. Choose a different name"),
  code: Schema.tag("duplicate")
}) {}

export class RoleLimitReached extends Refusal<RoleLimitReached>()("RoleLimitReached", 400, {
  error: Schema.tag("An organization can have at most 50 custom roles. Delete one that is no longer needed")
}) {}

export class RoleInUse extends Refusal<RoleInUse>()("RoleInUse", 409, {
  error: Schema.String,
  code: Schema.tag("role_in_use"),
  members: Schema.Int,
  /** Invitations that are still open. */
  invites: Schema.Int
}) {}
