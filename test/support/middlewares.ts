import { Layer } from "effect"
import * as Access from "#access/index"
import * as Scim from "#offboarding/scim/index"
import * as ApiKeys from "#organisation/api-keys/index"

/** What stands before the handlers of every surface, as the service has it. */
export const middlewares = Layer.mergeAll(Access.middlewares, ApiKeys.middlewares, Scim.middlewares)
