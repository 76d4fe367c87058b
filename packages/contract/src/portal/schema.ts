import { Effect, Schema } from "effect"
import { AssetStatus } from "../assets/schema.ts"
import { ESignatureProvider } from "../esignature/schema.ts"
import { ExitInterviewStatus } from "../exit-interviews/schema.ts"
import { described } from "../kernel/described.ts"
import { CalendarDate, Timestamp } from "../kernel/dates.ts"
import { AssetId, ChecklistItemId, DocumentId } from "../kernel/ids.ts"
import { BoundedText, Text } from "../kernel/text.ts"

/** Any form: a foreign token gets the same response as an expired one. */
export const PortalToken = described(Schema.String, "The link's token")

/** `mailed`: to the person only. `shown`: a member got the URL, or the service does not know. */
export const PortalLinkDelivery = Schema.Literals(["mailed", "shown"])
export type PortalLinkDelivery = typeof PortalLinkDelivery.Type

/** Whether the offboarding has a link; its token is never answered again. */
export const PortalLinkState = Schema.Struct({
  active: Schema.Boolean,
  delivery: Schema.NullOr(PortalLinkDelivery),
  created_at: Schema.NullOr(Timestamp),
  expires_at: Schema.NullOr(Timestamp),
  former_person: described(
    Schema.Boolean,
    "Whether a link ended because the offboarding is now about another person; false once the link is replaced or revoked"
  )
})
export type PortalLinkState = typeof PortalLinkState.Type

export const CreatePortalLink = Schema.Struct({
  /**
   * Mails the link to the person's own address, else to their work address. Default: true without a `reason`, else false.
   */
  send: Schema.optionalKey(Schema.Boolean),
  reason: Schema.optionalKey(
    described(
      BoundedText(5, 500),
      "Returns the URL to a member who holds `compliance_manage`; recorded in the audit log",
      {
        example: "No mailbox; handed over on paper"
      }
    )
  )
})
export type CreatePortalLink = typeof CreatePortalLink.Type

export const CreatedPortalLink = Schema.Struct({
  /** The page, answered this once; null unless a `reason` was given. */
  url: Schema.NullOr(Schema.String),
  expires_at: Timestamp,
  /** To which of the person's addresses it was mailed; null when it was not. */
  sent_to: Schema.NullOr(Schema.Literals(["personal", "work"]))
})
export type CreatedPortalLink = typeof CreatedPortalLink.Type

export const PortalLinkRevoked = Schema.Struct({ success: Schema.tag(true) })

export const PortalTask = Schema.Struct({
  id: ChecklistItemId,
  task: Schema.String,
  due_date: Schema.NullOr(CalendarDate),
  /** Done or not needed. */
  completed: Schema.Boolean,
  /** Whether the person ticks it themselves; others complete with what they follow. */
  can_tick: Schema.Boolean
})

/** Something that the person still has. */
export const PortalAsset = Schema.Struct({
  id: AssetId,
  item_name: Schema.String,
  serial_number: Schema.String,
  /** Empty when there is none. */
  tracking_number: Schema.String,
  /** As the person announced it; empty when there is none. */
  carrier: Schema.String,
  return_deadline: Schema.NullOr(CalendarDate),
  status: AssetStatus
})

export const PortalDocument = Schema.Struct({
  id: DocumentId,
  name: Schema.String,
  doc_type: Schema.String,
  status: Schema.Literals(["pending", "signed", "completed"]),
  /** Leads to the file and records the download; null without a stored file. */
  download_url: Schema.NullOr(Schema.String),
  /** Null unless an e-signature provider waits for the person. `sign_url` leads there in a browser. */
  signing: Schema.NullOr(Schema.Struct({ provider: ESignatureProvider, sign_url: Schema.String }))
})

/** The exit interview that the person is invited to. */
export const PortalInterview = Schema.Struct({
  status: ExitInterviewStatus,
  /** Where a time is chosen; null when it is held. */
  booking_url: Schema.NullOr(Schema.String),
  scheduled_for: Schema.NullOr(Timestamp)
})

/** The contact: the link's creator, while they are a member; else the manager, by email only. */
export const PortalContact = Schema.Struct({ name: Schema.NullOr(Schema.String), email: Schema.String })

/** What the departing person sees: nothing but what is theirs, and whom they ask. */
export const PortalPage = Schema.Struct({
  employee_name: Schema.String,
  exit_date: CalendarDate,
  organisation_name: Schema.String,
  expires_at: Timestamp,
  tasks: Schema.Array(PortalTask),
  assets: Schema.Array(PortalAsset),
  /** The organization's return instructions; null if none are set. */
  return_instructions: Schema.NullOr(Schema.String),
  /** Empty if the link did not go to the person's own mailbox and its creator cannot see documents. */
  documents: Schema.Array(PortalDocument),
  /** Null before an invitation. */
  interview: Schema.NullOr(PortalInterview),
  contact: Schema.NullOr(PortalContact),
  /** Why nothing can be changed by the link; null while it can. */
  closed: Schema.NullOr(Schema.Literals(["case_completed", "read_only"]))
})
export type PortalPage = typeof PortalPage.Type

export const TickPortalTask = Schema.Struct({ completed: Schema.Boolean })

export const TickedPortalTask = Schema.Struct({ id: ChecklistItemId, completed: Schema.Boolean })

/** An empty tracking number takes back what was announced. */
export const TrackPortalAsset = Schema.Struct({
  trackingNumber: Text(100),
  carrier: described(Text(60), "The carrier of the parcel", { example: "DHL" }).pipe(
    Schema.withDecodingDefaultKey(Effect.succeed(""))
  )
})

export const TrackedPortalAsset = Schema.Struct({
  id: AssetId,
  tracking_number: Schema.String,
  carrier: Schema.String
})
