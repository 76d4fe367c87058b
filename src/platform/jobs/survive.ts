import { Cause, Effect } from "effect"
import type { LogFields } from "#platform/observability/log-line"

/**
 * What fails is logged under `says` and answered as `otherwise`, so that it holds up nothing else. An interruption is no
 * failure and goes on.
 */
export const survive =
  <B>(says: string, otherwise: B, about: LogFields = {}) =>
  <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A | B, never, R> =>
    Effect.catchCause(self, (cause): Effect.Effect<B> =>
      Cause.hasInterruptsOnly(cause) ? Effect.interrupt : Effect.as(Effect.logError(says, about, cause), otherwise)
    )
