import { Effect, FileSystem, Option, type PlatformError, Schema, type Scope, Stream } from "effect"
import path from "node:path"
import { FreeShare } from "./disk-space.ts"
import { makeLinkToken } from "./links.ts"
import { FileDetails, FileKey, FileNotFound, type FileStore, isBytes, StorageFailed, StorageFull } from "./store.ts"
import { Randomness } from "#platform/crypto/random"
import { Secrets } from "#platform/keys/secrets"
import { systemReason } from "#platform/process/system-reason"

/** Next to the content, whose file it names: replacing the sidecar replaces content and details atomically. */
const Sidecar = Schema.fromJsonString(
  Schema.Struct({ ...FileDetails.fields, size: Schema.Int, content: Schema.String })
)
const encodeSidecar = Schema.encodeEffect(Sidecar)
const decodeSidecar = Schema.decodeUnknownEffect(Sidecar)

const chunkBytes = 64 * 1024

/** Kept free for the database and for what must be written whatever happens. */
const reservedShare = 0.1

const isMissing = (error: PlatformError.PlatformError) => error.reason._tag === "NotFound"

const failed = (operation: StorageFailed["operation"]) => (error: PlatformError.PlatformError) =>
  new StorageFailed({ operation, message: `The folder failed: ${systemReason(error)}` })

const missingOrFailed = (operation: StorageFailed["operation"]) => (error: PlatformError.PlatformError) =>
  isMissing(error) ? new FileNotFound() : failed(operation)(error)

/**
 * Files under a folder, for one machine. A file is there whole or not at all; links lead to `<base URL>/files/<token>`
 * of this service.
 */
