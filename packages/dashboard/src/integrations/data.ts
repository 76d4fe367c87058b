import { IntegrationsApi } from "@svc/contract/integrations/api"
import { clientOf } from "../platform/api.ts"
import { queryOne } from "../platform/atoms.ts"

const integrations = clientOf(IntegrationsApi)

/** What is connected, and was. */
export const connections = queryOne(() => integrations.list({}), ["integrations"])
