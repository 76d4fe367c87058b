import { EntitlementsApi } from "@svc/contract/entitlements/api"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Entitlements } from "./service.ts"

export const EntitlementsHttp = HttpApiBuilder.group(
  appSurface.add(EntitlementsApi),
  "entitlements",
  Effect.fn(function* (handlers) {
    const entitlements = yield* Entitlements
    return handlers.handleAll({
      ofCase: ({ params }) => entitlements.ofCase(params.id),
      licencePrices: () => entitlements.licencePrices,
      setLicencePrices: ({ payload }) => entitlements.setLicencePrices(payload),
      savings: () => entitlements.savings
    })
  })
)
