import type { ApiKeyId } from "@svc/contract/kernel/ids"
import { Clock, Duration, Effect } from "effect"

/** Of one key at the same time, and of all keys on this node. */
const sessionBounds = { perKey: 10, inAll: 2_000, idle: Duration.hours(1) }

interface Session {
  readonly keyId: ApiKeyId
  usedAt: number
}

/**
 * The sessions of this node, by the key that started them. One too many ends the key's oldest, and so does an hour
 * without a request: the client then starts a new one, as the protocol says.
 */
export const makeSessions = <R>(end: (sessionId: string) => Effect.Effect<unknown, never, R>) => {
  // In the order of their last use.
  const sessions = new Map<string, Session>()

  const forget = (ids: ReadonlyArray<string>) =>
    Effect.forEach(
      ids,
      (id) => {
        sessions.delete(id)
        return end(id)
      },
      { discard: true }
    )

  const tooMany = (keyId: ApiKeyId, now: number) => {
    const idle = [...sessions].filter(([, { usedAt }]) => now - usedAt >= Duration.toMillis(sessionBounds.idle))
    const living = [...sessions].slice(idle.length)
    const own = living.filter(([, session]) => session.keyId === keyId)
    const over = own.length >= sessionBounds.perKey ? own : living.length >= sessionBounds.inAll ? living : []
    return [...idle, ...over.slice(0, 1)].map(([id]) => id)
  }

  return {
    began: Effect.fnUntraced(function* (sessionId: string, keyId: ApiKeyId) {
      const now = yield* Clock.currentTimeMillis
      yield* forget(tooMany(keyId, now))
      sessions.set(sessionId, { keyId, usedAt: now })
    }),
    /** Whether it is a session of this key that still lives; it then was used now. */
    isOf: Effect.fnUntraced(function* (sessionId: string, keyId: ApiKeyId) {
      const now = yield* Clock.currentTimeMillis
      const session = sessions.get(sessionId)
      if (session === undefined || session.keyId !== keyId) return false
      if (now - session.usedAt >= Duration.toMillis(sessionBounds.idle)) {
        yield* forget([sessionId])
        return false
      }
      session.usedAt = now
      sessions.delete(sessionId)
      sessions.set(sessionId, session)
      return true
    }),
    ended: (sessionId: string) => Effect.sync(() => void sessions.delete(sessionId))
  }
}
