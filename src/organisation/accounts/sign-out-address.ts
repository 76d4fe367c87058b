import type { Caller } from "@svc/contract/kernel/access"
import { Context, Effect } from "effect"

/** Where a browser goes to end its session at the identity provider as well; none unless one provides it. */
export const SignOutAddress = Context.Reference<Effect.Effect<string | null, never, Caller>>(
  "svc/accounts/SignOutAddress",
  { defaultValue: () => Effect.succeed(null) }
)
