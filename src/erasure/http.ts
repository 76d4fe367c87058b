import { ErasureApi } from "@svc/contract/erasure/api"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Erasures } from "./service.ts"

export const ErasureHttp = HttpApiBuilder.group(
  appSurface.add(ErasureApi),
  "erasure",
  Effect.fn(function* (handlers) {
    const erasures = yield* Erasures
    return handlers.handleAll({
      preview: ({ params }) => erasures.preview(params.id),
      erase: ({ params }) => erasures.erase(params.id)
    })
  })
)
