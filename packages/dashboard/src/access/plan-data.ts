import { BillingApi } from "@svc/contract/organisation-settings/billing-api"
import { clientOf } from "#platform/api.ts"
import { queryOne } from "#platform/atoms.ts"

const billing = clientOf(BillingApi)

/** The plan, and whether it has ended. */
export const subscription = queryOne(() => billing.subscription({}), ["subscription"])
