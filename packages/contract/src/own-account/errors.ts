import { Schema } from "effect"
import { Refusal } from "../kernel/refusal.ts"
import { NamedOrganisation } from "./schema.ts"

/** Organizations that would be left without a Super Admin (accounts-6). */
export class SoleSuperadmin extends Refusal<SoleSuperadmin>()("SoleSuperadmin", 400, {
  error: Schema.String,
  code: Schema.tag("sole_superadmin"),
  orgs: Schema.Array(NamedOrganisation)
}) {}

/** Offboardings that the user started wait to be finished; the sentence says which count and what to do. */
export class OffboardingsStarted extends Refusal<OffboardingsStarted>()("OffboardingsStarted", 400, {
  error: Schema.String
}) {}

export class SuccessorIsSelf extends Refusal<SuccessorIsSelf>()("SuccessorIsSelf", 400, {
  error: Schema.tag("user_id: must be another member of this organization, not you")
}) {}

export class SuccessorUnknown extends Refusal<SuccessorUnknown>()("SuccessorUnknown", 404, {
  error: Schema.tag("Member not found in this organization")
}) {}

/** One organization's identity provider is trusted for its own members, not for their other organizations. */
export class VouchedForOneOrganisation extends Refusal<VouchedForOneOrganisation>()("VouchedForOneOrganisation", 403, {
  error: Schema.tag(
    "You signed in through one organization's identity provider, but your account also belongs to other " +
      "organizations. Leave this organization, or sign in with your password to close the account"
  )
}) {}
