import { HttpApi, OpenApi } from "effect/http-api"
import { EmployeesApi } from "./employees/api.ts"
import { withIdempotencyKey } from "./kernel/openapi-idempotency.ts"
import { license, readable, release, servers } from "./kernel/openapi.ts"
import { publicSurface } from "./kernel/surfaces.ts"
import { OffboardingsApi } from "./offboardings/api.ts"
import { PublicWebhooksApi } from "./webhooks/api.ts"
import { payloadComponents, webhooksSection } from "./webhooks/reference.ts"

const groups = publicSurface.add(OffboardingsApi).add(EmployeesApi).add(PublicWebhooksApi)

const description = `Offboardings, employees and webhook subscriptions, for the systems of an organization.

**Data** is scoped to the caller's organization: records of another organization return 404. Requests with a body use \`Content-Type: application/json\`; responses are JSON.

**Lists** of offboardings and employees take \`page\` (default 1) and \`limit\` (default 20, at most 100) and return \`{ data, meta }\`.

**Errors** are \`{ error }\` with a sentence that says what went wrong; some add \`code\`: \`stage_gate\`, \`member_handover\`, \`PLAN_LIMIT_REACHED\`, \`manager_email_is_employee\`, \`unknown_apps\`, \`read_only\`, \`duplicate\`.

**Unknown input** is refused: an unknown query parameter or body field gives 400 with its name.

**Retries** of a \`POST\` are safe with the header \`Idempotency-Key\` (1 to 255 printable ASCII characters, one per intended request, for example a UUID). If the same API key sends the same key with the same path and body within 24 hours, it gets the first successful answer again, with \`Idempotency-Replayed: true\`, and nothing happens twice. A different body or path, or a first request that is still running, gives 409. Refusals and server errors are not kept: send the request again with the same key.

**Limits**: 120 requests per key in 60 seconds. 20 failed authentications from an IP address within 60 seconds block every request from that address until the window passes.

**Webhooks** are signed: compute the HMAC-SHA256 of the raw request body with the endpoint's secret and compare it with \`X-Svc-Signature\` before you trust a delivery.

**Versions**: \`/api/v1\` is part of every path. The API follows Semantic Versioning; breaking changes are announced ahead of time.`

/** `/api/v1`, by API key: the stable, versioned surface. */
export class PublicApi extends groups.annotate(HttpApi.AdditionalSchemas, payloadComponents).annotateMerge(
  OpenApi.annotations({
    title: "Offboarding Service: public API",
    version: release,
    description,
    license,
    servers,
    transform: (generated) => withIdempotencyKey(readable(groups, { more: webhooksSection })(generated))
  })
) {}
