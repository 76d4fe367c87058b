import { Clock, Context, Duration, Effect, Fiber, Option } from "effect"
import type { SqlError } from "effect/sql"
import { Randomness } from "#platform/crypto/random"
import { SystemSql } from "#platform/database/db"
import { layerOf } from "#platform/services/layer-of"
import { survive } from "./survive.ts"

/** Lease without a heartbeat, by the database's clock. */
const leaseSeconds = 15

const beatEvery = Duration.seconds(5)

/** The holder stops this long before its lease expires. */
const margin = Duration.seconds(2)

/** Polling interval for a name that is held. */
const askEvery = Duration.millis(250)
const askForHolderEvery = Duration.seconds(1)

/** `busy`: another holder has the name. `free`: it was released. */
type Standing = "held" | "busy" | "free"

/**
 * Named leases with a heartbeat: at most one holder per name over all nodes. They are rows whose expiry the holder renews
 * every `beatEvery`, independent of a database session. When a holder's process dies, the lease expires after `leaseSeconds`.
 * Work whose lease is lost dies before another holder can start.
 */
export class Leases extends Context.Service<
  Leases,
  {
    /** None when another holder has the name. */
    tryHold<A, E, R>(name: string, work: Effect.Effect<A, E, R>): Effect.Effect<Option.Option<A>, E, R>
    /** Waits for the name; none after `atMost`. */
    hold<A, E, R>(
      name: string,
      atMost: Duration.Input,
      work: Effect.Effect<A, E, R>
    ): Effect.Effect<Option.Option<A>, E, R>
    /** Where the name is held, waits: none once the holder releases it; if the holder's lease expires, does the work instead. */
    standIn<A, E, R>(name: string, work: Effect.Effect<A, E, R>): Effect.Effect<Option.Option<A>, E, R>
  }
>()("svc/platform/Leases") {
  static readonly layerNoDeps = layerOf(Leases, function* () {
    const system = yield* SystemSql
    const newHolder = Effect.provide(
      Randomness.use(({ uuid }) => uuid),
      Randomness.layer
    )
    // Leases use real time, like connections.
    const live = Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())
    const until = system`clock_timestamp() + ${`${leaseSeconds} seconds`}::interval`

    const take = (name: string, holder: string): Effect.Effect<Standing, SqlError.SqlError> =>
      Effect.map(
        system`
            INSERT INTO platform_leases (name, holder, leased_until) VALUES (${name}, ${holder}, ${until})
            ON CONFLICT (name) DO UPDATE SET holder = EXCLUDED.holder, leased_until = EXCLUDED.leased_until
            WHERE platform_leases.leased_until <= clock_timestamp()
            RETURNING 1`,
        ({ length }) => (length > 0 ? "held" : "busy")
      )
    const takeOver = (name: string, holder: string): Effect.Effect<Standing, SqlError.SqlError> =>
      Effect.map(
        system<{ readonly taken: boolean; readonly there: boolean }>`
            WITH taken AS (
              UPDATE platform_leases SET holder = ${holder}, leased_until = ${until}
              WHERE name = ${name} AND leased_until <= clock_timestamp() RETURNING 1
            )
            SELECT EXISTS (SELECT FROM taken) AS taken, EXISTS (SELECT FROM platform_leases WHERE name = ${name}) AS there`,
        ([found]) => (found?.taken === true ? "held" : found?.there === true ? "busy" : "free")
      )
    const renew = (name: string, holder: string) =>
      system`
          UPDATE platform_leases SET leased_until = ${until} WHERE name = ${name} AND holder = ${holder} RETURNING 1`
    const letGo = (name: string, holder: string) =>
      system`DELETE FROM platform_leases WHERE name = ${name} AND holder = ${holder}`.pipe(
        survive("lease not released, will expire", [], { lease: name })
      )

    /** Heartbeat until interrupted; dies when the lease is lost, or could be before the next renewal. */
    const beat = Effect.fnUntraced(function* (name: string, holder: string, taken: number) {
      const longest = Duration.toMillis(Duration.seconds(leaseSeconds)) - Duration.toMillis(margin)
      let confirmed = taken
      while (true) {
        const left = confirmed + longest - (yield* Clock.currentTimeMillis)
        yield* Effect.sleep(Duration.millis(Math.max(0, Math.min(left, Duration.toMillis(beatEvery)))))
        const asked = yield* Clock.currentTimeMillis
        // Detached, so that an unresponsive database does not delay the end of the work.
        const renewal = yield* Effect.forkDetach(Effect.exit(renew(name, holder)))
        const answer = yield* Effect.timeoutOption(
          Fiber.join(renewal),
          Duration.millis(Math.max(0, confirmed + longest - asked))
        )
        if (Option.isSome(answer) && answer.value._tag === "Success") {
          if (answer.value.value.length === 0) return yield* Effect.die(`The lease ${name} is another one's now`)
          confirmed = asked
        } else if ((yield* Clock.currentTimeMillis) >= confirmed + longest) {
          return yield* Option.isSome(answer) && answer.value._tag === "Failure"
            ? Effect.orDie(Effect.failCause(answer.value.cause))
            : Effect.die(`The lease ${name} could not be renewed in time`)
        }
      }
    }, live)

    /** Does the work if the name is free. */
    const attempt = <A, E, R>(
      taking: (name: string, holder: string) => Effect.Effect<Standing, SqlError.SqlError>,
      name: string,
      work: Effect.Effect<A, E, R>
    ): Effect.Effect<Option.Option<A> | Standing, E, R> =>
      Effect.acquireUseRelease(
        Effect.gen(function* () {
          const holder = yield* newHolder
          const since = yield* live(Clock.currentTimeMillis)
          return { holder, since, standing: yield* Effect.orDie(taking(name, holder)) }
        }),
        ({ holder, since, standing }): Effect.Effect<Option.Option<A> | Standing, E, R> =>
          standing === "held"
            ? Effect.map(Effect.raceFirst(work, beat(name, holder, since)), Option.some)
            : Effect.succeed(standing),
        ({ holder, standing }) => (standing === "held" ? Effect.asVoid(letGo(name, holder)) : Effect.void)
      )

    const tryHold = <A, E, R>(name: string, work: Effect.Effect<A, E, R>) =>
      Effect.map(attempt(take, name, work), (done) => (Option.isOption(done) ? done : Option.none<A>()))

    const hold = <A, E, R>(
      name: string,
      atMost: Duration.Input,
      work: Effect.Effect<A, E, R>
    ): Effect.Effect<Option.Option<A>, E, R> =>
      Effect.gen(function* () {
        const end = (yield* live(Clock.currentTimeMillis)) + Duration.toMillis(Duration.fromInputUnsafe(atMost))
        while (true) {
          const done = yield* attempt(take, name, work)
          if (Option.isOption(done)) return done
          if ((yield* live(Clock.currentTimeMillis)) >= end) return Option.none()
          yield* live(Effect.sleep(askEvery))
        }
      })

    const standIn = <A, E, R>(name: string, work: Effect.Effect<A, E, R>): Effect.Effect<Option.Option<A>, E, R> =>
      Effect.gen(function* () {
        let done = yield* attempt(take, name, work)
        while (done === "busy") {
          yield* live(Effect.sleep(askForHolderEvery))
          done = yield* attempt(takeOver, name, work)
        }
        return Option.isOption(done) ? done : Option.none()
      })

    return Leases.of({ tryHold, hold, standIn })
  })
}
