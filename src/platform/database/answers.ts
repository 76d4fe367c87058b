import { PgConnection } from "@effect/sql-pg"
import { Duration, Effect, type Scope } from "effect"
import { connect, type Socket } from "node:net"
import { stateOf } from "./away.ts"
import type { DatabasePlace } from "./place.ts"
import { lockTimeout, statementTimeout } from "./time-limits.ts"
import { WatchedSession } from "./watched-session.ts"

/** What a database that does not answer is given up by, and who is told so at once until it answers again. */
export interface Answers {
  /** Opens the socket of a connection; refuses while the database is known not to answer. */
  readonly stream: () => Socket
  /** The same session, whose statements are waited for no longer than they may be. `shared`: by several at once. */
  readonly watched: (session: PgConnection.PgConnection, shared: boolean) => Effect.Effect<WatchedSession>
}

/** After how long without an answer the database is asked on a new connection. */
export const defaultAnswerTimeout = Duration.seconds(5)

const ticksPerSecond = 10
const tickLength = "100 millis"
const ticksOf = (seconds: number) => Math.round(seconds * ticksPerSecond)

/** Nobody comes to stand behind a statement that has not been answered for so long. */
const setAsideAfter = 1

const sentence = "The database does not answer"

const sqlState = /^[0-9A-Z]{5}$/

/** A refusal that has a SQLSTATE is an answer. */
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
 * Watches what is asked of a database and not answered. Time is counted in steps of this process, so that neither its own
 * standing still nor a clock that is set counts as silence. When something is unanswered for `timeout`, the database is
 * asked on a new connection; when that is not answered either, and nothing else was meanwhile, all connections are given
 * up, and no other is tried until the database answers. What one session owes is waited for as long as PostgreSQL lets a
 * statement run, and `timeout`.
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
    if (answered && before) return yield* Effect.logInfo("the database answers again")
    if (answered) return
    const given = yield* giveUp
    if (!before) yield* Effect.logError(`the database does not answer: ${given} connections are given up`)
  })

  const look = Effect.suspend(() => {
    clock.now += 1
    let unanswered = silent
    for (const [socket, opened] of sockets) {
      // Sooner, for the driver gives up a connection that is not there after five seconds, and another one waits for the next.
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
        : // Probes notice a peer that is gone without a word while nothing is asked of it.
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
