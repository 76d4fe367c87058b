import { Stream } from "effect"
import { createHash } from "node:crypto"

/** Bytes, and lower-case hex. */
export interface Measures {
  readonly size: number
  readonly sha256: string
}

/** Passes the bytes on, and tells their number and hash when they have ended. */
export const measured = <E, R>(bytes: Stream.Stream<Uint8Array, E, R>, ended: (measures: Measures) => void) =>
  Stream.suspend(() => {
    const hash = createHash("sha256")
    let size = 0
    return Stream.concat(
      Stream.map(bytes, (chunk) => {
        hash.update(chunk)
        size += chunk.length
        return chunk
      }),
      Stream.suspend(() => {
        ended({ size, sha256: hash.digest("hex") })
        return Stream.empty
      })
    )
  })
