import { AppApi } from "@svc/contract/app-api"
import { servedAt } from "@svc/contract/kernel/openapi"
import { OperatorRpcs } from "@svc/contract/operator-rpcs"
import { PublicApi } from "@svc/contract/public-api"
import { CompatOnly } from "@svc/contract/scim/access"
import { ScimApi } from "@svc/contract/scim-api"
import { ByteSize, Context, Effect, Layer } from "effect"
import { HttpIncomingMessage, HttpRouter } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { RpcSerialization, RpcServer } from "effect/rpc"
import * as Access from "#access/index"
import { OperatorAuthLayer, operatorOnly } from "#access/operator"
import { operatorBounds } from "#access/operator-call"
import * as AccountsDomain from "#organisation/accounts/index"
import * as ApiKeysDomain from "#organisation/api-keys/index"
import * as AssetsDomain from "#work/assets/index"
import * as ApprovalChainsDomain from "#offboarding/approval-chains/index"
import * as AuditAnchorsDomain from "#audit/anchors/index"
import * as AuditArchivesDomain from "#audit/archives/index"
import * as AuditDomain from "#audit/record/index"
import * as AuditLogDomain from "#audit/log/index"
import * as AuditVerificationDomain from "#audit/verification/index"
import * as CasesDomain from "#offboarding/cases/index"
import * as ChatDomain from "#offboarding/chat/index"
import * as ChecklistTemplatesDomain from "#work/checklist-templates/index"
import * as ChecklistsDomain from "#work/checklists/index"
import * as DemoDomain from "#demo/index"
import * as DocumentTemplatesDomain from "#work/document-templates/index"
import * as DocumentsDomain from "#work/documents/index"
import * as EmployeesDomain from "#work/employees/index"
import * as ErasureDomain from "#proof/erasure/index"
import * as EvidenceDomain from "#proof/evidence/index"
import * as ExitInterviewsDomain from "#work/exit-interviews/index"
import * as GoogleSignInDomain from "#organisation/google-sign-in/index"
import * as ExportsDomain from "#proof/exports/index"
import * as HrisDomain from "#offboarding/hris/index"
import * as InitiationsDomain from "#offboarding/initiations/index"
import * as IntegrationsDomain from "#connections/integrations/index"
import * as ItTicketsDomain from "#work/it-tickets/index"
import { JobsRpcHandlers } from "#platform/jobs/rpc"
import * as MailsDomain from "#outgoing/mails/index"
import * as MembersDomain from "#organisation/members/index"
import * as NotificationsDomain from "#outgoing/notifications/index"
import * as OffboardingsDomain from "#offboarding/offboardings/index"
import * as OrganisationSettingsDomain from "#organisation/organisation-settings/index"
import * as OrganisationsDomain from "#organisation/organisations/index"
import * as OutboxDomain from "#outgoing/outbox/index"
import * as OwnAccountDomain from "#organisation/own-account/index"
import { apiReference } from "#platform/http/api-reference"
import { AppConfig } from "#platform/config/config"
import { Db } from "#platform/database/db"
import { fileRoute } from "#platform/files/route"
import { forwarded } from "#platform/http/forwarded"
import { Draining, healthRoutes } from "#platform/http/health"
import { httpFloor } from "#platform/http/floor"
import { Jobs } from "#platform/jobs/jobs"
import { landingPages } from "#platform/http/landing-pages"
import { metricsRoute } from "#platform/http/metrics-route"
import { Randomness } from "#platform/crypto/random"
import { noteRoute } from "#platform/observability/request-record"
import { Secrets } from "#platform/keys/secrets"
import { Signing } from "#platform/keys/signing"
import { transportSecurity } from "#platform/http/transport-security"
import { routesOf, unknownRoutes } from "#platform/http/unknown-routes"
import { Wakeups } from "#platform/jobs/wakeups"
import * as PortalDomain from "#offboarding/portal/index"
import * as ResidualAccessDomain from "#work/residual-access/index"
import * as RevocationsDomain from "#work/revocations/index"
import * as ScimDomain from "#offboarding/scim/index"
import * as SiemDomain from "#outgoing/siem/index"
import * as SmsDomain from "#work/sms/index"
import * as SsoDomain from "#organisation/sso/index"
import * as VendorsDomain from "#connections/vendors/index"
import * as WebhooksDomain from "#outgoing/webhooks/index"

