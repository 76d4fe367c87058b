import type { HrisOrigin } from "@svc/contract/hris/schema"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, type Scope } from "effect"
import { DedicatedConnection } from "#platform/database/db"
import { survive } from "#platform/jobs/survive"

/** Keeps two syncs of one organisation apart, on any number of nodes; the lock ends with its process. */
export class SyncLock extends Context.Service<
  SyncLock,
  {
    /** Held until the scope closes; false when another one runs. */
    lock(orgId: OrgId, origin: HrisOrigin): Effect.Effect<boolean, never, Scope.Scope>
  }
>()("svc/hris/SyncLock") {
  static readonly layer = Layer.effect(
    SyncLock,
    Effect.map(DedicatedConnection, ({ open }) =>
      SyncLock.of({
        lock: (orgId, origin) =>
          Effect.gen(function* () {
            const connection = yield* open
            const name = `sync:${origin}:${orgId}`
            // A connection that closes gives up its locks a little later: whoever got the answer may come again at once.
            const letGo = connection`SELECT pg_advisory_unlock(hashtextextended(${name}, 0))`
            const [lock] = yield* Effect.acquireRelease(
              connection<{ readonly held: boolean }>`
                SELECT pg_try_advisory_lock(hashtextextended(${name}, 0)) AS held`,
              ([lock]) =>
                lock?.held === true
                  ? Effect.asVoid(letGo).pipe(
                      survive("the lock of a sync was not let go, it goes with its connection", undefined)
                    )
                  : Effect.void
            )
            return lock?.held === true
          }).pipe(Effect.orDie)
      })
    )
  )
}
