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
 * `high`: it opens something by itself, or the organisation's data leave by it. `medium`: it opens something together with the
 * account, or nobody can manage what it is. `low`: it is to be known.
 */
export const LeftBehindRisk = Schema.Literals(["high", "medium", "low"])
export type LeftBehindRisk = typeof LeftBehindRisk.Type

/** What became of one. `accepted`: it stays, and somebody said why. */
export const LeftBehindDisposition = Schema.Literals(["pending", "revoked", "transferred", "accepted"])
export type LeftBehindDisposition = typeof LeftBehindDisposition.Type

/** How one can end: by the vendor's API, by another owner through the API, or by a person at the vendor alone. */
export const LeftBehindClosing = Schema.Literals(["revoke", "transfer", "by_hand"])
export type LeftBehindClosing = typeof LeftBehindClosing.Type

export const LeftBehindId = Uuid.pipe(Schema.brand("LeftBehindId"))
export type LeftBehindId = typeof LeftBehindId.Type

/** When a look was taken: with the case, just before its access went, or later. */
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
  /** Why the access to this app is not cut before somebody takes over; null for what does not stop it. */
  stops_the_cut: Schema.NullOr(Schema.String),
  first_seen_at: Timestamp,
  last_seen_at: Timestamp,
  /** Who takes over; null while nobody is named. */
  new_owner: Schema.NullOr(
    Schema.Struct({
      email: Schema.String,
      name: Schema.String,
      /** The member who named them, or set them as default owner; null where the case's manager takes over by default. */
      named_by: Schema.NullOr(UserId),
      /** When they, or somebody for them, said yes. */
      accepted_at: Schema.NullOr(Timestamp)
    })
  ),
  /** What came of the last try to end or transfer it. */
  message: Schema.NullOr(Schema.String),
  settled_at: Schema.NullOr(Timestamp),
  /** Null when it was settled by a run or a look. */
  settled_by: Schema.NullOr(UserId),
  /** Why it stays, or how it was ended by hand. */
  reason: Schema.NullOr(Schema.String),
  /** A Super Admin lets the cut go on although nobody took over. */
  go: Schema.NullOr(Schema.Struct({ at: Timestamp, by: Schema.NullOr(UserId), reason: Schema.String })),
  /** Whose it is at the app; null where the look did not tell. Only under this account it is ended or handed over. */
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

/** How one kind stands at one app. What was not seen is never shown as nothing. */
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

/** Whether what leavers leave behind is looked for; off until somebody turns it on. */
export const LeftBehindSettings = Schema.Struct({
  on: described(Schema.Boolean, "Whether apps are scanned for orphaned items")
})
export type LeftBehindSettings = typeof LeftBehindSettings.Type

/** What one leaver leaves behind. */
export const CaseLeftBehind = Schema.Struct({
  offboarding_id: OffboardingId,
  /** Whether the organisation has it looked for. */
  on: Schema.Boolean,
  /** A look was asked for, or is due, and has not ended. */
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

/** A look was asked for; what it finds is read later. */
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

/** Who takes over what is of a kind, unless somebody is named for one of it; else it is the manager. */
export const Successors = Schema.Struct({
  successors: Schema.Array(Schema.Struct({ kind: LeftBehindKind, email: EmailAddress }))
}).annotate({ identifier: "LeftBehindSuccessors" })
export type Successors = typeof Successors.Type

/** Body of `PUT /api/left-behind/successors`: all of them at once. */
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
