import { Context, Effect, Layer } from "effect"
import { Files } from "#platform/files"
import { RemovalRepo } from "./removal-repo.ts"

const batch = 1000

/** The stored files of cases that are gone. */
export class CaseFiles extends Context.Service<
  CaseFiles,
  {
    /** Answers how many were deleted; what the storage did not do is tried again. */
    readonly sweep: Effect.Effect<{ readonly deleted: number }>
  }
>()("svc/offboardings/CaseFiles") {
  static readonly layerNoDeps = Layer.effect(
    CaseFiles,
    Effect.gen(function* () {
      const repo = yield* RemovalRepo
      const files = yield* Files

      const deleteFile = (key: string) =>
        files.delete(key).pipe(
          Effect.andThen(repo.forgetLeftover(key)),
          Effect.as(true),
          Effect.catch((failure) =>
            Effect.as(
              Effect.logWarning("a file of a deleted offboarding could not be deleted, it is tried again", failure),
              false
            )
          )
        )

      const sweep = Effect.gen(function* () {
        const keys = files.isConfigured ? yield* repo.leftovers(batch) : []
        const deleted = yield* Effect.forEach(keys, deleteFile, { concurrency: 4 })
        return { deleted: deleted.filter(Boolean).length }
      }).pipe(Effect.withSpan("CaseFiles.sweep"))

      return CaseFiles.of({ sweep })
    })
  )
}
