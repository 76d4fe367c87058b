import type { OrgId } from "@svc/contract/kernel/ids"
import { Context, Effect, Option } from "effect"
import { Files } from "#platform/files/files"
import { Leases } from "#platform/jobs/leases"
import { layerOf } from "#platform/services/layer-of"
import { LeftoversRepo } from "./leftovers-repo.ts"

/** Deletes files that no archive names: of expired archives, and of runs that were cut off before their end. */
export class ArchiveLeftovers extends Context.Service<
  ArchiveLeftovers,
  {
    /** Locks the organization's files during the work; none if waiting for the lock took longer than a minute. */
    holding<A, E, R>(orgId: OrgId, work: Effect.Effect<A, E, R>): Effect.Effect<Option.Option<A>, E, R>
    /** While the organization's files are locked. Returns the number of deleted files; failed deletions are retried. */
    sweep(orgId: OrgId): Effect.Effect<number>
    /** For every organization whose files are not locked. */
    sweepAll(orgId: OrgId | undefined): Effect.Effect<number>
  }
>()("svc/audit-archives/ArchiveLeftovers") {
  static readonly layerNoDeps = layerOf(ArchiveLeftovers, function* () {
    const repo = yield* LeftoversRepo
    const files = yield* Files
    const leases = yield* Leases

    const deleteFile = (key: string) =>
      files.delete(key).pipe(
        Effect.andThen(repo.forget(key)),
        Effect.as(1),
        Effect.catch((failure) => Effect.as(Effect.logWarning("archive file not deleted, will be retried", failure), 0))
      )

    const sweep = Effect.fn("ArchiveLeftovers.sweep")(function* (orgId: OrgId) {
      const deleted = yield* Effect.forEach(yield* repo.giveUp(orgId), deleteFile, { concurrency: 4 })
      return deleted.reduce((total, count) => total + count, 0)
    })

    const nameOf = (orgId: OrgId) => `audit-archives/${orgId}`

    const sweepUnheld = (orgId: OrgId) =>
      Effect.map(
        leases.tryHold(nameOf(orgId), sweep(orgId)),
        Option.getOrElse(() => 0)
      )

    const sweepAll = Effect.fn("ArchiveLeftovers.sweepAll")(function* (orgId: OrgId | undefined) {
      if (!files.isConfigured) return 0
      const deleted = yield* Effect.forEach(yield* repo.owners(orgId), sweepUnheld)
      return deleted.reduce((total, count) => total + count, 0)
    })

    return ArchiveLeftovers.of({
      holding: (orgId, work) => leases.hold(nameOf(orgId), "1 minute", work),
      sweep,
      sweepAll
    })
  })
}
