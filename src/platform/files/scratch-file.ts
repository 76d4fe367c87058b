import { Effect, type Scope, Stream } from "effect"
import { mkdir, open, unlink } from "node:fs/promises"
import path from "node:path"
import { Randomness } from "#platform/crypto/random"

/** Bytes read at a time. */
const readAtOnce = 64 * 1024

/** What is too large for memory while it is made. */
export interface ScratchFile {
  /** Sequential, never concurrent. */
  readonly append: (bytes: Uint8Array) => Effect.Effect<void>
  /** All of it, from the start, as often as one likes. */
  readonly read: Stream.Stream<Uint8Array>
  /** Bytes written so far. */
  readonly size: () => number
}

/**
 * An empty file that only this process can reach: it has no name after this returns, so it is deleted with the scope,
 * and with the process however that ends (audit-43). A refusal of the disk is a defect.
 */
export const openScratchFile = (folder: string): Effect.Effect<ScratchFile, never, Randomness | Scope.Scope> =>
  Effect.acquireRelease(
    Effect.flatMap(
      Effect.flatMap(Randomness, (randomness) => randomness.uuid),
      (unused) =>
        Effect.promise(async () => {
          await mkdir(folder, { recursive: true, mode: 0o700 })
          const name = path.join(folder, unused)
          const file = await open(name, "wx+", 0o600)
          await unlink(name)
          return file
        })
    ),
    (file) => Effect.promise(() => file.close())
  ).pipe(
    Effect.map((file) => {
      let size = 0
      return {
        append: (bytes) =>
          Effect.promise(async () => {
            for (let done = 0; done < bytes.length;) {
              const { bytesWritten } = await file.write(bytes, done, bytes.length - done, size)
              done += bytesWritten
              size += bytesWritten
            }
          }),
        read: Stream.unfold(0, (position) =>
          Effect.map(
            Effect.promise(() => file.read(Buffer.allocUnsafeSlow(readAtOnce), 0, readAtOnce, position)),
            ({ buffer, bytesRead }) =>
              bytesRead === 0 ? undefined : ([buffer.subarray(0, bytesRead), position + bytesRead] as const)
          )
        ),
        size: () => size
      } satisfies ScratchFile
    })
  )
