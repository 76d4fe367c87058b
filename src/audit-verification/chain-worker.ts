import { parentPort } from "node:worker_threads"
import { type ChainEnd, followed } from "./chain-follow.ts"

// Runs in a thread of its own: hashing a long chain takes seconds, in which others are to be answered.

export interface ToWorker {
  readonly orgId: string
  readonly from: ChainEnd
  /** Changes hands, there and back. */
  readonly memory: ArrayBuffer
  /** So much of it is the page. */
  readonly length: number
}

export interface FromWorker {
  readonly memory: ArrayBuffer
  /** Undefined when the page does not go on from the end. */
  readonly end: ChainEnd | undefined
}

if (parentPort !== null) {
  const parent = parentPort
  parent.on("message", ({ from, length, memory, orgId }: ToWorker) => {
    const end = followed(orgId, from, new Uint8Array(memory, 0, length))
    const answer: FromWorker = { memory, end }
    parent.postMessage(answer, [memory])
  })
}
