import type { OrgId } from "@svc/contract/kernel/ids"
import type { Caller } from "@svc/contract/kernel/access"
import { DateTime, Effect } from "effect"
import { Db, type Transaction } from "#platform/database/db"
import { Files } from "#platform/files/files"
import type { BuildQueue, ClaimedBuild } from "./build-queue-repo.ts"
import { eachDue } from "#platform/jobs/each-due"

const batch = 1000

/**
 * A round that expires builds and deletes files no longer needed. Returns how many builds expired and how many files
 * were deleted; failed deletions are retried.
 */
export const makeBuildExpiry = Effect.fnUntraced(function* <Id extends string>({
  queue,
  record,
  what
}: {
  /** As sentences of the log name it: `export`. */
  readonly what: string
  readonly queue: Pick<
    BuildQueue<ClaimedBuild & { readonly id: Id }>,
    "findExpired" | "expire" | "leaveFiles" | "leftovers" | "forgetLeftover"
  >
  /** Writes the entry that it is deleted. */
  readonly record: (id: Id) => Effect.Effect<void, never, Transaction | Caller>
}) {
  const db = yield* Db
  const files = yield* Files

  const expire = Effect.fnUntraced(function* (orgId: OrgId, id: Id) {
    if (!(yield* queue.expire(orgId, id))) return false
    yield* queue.leaveFiles(orgId, id, "all")
    yield* record(id)
    return true
  }, db.transact)

  const deleteFile = (key: string) =>
    files.delete(key).pipe(
      Effect.andThen(queue.forgetLeftover(key)),
      Effect.as(true),
      Effect.catch((failure) =>
        Effect.as(Effect.logWarning("build file not deleted, will be retried", { build: what }, failure), false)
      )
    )

  return Effect.fn("BuildExpiry.expireDue")(function* (orgId: OrgId | undefined) {
    const now = yield* DateTime.now
    const { expired } = yield* eachDue({
      due: () => queue.findExpired(orgId, now),
      work: ({ id, org_id }) => Effect.map(expire(org_id, id), (done) => ({ expired: done ? 1 : 0 })),
      says: "build not expired, will be retried",
      about: ({ id }) => ({ build: what, buildId: id }),
      none: { expired: 0 }
    })
    const keys = files.isConfigured ? yield* queue.leftovers(batch) : []
    const deleted = yield* Effect.forEach(keys, deleteFile, { concurrency: 4 })
    return { expired, deleted: deleted.filter(Boolean).length }
  })
})
