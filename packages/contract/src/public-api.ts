import { OpenApi } from "effect/http-api"
import { EmployeesApi } from "./employees/api.ts"
import { publicSurface } from "./kernel/surfaces.ts"
import { OffboardingsApi } from "./offboardings/api.ts"
import { PublicWebhooksApi } from "./webhooks/api.ts"

/** `/api/v1`, by API key: the stable, versioned surface. */
export class PublicApi extends publicSurface
  .add(OffboardingsApi)
  .add(EmployeesApi)
  .add(PublicWebhooksApi)
  .annotateMerge(
    OpenApi.annotations({
      title: "Offboarding Service: public API",
      version: "1.4.0",
      description: "Offboardings, employees and webhook subscriptions, for the systems of an organisation."
    })
  ) {}
