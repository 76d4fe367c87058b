import type { ScimMode } from "@svc/contract/scim/schema"
import { Context } from "effect"

/** How the token of the request speaks; the middleware says it. */
export const CurrentMode = Context.Reference<ScimMode>("svc/scim/CurrentMode", { defaultValue: () => "literal" })
