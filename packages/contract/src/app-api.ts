import { OpenApi } from "effect/http-api"
import { SessionApi, SignInApi } from "./accounts/api.ts"
import { TwoFactorApi, TwoFactorSignInApi } from "./accounts/two-factor-api.ts"
import { ProfileApi, UserSessionsApi } from "./accounts/profile-api.ts"
import { PasswordResetApi, RegistrationApi } from "./accounts/registration-api.ts"
import { ApiKeysApi } from "./api-keys/api.ts"
import { AssetsApi } from "./assets/api.ts"
import { ApprovalChainsApi } from "./approval-chains/api.ts"
import { AuditAnchorsApi } from "./audit-anchors/api.ts"
import { SigningKeysApi } from "./audit-anchors/keys-api.ts"
import { AuditArchivesApi } from "./audit-archives/api.ts"
import { AuditLogApi } from "./audit-log/api.ts"
import { AuditEntriesApi } from "./audit-log/entries-api.ts"
import { AuditLogExportApi } from "./audit-log/export-api.ts"
import { AuditVerificationApi } from "./audit-verification/api.ts"
import { DirectoryApi } from "./employees/directory-api.ts"
import { DocumentTemplatesApi } from "./document-templates/api.ts"
import { DocumentFilesApi, DocumentsApi } from "./documents/api.ts"
import { CasesApi } from "./cases/api.ts"
import { ChatApi, SlackInteractionsApi } from "./chat/api.ts"
import { ChecklistTemplatesApi } from "./checklist-templates/api.ts"
import { ChecklistsApi } from "./checklists/api.ts"
import { ErasureApi } from "./erasure/api.ts"
import { ESignatureApi, ESignatureCallbacksApi } from "./esignature/api.ts"
import { EvidenceApi } from "./evidence/api.ts"
import { EvidenceReadinessApi } from "./evidence-readiness/api.ts"
import { CalendlyCallbacksApi, CalendlyConnectApi, ExitInterviewsApi } from "./exit-interviews/api.ts"
import { GlobalTokenRevocationApi, GlobalTokenRevocationSettingsApi } from "./global-token-revocation/api.ts"
import { GoogleSignInApi } from "./google-sign-in/api.ts"
import { HomeApi } from "./home/api.ts"
import { HrisApi, HrisWebhookApi } from "./hris/api.ts"
import { InitiationsApi } from "./initiations/api.ts"
import { IntegrationsApi } from "./integrations/api.ts"
import { AppConnectsApi, IdentityProviderConnectsApi } from "./integrations/connect-api.ts"
import { OAuthConnectsApi } from "./integrations/oauth-api.ts"
import { ItTicketCallbacksApi, ItTicketsApi, ItTicketsConnectApi } from "./it-tickets/api.ts"
import { OrganisationExportsApi } from "./exports/api.ts"
import { LeaverTestApi } from "./leaver-test/api.ts"
import { AuditorLinksApi } from "./leaver-test/links-api.ts"
import { AccessReturnsApi, EntitlementsApi } from "./entitlements/api.ts"
import { LeftBehindApi } from "./left-behind/api.ts"
import { license, readable, release, servers } from "./kernel/openapi.ts"
import { appSurface } from "./kernel/surfaces.ts"
import { LiveApi } from "./live/api.ts"
import { NotificationPreferencesApi, NotificationsApi } from "./notifications/api.ts"
import { InviteAcceptanceApi, InvitesApi, MembersApi, RolesApi } from "./members/api.ts"
import { ConfirmationsApi } from "./offboardings/api.ts"
import { LifecycleApi, OwnersApi } from "./offboardings/lifecycle-api.ts"
import { OwnAccountApi } from "./own-account/api.ts"
import { OrganisationSettingsApi } from "./organisation-settings/api.ts"
import { BillingApi } from "./organisation-settings/billing-api.ts"
import { PortalApi, PortalLinksApi } from "./portal/api.ts"
import { ReportPdfsApi } from "./report-pdfs/api.ts"
import { ReportsApi } from "./reports/api.ts"
import { ResidualAccessApi } from "./residual-access/api.ts"
import { RevocationsApi } from "./revocations/api.ts"
import { ScheduledReportsApi } from "./scheduled-reports/api.ts"
import { CalendarFeedsApi } from "./calendar-feeds/api.ts"
import { CommentsApi } from "./comments/api.ts"
import { SavedViewsApi } from "./saved-views/api.ts"
import { SearchApi } from "./search/api.ts"
import { SiemTargetsApi } from "./siem/api.ts"
import { ScimSetUpApi } from "./scim/setup-api.ts"
import { SlaComplianceApi } from "./sla-compliance/api.ts"
import { SmsConnectApi, SmsStatusApi } from "./sms/api.ts"
import { SsoSettingsApi, SsoSignInApi } from "./sso/api.ts"
import { TimeToCutApi } from "./time-to-cut/api.ts"
import { TrendsApi } from "./trends/api.ts"
import { WebhookEndpointsApi } from "./webhooks/api.ts"

