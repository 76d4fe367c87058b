import { Schema } from "effect"
import { AssetOverdue, AssetReturned, AssetShipmentAnnounced } from "./assets/events.ts"
import { ChecklistCompleted, ChecklistSlaBreached, TaskAssigned, TaskDue } from "./checklists/events.ts"
import { CommentAdded, CommentMentioned } from "./comments/events.ts"
import { DocumentSigned } from "./documents/events.ts"
import { SignatureEnded } from "./esignature/events.ts"
import { MemberSignedOut } from "./global-token-revocation/events.ts"
import { HrisReviewWaiting } from "./hris/events.ts"
import { InitiationDecided, InitiationWaiting } from "./initiations/events.ts"
import { IntegrationCredentialRefused } from "./integrations/events.ts"
import { LeftBehindOffered, LeftBehindStops } from "./left-behind/events.ts"
import { MemberBecameSuperAdmin } from "./members/events.ts"
import {
  OffboardingCreated,
  OffboardingDeleted,
  OffboardingsAssigned,
  OffboardingsImported,
  OffboardingsMoved,
  OffboardingStageChanged
} from "./offboardings/events.ts"
import { ResidualAccessFound } from "./residual-access/events.ts"
import { RevocationEnded, RevocationWaiting } from "./revocations/events.ts"
import { ScimDeprovisionSkipped } from "./scim/events.ts"
import { WebhookAutoDisabled } from "./webhooks/events.ts"

/** Everything that happened and that other domains or receivers may want to know. */
export const DomainEvent = Schema.Union([
  OffboardingCreated,
  OffboardingStageChanged,
  OffboardingDeleted,
  OffboardingsAssigned,
  OffboardingsImported,
  OffboardingsMoved,
  RevocationEnded,
  RevocationWaiting,
  AssetReturned,
  AssetOverdue,
  AssetShipmentAnnounced,
  ChecklistCompleted,
  ChecklistSlaBreached,
  TaskAssigned,
  TaskDue,
  CommentMentioned,
  CommentAdded,
  DocumentSigned,
  WebhookAutoDisabled,
  InitiationWaiting,
  InitiationDecided,
  IntegrationCredentialRefused,
  ResidualAccessFound,
  LeftBehindStops,
  LeftBehindOffered,
  ScimDeprovisionSkipped,
  HrisReviewWaiting,
  SignatureEnded,
  MemberSignedOut,
  MemberBecameSuperAdmin
])
export type DomainEvent = typeof DomainEvent.Type

/** Events that members get in the app and by email, and webhooks do not. */
const unoffered = [
  "asset.shipment_announced",
  "offboardings.assigned",
  "offboardings.imported",
  "offboardings.moved",
  "webhook.auto_disabled",
  "revocation.waiting",
  "checklist.sla_breached",
  "task.assigned",
  "task.due",
  "comment.mentioned",
  "comment.added",
  "initiation.waiting",
  "initiation.decided",
  "integration.credential_refused",
  "residual_access.found",
  "left_behind.stops_the_cut",
  "left_behind.offered",
  "scim.deprovision_skipped",
  "hris.review_waiting",
  "esignature.ended",
  "member.signed_out",
  "member.became_superadmin"
] as const
export type UnofferedEvent = Extract<DomainEvent, { readonly _tag: (typeof unoffered)[number] }>
export type OfferedEvent = Exclude<DomainEvent, UnofferedEvent>

export const isOffered = (event: DomainEvent): event is OfferedEvent => !unoffered.some((tag) => tag === event._tag)

/** The names that an endpoint can subscribe to; any other is a 400 (subscriptions-5). */
export const WebhookEventName = Schema.Literals([
  "offboarding.created",
  "offboarding.stage_changed",
  "offboarding.completed",
  "offboarding.deleted",
  "revocation.completed",
  "revocation.failed",
  "asset.returned",
  "asset.overdue",
  "checklist.completed",
  "document.signed"
])
export type WebhookEventName = typeof WebhookEventName.Type
