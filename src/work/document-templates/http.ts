import { DocumentTemplatesApi } from "@svc/contract/document-templates/api"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { DocumentTemplates } from "./service.ts"

const removed = { success: true as const }

export const DocumentTemplatesHttp = HttpApiBuilder.group(
  appSurface.add(DocumentTemplatesApi),
  "document-templates",
  Effect.fn(function* (handlers) {
    const templates = yield* DocumentTemplates
    return handlers.handleAll({
      list: ({ query }) => templates.list(query),
      get: ({ params }) => templates.get(params.id),
      create: ({ payload }) => templates.create(payload),
      update: ({ params, payload }) => templates.update(params.id, payload),
      remove: ({ params }) => Effect.as(templates.remove(params.id), removed),
      generate: ({ params, payload }) => templates.generate(params.id, payload.offboardingId)
    })
  })
)
