import * as NodeStream from "@effect/platform-node/NodeStream"
import { Deferred, Effect, Stream } from "effect"
import type { Readable } from "node:stream"
import { ZipFile } from "yazl"

/** A file of the ZIP; its content is read when its turn has come. */
export interface ZipEntry<E, R> {
  /** Relative, with `/` between its segments. */
  readonly path: string
  readonly content: Stream.Stream<Uint8Array, E, R>
  readonly modified: Date
}

/** Readable by all users, whatever this process runs as. */
const mode = 0o100644

/**
 * The bytes of a ZIP (with zip64 where it is needed), entry after entry, as fast as they are taken: neither an entry nor
 * the whole is ever in memory. An entry's description is asked for when those before it have been read to their end.
 */
export const zipStream = <E, R>(entries: Stream.Stream<ZipEntry<E, R>, E, R>): Stream.Stream<Uint8Array, E, R> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const zip = new ZipFile()
      const broken = yield* Deferred.make<never, E>()

      const add = ({ content, modified, path }: ZipEntry<E, R>) =>
        Effect.acquireUseRelease(
          NodeStream.toReadable(Stream.tapCause(content, (cause) => Deferred.failCause(broken, cause))),
          (readable: Readable) =>
            Effect.callback<void>((resume) => {
              // `broken` reports the failure; an unhandled event would end the process.
              readable.on("error", () => {})
              readable.once("end", () => resume(Effect.void))
              zip.addReadStream(readable, path, { mtime: modified, mode })
            }),
          (readable) => Effect.sync(() => readable.destroy())
        )

      zip.on("error", (error) => Deferred.doneUnsafe(broken, Effect.die(error)))
      yield* Stream.runForEach(entries, add).pipe(
        Effect.andThen(Effect.sync(() => zip.end())),
        Effect.catchCause((cause) => Deferred.failCause(broken, cause)),
        Effect.forkScoped
      )
      return NodeStream.fromReadable<Uint8Array>({ evaluate: () => zip.outputStream }).pipe(
        Stream.orDie,
        Stream.interruptWhen(Deferred.await(broken))
      )
    })
  )
