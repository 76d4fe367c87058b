import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Requires } from "../kernel/access.ts"
import { behindSession } from "../kernel/behind.ts"
import { says } from "../kernel/says.ts"
import { Subscription } from "./billing-schema.ts"

/** The plan that is in force (settings-9). */
export class BillingApi extends HttpApiGroup.make("billing")
  .add(
    HttpApiEndpoint.get("subscription", "/subscription", { success: Subscription })
      .annotateMerge(
        says(
          "View the subscription",
          "The effective plan, for every member. No payment processor is connected to this service, so `billing_interval` and " +
            "`subscription_status` are null."
        )
      )
      .annotate(Requires, { open: true })
  )
  .pipe(behindSession)
  .prefix("/api/billing")
  .annotateMerge(OpenApi.annotations({ title: "Billing", description: "The plan and what is paid for it" })) {}
