import { Effect, Option, Stream } from "effect"
import type { Signing } from "#platform/keys/signing"
import { measured, type Measures } from "./measured.ts"
import { type ZipEntry, zipStream } from "./zip-stream.ts"

interface ListedFile extends Measures {
  readonly path: string
}

/** A file of the ZIP, listed by path, size and hash when its turn is over. */
type Add = <E, R>(path: string, content: Stream.Stream<Uint8Array, E, R>) => ZipEntry<E, R>

/**
 * A ZIP whose last files are `manifest.json`, which lists all others, and its detached signature (none if signing is
 * not configured). `last` is created after all other files, gets their list, and is in the manifest too.
 */
export const signedZip = <E, R, E3, R3, E2 = never, R2 = never>({
  entries,
  last,
  manifest,
  modified,
  signing
}: {
  readonly signing: Signing["Service"]
  readonly modified: Date
  readonly entries: (add: Add) => Stream.Stream<ZipEntry<E, R>, E, R>
  readonly last?: (
    listed: ReadonlyArray<ListedFile>,
    add: Add
  ) => Effect.Effect<ReadonlyArray<ZipEntry<never, never>>, E2, R2>
  readonly manifest: (listed: ReadonlyArray<ListedFile>) => Effect.Effect<Uint8Array, E3, R3>
}) =>
  Stream.suspend(() => {
    const listed: Array<ListedFile> = []
    const add: Add = (path, content) => ({
      path,
      modified,
      content: measured(content, (measures) => {
        listed.push({ path, ...measures })
      })
    })
    const unlisted = (path: string, bytes: Uint8Array) => ({ path, modified, content: Stream.make(bytes) })
    const ending = Stream.unwrap(
      Effect.gen(function* () {
        const bytes = yield* manifest(listed)
        const signature = yield* signing.sign(bytes)
        return Stream.fromIterable([
          unlisted("manifest.json", bytes),
          ...Option.toArray(signature).map((base64) =>
            unlisted("manifest.json.sig", new Uint8Array(Buffer.from(base64, "base64")))
          )
        ])
      })
    )
    const beforeIt =
      last === undefined ? Stream.empty : Stream.unwrap(Effect.map(last(listed, add), Stream.fromIterable))
    return zipStream<E | E2 | E3, R | R2 | R3>(entries(add).pipe(Stream.concat(beforeIt), Stream.concat(ending)))
  })
