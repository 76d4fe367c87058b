import { Schema } from "effect"
import { Timestamp } from "../kernel/dates.ts"
import { described } from "../kernel/described.ts"
import { OffboardingId, UserId } from "../kernel/ids.ts"
import { Text } from "../kernel/text.ts"
import { bulkRefusal, Ids } from "./lifecycle-schema.ts"

/** How many members one answer offers at most. */
export const maxAssignees = 20

/** A member who can be made responsible. */
export const Assignee = Schema.Struct({
  user_id: described(UserId, "The member"),
  full_name: described(Schema.String, "Their name", { example: "Grace Hopper" }),
  email: described(Schema.String, "Their email address", { example: "grace@example.com" })
}).annotate({ identifier: "Assignee" })
export type Assignee = typeof Assignee.Type

export const ListAssignees = {
  q: Schema.optionalKey(
    described(Text(200), "Search in name and email address; case-insensitive", { example: "grace" })
  ),
  offboarding_id: Schema.optionalKey(described(OffboardingId, "Only members who can see this offboarding"))
}
const Query = Schema.Struct(ListAssignees)
export type ListAssignees = typeof Query.Type

export const Assignees = Schema.Struct({
  rows: described(Schema.Array(Assignee), `By name, at most ${maxAssignees}`),
  more: described(Schema.Boolean, "Whether further members match")
}).annotate({ identifier: "Assignees" })
export type Assignees = typeof Assignees.Type

const owner_id = described(Schema.NullOr(UserId), "The new owner; null for unassigned")

export const SetOwner = Schema.Struct({ owner_id }).annotate({ identifier: "SetOwner" })
export type SetOwner = typeof SetOwner.Type

export const OffboardingOwner = Schema.Struct({
  id: OffboardingId,
  owner_id: described(Schema.NullOr(UserId), "The member responsible for the offboarding; null if unassigned"),
  owner_name: described(Schema.NullOr(Schema.String), "The owner's name", { example: "Grace Hopper" }),
  updated_at: described(Timestamp, "When the offboarding was last changed")
}).annotate({ identifier: "OffboardingOwner" })
export type OffboardingOwner = typeof OffboardingOwner.Type

export const SetOwners = Schema.Struct({ ids: Ids, owner_id }).annotate({ identifier: "SetOwners" })
export type SetOwners = typeof SetOwners.Type

export const ChangedOwners = Schema.Struct({
  updated: described(Schema.Int, "How many changed"),
  results: described(
    Schema.Array(
      Schema.Struct({
        id: OffboardingId,
        status: Schema.Literals(["updated", "unchanged", "failed"]),
        ...bulkRefusal
      })
    ),
    "One per offboarding, in the order of the request"
  )
}).annotate({ identifier: "ChangedOwners" })
export type ChangedOwners = typeof ChangedOwners.Type
