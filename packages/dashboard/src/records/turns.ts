import type { OffboardingId } from "@svc/contract/kernel/ids"
import { type Effect, Semaphore } from "effect"
import { Atom } from "effect/reactivity"

/** Maximum concurrent changes of one page; more are queued. */
const places = 100

const turns = Atom.family((_id: OffboardingId) => Semaphore.makeUnsafe(places))

/** Changes of a case that may run concurrently, such as ticks, which are shown optimistically. */
export const beside =
  (id: OffboardingId) =>
  <A, E, R>(call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    turns(id).withPermits(1)(call)

/** A change that depends on earlier ones: runs after all of them have arrived. */
export const afterAll =
  (id: OffboardingId) =>
  <A, E, R>(call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    turns(id).withPermits(places)(call)
