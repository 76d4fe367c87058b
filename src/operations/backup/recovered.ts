import { DateTime, Effect } from "effect"
import { openCopySession } from "#platform/database/copy-session"
import type { DatabaseOptions } from "#platform/database/connections"
import { migrate } from "#platform/database/migrations"
import { Randomness } from "#platform/crypto/random"
import { refuse, whileTrying } from "./failed.ts"
import { beginHold, endWhatWasMomentary, inMaintenance, servicesConnected } from "./load-repo.ts"
import { type App, byApp } from "./restored-app.ts"
import { bringLedger, settle } from "./settle.ts"
import { requireLedger } from "./target.ts"
import type { Ledger } from "./restore.ts"

/**
 * What a restore does after its rows are there, for a database that PostgreSQL itself recovered to a point in time: holds
 * what is queued, ends leases and sessions, replays the ledger, verifies. While no service runs on it.
 */
export const settleRecovered = Effect.fn("settleRecovered")(function* (options: {
  readonly database: DatabaseOptions
  readonly app: App
  readonly dataOf: DateTime.Utc
  readonly ledger: Ledger
}) {
  const { database } = options
  const randomness = yield* Randomness
  const session = yield* Effect.mapError(openCopySession(database), whileTrying("The database cannot be reached"))
  const connected = yield* servicesConnected(session)
  if (connected > 0) {
    return yield* refuse(
      `${connected} service sessions are connected to this database. Stop the service first, or it sends messages again`
    )
  }
  if (options.ledger._tag === "Elsewhere") yield* requireLedger(options.ledger.files, options.ledger.prefix)
  yield* Effect.mapError(migrate(database), whileTrying("The schema cannot be created"))
  yield* beginHold(session, {
    id: yield* randomness.uuid,
    origin: "recovery",
    backupId: null,
    dataOf: options.dataOf,
    now: yield* DateTime.now
  })
  yield* inMaintenance(
    session,
    Effect.flatMap(DateTime.now, (now) => endWhatWasMomentary(session, now))
  )
  if (options.ledger._tag === "Elsewhere") yield* bringLedger(options.ledger)
  return yield* byApp(options.app, database, settle(session))
})
