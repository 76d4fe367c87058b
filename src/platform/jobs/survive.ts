import { Cause, Effect } from "effect"
import type { LogFields } from "#platform/observability/log-line"

/**
 * Logs a failure under `says` and returns `otherwise` instead, so that it delays nothing else. Interruption passes
 * through.
 */
export const survive =
  <B>(says: string, otherwise: B, about: LogFields = {}) =>
  <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A | B, never, R> =>
    Effect.catchCause(self, (cause): Effect.Effect<B> =>
      Cause.hasInterruptsOnly(cause) ? Effect.interrupt : Effect.as(Effect.logError(says, about, cause), otherwise)
    )
