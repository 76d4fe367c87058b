import { Effect, Schema, Stream } from "effect"
import { FileNotFound, type Files } from "#platform/files/files"
import { refuse, whileTrying } from "./failed.ts"

/** What stands before the content of a file in a pack. */
const Header = Schema.fromJsonString(
  Schema.Struct({
    key: Schema.String,
    contentType: Schema.String,
    metadata: Schema.Record(Schema.String, Schema.String)
  })
)
const encodeHeader = Schema.encodeSync(Header)
const decodeHeader = Schema.decodeSync(Header)

const sized = (bytes: Uint8Array) => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}

const ended = sized(new Uint8Array())

const unreadable = whileTrying("A file in storage cannot be read")

/** One file of the storage with its details, as a pack holds it: header, pieces of the content, an empty piece. */
export const packedFile = Effect.fnUntraced(function* (files: Files["Service"], key: string) {
  const { contentType, metadata } = yield* files.head(key)
  const header = sized(Buffer.from(encodeHeader({ key, contentType, metadata })))
  const content = Stream.map(files.get(key), sized)
  return Stream.make<ReadonlyArray<Uint8Array>>(header).pipe(
    Stream.concat(content),
    Stream.concat(Stream.make<ReadonlyArray<Uint8Array>>(ended))
  )
})

/** Reads a fixed number of bytes at a time from chunks of any size. */
const makeReader = (bytes: AsyncIterable<Uint8Array>) => {
  const chunks = bytes[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)
  const take = async (size: number, orEnd: boolean): Promise<Buffer | undefined> => {
    const pieces = [held]
    let length = held.length
    while (length < size) {
      // oxlint-disable-next-line no-await-in-loop -- it ends when there is enough.
      const { done, value } = await chunks.next()
      if (done === true) {
        if (orEnd && length === 0) return undefined
        throw new Error("a pack of files ends in the middle of one")
      }
      pieces.push(Buffer.from(value.buffer, value.byteOffset, value.byteLength))
      length += value.length
    }
    const all = pieces.length === 1 ? held : Buffer.concat(pieces, length)
    held = all.subarray(size)
    return all.subarray(0, size)
  }
  return { take }
}

/** Puts every file of a pack into a storage, with its details; answers how many. */
export const unpackFiles = Effect.fnUntraced(function* (files: Files["Service"], bytes: AsyncIterable<Uint8Array>) {
  const reader = makeReader(bytes)
  const read = (size: number, orEnd = false) =>
    Effect.tryPromise({
      try: () => reader.take(size, orEnd),
      catch: (error) => refuse(`The backup is damaged: ${error instanceof Error ? error.message : String(error)}`)
    })
  const piece = Effect.fnUntraced(function* (orEnd = false) {
    const length = yield* read(4, orEnd)
    return length === undefined ? undefined : yield* read(length.readUInt32BE(0))
  })
  let count = 0
  while (true) {
    const header = yield* piece(true)
    if (header === undefined) return count
    const { contentType, key, metadata } = yield* Effect.try({
      try: () => decodeHeader(header.toString("utf8")),
      catch: () => refuse("The backup is damaged: a pack of files has no header where it should")
    })
    const content = Stream.unfold(undefined, () =>
      Effect.map(piece(), (bytes) =>
        bytes === undefined || bytes.length === 0 ? undefined : ([new Uint8Array(bytes), undefined] as const)
      )
    )
    yield* files.put(key, content, { contentType, metadata }).pipe(
      Effect.catchTags({
        StorageFailed: whileTrying("The files cannot be stored"),
        StorageNotConfigured: whileTrying("The files cannot be stored"),
        FileKeyInvalid: whileTrying("The files cannot be stored")
      })
    )
    count += 1
  }
})

/** Whether a file is gone; everything else that keeps it from being read is a failure. */
export const orGone = <A, R>(
  read: Effect.Effect<A, FileNotFound | { readonly message: string }, R>
): Effect.Effect<A | undefined, ReturnType<typeof refuse>, R> =>
  read.pipe(
    Effect.catch((failure) =>
      failure instanceof FileNotFound ? Effect.succeed(undefined) : Effect.fail(unreadable(failure))
    )
  )
