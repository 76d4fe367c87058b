import { Effect, Stream } from "effect"
import { createHash } from "node:crypto"
import { pipeline, Readable } from "node:stream"
import { createZstdCompress, createZstdDecompress } from "node:zlib"
import type { Files } from "#platform/files/files"
import { refuse, whileTrying } from "./failed.ts"
import type { Part } from "./manifest.ts"
import { seal, type SealedAs, unseal } from "./sealed-stream.ts"

/** One backup as it is written or read: its place, its name, and the key of 32 bytes that seals it. */
export interface OpenBackup {
  readonly files: Files["Service"]
  readonly prefix: string
  readonly id: string
  readonly key: Uint8Array
}

const sealedAs = ({ id, key }: OpenBackup, name: string): SealedAs => ({ key, backupId: id, name })
const keyOf = ({ id, prefix }: OpenBackup, name: string) => `${prefix}${id}/${name}`

type Bytes = AsyncIterable<Uint8Array>

/** Reads through a transformation; a failure on either side is the failure of the whole. */
const through = (bytes: Bytes, transform: ReturnType<typeof createZstdCompress>): AsyncIterable<Buffer> => {
  // The iterating caller gets the error, so the callback ignores it.
  pipeline(Readable.from(bytes), transform, () => {})
  return transform
}

/** Passes the bytes on and keeps their number and hash. */
const measure = () => {
  const hash = createHash("sha256")
  let bytes = 0
  return {
    pass: async function* (plain: Bytes) {
      for await (const chunk of plain) {
        hash.update(chunk)
        bytes += chunk.length
        yield chunk
      }
    },
    result: () => ({ bytes, sha256: hash.digest("hex") })
  }
}

const asBytes = async function* (iterable: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  for await (const chunk of iterable) yield chunk
}

/** Compresses, seals and stores one part, in a memory that does not grow with it. `items` is asked when it has ended. */
export const writePart = Effect.fn("writePart")(function* (
  backup: OpenBackup,
  name: string,
  plain: Bytes,
  items: () => number
) {
  const measured = measure()
  let stored = 0
  const counted = async function* (sealed: Bytes) {
    for await (const chunk of sealed) {
      stored += chunk.length
      yield chunk
    }
  }
  const sealed = counted(seal(sealedAs(backup, name), asBytes(through(measured.pass(plain), createZstdCompress()))))
  yield* backup.files
    .put(
      keyOf(backup, name),
      Stream.fromAsyncIterable(sealed, (error) =>
        refuse(`${name} cannot be written: ${error instanceof Error ? error.message : String(error)}`)
      ),
      { contentType: "application/octet-stream" }
    )
    .pipe(
      Effect.catchTags({
        StorageFailed: whileTrying("The backup cannot be stored"),
        StorageNotConfigured: whileTrying("The backup cannot be stored"),
        FileKeyInvalid: whileTrying("The backup cannot be stored")
      })
    )
  return { name, ...measured.result(), stored, items: items() } satisfies Part
})

const readFailed = (name: string) => (failure: { readonly message: string }) =>
  refuse(`${name} of the backup cannot be read: ${failure.message}`)

/** The bytes that a part holds, each chunk authenticated before it is passed on. Reading stops with the scope. */
export const readPart = Effect.fnUntraced(function* (backup: OpenBackup, name: string) {
  const stored = backup.files.get(keyOf(backup, name)).pipe(Stream.mapError(readFailed(name)))
  const sealed = Stream.toAsyncIterableWith(stored, yield* Effect.context<never>())
  return asBytes(through(unseal(sealedAs(backup, name), sealed), createZstdDecompress()))
})

/** The same for a part of the manifest, which must be what it says of it, to the byte. */
export const readMeasured = Effect.fnUntraced(function* (backup: OpenBackup, part: Part) {
  const plain = yield* readPart(backup, part.name)
  return (async function* () {
    const measured = measure()
    yield* measured.pass(plain)
    const { bytes, sha256 } = measured.result()
    if (bytes !== part.bytes || sha256 !== part.sha256) throw new Error(`${part.name} does not match the manifest`)
  })()
})

/** Reads all of it by `each`; what breaks it is the failure. */
export const readThrough = (bytes: Bytes, each: (chunk: Uint8Array) => void = () => {}) =>
  Effect.tryPromise({
    try: async () => {
      for await (const chunk of bytes) each(chunk)
    },
    catch: (error) => refuse(`The backup is damaged: ${error instanceof Error ? error.message : String(error)}`)
  })

/** How many lines, which is how many rows: COPY escapes a line's end that belongs to a value. */
export const countRows = (counted: (rows: number) => void) =>
  async function* (bytes: Bytes): AsyncGenerator<Uint8Array> {
    let rows = 0
    for await (const chunk of bytes) {
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows += 1
      yield chunk
    }
    counted(rows)
  }
