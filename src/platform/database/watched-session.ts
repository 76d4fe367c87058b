import type { PgConnection } from "@effect/sql-pg"
import { Cause, Effect, Exit, Predicate } from "effect"
import type { SqlError } from "effect/sql"
import { Socket } from "node:net"
import { batchOn, type Query } from "./statement-batch.ts"

/** Ticks of the watcher, since its start. */
interface Steps {
  readonly now: number
  lastAnswer: number
}

/** The driver keeps its socket to itself; without it a session could not be given up while an answer is awaited. */
const socketOf = (session: PgConnection.PgConnection): Effect.Effect<Socket> =>
  Predicate.hasProperty(session, "session") &&
  Predicate.hasProperty(session.session, "socket") &&
  session.session.socket instanceof Socket
    ? Effect.succeed(session.session.socket)
    : Effect.die("The driver keeps the socket of a session elsewhere in this version")

/** A session that knows how long it has not answered, and can be given up. */
export class WatchedSession {
  readonly #session: PgConnection.PgConnection
  readonly #socket: Socket
  readonly #steps: Steps
  readonly #shared: boolean
  readonly #batch: (queries: ReadonlyArray<Query>) => Effect.Effect<string, SqlError.SqlError>
  /** When each unanswered statement was sent, in order. */
  #asked: Array<{ readonly at: number }> = []
  /** When the first of them began to be awaited. */
  #since = 0
  /** A statement whose result is no longer awaited, and the bytes read by then. */
  #left: { readonly at: number; readonly read: number } | undefined
  #aside = false

  static make(session: PgConnection.PgConnection, steps: Steps, shared: boolean): Effect.Effect<WatchedSession> {
    return Effect.zipWith(
      socketOf(session),
      batchOn(session),
      (socket, batch) => new WatchedSession(session, socket, batch, steps, shared)
    )
  }

  private constructor(
    session: PgConnection.PgConnection,
    socket: Socket,
    batch: WatchedSession["batch"],
    steps: Steps,
    shared: boolean
  ) {
    this.#session = session
    this.#batch = batch
    this.#socket = socket
    this.#steps = steps
    this.#shared = shared
  }

  query(text: string, params: ReadonlyArray<unknown> = [], prepare = true) {
    return this.#awaited(this.#session.query(text, params, prepare))
  }

  queryValues(text: string, params: ReadonlyArray<unknown> = [], prepare = true) {
    return this.#awaited(this.#session.queryValues(text, params, prepare))
  }

  /** In order, in one write with one response; returns the last command tag. */
  batch(queries: ReadonlyArray<Query>): Effect.Effect<string, SqlError.SqlError> {
    return this.#awaited(this.#batch(queries))
  }

  /** The reader of a stream may be slow, so it is not watched. */
  stream(text: string, params: ReadonlyArray<unknown> = []) {
    return this.#session.stream(text, params)
  }

  /** How many steps the first of its unanswered statements has been awaited; 0 without one. */
  waited(): number {
    if (this.#asked.length > 0) return this.#steps.now - this.#since
    if (this.#left === undefined) return 0
    if (this.#socket.bytesRead === this.#left.read) return this.#steps.now - this.#left.at
    this.#left = undefined
    return 0
  }

  /** How many steps the one behind the first has waited, where statements of several share the session; 0 without one. */
  waitedBehind(): number {
    const [, second] = this.#asked
    return second === undefined || !this.#shared ? 0 : this.#steps.now - second.at
  }

  /** Removes it from a pool of shared sessions until all its statements have results. */
  readonly setAside = Effect.suspend(() => {
    if (this.#aside || !this.#shared) return Effect.void
    this.#aside = true
    return Effect.scoped(this.#session.pin).pipe(Effect.ensuring(Effect.sync(() => void (this.#aside = false))))
  })

  /** Whatever is awaited fails with the sentence, and the pool opens another. */
  giveUp(sentence: string): void {
    this.#socket.destroy(new Error(sentence))
  }

  whenClosed(then: () => void): void {
    this.#socket.once("close", then)
  }

  #awaited<A, E>(answer: Effect.Effect<A, E>): Effect.Effect<A, E> {
    return Effect.suspend(() => {
      const sent = { at: this.#steps.now }
      if (this.#asked.length === 0) this.#since = sent.at
      this.#asked.push(sent)
      return Effect.onExit(answer, (exit) => {
        this.#settled(sent, exit)
        return Effect.void
      })
    })
  }

  #settled(sent: { readonly at: number }, exit: Exit.Exit<unknown, unknown>): void {
    const index = this.#asked.indexOf(sent)
    if (Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)) {
      if (index >= 0) this.#asked.splice(index, 1)
      this.#left ??= { at: sent.at, read: this.#socket.bytesRead }
      return
    }
    // Results arrive in order: everything before it has a result too.
    if (index >= 0) this.#asked.splice(0, index + 1)
    this.#since = this.#steps.now
    this.#left = undefined
    if (Exit.isSuccess(exit)) this.#steps.lastAnswer = this.#steps.now
  }
}
