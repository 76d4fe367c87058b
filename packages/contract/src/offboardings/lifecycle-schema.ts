import { Schema } from "effect"
import { Timestamp } from "../kernel/dates.ts"
import { described } from "../kernel/described.ts"
import { OffboardingId, UserId } from "../kernel/ids.ts"
import { HandoverItem, MissingItem, OffboardingStatus, UpdateOffboarding } from "./schema.ts"

/** How many cases one request changes or deletes at most. */
export const bulkLimit = 200

/** The cases of a bulk request. */
export const Ids = described(
  Schema.Array(OffboardingId).check(
    Schema.isMinLength(1, { message: "must name at least one offboarding" }),
    Schema.isMaxLength(bulkLimit, { message: `must name at most ${bulkLimit} offboardings` })
  ),
  "The offboardings; duplicates count once"
)

const move = {
  status: described(OffboardingStatus, "The stage to move to", { example: "completed" }),
  // Read for `cancelled` and for an override only; otherwise ignored.
  reason: UpdateOffboarding.fields.reason,
  override: Schema.optionalKey(
    described(
      Schema.Boolean,
      "With `completed`: complete although tasks are open. For Super Admins and Admins; apps, assets and the " +
        "confirmation of asset return are still required. Ignored with any other status",
      { default: false }
    )
  )
}

/** A move in the app (stages-1, stages-5). */
export const ChangeStatus = Schema.Struct(move).annotate({ identifier: "ChangeStatus" })
export type ChangeStatus = typeof ChangeStatus.Type

export const ChangeStatuses = Schema.Struct({ ids: Ids, ...move }).annotate({ identifier: "ChangeStatuses" })
export type ChangeStatuses = typeof ChangeStatuses.Type

/** Why one case of a bulk request was refused. */
export const bulkRefusal = {
  error: Schema.optionalKey(described(Schema.String, "Why it failed, as in the single route")),
  code: Schema.optionalKey(described(Schema.String, "Its error code, if any", { example: "stage_gate" }))
}

export const ChangedStatuses = Schema.Struct({
  updated: described(Schema.Int, "How many changed"),
  results: described(
    Schema.Array(
      Schema.Struct({
        id: OffboardingId,
        status: Schema.Literals(["updated", "unchanged", "failed"]),
        ...bulkRefusal,
        missing: Schema.optionalKey(described(Schema.Array(MissingItem), "What the closed gate still requires"))
      })
    ),
    "One per offboarding, in the order of the request"
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
  deleted: described(Schema.Int, "Number of deleted offboardings"),
  results: described(
    Schema.Array(Schema.Struct({ id: OffboardingId, status: Schema.Literals(["deleted", "failed"]), ...bulkRefusal })),
    "One per offboarding, in the order of the request"
  )
}).annotate({ identifier: "DeletedOffboardings" })
export type DeletedOffboardings = typeof DeletedOffboardings.Type

export const SetLegalHold = Schema.Struct({
  held: described(Schema.Boolean, "True sets the hold, false releases it"),
  reason: Reason
}).annotate({ identifier: "SetLegalHold" })
export type SetLegalHold = typeof SetLegalHold.Type

export const LegalHold = Schema.Struct({
  id: OffboardingId,
  legal_hold: described(Schema.Boolean, "Whether the hold is in force now"),
  legal_hold_released_at: described(
    Schema.NullOr(Timestamp),
    "When the last hold was released; for 7 days from then nothing of the offboarding is deleted. Null while held and if it was never held"
  ),
  updated_at: described(Timestamp, "When the offboarding was last changed")
}).annotate({ identifier: "LegalHold" })
export type LegalHold = typeof LegalHold.Type

/** A member of the organization whom an offboarding is about, and what its completion ends. */
export const DepartingMember = Schema.Struct({
  user_id: described(UserId, "The member"),
  full_name: described(Schema.String, "Their name", { example: "Grace Hopper" }),
  role_name: described(Schema.String, "Name of their role", { example: "hr" }),
  api_keys: described(Schema.Int, "Their active API keys, which completion revokes", { example: 1 }),
  handover: described(Schema.Array(HandoverItem), "What must be handed over first")
}).annotate({ identifier: "DepartingMember" })
export type DepartingMember = typeof DepartingMember.Type

/** The memberships that the completion of an offboarding ends; mostly none. */
export const DepartingMembers = Schema.Struct({
  members: described(Schema.Array(DepartingMember), "Empty if the person is not a member")
}).annotate({ identifier: "DepartingMembers" })
export type DepartingMembers = typeof DepartingMembers.Type
