import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { behindSession } from "../kernel/behind.ts"
import { group, route } from "../kernel/route.ts"
import { Subscription } from "./billing-schema.ts"

/** The plan that is in force (settings-9). */
export class BillingApi extends HttpApiGroup.make("billing")
  .add(
    HttpApiEndpoint.get("subscription", "/subscription", { success: Subscription }).annotateMerge(
      route(
        { open: true },
        "View the subscription",
        "The effective plan, for all members. No payment processor is connected to this service, so " +
          "`billing_interval` and `subscription_status` are null."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/billing")
  .annotateMerge(group("Billing", "The plan and its billing")) {}
