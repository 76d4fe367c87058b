import { OrganisationExportsApi } from "@svc/contract/exports/api"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { tooManyRequests } from "#access/too-many-requests"
import { OrganisationExports } from "./service.ts"

export const OrganisationExportsHttp = HttpApiBuilder.group(
  appSurface.add(OrganisationExportsApi),
  "organisation-exports",
  Effect.fn(function* (handlers) {
    const exports = yield* OrganisationExports
    const request = Effect.catchTag(exports.request, "ExportLimitReached", ({ retryAfterSeconds }) =>
      Effect.succeed(tooManyRequests(retryAfterSeconds))
    )
    return handlers.handleAll({
      request: () => request,
      list: () => exports.list,
      download: ({ params }) => exports.download(params.id)
    })
  })
)
