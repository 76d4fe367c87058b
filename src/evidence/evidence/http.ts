import { EvidenceApi } from "@svc/contract/evidence/api"
import { Caller } from "@svc/contract/kernel/access"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { RateLimits } from "#access/rate-limits"
import { withinLimit } from "#access/too-many-requests"
import { signedFileResponse } from "#platform/files/signed-file"
import { Evidence } from "./service.ts"

const windowSeconds = 15 * 60
const perUser = 10

export const EvidenceHttp = HttpApiBuilder.group(
  appSurface.add(EvidenceApi),
  "evidence",
  Effect.fn(function* (handlers) {
    const evidence = yield* Evidence
    const limits = yield* RateLimits
    return handlers.handleAll({
      download: ({ params }) =>
        Effect.flatMap(Caller, ({ userId }) =>
          withinLimit(
            limits,
            { key: `evidence:user:${userId}`, limit: perUser, windowSeconds },
            Effect.map(evidence.open(params.id), ({ file, filename }) =>
              signedFileResponse(file, { filename, contentType: "application/zip" })
            )
          )
        )
    })
  })
)
