import { Context, Effect, Predicate } from "effect"
import { statfs } from "node:fs/promises"
import { StorageFailed } from "./store.ts"

/** How much of the disk under a folder this process may still fill: from 0, none, to 1, all of it. */
export const FreeShare = Context.Reference("svc/platform/FreeShare", {
  defaultValue:
    () =>
    (folder: string): Effect.Effect<number, StorageFailed> =>
      Effect.tryPromise({
        try: () => statfs(folder),
        catch: (error) =>
          new StorageFailed({
            operation: "put",
            message: `The folder failed: ${Predicate.hasProperty(error, "code") ? String(error.code) : "no statfs"}`
          })
      }).pipe(
        // Like `df`, without the blocks reserved for root. Some file systems report no size.
        Effect.map(({ bavail, bfree, blocks }) => (blocks === 0 ? 1 : bavail / (blocks - bfree + bavail)))
      )
})
