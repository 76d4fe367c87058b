import { Data, Effect, Option } from "effect"

/** Another transaction committed first, and holds what this one wanted to take. */
export class Overtaken extends Data.TaggedError("Overtaken")<{ readonly constraint: string }> {}

/** For `Db.transactUnless`: a violation of one of these constraints means that another transaction was first. */
export const overtakenOn =
  (constraints: ReadonlySet<string>) =>
  (constraint: string): Option.Option<Overtaken> =>
    constraints.has(constraint) ? Option.some(new Overtaken({ constraint })) : Option.none()

/** Retries of one act. For each, another transaction must have committed in between: more of them are a fault. */
export const maxRetriesOfOvertaken = 8

/**
 * Optimistic retry: reads and writes again, with what the other transaction left, and dies after the last retry. `self` must
 * read within itself what it decides upon.
 */
export const retryOvertaken = <A, E, R>(self: Effect.Effect<A, E | Overtaken, R>): Effect.Effect<A, E, R> =>
  self.pipe(
    Effect.retry({ times: maxRetriesOfOvertaken, while: (error) => error instanceof Overtaken }),
    Effect.catch((error) => (error instanceof Overtaken ? Effect.die(error) : Effect.fail(error)))
  )
