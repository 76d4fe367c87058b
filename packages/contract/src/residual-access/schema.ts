import { Schema } from "effect"
import { Timestamp } from "../kernel/dates.ts"
import { described } from "../kernel/described.ts"
import { OffboardingId, UserId, Uuid } from "../kernel/ids.ts"
import { OffsetPage, OffsetParams } from "../kernel/paging.ts"
import { BoundedText, Text } from "../kernel/text.ts"
import { EvidenceLevel } from "../leaver-test/figures.ts"
import { RevocationOutcome } from "../revocations/schema.ts"
import { VendorAccount } from "../revocations/account.ts"

export const ResidualAccessId = Uuid.pipe(Schema.brand("ResidualAccessId"))
export type ResidualAccessId = typeof ResidualAccessId.Type

/**
 * How a finding ended. Automatically: `revoked` by a run that saw the account inactive, `gone` when a later check
 * showed it inactive or unknown. By a member: marked as `removed`, or `accepted`.
 */
export const ResidualAccessResolution = Schema.Literals(["revoked", "gone", "removed", "accepted"])
export type ResidualAccessResolution = typeof ResidualAccessResolution.Type

/** An account that was revoked and could be used when the app was asked. */
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
  /** Null if it ended automatically. */
  resolved_by: Schema.NullOr(UserId),
  /** The account that was seen active; null where it was looked up by the address alone. */
  account: Schema.NullOr(VendorAccount),
  /** Found before the offboarding was given the address of another person: it is not about who leaves now. */
  former_identity: Schema.Boolean
}).annotate({ identifier: "ResidualAccess" })
export type ResidualAccess = typeof ResidualAccess.Type

export const ResidualAccessPage = OffsetPage(ResidualAccess)
export type ResidualAccessPage = typeof ResidualAccessPage.Type

export const ListResidualAccess = {
  ...OffsetParams({ default: 50, maximum: 100 }),
  status: Schema.optionalKey(described(Schema.Literals(["open", "resolved", "all"]), "Default: `open`")),
  offboarding_id: Schema.optionalKey(described(OffboardingId, "Only findings of this offboarding")),
  service: Schema.optionalKey(described(Text(100), "Only findings of this app", { example: "github" }))
}
export type ListResidualAccess = Schema.Struct.Type<typeof ListResidualAccess>

/** From what it is known that access is gone, where it was not read back from the app. */
export const WeakEvidence = Schema.Literals(EvidenceLevel.literals.filter((level) => level !== "read_back"))
export type WeakEvidence = typeof WeakEvidence.Type

/** An app of a person whose access has ended, where their account was never seen absent. */
export const UnverifiedAccess = Schema.Struct({
  offboarding_id: OffboardingId,
  employee_name: Schema.String,
  /** The app by its name. */
  service: Schema.String,
  /** When access was to end. */
  access_ended_at: Timestamp,
  evidence: WeakEvidence,
  /** Whether the account was seen active after its removal, and that is not resolved. */
  still_active: Schema.Boolean,
  /** Another account has this address now: the account that was revoked was not found under its own id. */
  other_account: Schema.Boolean,
  /** What the latest run left; null before any. */
  outcome: Schema.NullOr(RevocationOutcome)
}).annotate({ identifier: "UnverifiedAccess" })
export type UnverifiedAccess = typeof UnverifiedAccess.Type

export const UnverifiedAccessPage = OffsetPage(UnverifiedAccess)
export type UnverifiedAccessPage = typeof UnverifiedAccessPage.Type

export const ListUnverifiedAccess = {
  ...OffsetParams({ default: 50, maximum: 100 }),
  service: ListResidualAccess.service,
  evidence: Schema.optionalKey(
    described(WeakEvidence, "Only removals with this evidence: reported by the app, confirmed manually, or none", {
      example: "not_observed"
    })
  )
}
export type ListUnverifiedAccess = Schema.Struct.Type<typeof ListUnverifiedAccess>

/** State per app, most open findings first. */
export const ResidualAccessByApp = Schema.Struct({
  apps: Schema.Array(
    Schema.Struct({
      service: Schema.String,
      /** Accounts that were seen active: found and not resolved, and resolved. */
      open: Schema.Int,
      resolved: Schema.Int,
      /** Leavers whose removal was not read back, and those of them of whom nothing says that it was done. */
      unverified: Schema.Int,
      not_observed: Schema.Int
    })
  )
}).annotate({ identifier: "ResidualAccessByApp" })
export type ResidualAccessByApp = typeof ResidualAccessByApp.Type

/** Body of `POST /api/residual-access/{id}/resolve`. */
export const ResolveResidualAccess = Schema.Struct({
  reason: described(BoundedText(5, 500), "Why, 5 to 500 characters", { example: "Removed in the admin console" }),
  resolution: Schema.optionalKey(
    described(
      Schema.Literals(["removed", "accepted"]),
      "Default: `removed`: found again if it is still active. `accepted`: not found again unless it was inactive in between"
    )
  )
})
export type ResolveResidualAccess = typeof ResolveResidualAccess.Type
