import { Schema } from "effect"
import { Timestamp } from "../kernel/dates.ts"
import { described } from "../kernel/described.ts"
import { OffboardingId, UserId } from "../kernel/ids.ts"
import { HandoverItem, MissingItem, OffboardingStatus, UpdateOffboarding } from "./schema.ts"

/** How many cases one request changes or deletes at most. */
export const bulkLimit = 200

const Ids = described(
  Schema.Array(OffboardingId).check(
    Schema.isMinLength(1, { message: "must name at least one offboarding" }),
    Schema.isMaxLength(bulkLimit, { message: `must name at most ${bulkLimit} offboardings` })
  ),
  "The offboardings; one that is named twice counts once"
)

const move = {
  status: described(OffboardingStatus, "The stage to move to", { example: "completed" }),
  // Read for `cancelled` and for an override only, so what stands here otherwise does not matter.
  reason: UpdateOffboarding.fields.reason,
  override: Schema.optionalKey(
    described(
      Schema.Boolean,
      "With `completed`: although tasks are open. For Super Admins and Admins; apps, assets and the confirmation of " +
        "asset return are asked for all the same. Ignored with any other status",
      { default: false }
    )
  )
}

/** A move in the app (stages-1, stages-5). */
export const ChangeStatus = Schema.Struct(move).annotate({ identifier: "ChangeStatus" })
export type ChangeStatus = typeof ChangeStatus.Type

export const ChangeStatuses = Schema.Struct({ ids: Ids, ...move }).annotate({ identifier: "ChangeStatuses" })
export type ChangeStatuses = typeof ChangeStatuses.Type

const refusal = {
  error: Schema.optionalKey(described(Schema.String, "Why it failed, as the route for one says it")),
  code: Schema.optionalKey(described(Schema.String, "The code of that, if it has one", { example: "stage_gate" }))
}

export const ChangedStatuses = Schema.Struct({
  updated: described(Schema.Int, "How many changed"),
  results: described(
    Schema.Array(
      Schema.Struct({
        id: OffboardingId,
        status: Schema.Literals(["updated", "unchanged", "failed"]),
        ...refusal,
        missing: Schema.optionalKey(described(Schema.Array(MissingItem), "What a closed gate asks for"))
      })
    ),
    "One per offboarding, in the order in which they were named"
  )
}).annotate({ identifier: "ChangedStatuses" })
export type ChangedStatuses = typeof ChangedStatuses.Type

/** Asked for as text of 5 to 500 characters by the service, so that any other is refused by its code. */
const Reason = Schema.optionalKey(described(Schema.Json, "Why: text of 5 to 500 characters; stored and audited"))

export const DeleteOffboardings = Schema.Struct({ ids: Ids, reason: Reason }).annotate({
  identifier: "DeleteOffboardings"
})
export type DeleteOffboardings = typeof DeleteOffboardings.Type

export const DeletedOffboardings = Schema.Struct({
  deleted: described(Schema.Int, "How many are gone"),
  results: described(
    Schema.Array(Schema.Struct({ id: OffboardingId, status: Schema.Literals(["deleted", "failed"]), ...refusal })),
    "One per offboarding, in the order in which they were named"
  )
}).annotate({ identifier: "DeletedOffboardings" })
export type DeletedOffboardings = typeof DeletedOffboardings.Type

export const SetLegalHold = Schema.Struct({
  held: described(Schema.Boolean, "True holds, false releases"),
  reason: Reason
}).annotate({ identifier: "SetLegalHold" })
export type SetLegalHold = typeof SetLegalHold.Type

export const LegalHold = Schema.Struct({
  id: OffboardingId,
  legal_hold: described(Schema.Boolean, "Whether it is held now"),
  legal_hold_released_at: described(
    Schema.NullOr(Timestamp),
    "When the last hold was released; for 7 days from then nothing of the case is deleted. Null while held and before any"
  ),
  updated_at: described(Timestamp, "When the case was last changed")
}).annotate({ identifier: "LegalHold" })
export type LegalHold = typeof LegalHold.Type

/** A member of the organization whom an offboarding is about, and what its completion ends. */
export const DepartingMember = Schema.Struct({
  user_id: described(UserId, "The member"),
  full_name: described(Schema.String, "Their name", { example: "Grace Hopper" }),
  role_name: described(Schema.String, "Their role, by its name", { example: "hr" }),
  api_keys: described(Schema.Int, "Active API keys that they created, which are revoked", { example: 1 }),
  handover: described(Schema.Array(HandoverItem), "What has to be handed over before")
}).annotate({ identifier: "DepartingMember" })
export type DepartingMember = typeof DepartingMember.Type

/** The memberships that the completion of an offboarding ends; mostly none. */
export const DepartingMembers = Schema.Struct({
  members: described(Schema.Array(DepartingMember), "Empty for a person who is no member")
}).annotate({ identifier: "DepartingMembers" })
export type DepartingMembers = typeof DepartingMembers.Type
