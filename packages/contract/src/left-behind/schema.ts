import { Schema } from "effect"
import { Timestamp } from "../kernel/dates.ts"
import { described } from "../kernel/described.ts"
import { OffboardingId, UserId, Uuid } from "../kernel/ids.ts"
import { OffsetPage, OffsetParams } from "../kernel/paging.ts"
import { BoundedText, EmailAddress, PersonName, Text } from "../kernel/text.ts"
import { TrueOrFalse } from "../kernel/true-or-false.ts"
import { VendorAccount } from "../revocations/account.ts"
import { EvidenceLevel } from "../leaver-test/figures.ts"

/** What of a leaver can live on although the account is off. */
export const LeftBehindKind = Schema.Literals([
  "oauth_grant",
  "personal_token",
  "api_key",
  "ssh_key",
  "deploy_key",
  "service_principal",
  "agent",
  "app_password",
  "forwarding",
  "delegate",
  "ownership",
  "schedule"
])
export type LeftBehindKind = typeof LeftBehindKind.Type

/**
 * `high`: it gives access on its own, or lets the organization's data out. `medium`: it gives access together with the
 * account, or no one can manage it. `low`: for information.
 */
export const LeftBehindRisk = Schema.Literals(["high", "medium", "low"])
export type LeftBehindRisk = typeof LeftBehindRisk.Type

/** An item's disposition. `accepted`: it stays, with a reason. */
export const LeftBehindDisposition = Schema.Literals(["pending", "revoked", "transferred", "accepted"])
export type LeftBehindDisposition = typeof LeftBehindDisposition.Type

/** How one can end: by the vendor's API, by another owner through the API, or by a person at the vendor alone. */
export const LeftBehindClosing = Schema.Literals(["revoke", "transfer", "by_hand"])
export type LeftBehindClosing = typeof LeftBehindClosing.Type

export const LeftBehindId = Uuid.pipe(Schema.brand("LeftBehindId"))
export type LeftBehindId = typeof LeftBehindId.Type

/** When a scan was made: at the start of the case, just before revocation, or later. */
export const LookPhase = Schema.Literals(["begin", "before_cut", "after"])
export type LookPhase = typeof LookPhase.Type

/** Something of a leaver that lives on although the account is off. */
export const LeftBehindItem = Schema.Struct({
  id: LeftBehindId,
  offboarding_id: OffboardingId,
  employee_name: Schema.String,
  /** The app by its name. */
  service: Schema.String,
  kind: LeftBehindKind,
  /** The app's own id of it. */
  external_id: Schema.String,
  label: Schema.String,
  risk: LeftBehindRisk,
  /** Scopes, roles or rights in the app's own words. */
  privileges: Schema.Array(Schema.String),
  last_used_at: Schema.NullOr(Timestamp),
  closing: LeftBehindClosing,
  disposition: LeftBehindDisposition,
  /** From what its end is known; `not_observed` while it is pending. */
  evidence: EvidenceLevel,
  /** Why the app's revocation needs a new owner first; null if it does not block. */
  stops_the_cut: Schema.NullOr(Schema.String),
  first_seen_at: Timestamp,
  last_seen_at: Timestamp,
  /** The new owner; null while none is named. */
  new_owner: Schema.NullOr(
    Schema.Struct({
      email: Schema.String,
      name: Schema.String,
      /** The member who named them, or set them as default owner; null where the case's manager takes over by default. */
      named_by: Schema.NullOr(UserId),
      /** When they accepted, or another member for them. */
      accepted_at: Schema.NullOr(Timestamp)
    })
  ),
  /** What came of the last try to end or transfer it. */
  message: Schema.NullOr(Schema.String),
  settled_at: Schema.NullOr(Timestamp),
  /** Null if a run or a scan resolved it. */
  settled_by: Schema.NullOr(UserId),
  /** Why it stays, or how it was ended by hand. */
  reason: Schema.NullOr(Schema.String),
  /** A Super Admin overrides the block without a new owner. */
  go: Schema.NullOr(Schema.Struct({ at: Timestamp, by: Schema.NullOr(UserId), reason: Schema.String })),
  /**
   * Its account at the app; null if the scan did not identify it. Only under this account it is ended or transferred.
   */
  account: Schema.NullOr(VendorAccount),
  /**
   * Found before the offboarding was given the address of another person: it is neither ended nor handed over, and the
   * completion does not wait for it.
   */
  former_identity: Schema.Boolean
}).annotate({ identifier: "LeftBehindItem" })
export type LeftBehindItem = typeof LeftBehindItem.Type

export const LeftBehindPage = OffsetPage(LeftBehindItem)
export type LeftBehindPage = typeof LeftBehindPage.Type

const service = described(Text(100), "Only items of this app", { example: "github" })
const disposition = described(Schema.Literals([...LeftBehindDisposition.literals, "all"]), "Default: `pending`")

