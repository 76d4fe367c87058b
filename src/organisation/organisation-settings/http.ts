import { appSurface } from "@svc/contract/kernel/surfaces"
import { OrganisationSettingsApi } from "@svc/contract/organisation-settings/api"
import { BillingApi } from "@svc/contract/organisation-settings/billing-api"
import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { OrganisationSettings } from "./service.ts"

const Settings = HttpApiBuilder.group(
  appSurface.add(OrganisationSettingsApi),
  "organisation",
  Effect.fn(function* (handlers) {
    const settings = yield* OrganisationSettings
    return handlers.handleAll({
      view: () => settings.view,
      update: ({ payload }) => settings.update(payload),
      retention: () => settings.retention,
      setRetention: ({ payload }) => settings.setRetention(payload),
      previewRetention: ({ query }) => settings.previewRetention(query.offboarding_retention_months),
      scheduleDeletion: () => settings.scheduleDeletion,
      cancelDeletion: () => settings.cancelDeletion
    })
  })
)

const Billing = HttpApiBuilder.group(
  appSurface.add(BillingApi),
  "billing",
  Effect.fn(function* (handlers) {
    const settings = yield* OrganisationSettings
    return handlers.handleAll({ subscription: () => settings.subscription })
  })
)

export const OrganisationSettingsHttp = Layer.mergeAll(Settings, Billing)
