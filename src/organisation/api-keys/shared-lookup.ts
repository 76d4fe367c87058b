import { Deferred, Effect, Exit } from "effect"

interface Round<A, E> {
  /** Done when the lookup in flight has ended. */
  readonly ended: Deferred.Deferred<void>
  /** The answer to all who have asked since it began. */
  next: Deferred.Deferred<A, E> | undefined
}

/** Longest wait for a lookup in flight. */
const patience = "50 millis"

/**
 * Coalesces concurrent lookups. A caller that asks during a lookup gets the result of the next one, so never one read
 * before it asked: no row is cached, and an ended key is not found.
 */
export const makeSharedLookup = Effect.fnUntraced(function* <Asked, A, E>(
  lookup: (asked: Asked) => Effect.Effect<A, E>,
  /** The same for two who ask for the same. */
  nameOf: (asked: Asked) => string
) {
  const scope = yield* Effect.scope
  const rounds = new Map<string, Round<A, E>>()

  const begin = (name: string, asked: Asked): Effect.Effect<A, E> =>
    Effect.suspend(() => {
      const round: Round<A, E> = { ended: Deferred.makeUnsafe(), next: undefined }
      rounds.set(name, round)
      return Effect.onExit(lookup(asked), () => {
        if (round.next === undefined) rounds.delete(name)
        Deferred.doneUnsafe(round.ended, Exit.void)
        return Effect.void
      })
    })

  /** In its own fiber: the first caller may leave before it has started. */
  const follow = (round: Round<A, E>, name: string, asked: Asked): Effect.Effect<A, E> => {
    const next = Deferred.makeUnsafe<A, E>()
    round.next = next
    return Deferred.await(round.ended).pipe(
      Effect.timeoutOption(patience),
      Effect.andThen(begin(name, asked)),
      Deferred.into(next),
      Effect.forkIn(scope),
      Effect.andThen(Deferred.await(next))
    )
  }

  return (asked: Asked): Effect.Effect<A, E> =>
    Effect.suspend(() => {
      const name = nameOf(asked)
      const round = rounds.get(name)
      if (round === undefined) return begin(name, asked)
      return round.next === undefined ? follow(round, name, asked) : Deferred.await(round.next)
    })
})
