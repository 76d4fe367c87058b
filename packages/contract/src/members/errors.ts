import { Schema } from "effect"
import { Refusal } from "../kernel/refusal.ts"

export class MemberNotFound extends Refusal<MemberNotFound>("MemberNotFound")(
  { error: Schema.tag("No such member in this organisation") },
  { httpApiStatus: 404 }
) {
  readonly _tag = "MemberNotFound"
}

/** The organisation would be left to nobody (members-2; the code is that of accounts-6). */
export class LastSuperadmin extends Refusal<LastSuperadmin>("LastSuperadmin")(
  {
    error: Schema.tag("This is the organisation's only Super Admin. Make somebody else a Super Admin first"),
    code: Schema.tag("sole_superadmin")
  },
  { httpApiStatus: 400 }
) {
  readonly _tag = "LastSuperadmin"
}

export class SelfRemoval extends Refusal<SelfRemoval>("SelfRemoval")(
  { error: Schema.tag("You cannot remove yourself. Leave the organisation in your account settings instead") },
  { httpApiStatus: 400 }
) {
  readonly _tag = "SelfRemoval"
}

/** Scope and departments do not go together. */
export class ScopeInvalid extends Refusal<ScopeInvalid>("ScopeInvalid")(
  { error: Schema.String, code: Schema.tag("scope_invalid") },
  { httpApiStatus: 400 }
) {
  readonly _tag = "ScopeInvalid"
}

/** `role_id` names no role of the organisation. */
export class RoleUnknown extends Refusal<RoleUnknown>("RoleUnknown")(
  { error: Schema.tag("role_id: there is no such role in this organisation"), code: Schema.tag("unknown_role") },
  { httpApiStatus: 400 }
) {
  readonly _tag = "RoleUnknown"
}

export class InviteNotFound extends Refusal<InviteNotFound>("InviteNotFound")(
  { error: Schema.tag("No such invitation, or it has been accepted, withdrawn or has expired") },
  { httpApiStatus: 404 }
) {
  readonly _tag = "InviteNotFound"
}

export class AlreadyMember extends Refusal<AlreadyMember>("AlreadyMember")(
  {
    error: Schema.tag("Somebody with this e-mail address is a member of this organisation already"),
    code: Schema.tag("already_member")
  },
  { httpApiStatus: 409 }
) {
  readonly _tag = "AlreadyMember"
}

/** One answer for a token that was never issued, was used or withdrawn, or has expired: on purpose the same for all. */
export class InviteInvalid extends Refusal<InviteInvalid>("InviteInvalid")(
  {
    error: Schema.tag("This invitation is not valid any more. Ask an administrator for a new one"),
    code: Schema.tag("invalid_token")
  },
  { httpApiStatus: 400 }
) {
  readonly _tag = "InviteInvalid"
}

export class RoleNotFound extends Refusal<RoleNotFound>("RoleNotFound")(
  { error: Schema.tag("No such role in this organisation") },
  { httpApiStatus: 404 }
) {
  readonly _tag = "RoleNotFound"
}

export class RoleNameTaken extends Refusal<RoleNameTaken>("RoleNameTaken")(
  {
    error: Schema.tag("There is a role of this name already. Choose another one"),
    code: Schema.tag("duplicate")
  },
  { httpApiStatus: 409 }
) {
  readonly _tag = "RoleNameTaken"
}

export class RoleLimitReached extends Refusal<RoleLimitReached>("RoleLimitReached")(
  { error: Schema.tag("An organisation can have at most 50 roles of its own. Delete one that is no longer needed") },
  { httpApiStatus: 400 }
) {
  readonly _tag = "RoleLimitReached"
}

export class RoleInUse extends Refusal<RoleInUse>("RoleInUse")(
  {
    error: Schema.String,
    code: Schema.tag("role_in_use"),
    members: Schema.Int,
    /** Invitations that are still open. */
    invites: Schema.Int
  },
  { httpApiStatus: 409 }
) {
  readonly _tag = "RoleInUse"
}