/** What every domain stands on, over the configuration, the database connections and the outside world. */
export const Platform = Jobs.layerNoDeps.pipe(
  Layer.provideMerge(
    Layer.mergeAll(Db.layerNoDeps, Wakeups.layerNoDeps, Secrets.layer, Signing.layer, Randomness.layer, Draining.layer)
  )
)

/** Departing people and the work around them, lowest last. */
const CaseServices = Layer.mergeAll(
  CasesDomain.services,
  InitiationsDomain.services,
  PortalDomain.services,
  ResidualAccessDomain.services,
  HrisDomain.services,
  ItTicketsDomain.services,
  ExitInterviewsDomain.services
).pipe(
  Layer.provideMerge(ApprovalChainsDomain.services),
  Layer.provideMerge(Layer.mergeAll(OffboardingsDomain.services, DocumentTemplatesDomain.services)),
  Layer.provideMerge(RevocationsDomain.services),
  Layer.provideMerge(Layer.mergeAll(AssetsDomain.services, DocumentsDomain.services)),
  Layer.provideMerge(ChecklistTemplatesDomain.services),
  Layer.provideMerge(ChecklistsDomain.services),
  Layer.provideMerge(SmsDomain.services),
  Layer.provideMerge(IntegrationsDomain.services),
  Layer.provideMerge(VendorsDomain.services),
  Layer.provideMerge(EmployeesDomain.services)
)

/** What the service knows and does, lowest last. */
export const Services = Layer.mergeAll(
  DemoDomain.services,
  ExportsDomain.services,
  ErasureDomain.services,
  EvidenceDomain.services
).pipe(
  Layer.provideMerge(OwnAccountDomain.services),
  Layer.provideMerge(
    Layer.mergeAll(WebhooksDomain.services, SiemDomain.services, NotificationsDomain.services, ChatDomain.services)
  ),
  Layer.provideMerge(ScimDomain.services),
  Layer.provideMerge(OrganisationSettingsDomain.services),
  Layer.provideMerge(CaseServices),
  Layer.provideMerge(MembersDomain.services),
  Layer.provideMerge(ApiKeysDomain.services),
  Layer.provideMerge(GoogleSignInDomain.services),
  Layer.provideMerge(SsoDomain.services),
  Layer.provideMerge(AccountsDomain.services),
  Layer.provideMerge(OrganisationsDomain.services),
  Layer.provideMerge(Access.services),
  Layer.provideMerge(MailsDomain.services),
  Layer.provideMerge(
    Layer.mergeAll(AuditLogDomain.services, AuditVerificationDomain.services, AuditArchivesDomain.services)
  ),
  Layer.provideMerge(AuditDomain.services),
  Layer.provideMerge(AuditAnchorsDomain.services),
  Layer.provideMerge(OutboxDomain.services),
  Layer.provideMerge(Platform)
)

/** The handlers of every group; a missing one does not compile where its API is served. */
export const Handlers = Layer.mergeAll(
  OffboardingsDomain.http,
  DocumentsDomain.http,
  DocumentTemplatesDomain.http,
  CasesDomain.http,
  InitiationsDomain.http,
  ApprovalChainsDomain.http,
  EmployeesDomain.http,
  WebhooksDomain.http,
  SiemDomain.http,
  AccountsDomain.http,
  OwnAccountDomain.http,
  GoogleSignInDomain.http,
  ApiKeysDomain.http,
  AuditLogDomain.http,
  AuditVerificationDomain.http,
  AuditAnchorsDomain.http,
  AuditArchivesDomain.http,
  IntegrationsDomain.http,
  HrisDomain.http,
  ItTicketsDomain.http,
  SmsDomain.http,
  ExitInterviewsDomain.http,
  RevocationsDomain.http,
  ResidualAccessDomain.http,
  ChecklistsDomain.http,
  ChecklistTemplatesDomain.http,
  NotificationsDomain.http,
  MembersDomain.http,
  OrganisationSettingsDomain.http,
  SsoDomain.http,
  ExportsDomain.http,
  ErasureDomain.http,
  EvidenceDomain.http,
  AssetsDomain.http,
  PortalDomain.http,
  ChatDomain.http,
  ScimDomain.http
).pipe(Layer.provideMerge(Layer.mergeAll(Access.middlewares, ApiKeysDomain.middlewares, ScimDomain.middlewares)))