const groups = appSurface
  .add(SignInApi)
  .add(SessionApi)
  .add(OwnAccountApi)
  .add(TwoFactorSignInApi)
  .add(TwoFactorApi)
  .add(GoogleSignInApi)
  .add(RegistrationApi)
  .add(PasswordResetApi)
  .add(ProfileApi)
  .add(UserSessionsApi)
  .add(ApiKeysApi)
  .add(AuditLogApi)
  .add(AuditEntriesApi)
  .add(AuditLogExportApi)
  .add(AuditVerificationApi)
  .add(AuditAnchorsApi)
  .add(SigningKeysApi)
  .add(AuditArchivesApi)
  .add(IntegrationsApi)
  .add(ChatApi)
  .add(SlackInteractionsApi)
  .add(IdentityProviderConnectsApi)
  .add(AppConnectsApi)
  .add(OAuthConnectsApi)
  .add(HrisApi)
  .add(HrisWebhookApi)
  .add(ItTicketsConnectApi)
  .add(ItTicketsApi)
  .add(ItTicketCallbacksApi)
  .add(CalendlyConnectApi)
  .add(ExitInterviewsApi)
  .add(CalendlyCallbacksApi)
  .add(SmsConnectApi)
  .add(SmsStatusApi)
  .add(RevocationsApi)
  .add(ResidualAccessApi)
  .add(LeftBehindApi)
  .add(EntitlementsApi)
  .add(AccessReturnsApi)
  .add(ConfirmationsApi)
  .add(InitiationsApi)
  .add(ApprovalChainsApi)
  .add(LifecycleApi)
  .add(OwnersApi)
  .add(DocumentsApi)
  .add(DocumentFilesApi)
  .add(ESignatureApi)
  .add(ESignatureCallbacksApi)
  .add(DocumentTemplatesApi)
  .add(CasesApi)
  .add(SearchApi)
  .add(CalendarFeedsApi)
  .add(CommentsApi)
  .add(SavedViewsApi)
  .add(ChecklistsApi)
  .add(ChecklistTemplatesApi)
  .add(WebhookEndpointsApi)
  .add(NotificationsApi)
  .add(NotificationPreferencesApi)
  .add(LiveApi)
  .add(MembersApi)
  .add(InvitesApi)
  .add(InviteAcceptanceApi)
  .add(RolesApi)
  .add(OrganisationSettingsApi)
  .add(BillingApi)
  .add(SsoSettingsApi)
  .add(SsoSignInApi)
  .add(GlobalTokenRevocationSettingsApi)
  .add(GlobalTokenRevocationApi)
  .add(OrganisationExportsApi)
  .add(DirectoryApi)
  .add(ErasureApi)
  .add(EvidenceApi)
  .add(ReportPdfsApi)
  .add(AssetsApi)
  .add(PortalLinksApi)
  .add(PortalApi)
  .add(ScimSetUpApi)
  .add(SiemTargetsApi)
  .add(HomeApi)
  .add(ReportsApi)
  .add(TrendsApi)
  .add(TimeToCutApi)
  .add(EvidenceReadinessApi)
  .add(LeaverTestApi)
  .add(AuditorLinksApi)
  .add(SlaComplianceApi)
  .add(ScheduledReportsApi)

/** `/api`, by dashboard session. Not part of the stable versioned API. */
export class AppApi extends groups.annotateMerge(
  OpenApi.annotations({
    title: "Offboarding Service: app routes",
    version: release,
    description: "Routes that the dashboard calls with a session. Shapes may change without notice.",
    license,
    servers,
    transform: readable(groups)
  })
) {}
