import { Schema } from "effect"
import { Timestamp } from "../kernel/dates.ts"
import { described } from "../kernel/described.ts"
import { OffboardingId, UserId, Uuid } from "../kernel/ids.ts"
import { OffsetPage, OffsetParams } from "../kernel/paging.ts"
import { BoundedText } from "../kernel/text.ts"

export const ResidualAccessId = Uuid.pipe(Schema.brand("ResidualAccessId"))
export type ResidualAccessId = typeof ResidualAccessId.Type

/**
 * How a finding ended. By itself: `revoked` by a run that saw the account inactive, `gone` when a later look showed it
 * inactive or unknown. By somebody: `removed` by hand, `accepted` as it is.
 */
export const ResidualAccessResolution = Schema.Literals(["revoked", "gone", "removed", "accepted"])
export type ResidualAccessResolution = typeof ResidualAccessResolution.Type

/** An account of somebody who left that could be used again when the app was asked. */
export const ResidualAccess = Schema.Struct({
  id: ResidualAccessId,
  offboarding_id: OffboardingId,
  employee_name: Schema.String,
  /** The app by its name. */
  service: Schema.String,
  found_at: Timestamp,
  /** When the app last showed it as active. */
  last_seen_at: Timestamp,
  status: Schema.Literals(["open", "resolved"]),
  resolution: Schema.NullOr(ResidualAccessResolution),
  resolved_at: Schema.NullOr(Timestamp),
  /** Null when nobody did. */
  resolved_by: Schema.NullOr(UserId)
}).annotate({ identifier: "ResidualAccess" })
export type ResidualAccess = typeof ResidualAccess.Type

export const ResidualAccessPage = OffsetPage(ResidualAccess)
export type ResidualAccessPage = typeof ResidualAccessPage.Type

export const ListResidualAccess = {
  ...OffsetParams({ default: 50, maximum: 100 }),
  status: Schema.optionalKey(
    described(Schema.Literals(["open", "resolved", "all"]), "By default those that are `open`")
  ),
  offboarding_id: Schema.optionalKey(described(OffboardingId, "Only those of this offboarding"))
}
export type ListResidualAccess = {
  readonly limit: number
  readonly offset: number
  readonly status?: "open" | "resolved" | "all"
  readonly offboarding_id?: OffboardingId
}

/** Body of `POST /api/residual-access/{id}/resolve`. */
export const ResolveResidualAccess = Schema.Struct({
  reason: described(BoundedText(5, 500), "Why, 5 to 500 characters", { example: "Removed in the admin console" }),
  resolution: Schema.optionalKey(
    described(
      Schema.Literals(["removed", "accepted"]),
      "By default `removed`: found again when it is still active. `accepted`: not until it was inactive meanwhile"
    )
  )
})
export type ResolveResidualAccess = typeof ResolveResidualAccess.Type
