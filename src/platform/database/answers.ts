import { PgConnection } from "@effect/sql-pg"
import { Duration, Effect, type Scope } from "effect"
import { connect, type Socket } from "node:net"
import { stateOf } from "./away.ts"
import type { DatabasePlace } from "./place.ts"
import { lockTimeout, statementTimeout } from "./time-limits.ts"
import { WatchedSession } from "./watched-session.ts"

/** Circuit breaker for the database: opens sockets and watches sessions. */
export interface Answers {
  /** Opens a connection's socket; fails fast while the breaker is open. */
  readonly stream: () => Socket
  /** The session with bounded waits for its statements. `shared`: used by several callers concurrently. */
  readonly watched: (session: PgConnection.PgConnection, shared: boolean) => Effect.Effect<WatchedSession>
}

/** Silence after which the database is probed on a new connection. */
export const defaultAnswerTimeout = Duration.seconds(5)

const ticksPerSecond = 10
const tickLength = "100 millis"
const ticksOf = (seconds: number) => Math.round(seconds * ticksPerSecond)

/** Ticks after which a session with an unanswered statement takes no further ones. */
const setAsideAfter = 1

const sentence = "The database does not answer"

const sqlState = /^[0-9A-Z]{5}$/

/** Probe on a new connection. A refusal with a SQLSTATE is a response. */
const answers = (settings: PgConnection.Config, timeout: Duration.Duration) =>
  Effect.scoped(
    Effect.flatMap(PgConnection.make({ ...settings, connectTimeout: timeout }), (session) =>
      session.query("SELECT 1", [], false)
    )
  ).pipe(
    Effect.as(true),
    Effect.catch(({ reason }) => Effect.succeed(sqlState.test(stateOf(reason)))),
    Effect.timeoutOrElse({ duration: timeout, orElse: () => Effect.succeed(false) })
  )

/**
 * Circuit breaker for the database. After `timeout` without a response the database is probed on a new connection. If the
 * probe fails too, and no other statement succeeded in the meantime, the breaker opens: all connections are closed, and new ones
 * fail fast until a probe succeeds. One session's statement is waited for as long as PostgreSQL lets it run, plus `timeout`.
 * Time is counted in ticks of this process, so that neither a stopped process nor a changed clock counts as silence.
 */
export const watchAnswers = Effect.fnUntraced(function* (
  settings: PgConnection.Config,
  { host, port }: Pick<DatabasePlace, "host" | "port">,
  timeout: Duration.Duration = defaultAnswerTimeout
): Effect.fn.Return<Answers, never, Scope.Scope> {
  const scope = yield* Effect.scope
  const patience = ticksOf(Duration.toSeconds(timeout))
  /** As long as a statement may run alone; and behind others, of which each may wait for a lock. */
  const [alone, behind] = [ticksOf(statementTimeout) + patience, ticksOf(lockTimeout) + patience]
  const sockets = new Map<Socket, number>()
  const sessions = new Set<WatchedSession>()
  const clock = { now: 0, lastAnswer: 0 }
  let silent = false
  let asking = false

  const giveUp = Effect.sync(() => {
    const all = [...sockets.keys()]
    for (const session of sessions) session.giveUp(sentence)
    for (const socket of all) socket.destroy()
    return all.length
  })

  const ask = Effect.gen(function* () {
    const began = clock.now
    const answered = (yield* answers(settings, timeout)) || clock.lastAnswer > began
    const before = silent
    silent = !answered
    if (answered && before) return yield* Effect.logInfo("database available again")
    if (answered) return
    const given = yield* giveUp
    if (!before) yield* Effect.logError("database unavailable, connections closed", { connections: given })
  })

  const look = Effect.suspend(() => {
    clock.now += 1
    let unanswered = silent
    for (const [socket, opened] of sockets) {
      // Earlier than `timeout`: the driver abandons an unopened connection after five seconds.
      if (socket.bytesRead === 0 && clock.now - opened >= patience / 2) unanswered = true
    }
    for (const session of sessions) {
      const waited = session.waited()
      if (waited >= patience) unanswered = true
      if (waited >= alone) session.giveUp(`${sentence} within ${alone / ticksPerSecond} seconds`)
      if (session.waitedBehind() >= behind) session.giveUp("Statements before this one took too long")
    }
    const aside = Effect.forEach(
      [...sessions].filter((session) => session.waited() > setAsideAfter),
      (session) => Effect.forkIn(session.setAside, scope),
      { discard: true }
    )
    if (!unanswered || asking || clock.now % ticksPerSecond !== 0) return aside
    asking = true
    return ask.pipe(
      Effect.ensuring(Effect.sync(() => void (asking = false))),
      Effect.forkIn(scope),
      Effect.andThen(aside)
    )
  })
  yield* Effect.forkIn(Effect.forever(Effect.andThen(Effect.sleep(tickLength), look)), scope)

  return {
    stream: () => {
      if (silent) throw new Error(sentence)
      const socket = host.startsWith("/")
        ? connect({ path: `${host}/.s.PGSQL.${port}` })
        : // Keep-alive detects a silent peer while the connection is idle.
          connect({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 30_000 })
      sockets.set(socket, clock.now)
      return socket.once("close", () => sockets.delete(socket))
    },
    watched: (session, shared) =>
      Effect.map(WatchedSession.make(session, clock, shared), (watched) => {
        sessions.add(watched)
        watched.whenClosed(() => sessions.delete(watched))
        return watched
      })
  }
})
