import { Schema } from "effect"
import { UserId } from "../kernel/ids.ts"

/** A member is a Super Admin from now on; sent to all Super Admins, never to webhooks. */
export const MemberBecameSuperAdmin = Schema.TaggedStruct("member.became_superadmin", {
  userId: UserId,
  /** Name and email, as mails name them. */
  member: Schema.String,
  /** Who granted it, likewise; null where that account was closed since. */
  grantedBy: Schema.NullOr(Schema.String),
  how: Schema.Literals(["invitation", "role_change", "hand_over"])
})
export type MemberBecameSuperAdmin = typeof MemberBecameSuperAdmin.Type
