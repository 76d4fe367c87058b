import { CalendlyConnectApi } from "@svc/contract/exit-interviews/api"
import type { ConnectCalendly } from "@svc/contract/exit-interviews/schema"
import { clientOf } from "../platform/api.ts"
import { action } from "../platform/atoms.ts"

const calendly = clientOf(CalendlyConnectApi)

export const connectCalendly = action(
  (payload: ConnectCalendly) => calendly.connect({ payload }),
  () => ["integrations"]
)
