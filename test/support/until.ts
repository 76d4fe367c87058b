import { Effect, Schedule } from "effect"

/** What the check answers as soon as it answers something: what another process does cannot be signalled to a test. */
export const until = <A, E, R>(check: Effect.Effect<A | undefined, E, R>) =>
  Effect.flatMap(check, (found) =>
    found === undefined ? Effect.fail("not yet" as const) : Effect.succeed(found)
  ).pipe(Effect.retry(Schedule.spaced("20 millis")), Effect.orDie)
