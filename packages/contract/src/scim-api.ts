import type { Schema } from "effect"
import { OpenApi } from "effect/http-api"
import { license, readable, release, servers } from "./kernel/openapi.ts"
import { scimSurface } from "./kernel/surfaces.ts"
import { ScimCompatApi, ScimDiscoveryApi, ScimUsersApi } from "./scim/api.ts"

type JsonObject = Schema.JsonObject

const groups = scimSurface.add(ScimDiscoveryApi).add(ScimUsersApi).add(ScimCompatApi)

const description = `Provisioning by SCIM 2.0 (RFC 7643, RFC 7644) for identity providers. People in the directory are users; deactivating one starts their offboarding.

**Media type**: \`application/scim+json\`, in and out.

**Errors** are \`{ schemas, status, detail }\`.

**Limits**: 120 requests from an IP address in 60 seconds over all routes together.

**Modes**: a token is \`literal\` or \`compat\`, chosen when it is created (\`POST /api/integrations/scim/setup { "mode": "compat" }\`). **Okta and Entra ID need \`compat\`**: they look a person up by a filter before they write. Literal mode evaluates no filter, so every lookup returns all people and the provider links the first one. Routes, parameters and attributes that only compat mode has are marked.`

const refusal = (status: string, detail: string): JsonObject => ({
  "application/scim+json": {
    schema: {
      type: "object",
      properties: {
        schemas: { type: "array", items: { type: "string" }, description: "Schemas of this answer" },
        status: { type: "string", description: "The HTTP status" },
        detail: { type: "string", description: "What went wrong" }
      },
      required: ["schemas", "status", "detail"]
    },
    example: { schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"], status, detail }
  }
})

/** `/scim/v2`, by SCIM token: provisioning. */
export class ScimApi extends groups.annotateMerge(
  OpenApi.annotations({
    title: "Offboarding Service: SCIM 2.0",
    version: release,
    description,
    license,
    servers,
    transform: readable(groups, { errorBody: refusal })
  })
) {}
