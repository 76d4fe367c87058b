import { PgClient } from "@effect/sql-pg"
import { Clock, Effect, Redacted, Schedule } from "effect"
import { Reactivity } from "effect/reactivity"
import { migrate } from "#platform/database/migrations"
import { aPostgresServer, installedPostgres } from "./postgres-server.ts"

export const live = Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())

/** One statement on a connection of its own. */
export const ask = (url: Redacted.Redacted, text: string) =>
  PgClient.makeClient({ url }).pipe(
    Effect.flatMap((sql) => sql.unsafe<Readonly<Record<string, unknown>>>(text)),
    Effect.scoped,
    Effect.provide(Reactivity.layer)
  )

/** Asks until it holds, by the machine's clock. */
export const soon = <A, E, R>(check: Effect.Effect<A, E, R>, holds: (found: A) => boolean) =>
  check.pipe(Effect.repeat({ until: holds, schedule: Schedule.spaced("20 millis") }), live)

/** A primary and a standby as servers of their own; with `synchronous` commits wait for the standby. */
export const aReplicatedPair = Effect.fnUntraced(function* ({ synchronous }: { readonly synchronous: boolean }) {
  const bin = installedPostgres ?? ""
  const primary = yield* aPostgresServer(bin, { settings: { fsync: "off", max_connections: "60" } })
  yield* migrate({ url: primary.url })
  const standby = yield* aPostgresServer(bin, {
    settings: { fsync: "off", max_connections: "60" },
    from: {
      program: "pg_basebackup",
      args: (data) => ["-D", data, "-R", "-c", "fast", "--no-sync", "-d", Redacted.value(primary.url)]
    }
  })
  if (!synchronous) return { primary, standby }
  yield* ask(primary.url, "ALTER SYSTEM SET synchronous_standby_names = '*'")
  yield* ask(primary.url, "SELECT pg_reload_conf()")
  yield* soon(
    ask(primary.url, "SELECT FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum')"),
    ({ length }) => length > 0
  )
  return { primary, standby }
})
