import { OpenApi } from "effect/http-api"
import { SessionApi, SignInApi } from "./accounts/api.ts"
import { ApiKeysApi } from "./api-keys/api.ts"
import { AuditLogApi } from "./audit/api.ts"
import { IntegrationsApi } from "./integrations/api.ts"
import { appSurface } from "./kernel/surfaces.ts"
import { ConfirmationsApi } from "./offboardings/api.ts"
import { RevocationsApi } from "./revocations/api.ts"
import { WebhookEndpointsApi } from "./webhooks/api.ts"

/** `/api`, by dashboard session. Not part of the stable versioned API. */
export class AppApi extends appSurface
  .add(SignInApi)
  .add(SessionApi)
  .add(ApiKeysApi)
  .add(AuditLogApi)
  .add(IntegrationsApi)
  .add(RevocationsApi)
  .add(ConfirmationsApi)
  .add(WebhookEndpointsApi)
  .annotateMerge(
    OpenApi.annotations({
      title: "Offboarding Service: app routes",
      version: "1.4.0",
      description: "What the dashboard calls with a session. Shapes may change without notice."
    })
  ) {}
