import { Schema } from "effect"
import { ESignatureProvider, ESignatureStatus } from "../esignature/schema.ts"
import { CalendarDate, Timestamp } from "../kernel/dates.ts"
import { UserId, Uuid } from "../kernel/ids.ts"
import { KindAtApp, LeftBehindItem } from "../left-behind/schema.ts"
import { OffboardingDetails, OffboardingSource } from "../offboardings/schema.ts"
import { RevocationOutcome, RevocationTrigger } from "../revocations/schema.ts"
import { VendorAccount } from "../revocations/account.ts"

/** The files of a case's evidence in addition to the log's; readable, as the caller may see the case. */

/** Null for the service itself; the name is null when the account is gone. */
export const EvidenceActor = Schema.NullOr(Schema.Struct({ id: UserId, full_name: Schema.NullOr(Schema.String) }))
export type EvidenceActor = typeof EvidenceActor.Type

const Confirmation = Schema.NullOr(Schema.Struct({ at: Timestamp, by: EvidenceActor }))

/** `case.json` */
export const EvidenceCase = Schema.Struct({
  ...OffboardingDetails.fields,
  /** Null for the end of the last working day. */
  access_ends_at: Schema.NullOr(Timestamp),
  /** Null for the last working day. */
  employment_ends_on: Schema.NullOr(CalendarDate),
  timezone: Schema.NullOr(Schema.String),
  jurisdiction: Schema.NullOr(Schema.String),
  source: OffboardingSource,
  initiated_by: EvidenceActor,
  completed_at: Schema.NullOr(Timestamp),
  /** `[erased]` when the person was erased. */
  cancel_reason: Schema.NullOr(Schema.String),
  confirmations: Schema.Struct({ nothing_to_revoke: Confirmation, assets_returned: Confirmation }),
  legal_hold: Schema.Boolean,
  legal_hold_released_at: Schema.NullOr(Timestamp)
})
export type EvidenceCase = typeof EvidenceCase.Type

/** By what the removal of access is known: null where it is not known to be removed. */
const ProvenBy = Schema.NullOr(Schema.Literals(["read_back", "vendor_answer", "confirmed_by_hand"]))

/** `revocations.json` */
export const EvidenceRevocations = Schema.Struct({
  /** When access will be revoked automatically. */
  scheduled_at: Schema.NullOr(Timestamp),
  /** Every change of the offboarding to another address, oldest first: runs before it were about another person. */
  address_changes: Schema.Array(
    Schema.Struct({
      changed_at: Timestamp,
      changed_by: EvidenceActor,
      /** `[erased]` when the person was erased; `none` for no address. */
      before: Schema.String,
      after: Schema.String
    })
  ),
  apps: Schema.Array(
    Schema.Struct({
      service: Schema.String,
      /** What the latest run left; null before any. */
      outcome: Schema.NullOr(RevocationOutcome),
      proven_by: ProvenBy,
      revoked_at: Schema.NullOr(Timestamp),
      /** The account that the latest run found there; null where none was found, or once it is erased. */
      account: Schema.NullOr(VendorAccount),
      /** Something was done here while the offboarding had another person's address. It does not count for this one. */
      done_for_another: Schema.Boolean,
      confirmed_by_hand: Confirmation
    })
  ),
  runs: Schema.Array(
    Schema.Struct({
      id: Uuid,
      trigger: RevocationTrigger,
      started_by: EvidenceActor,
      /** What the run was authorized to look for; null once it is erased, and for runs before it was recorded. */
      asked_email: Schema.NullOr(Schema.String),
      asked_username: Schema.NullOr(Schema.String),
      former_person: Schema.Boolean,
      status: Schema.Literals(["queued", "running", "finished"]),
      created_at: Timestamp,
      started_at: Schema.NullOr(Timestamp),
      finished_at: Schema.NullOr(Timestamp),
      results: Schema.Array(
        Schema.Struct({
          service: Schema.String,
          outcome: Schema.NullOr(RevocationOutcome),
          message: Schema.NullOr(Schema.String),
          vendor_status: Schema.NullOr(Schema.Int),
          /** True only when the state was read back from the vendor. */
          verified: Schema.Boolean,
          /** True if the vendor accepted the removal, and a later read still showed the account as active. */
          still_active: Schema.Boolean,
          account: Schema.NullOr(VendorAccount),
          proven_by: ProvenBy,
          started_at: Schema.NullOr(Timestamp),
          finished_at: Schema.NullOr(Timestamp)
        })
      )
    })
  )
})
export type EvidenceRevocations = typeof EvidenceRevocations.Type

