import { Context, type Duration, Effect, Layer, PubSub, Queue, Schedule, type Scope } from "effect"
import { SqlClient } from "effect/sql"
import { DedicatedConnection, Transaction } from "./db.ts"

/** The channel that every node listens on; the payload is the topic. */
export const wakeupChannel = "svc_wakeup"

/** Who is to look for work. */
export type Topic = "outbox" | "webhook-deliveries" | "mail-outbox" | "revocation-runs" | "api-keys"

/**
 * Tells workers, on this node and on every other, that there is something to do. A signal may be lost (a dropped
 * connection); polling is the net under it, so it only shortens the wait.
 */
export class Wakeups extends Context.Service<
  Wakeups,
  {
    /** Sent when the transaction commits, not before. */
    signal(topic: Topic): Effect.Effect<void, never, Transaction>
    /** Waits for the topic's next signal, at most so long. Signals sent since the subscription are not missed. */
    subscribe(
      topic: Topic
    ): Effect.Effect<{ readonly wait: (atMost: Duration.Input) => Effect.Effect<void> }, never, Scope.Scope>
  }
>()("svc/platform/Wakeups") {
  static readonly layerNoDeps = Layer.effect(
    Wakeups,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { open } = yield* DedicatedConnection
      const topics = yield* PubSub.sliding<string>(1024)

      const listen = Effect.gen(function* () {
        const connection = yield* open
        const notifications = yield* connection.listen(wakeupChannel)
        return yield* Queue.take(notifications).pipe(
          Effect.flatMap(({ payload }) => PubSub.publish(topics, payload)),
          Effect.forever
        )
      }).pipe(
        Effect.scoped,
        Effect.tapError((error) => Effect.logWarning("listening for wake-ups was cut off, trying again", error)),
        Effect.retry(Schedule.spaced("1 second"))
      )
      yield* Effect.forkScoped(listen)

      return Wakeups.of({
        signal: (topic) => Transaction.use(({ send }) => send(sql`SELECT pg_notify(${wakeupChannel}, ${topic})`)),
        subscribe: (topic) =>
          Effect.map(PubSub.subscribe(topics), (subscription) => {
            const next: Effect.Effect<void> = Effect.flatMap(PubSub.take(subscription), (signalled) =>
              signalled === topic ? Effect.void : next
            )
            return { wait: (atMost) => Effect.asVoid(Effect.timeoutOption(next, atMost)) }
          })
      })
    })
  )
}
