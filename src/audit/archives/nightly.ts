import { CreatedArchive } from "@svc/contract/audit-archives/schema"
import { Caller } from "@svc/contract/kernel/access"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Cause, Context, Effect, Layer } from "effect"
import { systemCaller } from "#access/system-caller"
import { AuditArchives } from "./service.ts"

/** The archives that nobody asks for: every night, of every organisation that has them (archives-8). */
export class NightlyArchives extends Context.Service<
  NightlyArchives,
  {
    /** Skipped are organisations without anything new, and all of them where no storage is configured. */
    archiveAll(
      orgId: OrgId | undefined
    ): Effect.Effect<{ readonly archived: number; readonly skipped: number; readonly failed: number }>
  }
>()("svc/audit-archives/NightlyArchives") {
  static readonly layerNoDeps = Layer.effect(
    NightlyArchives,
    Effect.gen(function* () {
      const archives = yield* AuditArchives

      const archiveOne = (orgId: OrgId) =>
        archives.create({ isAuto: true }).pipe(
          Effect.provideService(Caller, systemCaller(orgId)),
          Effect.map((made) => (made instanceof CreatedArchive ? ("archived" as const) : ("skipped" as const))),
          Effect.catchTag("ArchiveStorageMissing", () => Effect.succeed("skipped" as const)),
          // One that fails holds up no other.
          Effect.catchCause((cause) =>
            Cause.hasInterruptsOnly(cause)
              ? Effect.interrupt
              : Effect.as(
                  Effect.logError(`the audit log of ${orgId} was not archived, it is tried again`, cause),
                  "failed" as const
                )
          )
        )

      const archiveAll = Effect.fn("NightlyArchives.archiveAll")(function* (orgId: OrgId | undefined) {
        const figures = { archived: 0, skipped: 0, failed: 0 }
        for (const id of yield* archives.organisations(orgId)) figures[yield* archiveOne(id)] += 1
        return { ...figures }
      })

      return NightlyArchives.of({ archiveAll })
    })
  )
}
