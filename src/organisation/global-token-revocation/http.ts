import { GlobalTokenRevocationApi, GlobalTokenRevocationSettingsApi } from "@svc/contract/global-token-revocation/api"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Effect, Layer } from "effect"
import { HttpEffect, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { GlobalTokenRevocation } from "./service.ts"
import { GlobalTokenRevocationConfiguration } from "./settings.ts"

const SettingsHttp = HttpApiBuilder.group(
  appSurface.add(GlobalTokenRevocationSettingsApi),
  "global-token-revocation-settings",
  Effect.fn(function* (handlers) {
    const configuration = yield* GlobalTokenRevocationConfiguration
    return handlers.handleAll({
      show: () => configuration.show,
      configure: ({ payload }) => configuration.configure(payload),
      remove: () => Effect.as(configuration.remove, { success: true as const })
    })
  })
)

const RevocationHttp = HttpApiBuilder.group(
  appSurface.add(GlobalTokenRevocationApi),
  "global-token-revocation",
  Effect.fn(function* (handlers) {
    const revocation = yield* GlobalTokenRevocation
    return handlers.handleAll({
      revoke: ({ params, request }) =>
        revocation
          .revoke({
            orgId: params.orgId,
            authorization: request.headers["authorization"],
            // A body over the limit is a defect that answers 413, as where the platform reads it.
            body: Effect.orDie(request.text)
          })
          .pipe(
            // The authentication challenge (RFC 9110, section 11.6.1).
            HttpEffect.withPreResponseHandler((_, response) =>
              Effect.succeed(
                response.status === 401
                  ? HttpServerResponse.setHeader(response, "www-authenticate", "Bearer")
                  : response
              )
            )
          )
    })
  })
)

export const GlobalTokenRevocationHttp = Layer.mergeAll(SettingsHttp, RevocationHttp)
