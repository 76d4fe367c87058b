import type { OrgId } from "@svc/contract/kernel/ids"
import { Cause, Context, Effect, Queue } from "effect"
import { Worker } from "node:worker_threads"
import { type ChainEnd, followed, type WrittenEntries } from "./chain-follow.ts"
import type { FromWorker, ToWorker } from "./chain-worker.ts"

/** Megabytes of the thread's heap, whatever the chain's length; pages are not in it. */
const heap = 32

/** Pages of more entries than this are hashed in a thread: what is less takes less than the thread does. */
export const EntriesInPlace = Context.Reference("svc/audit-verification/EntriesInPlace", { defaultValue: () => 500 })

/** Bytes of a thousand usual entries; the same memory serves page after page, for so much garbage costs more than hashing. */
const usualPage = 1024 * 1024

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
  let memory = new ArrayBuffer(usualPage)
  return Effect.fnUntraced(function* (orgId: OrgId, from: ChainEnd, pieces: ReadonlyArray<WrittenEntries>) {
    const length = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0)
    if (length > memory.byteLength) memory = new ArrayBuffer(2 * length)
    const bytes = new Uint8Array(memory)
    let offset = 0
    for (const piece of pieces) {
      bytes.set(piece, offset)
      offset += piece.byteLength
    }
    const message: ToWorker = { orgId, from, memory, length }
    yield* Effect.sync(() => worker.postMessage(message, [memory]))
    const answer = yield* Queue.take(answers)
    memory = answer.memory
    return answer.end
  })
})

/**
 * Follows a chain page by page: the end that the page leads to, or undefined when it does not go on from this end with
 * nothing broken. One page at a time; the thread ends with the scope.
 */
export const makeFollower = Effect.fnUntraced(function* (orgId: OrgId) {
  const inPlace = yield* EntriesInPlace
  const ask = yield* Effect.cached(open)

  const here = Effect.fnUntraced(function* (from: ChainEnd, pieces: ReadonlyArray<WrittenEntries>) {
    let end: ChainEnd | undefined = from
    for (const piece of pieces) {
      end = followed(orgId, end, piece)
      if (end === undefined) return undefined
      yield* Effect.yieldNow
    }
    return end
  })

  return Effect.fnUntraced(function* (from: ChainEnd, pieces: ReadonlyArray<WrittenEntries>, entries: number) {
    if (entries <= inPlace) return yield* here(from, pieces)
    const inThread = yield* ask
    return yield* inThread(orgId, from, pieces)
  })
})