export const ListLeftBehind = {
  ...OffsetParams({ default: 50, maximum: 100 }),
  disposition: Schema.optionalKey(disposition),
  kind: Schema.optionalKey(described(LeftBehindKind, "Only items of this kind")),
  service: Schema.optionalKey(service),
  offboarding_id: Schema.optionalKey(described(OffboardingId, "Only items of this offboarding")),
  offered_to_me: Schema.optionalKey(
    described(
      TrueOrFalse,
      "`true`: only items waiting for the caller's acceptance, including offboardings outside their record scope; `false`: no filter"
    )
  )
}
export type ListLeftBehind = Schema.Struct.Type<typeof ListLeftBehind>

/** The state of one kind at one app. What was not seen is never shown as nothing. */
export const KindAtApp = Schema.Struct({
  kind: LeftBehindKind,
  /** `not_visible` and `not_looked`: `why` says what is missing, and what would show it. */
  sight: Schema.Literals(["seen", "not_visible", "not_looked"]),
  why: Schema.NullOr(Schema.String),
  /** Of the latest look; null before any. */
  looked_at: Schema.NullOr(Timestamp),
  phase: Schema.NullOr(LookPhase),
  pending: Schema.Int,
  /** In any disposition. */
  total: Schema.Int
})
export type KindAtApp = typeof KindAtApp.Type

/** Whether orphaned items are scanned for; off by default. */
export const LeftBehindSettings = Schema.Struct({
  on: described(Schema.Boolean, "Whether apps are scanned for orphaned items")
})
export type LeftBehindSettings = typeof LeftBehindSettings.Type

/** What one leaver leaves behind. */
export const CaseLeftBehind = Schema.Struct({
  offboarding_id: OffboardingId,
  /** Whether the organization scans. */
  on: Schema.Boolean,
  /** A scan was requested, or is due, and has not ended. */
  looking: Schema.Boolean,
  looked_at: Schema.NullOr(Timestamp),
  apps: Schema.Array(
    Schema.Struct({
      service: Schema.String,
      kinds: Schema.Array(KindAtApp),
      /** Why there are no kinds: the app is not connected, or shows none of them; null where there are. */
      note: Schema.NullOr(Schema.String)
    })
  ),
  /** What is pending first, the highest risk first; the first 200. */
  items: Schema.Array(LeftBehindItem),
  /** Items in all. */
  total: Schema.Int
}).annotate({ identifier: "CaseLeftBehind" })
export type CaseLeftBehind = typeof CaseLeftBehind.Type

/** A scan was requested; read its findings later. */
export const LookQueued = Schema.Struct({ status: Schema.tag("queued") })
export type LookQueued = typeof LookQueued.Type

const reason = (example: string) => described(BoundedText(5, 500), "Why, 5 to 500 characters", { example })

/** Body of `POST /api/left-behind/{id}/transfer`. */
export const TransferLeftBehind = Schema.Struct({
  email: described(EmailAddress, "The new owner", { example: "grace@example.com" }),
  name: Schema.optionalKey(described(PersonName, "Name; default: as in the directory", { example: "Grace Hopper" }))
})
export type TransferLeftBehind = typeof TransferLeftBehind.Type

/** Body of `POST /api/left-behind/{id}/accept`. */
export const AcceptLeftBehind = Schema.Struct({ reason: reason("The deploy key belongs to the build server") })
export type AcceptLeftBehind = typeof AcceptLeftBehind.Type

/** Body of `POST /api/left-behind/{id}/done`. */
export const DoneByHand = Schema.Struct({ reason: reason("Deleted in the repository's settings") })
export type DoneByHand = typeof DoneByHand.Type

/** Body of `POST /api/left-behind/{id}/go`. */
export const SayGo = Schema.Struct({ reason: reason("Another person took over the account") })
export type SayGo = typeof SayGo.Type

/** The default new owner per kind; else the manager. */
export const Successors = Schema.Struct({
  successors: Schema.Array(Schema.Struct({ kind: LeftBehindKind, email: EmailAddress }))
}).annotate({ identifier: "LeftBehindSuccessors" })
export type Successors = typeof Successors.Type

/** Body of `PUT /api/left-behind/successors`: replaces all of them. */
export const SetSuccessors = Schema.Struct({
  successors: Schema.Array(
    Schema.Struct({
      kind: LeftBehindKind,
      email: described(EmailAddress, "The new owner", { example: "platform-team@example.com" })
    })
  ).check(
    Schema.isMaxLength(LeftBehindKind.literals.length),
    Schema.makeFilter((rows) =>
      new Set(rows.map(({ kind }) => kind)).size === rows.length ? undefined : "must contain each kind only once"
    )
  )
})
export type SetSuccessors = typeof SetSuccessors.Type
