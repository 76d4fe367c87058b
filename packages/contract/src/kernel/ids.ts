import { Schema } from "effect"
import { examples } from "./examples.ts"

/**
 * Any RFC 9562 UUID text, whatever its version. One message for every id in a path, whichever resource it names.
 */
export const Uuid = Schema.String.annotate({
  format: "uuid",
  examples: ["7b0e9c52-6a54-4f0e-9d0f-6b8f4d6c1a2e"]
}).check(
  Schema.isPattern(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i, {
    message: "must be a UUID",
    ...examples("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
  })
)

export const OrgId = Uuid.pipe(Schema.brand("OrgId"))
export type OrgId = typeof OrgId.Type

/**
 * Replaces the organization for a signed-in user without one: no organization has this id, so queries for its records
 * find nothing. Routes refuse it unless declared otherwise (`Requirement.withoutOrganisation`).
 */
export const noOrganisation: OrgId = OrgId.make("00000000-0000-0000-0000-000000000000")

export const UserId = Uuid.pipe(Schema.brand("UserId"))
export type UserId = typeof UserId.Type

export const SessionId = Uuid.pipe(Schema.brand("SessionId"))
export type SessionId = typeof SessionId.Type

export const ApiKeyId = Uuid.pipe(Schema.brand("ApiKeyId"))
export type ApiKeyId = typeof ApiKeyId.Type

export const EmployeeId = Uuid.pipe(Schema.brand("EmployeeId"))
export type EmployeeId = typeof EmployeeId.Type

export const OffboardingId = Uuid.pipe(Schema.brand("OffboardingId"))
export type OffboardingId = typeof OffboardingId.Type

export const IntegrationId = Uuid.pipe(Schema.brand("IntegrationId"))
export type IntegrationId = typeof IntegrationId.Type

export const WebhookId = Uuid.pipe(Schema.brand("WebhookId"))
export type WebhookId = typeof WebhookId.Type

export const DeliveryId = Uuid.pipe(Schema.brand("DeliveryId"))
export type DeliveryId = typeof DeliveryId.Type

export const NotificationId = Uuid.pipe(Schema.brand("NotificationId"))
export type NotificationId = typeof NotificationId.Type

export const ExportId = Uuid.pipe(Schema.brand("ExportId"))
export type ExportId = typeof ExportId.Type

export const PersonKeyId = Uuid.pipe(Schema.brand("PersonKeyId"))
export type PersonKeyId = typeof PersonKeyId.Type

export const RoleId = Uuid.pipe(Schema.brand("RoleId"))
export type RoleId = typeof RoleId.Type

export const InviteId = Uuid.pipe(Schema.brand("InviteId"))
export type InviteId = typeof InviteId.Type

export const ArchiveId = Uuid.pipe(Schema.brand("ArchiveId"))
export type ArchiveId = typeof ArchiveId.Type

export const ChecklistItemId = Uuid.pipe(Schema.brand("ChecklistItemId"))
export type ChecklistItemId = typeof ChecklistItemId.Type

export const ChecklistTemplateId = Uuid.pipe(Schema.brand("ChecklistTemplateId"))
export type ChecklistTemplateId = typeof ChecklistTemplateId.Type

export const AssetId = Uuid.pipe(Schema.brand("AssetId"))
export type AssetId = typeof AssetId.Type

export const DocumentId = Uuid.pipe(Schema.brand("DocumentId"))
export type DocumentId = typeof DocumentId.Type

export const DocumentTemplateId = Uuid.pipe(Schema.brand("DocumentTemplateId"))
export type DocumentTemplateId = typeof DocumentTemplateId.Type

export const InitiationId = Uuid.pipe(Schema.brand("InitiationId"))
export type InitiationId = typeof InitiationId.Type

export const ApprovalChainId = Uuid.pipe(Schema.brand("ApprovalChainId"))
export type ApprovalChainId = typeof ApprovalChainId.Type

export const HrisWebhookId = Uuid.pipe(Schema.brand("HrisWebhookId"))
export type HrisWebhookId = typeof HrisWebhookId.Type

export const HrisReviewId = Uuid.pipe(Schema.brand("HrisReviewId"))
export type HrisReviewId = typeof HrisReviewId.Type

export const SiemTargetId = Uuid.pipe(Schema.brand("SiemTargetId"))
export type SiemTargetId = typeof SiemTargetId.Type

export const LeaverTestId = Uuid.pipe(Schema.brand("LeaverTestId"))
export type LeaverTestId = typeof LeaverTestId.Type

export const AuditorLinkId = Uuid.pipe(Schema.brand("AuditorLinkId"))
export type AuditorLinkId = typeof AuditorLinkId.Type
