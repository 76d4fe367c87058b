import { AppApi } from "@svc/contract/app-api"
import { PublicApi } from "@svc/contract/public-api"
import { ScimApi } from "@svc/contract/scim-api"
import { OpenApi } from "effect/http-api"

const textOf = (document: object) => `${JSON.stringify(document, null, 2)}\n`

/** File name and text of each surface's OpenAPI document, derived from the contract. */
export const openApiDocuments: ReadonlyArray<readonly [string, string]> = [
  ["openapi-public.json", textOf(OpenApi.fromApi(PublicApi))],
  ["openapi-app.json", textOf(OpenApi.fromApi(AppApi))],
  ["openapi-scim.json", textOf(OpenApi.fromApi(ScimApi))]
]