/** `checklist.json` */
export const EvidenceChecklist = Schema.Array(
  Schema.Struct({
    id: Uuid,
    task: Schema.String,
    assigned_to: Schema.String,
    completed_at: Schema.NullOr(Timestamp),
    not_needed_at: Schema.NullOr(Timestamp),
    created_at: Timestamp
  })
)

/** `assets.json`: the person's current and former equipment. */
export const EvidenceAssets = Schema.Array(
  Schema.Struct({
    id: Uuid,
    item_name: Schema.String,
    serial_number: Schema.String,
    category: Schema.String,
    status: Schema.Literals(["deployed", "returned", "lost"]),
    created_at: Timestamp,
    updated_at: Timestamp
  })
)

const {
  employee_name: _name,
  go: _go,
  new_owner: _owner,
  offboarding_id: _case,
  settled_by: _by,
  ...leftBehind
} = LeftBehindItem.fields

/** `left-behind.json`: the person's orphaned items. Absent if the organization never scanned. */
export const EvidenceLeftBehind = Schema.Struct({
  /** Whether the organization scans now; it did once. */
  looked_for: Schema.Boolean,
  /** Null before any look at an app of the case. */
  looked_at: Schema.NullOr(Timestamp),
  /** The apps of the case: what was seen of each kind, and why what was not seen was not. */
  apps: Schema.Array(
    Schema.Struct({
      service: Schema.String,
      kinds: Schema.Array(KindAtApp),
      /** Why there are no kinds; null where there are. */
      note: Schema.NullOr(Schema.String)
    })
  ),
  /** All that was found, by app, kind and id. */
  items: Schema.Array(
    Schema.Struct({
      ...leftBehind,
      settled_by: EvidenceActor,
      /** The new owner; null if none is named, or if they were erased. */
      new_owner: Schema.NullOr(Schema.Struct({ email: Schema.String, name: Schema.String })),
      /** When they took it over, and by whom it was recorded. */
      taken_over: Confirmation,
      /** A Super Admin overrode the block without a new owner. */
      let_go: Schema.NullOr(Schema.Struct({ at: Timestamp, by: EvidenceActor, reason: Schema.String }))
    })
  )
})
export type EvidenceLeftBehind = typeof EvidenceLeftBehind.Type

const visit = {
  /** The entry of `audit.json`. */
  entry_id: Uuid,
  at: Timestamp,
  /** The IP address; `[erased]` when the person was erased. */
  from: Schema.String
}

/** A visit by the portal link of the departing person. */
export const EvidencePortalVisit = Schema.Struct({
  action: Schema.Literals(["portal_document_downloaded", "portal_signing_opened"]),
  ...visit
})

const EvidenceFile = Schema.NullOr(Schema.Struct({ path: Schema.String, sha256: Schema.String }))

/**
 * `documents.json`: the documents of the case by their hashes. What an e-signature provider gave back is in the bundle; other
 * files stay in the service.
 */
export const EvidenceDocuments = Schema.Struct({
  documents: Schema.Array(
    Schema.Struct({
      id: Uuid,
      name: Schema.String,
      status: Schema.String,
      sha256: Schema.NullOr(Schema.String),
      signed_at: Schema.NullOr(Timestamp),
      /** Its state at an e-signature provider. */
      esignature_status: ESignatureStatus,
      /** Null unless a provider verified the signature. */
      signature: Schema.NullOr(
        Schema.Struct({
          provider: ESignatureProvider,
          /** The provider's id of the request. */
          reference: Schema.NullOr(Schema.String),
          signed_by: Schema.NullOr(Schema.String),
          verified_at: Timestamp,
          /** Files of this bundle; null if they are no longer stored. */
          signed_file: EvidenceFile,
          /** Null as well where the provider puts its certificate into the signed file. */
          certificate: EvidenceFile
        })
      ),
      /** Downloads and opened signing pages, oldest first. */
      portal_visits: Schema.Array(EvidencePortalVisit)
    })
  ),
  /** Views of the portal page, oldest first; an address counts once an hour. */
  portal_views: Schema.Array(Schema.Struct(visit)),
  /** What an empty list means. */
  note: Schema.NullOr(Schema.String)
})
export type EvidenceDocuments = typeof EvidenceDocuments.Type
