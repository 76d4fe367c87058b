import os from "node:os"
import { parentPort } from "node:worker_threads"
import { type ChainEnd, followPiece, type Piece, type WrittenEntries } from "./chain-follow.ts"

// Runs in a thread of its own: hashing a long chain takes seconds, in which others are to be answered.

export interface ToWorker {
  readonly orgId: string
  readonly from: ChainEnd
  readonly page: WrittenEntries
}

/** Null when the page does not go on from the end. */
export type FromWorker = Piece | null

if (parentPort !== null) {
  const parent = parentPort
  // On Linux this is the thread's own; where it is the whole process's, or forbidden, all stays as it was.
  if (process.platform === "linux") os.setPriority(os.constants.priority.PRIORITY_LOW)
  const post = (message: FromWorker) => parent.postMessage(message, [])
  parent.on("message", ({ from, orgId, page }: ToWorker) =>
    post(followPiece(orgId, from, page, 0, Number.POSITIVE_INFINITY) ?? null)
  )
}