/** `/rpc`, for the operator's tools. */
export const OperatorRoutes = RpcServer.layerHttp({ group: OperatorRpcs, path: "/rpc", protocol: "http" }).pipe(
  Layer.provide(
    Layer.mergeAll(
      OrganisationsDomain.rpc,
      AccountsDomain.rpc,
      AuditVerificationDomain.rpc,
      JobsRpcHandlers,
      DemoDomain.rpc
    )
  ),
  Layer.provide(OperatorAuthLayer),
  Layer.provide(RpcSerialization.layerNdjson),
  Layer.provide(operatorBounds),
  Layer.provide(operatorOnly)
)

const known = [
  { method: "POST" as const, path: "/rpc" },
  ...routesOf(PublicApi),
  ...routesOf(AppApi),
  ...routesOf(ScimApi).filter(({ annotations }) => Context.get(annotations, CompatOnly) === undefined),
  ...[
    "/health/live",
    "/health/ready",
    "/metrics",
    "/",
    "/verify-email",
    "/reset-password",
    "/accept-invite",
    "/docs",
    "/docs/app",
    "/docs/scim",
    "/openapi/public.json",
    "/openapi/app.json",
    "/openapi/scim.json",
    "/files/:token",
    "/portal/:token"
  ].map((path) => ({ method: "GET" as const, path }))
]

/** Around every route; what is built first stands outermost, so the guard knows the client's own address. */
const around = noteRoute.pipe(
  Layer.provide(Access.guards),
  Layer.provide(httpFloor),
  Layer.provide([forwarded, transportSecurity])
)

/** The surfaces; each one's document names the address at which this service is reached. */
const surfaces = Layer.unwrap(
  Effect.map(AppConfig, ({ baseUrl }) =>
    Layer.mergeAll(
      HttpApiBuilder.layer(servedAt(PublicApi, baseUrl), { openapiPath: "/openapi/public.json" }),
      HttpApiBuilder.layer(servedAt(AppApi, baseUrl), { openapiPath: "/openapi/app.json" }),
      HttpApiBuilder.layer(servedAt(ScimApi, baseUrl), { openapiPath: "/openapi/scim.json" })
    )
  )
)

/** Everything that the listener answers. */
export const Routes = Layer.mergeAll(
  surfaces,
  apiReference(PublicApi, "/docs"),
  apiReference(AppApi, "/docs/app"),
  apiReference(ScimApi, "/docs/scim"),
  landingPages,
  OperatorRoutes,
  healthRoutes,
  Layer.provide(metricsRoute, operatorOnly),
  fileRoute,
  PortalDomain.page,
  unknownRoutes(known)
).pipe(Layer.provide(Handlers), Layer.provide(around))

/**
 * A body over 1 MB answers 413 (decisions 1); routes that take uploads raise it for themselves. A path may be as long as
 * the headers let it, so that an id of any length is judged by its route.
 */
export const RequestBounds = Layer.mergeAll(
  Layer.succeed(HttpIncomingMessage.MaxBodySize, ByteSize.megabytes(1)),
  Layer.succeed(HttpRouter.RouterConfig, { maxParamLength: 16_384 })
)

/** What happens by itself: reactions to events, and jobs. */
export const Loops = Layer.mergeAll(
  AccountsDomain.loops,
  OutboxDomain.loops,
  WebhooksDomain.loops,
  SiemDomain.loops,
  MailsDomain.loops,
  RevocationsDomain.loops,
  ResidualAccessDomain.loops,
  OffboardingsDomain.loops,
  DocumentsDomain.loops,
  ChecklistsDomain.loops,
  ItTicketsDomain.loops,
  SmsDomain.loops,
  ApiKeysDomain.loops,
  OrganisationsDomain.loops,
  AuditAnchorsDomain.loops,
  AuditArchivesDomain.loops,
  AuditLogDomain.loops,
  ExportsDomain.loops,
  ErasureDomain.loops,
  AssetsDomain.loops,
  ChatDomain.loops,
  HrisDomain.loops
).pipe(
  Layer.provide(
    Layer.mergeAll(
      WebhooksDomain.reactions,
      NotificationsDomain.reactions,
      PortalDomain.reactions,
      ChatDomain.reactions,
      ResidualAccessDomain.reactions,
      ItTicketsDomain.reactions,
      SmsDomain.reactions
    )
  )
)
