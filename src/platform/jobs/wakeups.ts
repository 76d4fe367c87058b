import {
  Brand,
  Clock,
  Context,
  type Duration,
  Effect,
  Option,
  Predicate,
  PubSub,
  Queue,
  Schedule,
  type Scope
} from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { DedicatedConnection, SystemSql, Transaction } from "#platform/database/db"
import { Randomness } from "#platform/crypto/random"
import { layerOf } from "#platform/services/layer-of"

/** The channel that every node listens on; the payload is who signals, and the topic. */
const wakeupChannel = "svc_wakeup"

/** Signals within this time are coalesced into one NOTIFY. */
const gather = "20 millis"

/** 0A000: an engine that speaks PostgreSQL's protocol without LISTEN. */
const knowsNoListen = (error: SqlError.SqlError) =>
  Predicate.hasProperty(error.reason.cause, "code") && error.reason.cause.code === "0A000"

/** The name of a kind of work, declared by the domain that does it. */
export type Topic = Brand.Branded<string, "Topic">
export const Topic = Brand.nominal<Topic>()

/**
 * LISTEN/NOTIFY wake-up of workers on all nodes, coalesced, with polling as the fallback: a signal lost with its connection or
 * process only delays work until the next poll. Topics are bounded by sliding queues of 1,024.
 */
export class Wakeups extends Context.Service<
  Wakeups,
  {
    /**
     * Sent after the transaction commits. Not by a NOTIFY inside it: PostgreSQL serializes the commits of notifying transactions
     * over all databases of the server (platform-9).
     */
    signal(topic: Topic): Effect.Effect<void, never, Transaction>
    /** Waits for the topic's next signal, at most `atMost`. Signals since the subscription are not missed. */
    subscribe(
      topic: Topic
    ): Effect.Effect<{ readonly wait: (atMost: Duration.Input) => Effect.Effect<void> }, never, Scope.Scope>
    /** Waits for signals of all topics: returns those since the last call, at least one. */
    readonly hear: Effect.Effect<Effect.Effect<ReadonlyArray<Topic>>, never, Scope.Scope>
  }
>()("svc/platform/Wakeups") {
  static readonly layerNoDeps = layerOf(Wakeups, function* () {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql
    const { open, sessions } = yield* DedicatedConnection
    const self = yield* Effect.provide(
      Randomness.use(({ uuid }) => uuid),
      Randomness.layer
    )
    const topics = yield* PubSub.sliding<Topic>(1024)

    /** Topics already signaled by each transaction, and by each savepoint, since it may roll back alone. */
    const signalled = new WeakMap<object, Set<Topic>>()

    const toTell = yield* Queue.sliding<Topic>(1024)
    yield* Queue.takeAll(toTell).pipe(
      Effect.tap(Effect.sleep(gather)),
      Effect.zipWith(Queue.clear(toTell), (first, later) => new Set([...first, ...later])),
      Effect.flatMap((signalled) => {
        const payloads = [...signalled].map((topic) => `${self} ${topic}`)
        return system`SELECT pg_notify(${wakeupChannel}, payload) FROM unnest(${payloads}::text[]) AS payload`
      }),
      Effect.catch((error) => Effect.logWarning("wake-up not sent, other nodes will poll", error)),
      Effect.forever,
      // Real time, like connections: nodes on test clocks still wake each other.
      Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()),
      Effect.forkScoped
    )

    const listen = Effect.gen(function* () {
      const connection = yield* open
      const notifications = yield* connection.listen(wakeupChannel)
      return yield* Queue.take(notifications).pipe(
        Effect.flatMap(({ payload }) => {
          const [node, topic = ""] = payload.split(" ")
          return node === self ? Effect.void : PubSub.publish(topics, Topic(topic))
        }),
        Effect.forever
      )
    }).pipe(
      Effect.scoped,
      Effect.tapError((error) => Effect.logWarning("wake-up listener interrupted, will reconnect", error)),
      Effect.retry({ schedule: Schedule.spaced("1 second"), while: (error) => !knowsNoListen(error) })
    )
    // A shared session (pooler) or an engine without LISTEN receives no notifications: workers poll.
    if (sessions === "own") yield* Effect.forkScoped(listen)

    return Wakeups.of({
      signal: (topic) =>
        Transaction.use(() =>
          Effect.flatMap(Effect.serviceOption(sql.transactionService), (level) => {
            if (Option.isNone(level)) return Effect.die("There is no open transaction")
            const already = signalled.get(level.value) ?? new Set()
            if (already.has(topic)) return Effect.void
            signalled.set(level.value, already.add(topic))
            const tell = Effect.andThen(PubSub.publish(topics, topic), Queue.offer(toTell, topic))
            // After-commit effects capture the current context; this one needs no services.
            return Effect.updateContext(sql.afterCommit(tell), () => Context.make(sql.transactionService, level.value))
          })
        ),
      subscribe: (topic) =>
        Effect.map(PubSub.subscribe(topics), (subscription) => {
          const next: Effect.Effect<void> = Effect.flatMap(PubSub.take(subscription), (signalled) =>
            signalled === topic ? Effect.void : next
          )
          return { wait: (atMost) => Effect.asVoid(Effect.timeoutOption(next, atMost)) }
        }),
      hear: Effect.map(PubSub.subscribe(topics), PubSub.takeAll)
    })
  })
}
