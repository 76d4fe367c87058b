import type { OffboardingId } from "@svc/contract/kernel/ids"
import { type Effect, Semaphore } from "effect"
import { Atom } from "effect/reactivity"

/** As many as a page may have under way at once; more wait. */
const places = 100

const turns = Atom.family((_id: OffboardingId) => Semaphore.makeUnsafe(places))

/** What of a case may go side by side, such as ticks, which are seen before they have arrived. */
export const beside =
  (id: OffboardingId) =>
  <A, E, R>(call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    turns(id).withPermits(1)(call)

/** What is judged by what went before it, and so waits until all of that has arrived. */
export const afterAll =
  (id: OffboardingId) =>
  <A, E, R>(call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    turns(id).withPermits(places)(call)
