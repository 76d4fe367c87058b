import { Cause, Effect, Queue, Stream } from "effect"
import { Worker } from "node:worker_threads"
import { ownProgram } from "#platform/process/own-files"
import { actorOf, type ReadableRow } from "./export-formats.ts"
import type { FromWorker, PdfRow, PdfTitle, ToWorker } from "./export-pdf-messages.ts"
import type { SlicePart } from "./export-slices.ts"

/** Megabytes of the thread's heap, whatever the export's size. */
const heap = 64

const rowOf = (row: ReadableRow): PdfRow => ({
  seq: String(row.seq),
  createdAt: Number.isNaN(row.created_at.getTime()) ? "" : row.created_at.toISOString(),
  action: row.action,
  actor: actorOf(row),
  target: row.target_text,
  details: row.details_text,
  id: row.id,
  entryHash: row.entry_hash,
  prevHash: row.prev_hash
})

const messageOf = (part: SlicePart<ReadableRow>): ReadonlyArray<ToWorker> => {
  switch (part._tag) {
    case "Count":
      return [{ _tag: "Head", rows: part.rows }]
    case "Rows":
      return [{ _tag: "Rows", rows: part.page.map(rowOf) }]
    case "Links":
      return []
  }
}

/** A readable copy of the entries as PDF, set in a thread of its own, a page of entries at a time. */
export const pdfOf = <E, R>(
  title: PdfTitle,
  parts: Stream.Stream<SlicePart<ReadableRow>, E, R>
): Stream.Stream<Uint8Array, E, R> =>
  Stream.callback<Uint8Array, E, R>((queue) =>
    Effect.gen(function* () {
      const turns = yield* Queue.unbounded<void>()
      const worker = yield* Effect.acquireRelease(
        Effect.sync(
          () =>
            new Worker(ownProgram("export-pdf-worker", import.meta.url), {
              workerData: title,
              resourceLimits: { maxOldGenerationSizeMb: heap }
            })
        ),
        (thread) => Effect.promise(() => thread.terminate())
      )
      worker.on("error", (error) => Queue.failCauseUnsafe(queue, Cause.die(error)))
      worker.on("message", (message: FromWorker) => {
        if (message === "ready") Queue.offerUnsafe(turns, undefined)
        else if (message === "done") Queue.endUnsafe(queue)
        else Queue.offerUnsafe(queue, message)
      })
      const send = (message: ToWorker) =>
        Effect.andThen(
          Queue.take(turns),
          Effect.sync(() => worker.postMessage(message, []))
        )
      yield* Stream.runForEach(parts, (part) => Effect.forEach(messageOf(part), send, { discard: true }))
      yield* send({ _tag: "End" })
      return yield* Effect.never
    })
  )
