import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { Context, Duration, Effect, Layer, Schema, Stream } from "effect"
import { AppConfig, type Storage } from "#platform/config/config"
import { type LinkInvalid, type LinkTarget, readLinkToken } from "./links.ts"
import {
  FileDetails,
  type FileInfo,
  FileKey,
  FileKeyInvalid,
  type FileNotFound,
  type FileStore,
  type LinkOptions,
  type StorageError,
  type StorageFull,
  StorageNotConfigured
} from "./store.ts"
import { folderStore } from "./folder.ts"
import { type S3Options, s3Store } from "./s3.ts"
import { Randomness } from "#platform/crypto/random"
import { Secrets } from "#platform/keys/secrets"

export { LinkInvalid } from "./links.ts"
export { FileKeyInvalid, FileNotFound, StorageFailed, StorageNotConfigured } from "./store.ts"

export interface FilesOptions {
  readonly storage: Storage
  /** Without a trailing slash; links into a folder start with it. */
  readonly baseUrl: string
  readonly s3Credentials?: NonNullable<S3Options["credentials"]>
}

const notConfigured = Effect.fail(new StorageNotConfigured())

const noStore: FileStore = {
  put: () => notConfigured,
  requireRoom: notConfigured,
  get: () => Stream.fromEffect(notConfigured),
  head: () => notConfigured,
  delete: () => notConfigured,
  list: () => notConfigured,
  deleteOwned: () => notConfigured,
  signedUrl: () => notConfigured
}

const storeOf = ({ baseUrl, s3Credentials, storage }: FilesOptions) => {
  switch (storage._tag) {
    case "Folder":
      return folderStore(storage.path, baseUrl)
    case "S3":
      return s3Store({ ...storage, ...(s3Credentials === undefined ? {} : { credentials: s3Credentials }) })
    case "None":
      return Effect.succeed(noStore)
  }
}

const decodeKey = Schema.decodeUnknownEffect(FileKey)
const decodeDetails = Schema.decodeUnknownEffect(FileDetails)

const longestLink = Duration.days(7)

const make = Effect.fnUntraced(function* (options: FilesOptions) {
  const secrets = yield* Secrets
  const store = yield* storeOf(options)
  const isConfigured = options.storage._tag !== "None"

  const keyOf = Effect.fnUntraced(function* (key: string) {
    if (!isConfigured) return yield* new StorageNotConfigured()
    return yield* Effect.mapError(decodeKey(key), () => new FileKeyInvalid())
  })

  return Files.of({
    isConfigured,
    address: (key) => (options.storage._tag === "S3" ? `s3://${options.storage.bucket}/${key}` : `file:${key}`),
    put: (key, body, { contentType, metadata = {} }) =>
      Effect.gen(function* () {
        const details = yield* Effect.orDie(decodeDetails({ contentType, metadata }))
        yield* store.put(yield* keyOf(key), body, details)
      }).pipe(Effect.withSpan("Files.put")),
    requireRoom: Effect.withSpan(store.requireRoom, "Files.requireRoom"),
    get: (key) => Stream.unwrap(Effect.map(keyOf(key), store.get)),
    head: Effect.fn("Files.head")((key: string) => Effect.flatMap(keyOf(key), store.head)),
    delete: Effect.fn("Files.delete")((key: string) => Effect.flatMap(keyOf(key), store.delete)),
    list: Effect.fn("Files.list")((folder: string) => Effect.flatMap(keyOf(folder), store.list)),
    deleteOwned: Effect.fn("Files.deleteOwned")((owner: string) =>
      Effect.flatMap(owner.includes("/") ? Effect.fail(new FileKeyInvalid()) : keyOf(owner), store.deleteOwned)
    ),
    signedUrl: Effect.fn("Files.signedUrl")(function* (key: string, link: LinkOptions) {
      if (!Duration.isLessThanOrEqualTo(Duration.fromInputUnsafe(link.expiresIn), longestLink)) {
        return yield* Effect.die(new RangeError("A link to a file lasts 7 days at most"))
      }
      return yield* store.signedUrl(yield* keyOf(key), link)
    }),
    verifySignedPath: Effect.fn("Files.verifySignedPath")((token: string) => readLinkToken(secrets, token))
  })
})

/**
 * Documents, exports and archives, in a folder or in S3. Without storage every call fails with `StorageNotConfigured`.
 */
export class Files extends Context.Service<
  Files,
  {
    readonly isConfigured: boolean
    /** Where the file of this key lies, for people who look for it: `s3://<bucket>/<key>`, or `file:<key>` in the folder. */
    address(key: string): string
    /** Stores or replaces the file, whole or not at all. A bad content type or bad metadata is a defect. */
    put<E = never, R = never>(
      key: string,
      body: Uint8Array | Stream.Stream<Uint8Array, E, R>,
      details: { readonly contentType: string; readonly metadata?: Readonly<Record<string, string>> }
    ): Effect.Effect<void, E | StorageError, R>
    /**
     * Fails while less than 10% of the folder's disk is free; a bucket always has room. For uploads that users repeat
     * at will: the service's own files (ledger, anchors, archives) are written anyway (work-84).
     */
    readonly requireRoom: Effect.Effect<void, StorageFull | StorageError>
    get(key: string): Stream.Stream<Uint8Array, FileNotFound | StorageError>
    head(key: string): Effect.Effect<FileInfo, FileNotFound | StorageError>
    /** Succeeds too when there is no such file. */
    delete(key: string): Effect.Effect<void, StorageError>
    /** The keys of all files whose key begins with `<folder>/`, in the order of their bytes; none for no such folder. */
    list(folder: string): Effect.Effect<ReadonlyArray<string>, StorageError>
    /**
     * Deletes everything of one organization: the files under `<owner>/` and under `<area>/<owner>/` for every area
     * (`documents/<owner>/…`). Returns the number; idempotent.
     */
    deleteOwned(owner: string): Effect.Effect<number, StorageError>
    /** A link that works without signing in until it expires. Does not check whether the file exists. */
    signedUrl(key: string, options: LinkOptions): Effect.Effect<string, StorageError>
    /** The last segment of a `/files/…` link of the folder; fails when it was forged or is expired. */
    verifySignedPath(token: string): Effect.Effect<LinkTarget, LinkInvalid>
  }
>()("svc/platform/Files") {
  /** Requires `Secrets`, `Randomness` and a file system. */
  static readonly layerWith = (options: FilesOptions) => Layer.effect(Files, make(options))

  static readonly layerNoDeps = Layer.unwrap(
    Effect.map(AppConfig, ({ baseUrl, storage }) => Files.layerWith({ baseUrl, storage }))
  )

  /** Requires `AppConfig` and `Secrets`. */
  static readonly layer = Files.layerNoDeps.pipe(Layer.provide([NodeFileSystem.layer, Randomness.layer]))
}
