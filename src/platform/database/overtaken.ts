import { Data, Effect, Option } from "effect"

/** Another transaction committed first, and holds what this one wanted to take. */
export class Overtaken extends Data.TaggedError("Overtaken")<{ readonly constraint: string }> {}

/** For `Db.transactUnless`: a violation of one of these constraints means that another transaction was first. */
export const overtakenOn =
  (constraints: ReadonlySet<string>) =>
  (constraint: string): Option.Option<Overtaken> =>
    constraints.has(constraint) ? Option.some(new Overtaken({ constraint })) : Option.none()

/** Each retry means that another transaction committed in between: more than this is a fault. */
export const maxRetriesOfOvertaken = 8

/**
 * Optimistic retry: runs `self` again, which then sees what the other transaction committed, and dies after the last retry.
 * `self` must itself read everything that it decides on.
 */
export const retryOvertaken = <A, E, R>(self: Effect.Effect<A, E | Overtaken, R>): Effect.Effect<A, E, R> =>
  self.pipe(
    Effect.retry({ times: maxRetriesOfOvertaken, while: (error) => error instanceof Overtaken }),
    Effect.catch((error) => (error instanceof Overtaken ? Effect.die(error) : Effect.fail(error)))
  )
