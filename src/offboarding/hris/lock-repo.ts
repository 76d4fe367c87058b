import type { HrisOrigin } from "@svc/contract/hris/schema"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, type Scope } from "effect"
import { DedicatedConnection } from "#platform/database/db"

/** Keeps two syncs of one organisation apart, on any number of nodes; the lock ends with its process. */
export class SyncLock extends Context.Service<
  SyncLock,
  {
    /** Held until the scope closes; false when another one runs. */
    hold(orgId: OrgId, origin: HrisOrigin): Effect.Effect<boolean, never, Scope.Scope>
  }
>()("svc/hris/SyncLock") {
  static readonly layer = Layer.effect(
    SyncLock,
    Effect.map(DedicatedConnection, ({ open }) =>
      SyncLock.of({
        hold: (orgId, origin) =>
          Effect.gen(function* () {
            const connection = yield* open
            const [lock] = yield* connection<{ readonly held: boolean }>`
              SELECT pg_try_advisory_lock(hashtextextended(${`sync:${origin}:${orgId}`}, 0)) AS held`
            return lock?.held === true
          }).pipe(Effect.orDie)
      })
    )
  )
}
