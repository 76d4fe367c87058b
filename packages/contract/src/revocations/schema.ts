import { Schema } from "effect"
import { described } from "../kernel/described.ts"
import { Timestamp } from "../kernel/dates.ts"
import { DocumentId, OffboardingId, UserId, Uuid } from "../kernel/ids.ts"
import { OffsetPage, OffsetParams } from "../kernel/paging.ts"
import { Blocker } from "../left-behind/errors.ts"
import { LeftBehindId, LeftBehindKind } from "../left-behind/schema.ts"
import { BoundedText, RequiredText } from "../kernel/text.ts"
import { VendorAccount } from "./account.ts"

/** How the revocation of one app ended (revocation-9). */
export const RevocationOutcome = Schema.Literals(["revoked", "failed", "manual_required", "skipped", "stopped"])
export type RevocationOutcome = typeof RevocationOutcome.Type

export const RevocationTrigger = Schema.Literals(["app", "schedule"])
export type RevocationTrigger = typeof RevocationTrigger.Type

export const RevocationResult = Schema.Struct({
  service: described(Schema.String, "The app by its name", { example: "github" }),
  outcome: described(
    RevocationOutcome,
    "`stopped`: interrupted by the run's time limit; `skipped`: no account found in the app"
  ),
  message: described(Schema.String, "What happened; never the vendor's raw answer", { example: "Access is revoked" }),
  vendorStatus: described(Schema.NullOr(Schema.Int), "The vendor's HTTP status if it refused, else null", {
    example: null
  }),
  verified: described(Schema.Boolean, "True only if a read at the vendor verified the state")
})
export type RevocationResult = typeof RevocationResult.Type

/** `failed` counts the stopped ones as well (revocation-10). */
export const RevocationCounts = Schema.Struct({
  revoked: described(Schema.Int, "Apps whose access is revoked", { example: 1 }),
  failed: described(Schema.Int, "Apps that failed or were stopped", { example: 0 }),
  manualRequired: described(Schema.Int, "Apps that need manual removal", { example: 0 }),
  skipped: described(Schema.Int, "Apps in which no account was found", { example: 0 })
})
export type RevocationCounts = typeof RevocationCounts.Type

/** Body of `POST /api/revoke-access`; without `apps` every app that is neither revoked nor confirmed removed. */
export const RevokeAccess = Schema.Struct({
  offboardingId: OffboardingId,
  apps: Schema.optionalKey(
    Schema.Array(RequiredText(100)).check(
      Schema.isBetweenLength(1, 50, { message: "must name 1 to 50 apps; omit it for all of them" })
    )
  )
})
export type RevokeAccess = typeof RevokeAccess.Type

export const RevocationRunId = Uuid.pipe(Schema.brand("RevocationRunId"))
export type RevocationRunId = typeof RevocationRunId.Type

/** The run works in the background; its end is the event `revocation.completed` and an audit entry. */
export const StartedRun = Schema.Struct({
  run_id: RevocationRunId,
  status: Schema.Literals(["queued", "running"]),
  /** What the run works on, in its order; an app that was asked for and is not here waits for the next start. */
  apps: Schema.Array(Schema.String)
})
export type StartedRun = typeof StartedRun.Type

/** A run as it stands; results in the order in which it takes the apps. */
export const RevocationRun = Schema.Struct({
  id: RevocationRunId,
  trigger: RevocationTrigger,
  /** Null for the service itself; the name is null when the account is gone. */
  started_by: Schema.NullOr(Schema.Struct({ id: UserId, full_name: Schema.NullOr(Schema.String) })),
  status: Schema.Literals(["queued", "running", "finished"]),
  /** The end of access that it comes from, by default that of the last day; null for one that was asked for. */
  due_at: Schema.NullOr(Timestamp),
  created_at: Timestamp,
  started_at: Schema.NullOr(Timestamp),
  finished_at: Schema.NullOr(Timestamp),
  /** The email address that the run was authorized for; null once it is erased, and for runs before it was recorded. */
  asked_email: Schema.NullOr(Schema.String),
  /** The source-control username that the run was authorized for. */
  asked_username: Schema.NullOr(Schema.String),
  /** Whether the offboarding has been changed to another person's address since. */
  former_person: Schema.Boolean,
  /** Number of the automatic retry, from 1 to 7; null for other runs. */
  retry: Schema.NullOr(Schema.Int),
  results: Schema.Array(
    Schema.Struct({
      service: Schema.String,
      /** Null until the run has come to it. */
      outcome: Schema.NullOr(RevocationOutcome),
      message: Schema.NullOr(Schema.String),
      /** The vendor's HTTP status when it refused. */
      vendor_status: Schema.NullOr(Schema.Int),
      /** True only when the state was read back from the vendor. */
      verified: Schema.Boolean,
      /** True if the vendor accepted the removal, and a later read still showed the account as active. */
      still_active: Schema.Boolean,
      /** The account that was found there; null where none was found, or once it is erased. */
      account: Schema.NullOr(VendorAccount),
      /** When the service tries the app again; null unless this run failed at it last. */
      next_try_at: Schema.NullOr(Timestamp),
      started_at: Schema.NullOr(Timestamp),
      finished_at: Schema.NullOr(Timestamp)
    })
  )
}).annotate({ identifier: "RevocationRun" })
export type RevocationRun = typeof RevocationRun.Type

