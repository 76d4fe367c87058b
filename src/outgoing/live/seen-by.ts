import { ApiKeysApi } from "@svc/contract/api-keys/api"
import { SessionApi } from "@svc/contract/accounts/api"
import { ApprovalChainsApi } from "@svc/contract/approval-chains/api"
import { AssetsApi } from "@svc/contract/assets/api"
import { AuditLogApi } from "@svc/contract/audit-log/api"
import { CasesApi } from "@svc/contract/cases/api"
import { ChecklistTemplatesApi } from "@svc/contract/checklist-templates/api"
import { DocumentTemplatesApi } from "@svc/contract/document-templates/api"
import { DocumentsApi } from "@svc/contract/documents/api"
import { DirectoryApi } from "@svc/contract/employees/directory-api"
import { OrganisationExportsApi } from "@svc/contract/exports/api"
import { HrisApi } from "@svc/contract/hris/api"
import { IntegrationsApi } from "@svc/contract/integrations/api"
import { type Requirement, Requires } from "@svc/contract/kernel/access"
import { LeaverTestApi } from "@svc/contract/leaver-test/api"
import { LeftBehindApi } from "@svc/contract/left-behind/api"
import type { LiveResource } from "@svc/contract/live/schema"
import { MembersApi } from "@svc/contract/members/api"
import { NotificationsApi } from "@svc/contract/notifications/api"
import { OrganisationSettingsApi } from "@svc/contract/organisation-settings/api"
import { ResidualAccessApi } from "@svc/contract/residual-access/api"
import { RevocationsApi } from "@svc/contract/revocations/api"
import { ScheduledReportsApi } from "@svc/contract/scheduled-reports/api"
import { SiemTargetsApi } from "@svc/contract/siem/api"
import { WebhookEndpointsApi } from "@svc/contract/webhooks/api"
import { Context } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"

/** Who gets a change: members who may call the route that reads it, and see the entry's subject. */
export interface Seen {
  readonly by: Requirement
  /**
   * What the route shows of it: the whole organization's, one record's, or a mixture that only members who see every
   * record get; `themselves`: only the actor.
   */
  readonly of: "organisation" | "everybody" | "offboarding" | "person" | "themselves"
}

const readBy = (endpoint: HttpApiEndpoint.Top, of: Seen["of"]): Seen => ({
  // A route without one is a mistake that `requirementOf` finds; until then no reader gets it.
  by: Context.get(endpoint.annotations, Requires) ?? { role: "superadmin" },
  of
})

export const seenBy: Readonly<Record<LiveResource, Seen>> = {
  account: readBy(SessionApi.endpoints.me, "themselves"),
  api_keys: readBy(ApiKeysApi.endpoints.list, "organisation"),
  approval_chains: readBy(ApprovalChainsApi.endpoints.list, "organisation"),
  assets: readBy(AssetsApi.endpoints.list, "organisation"),
  audit_log: readBy(AuditLogApi.endpoints.list, "everybody"),
  case: readBy(CasesApi.endpoints.get, "offboarding"),
  checklist_templates: readBy(ChecklistTemplatesApi.endpoints.list, "organisation"),
  directory: readBy(DirectoryApi.endpoints.list, "everybody"),
  document_templates: readBy(DocumentTemplatesApi.endpoints.list, "organisation"),
  documents: readBy(DocumentsApi.endpoints.list, "offboarding"),
  exports: readBy(OrganisationExportsApi.endpoints.list, "everybody"),
  hris_reviews: readBy(HrisApi.endpoints.reviews, "everybody"),
  // Members who do not review them all get a notification of their own.
  initiations: { by: { permission: "offboardings_view", feature: "managerInitiation" }, of: "everybody" },
  integrations: readBy(IntegrationsApi.endpoints.list, "organisation"),
  leaver_tests: readBy(LeaverTestApi.endpoints.list, "everybody"),
  left_behind: readBy(LeftBehindApi.endpoints.list, "offboarding"),
  members: readBy(MembersApi.endpoints.list, "organisation"),
  notifications: readBy(NotificationsApi.endpoints.list, "themselves"),
  organisation: readBy(OrganisationSettingsApi.endpoints.view, "organisation"),
  person: readBy(DirectoryApi.endpoints.get, "person"),
  residual_access: readBy(ResidualAccessApi.endpoints.list, "offboarding"),
  revocation_run: readBy(RevocationsApi.endpoints.history, "offboarding"),
  scheduled_reports: readBy(ScheduledReportsApi.endpoints.list, "organisation"),
  siem_targets: readBy(SiemTargetsApi.endpoints.list, "everybody"),
  webhooks: readBy(WebhookEndpointsApi.endpoints.list, "everybody")
}
