import { Schema } from "effect"
import { Refusal } from "../kernel/refusal.ts"

export class MemberNotFound extends Refusal<MemberNotFound>()("MemberNotFound", 404, {
  error: Schema.tag("No such member in this organisation")
}) {}

/** The organisation would be left to nobody (members-2; the code is that of accounts-6). */
export class LastSuperadmin extends Refusal<LastSuperadmin>()("LastSuperadmin", 400, {
  error: Schema.tag("This is the organisation's only Super Admin. Make somebody else a Super Admin first"),
  code: Schema.tag("sole_superadmin")
}) {}

export class SelfRemoval extends Refusal<SelfRemoval>()("SelfRemoval", 400, {
  error: Schema.tag("You cannot remove yourself. Leave the organisation in your account settings instead")
}) {}

/** Scope and departments do not go together. */
export class ScopeInvalid extends Refusal<ScopeInvalid>()("ScopeInvalid", 400, {
  error: Schema.String,
  code: Schema.tag("scope_invalid")
}) {}

/** `role_id` names no role of the organisation. */
export class RoleUnknown extends Refusal<RoleUnknown>()("RoleUnknown", 400, {
  error: Schema.tag("role_id: there is no such role in this organisation"),
  code: Schema.tag("unknown_role")
}) {}

export class InviteNotFound extends Refusal<InviteNotFound>()("InviteNotFound", 404, {
  error: Schema.tag("No such invitation, or it has been accepted, withdrawn or has expired")
}) {}

export class AlreadyMember extends Refusal<AlreadyMember>()("AlreadyMember", 409, {
  error: Schema.tag("Somebody with this e-mail address is a member of this organisation already"),
  code: Schema.tag("already_member")
}) {}

/** One answer for a token that was never issued, was used or withdrawn, or has expired: on purpose the same for all. */
export class InviteInvalid extends Refusal<InviteInvalid>()("InviteInvalid", 400, {
  error: Schema.tag("This invitation is not valid any more. Ask an administrator for a new one"),
  code: Schema.tag("invalid_token")
}) {}

export class RoleNotFound extends Refusal<RoleNotFound>()("RoleNotFound", 404, {
  error: Schema.tag("No such role in this organisation")
}) {}

export class RoleNameTaken extends Refusal<RoleNameTaken>()("RoleNameTaken", 409, {
  error: Schema.tag("There is a role of this name already. Choose another one"),
  code: Schema.tag("duplicate")
}) {}

export class RoleLimitReached extends Refusal<RoleLimitReached>()("RoleLimitReached", 400, {
  error: Schema.tag("An organisation can have at most 50 roles of its own. Delete one that is no longer needed")
}) {}

export class RoleInUse extends Refusal<RoleInUse>()("RoleInUse", 409, {
  error: Schema.String,
  code: Schema.tag("role_in_use"),
  members: Schema.Int,
  /** Invitations that are still open. */
  invites: Schema.Int
}) {}