export const RevocationRunPage = OffsetPage(RevocationRun)
export type RevocationRunPage = typeof RevocationRunPage.Type

export const ListRuns = OffsetParams({ default: 20, maximum: 100 })

const PreviewedCalls = Schema.Array(Schema.Struct({ method: Schema.String, url: Schema.String }))

/** An orphaned item that a run would end or hand over. */
export const PreviewedItem = Schema.Struct({
  id: LeftBehindId,
  kind: LeftBehindKind,
  label: described(Schema.String, "Its display name", { example: 'API token "nightly"' }),
  closing: described(
    Schema.Literals(["revoke", "transfer"]),
    "`revoke`: the service ends it; `transfer`: the service transfers it to the new owner, who has accepted"
  ),
  new_owner_email: described(Schema.NullOr(Schema.String), "The new owner; null for items that are ended"),
  calls: PreviewedCalls
}).annotate({ identifier: "PreviewedItem" })
export type PreviewedItem = typeof PreviewedItem.Type

/** What a run does to the person's account at an app, in the order of a sentence. */
export const RevocationEffect = Schema.Literals([
  "sets_auto_reply",
  "transfers_files",
  "ends_sessions",
  /** Sessions at the app and at every app that takes part in its Universal Logout. */
  "signs_out_everywhere",
  "revokes_tokens",
  /** What other apps may do in the person's name. */
  "revokes_app_access",
  "deletes_app_passwords",
  "revokes_sso_credentials",
  "removes_sso_identity",
  "removes_membership",
  "suspends_account",
  "suspends_or_deactivates_account",
  "deactivates_account",
  "deactivates_or_removes_account",
  "disables_account",
  /** The app is notified, and shows nothing. */
  "requests_removal",
  "requests_token_revocation",
  "verifies_result"
])
export type RevocationEffect = typeof RevocationEffect.Type

/** What remains after a run by the app's own design. */
export const RevocationRemainder = Schema.Literals([
  /** At apps that do not take part in the Universal Logout of the identity provider. */
  "sessions_outside_universal_logout",
  /** Opened by single sign-on inside other apps. */
  "sessions_in_other_apps",
  /** The app has no call that ends them. */
  "open_sessions",
  /** Their end takes minutes to arrive. */
  "sessions_for_minutes",
  /** The account is the person's own; only its membership ends. */
  "personal_account"
])
export type RevocationRemainder = typeof RevocationRemainder.Type

/** How access comes back: `restorable`: the service can switch the account on again; `new_invitation`: the person must accept one. */
export const RevocationUndo = Schema.Literals(["restorable", "new_invitation"])
export type RevocationUndo = typeof RevocationUndo.Type

/** What a run would call for one app; `calls` is empty when it would call nothing, and `note` says why. */
export const PreviewedApp = Schema.Struct({
  service: Schema.String,
  effects: described(
    Schema.Array(RevocationEffect),
    "What the calls do to the person's account, if the app has one; without `verifies_result` the app cannot be read"
  ),
  survives: described(
    Schema.Array(RevocationRemainder),
    "What the run cannot end, by the app's design. Empty where the connector states nothing: that does not mean that nothing remains"
  ),
  undo: described(
    Schema.NullOr(RevocationUndo),
    "How access comes back; null where it is unknown or depends on the account"
  ),
  looked_up_by: described(
    Schema.NullOr(Schema.String),
    "Email address or username that the account is looked up by; null if nothing is called",
    { example: "ada@example.com" }
  ),
  holds_mailbox: described(
    Schema.Boolean,
    "Whether the person's mail is read with this app: it has the mailbox, or signs in to it"
  ),
  calls: PreviewedCalls,
  note: Schema.NullOr(Schema.String),
  left_behind: described(
    Schema.Array(PreviewedItem),
    "Known orphaned items that the run would end or transfer before the account. Items found by the scan right " +
      "before the run are ended too"
  )
})
export type PreviewedApp = typeof PreviewedApp.Type

export const UnsignedDocument = Schema.Struct({ id: DocumentId, name: Schema.String })

/** Documents waiting for the person's signature: email to a removed mailbox is no longer read. */
export const UnsignedDocuments = Schema.Struct({
  documents: Schema.Array(UnsignedDocument),
  mailbox_goes: described(Schema.Boolean, "Whether the run would remove the person's mailbox or sign-in to it"),
  warning: described(Schema.NullOr(Schema.String), "Null if nothing is unsigned", {
    example: "2 documents are still unsigned, and this run removes the mailbox"
  })
})
export type UnsignedDocuments = typeof UnsignedDocuments.Type

export const RevocationPreview = Schema.Struct({
  apps: Schema.Array(PreviewedApp),
  unsigned: UnsignedDocuments,
  blockers: described(Schema.Array(Blocker), "What blocks revocation until it has a new owner")
})
export type RevocationPreview = typeof RevocationPreview.Type

export const ConfirmRemoval = Schema.Struct({
  reason: Schema.optionalKey(
    described(BoundedText(5, 500), "Why, 5 to 500 characters", { example: "Removed in the admin console" })
  )
})
export type ConfirmRemoval = typeof ConfirmRemoval.Type
