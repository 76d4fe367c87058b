import type { OrgId } from "@svc/contract/kernel/ids"
import { Cause, Context, Effect, Queue } from "effect"
import { Worker } from "node:worker_threads"
import { type ChainEnd, followPiece, type WrittenEntries } from "./chain-follow.ts"
import type { FromWorker, ToWorker } from "./chain-worker.ts"

/** Megabytes of the thread's heap, whatever the chain's length; pages are not in it. */
const heap = 32

/** Pages of more entries than this are hashed in a thread: what is less takes less than the thread does. */
export const EntriesInPlace = Context.Reference("svc/audit-verification/EntriesInPlace", { defaultValue: () => 500 })

/** Entries hashed before other requests get their turn: less than a millisecond. */
const entriesPerTurn = 100

const open = Effect.gen(function* () {
  const answers = yield* Queue.unbounded<FromWorker>()
  const worker = yield* Effect.acquireRelease(
    Effect.sync(
      () =>
        new Worker(new URL("./chain-worker.ts", import.meta.url), {
          resourceLimits: { maxOldGenerationSizeMb: heap, maxYoungGenerationSizeMb: 4 }
        })
    ),
    (thread) => Effect.promise(() => thread.terminate())
  )
  worker.on("error", (error) => Queue.failCauseUnsafe(answers, Cause.die(error)))
  worker.on("message", (answer: FromWorker) => void Queue.offerUnsafe(answers, answer))
  return (message: ToWorker, owned: ArrayBuffer) =>
    Effect.andThen(
      Effect.sync(() => worker.postMessage(message, [owned])),
      Queue.take(answers)
    )
})

/**
 * Follows a chain page by page: the end that the page leads to, or undefined when it does not go on from this end with
 * nothing broken. One page at a time; the thread ends with the scope.
 */
export const makeFollower = Effect.fnUntraced(function* (orgId: OrgId) {
  const inPlace = yield* EntriesInPlace
  const ask = yield* Effect.cached(open)

  const here = Effect.fnUntraced(function* (from: ChainEnd, page: WrittenEntries) {
    let end: ChainEnd = from
    for (let offset = 0; offset < page.length;) {
      const piece = followPiece(orgId, end, page, offset, entriesPerTurn)
      if (piece === undefined) return undefined
      end = piece.end
      offset = piece.offset
      yield* Effect.yieldNow
    }
    return end
  })

  return Effect.fnUntraced(function* (from: ChainEnd, page: WrittenEntries, entries: number) {
    if (entries <= inPlace) return yield* here(from, page)
    const send = yield* ask
    // A copy of its own, which changes hands: the driver's buffer holds other answers, too.
    const own = new Uint8Array(page)
    const piece = yield* send({ orgId, from, page: own }, own.buffer)
    return piece?.end
  })
})