export const folderStore = Effect.fnUntraced(function* (root: string, baseUrl: string) {
  const fs = yield* FileSystem.FileSystem
  const randomness = yield* Randomness
  const secrets = yield* Secrets
  const freeShare = yield* FreeShare

  const locate = (key: FileKey) => {
    // Escaped, since not every file system takes a colon.
    const segments = key.split("/").map(encodeURIComponent)
    const leaf = segments.at(-1) ?? ""
    const folder = path.join(root, ...segments.slice(0, -1))
    return { folder, leaf, sidecar: path.join(folder, `${leaf}~.json`) }
  }

  const syncFolder = Effect.fnUntraced(function* (folder: string) {
    const file = yield* fs.open(folder, { flag: "r" })
    yield* file.sync
  }, Effect.scoped)

  const write = <E, R>(target: string, content: Stream.Stream<Uint8Array, E, R>) =>
    Effect.gen(function* () {
      const file = yield* Effect.mapError(fs.open(target, { flag: "wx", mode: 0o600 }), failed("put"))
      let size = 0
      yield* Stream.runForEach(content, (bytes) => {
        size += bytes.length
        return Effect.mapError(file.writeAll(bytes), failed("put"))
      })
      yield* Effect.mapError(file.sync, failed("put"))
      return size
    }).pipe(
      Effect.scoped,
      Effect.onError(() => Effect.ignore(fs.remove(target, { force: true })))
    )

  const readSidecar = Effect.fnUntraced(function* (key: FileKey, operation: "get" | "head") {
    const text = yield* Effect.mapError(fs.readFileString(locate(key).sidecar), missingOrFailed(operation))
    return yield* Effect.mapError(
      decodeSidecar(text),
      () => new StorageFailed({ operation, message: "The folder failed: damaged details" })
    )
  })

  const put = <E, R>(key: FileKey, body: Uint8Array | Stream.Stream<Uint8Array, E, R>, details: FileDetails) =>
    Effect.gen(function* () {
      const { folder, leaf, sidecar } = locate(key)
      const version = yield* randomness.token(9)
      const content = `${leaf}~${version}`
      const draft = path.join(folder, `${leaf}~${version}.draft`)
      yield* Effect.mapError(fs.makeDirectory(folder, { recursive: true, mode: 0o700 }), failed("put"))
      const previous = yield* Effect.option(readSidecar(key, "head"))
      const stream: Stream.Stream<Uint8Array, E, R> = isBytes(body) ? Stream.make(body) : body
      const size = yield* write(path.join(folder, content), stream)
      const text = yield* Effect.orDie(encodeSidecar({ ...details, size, content }))
      yield* write(draft, Stream.make(Buffer.from(text))).pipe(
        Effect.andThen(Effect.mapError(fs.rename(draft, sidecar), failed("put"))),
        Effect.onError(() => Effect.ignore(fs.remove(path.join(folder, content), { force: true })))
      )
      // The sidecar already names the new content: it stays, even if syncing the folder fails.
      yield* Effect.mapError(syncFolder(folder), failed("put"))
      if (previous._tag === "Some") {
        yield* Effect.mapError(fs.remove(path.join(folder, previous.value.content), { force: true }), failed("put"))
      }
    })

  const requireRoom = Effect.gen(function* () {
    yield* Effect.mapError(fs.makeDirectory(root, { recursive: true, mode: 0o700 }), failed("put"))
    if ((yield* freeShare(root)) < reservedShare) return yield* new StorageFull()
  })

  // A replacement may remove the content between the reading of its name and its opening, as often as it likes.
  const open: (
    key: FileKey,
    missed?: string
  ) => Effect.Effect<FileSystem.File, FileNotFound | StorageFailed, Scope.Scope> = Effect.fnUntraced(
    function* (key, missed) {
      const { content } = yield* readSidecar(key, "get")
      if (content === missed) return yield* new FileNotFound()
      return yield* fs.open(path.join(locate(key).folder, content), { flag: "r" }).pipe(
        Effect.mapError(missingOrFailed("get")),
        Effect.catchTag("FileNotFound", () => open(key, content))
      )
    }
  )

  // From the one open file, whose bytes stay until it is closed even when it is replaced or removed.
  const get = Effect.fnUntraced(function* (key: FileKey) {
    const file = yield* open(key)
    const read = Effect.mapError(file.readAlloc(chunkBytes), failed("get"))
    return Stream.unfold(undefined, () =>
      Effect.map(read, Option.match({ onNone: () => undefined, onSome: (bytes) => [bytes, undefined] as const }))
    )
  })

  const remove = Effect.fnUntraced(
    function* (key: FileKey) {
      const { folder, leaf } = locate(key)
      const names = yield* Effect.catchIf(fs.readDirectory(folder), isMissing, () => Effect.succeed([]))
      // The sidecar goes first, so that the file is gone before its bytes are.
      const own = names.filter((name) => name.startsWith(`${leaf}~`)).toSorted((a) => (a === `${leaf}~.json` ? -1 : 1))
      yield* Effect.forEach(own, (name) => fs.remove(path.join(folder, name), { force: true }), { discard: true })
    },
    Effect.mapError(failed("delete"))
  )

  const namesBelow = (folder: string, options: { readonly recursive: boolean }) =>
    Effect.catchIf(fs.readDirectory(folder, options), isMissing, () => Effect.succeed([]))

  const list = Effect.fnUntraced(
    function* (folder: FileKey) {
      const below = path.join(root, ...folder.split("/").map(encodeURIComponent))
      const names = yield* namesBelow(below, { recursive: true })
      return names
        .filter((name) => name.endsWith("~.json"))
        .map((name) => name.slice(0, -"~.json".length).split(path.sep).map(decodeURIComponent).join("/"))
        .map((name) => FileKey.make(`${folder}/${name}`))
        .toSorted((a, b) => (a < b ? -1 : 1))
    },
    Effect.mapError(failed("list"))
  )

  const deleteOwned = Effect.fnUntraced(
    function* (segment: FileKey) {
      const owner = encodeURIComponent(segment)
      // Every file of the store's own has a `~` in its name, and no folder has.
      const areas = (yield* namesBelow(root, { recursive: false })).filter((name) => !name.includes("~"))
      let removed = 0
      for (const folder of [owner, ...areas.map((area) => path.join(area, owner))]) {
        const names = yield* namesBelow(path.join(root, folder), { recursive: true })
        yield* fs.remove(path.join(root, folder), { recursive: true, force: true })
        removed += names.filter((name) => name.endsWith("~.json")).length
      }
      return removed
    },
    Effect.mapError(failed("delete"))
  )

  const store: FileStore = {
    put,
    requireRoom,
    get: (key) => Stream.unwrap(get(key)),
    head: (key) =>
      Effect.map(readSidecar(key, "head"), ({ contentType, metadata, size }) => ({ contentType, metadata, size })),
    delete: remove,
    list,
    deleteOwned,
    signedUrl: (key, options) =>
      Effect.map(makeLinkToken(secrets, key, options), (token) => `${baseUrl}/files/${token}`)
  }
  return store
})
