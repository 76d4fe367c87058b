import { Data, type Duration, type Effect, Predicate, Schema, type Stream } from "effect"

/** `STORAGE_URL` is `none`; routes answer 503. */
export class StorageNotConfigured extends Data.TaggedError("StorageNotConfigured") {
  override readonly message = "File storage is not configured"
}

/** Not the name of a file that this service could have stored. */
export class FileKeyInvalid extends Data.TaggedError("FileKeyInvalid") {
  override readonly message = "The file key is invalid"
}

export class FileNotFound extends Data.TaggedError("FileNotFound") {
  override readonly message = "There is no such file"
}

/** The disk or the store did not do it. The message names a code, never a path, a bucket or an answer. */
export class StorageFailed extends Data.TaggedError("StorageFailed")<{
  readonly operation: "put" | "get" | "head" | "delete" | "list" | "sign"
  readonly message: string
}> {}

/** The disk, which may also hold the database, is nearly full, so no large file is accepted. */
export class StorageFull extends Data.TaggedError("StorageFull") {
  override readonly message = "Less than 10% of the file storage disk is free"
}

export type StorageError = StorageNotConfigured | FileKeyInvalid | StorageFailed

// `~`, used in the names of the folder's own files, is deliberately missing.
const segmentPattern = /^[A-Za-z0-9_][A-Za-z0-9_.:+=@-]*$/

/**
 * Segments joined by `/`, such as `documents/<org>/<id>.pdf`: no `..`, no leading dot or slash, no NUL, no escapes, at
 * most 512 characters. A name that a user typed belongs into a link's `filename`, not into a key.
 */
export const FileKey = Schema.String.check(
  Schema.isMaxLength(512),
  Schema.makeFilter((key) =>
    key.split("/").every((segment) => segmentPattern.test(segment) && encodeURIComponent(segment).length <= 200)
  )
).pipe(Schema.brand("FileKey"))
export type FileKey = typeof FileKey.Type

/** Names in lower case; values in printable ASCII, since S3 keeps them in headers. */
const FileMetadata = Schema.Record(
  Schema.String.check(Schema.isPattern(/^[a-z0-9][a-z0-9-]{0,63}$/)),
  Schema.String.check(Schema.isPattern(/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/), Schema.isMaxLength(512))
)

export const FileDetails = Schema.Struct({
  contentType: Schema.String.check(Schema.isPattern(/^[\w.+-]+\/[\w.+-]+(?:; ?[\w-]+=[\w.+-]+)*$/)),
  metadata: FileMetadata
})
export type FileDetails = typeof FileDetails.Type

export interface FileInfo extends FileDetails {
  /** Bytes. */
  readonly size: number
}

export interface LinkOptions {
  /** At most 7 days, the limit of S3. */
  readonly expiresIn: Duration.Input
  /** What the browser calls the file; any text. */
  readonly filename?: string
  /** `attachment` when absent. */
  readonly disposition?: "inline" | "attachment"
}

/** One way to keep files. Keys and details are checked before they come here. */
export interface FileStore {
  put<E, R>(
    key: FileKey,
    body: Uint8Array | Stream.Stream<Uint8Array, E, R>,
    details: FileDetails
  ): Effect.Effect<void, E | StorageNotConfigured | StorageFailed, R>
  readonly requireRoom: Effect.Effect<void, StorageFull | StorageNotConfigured | StorageFailed>
  get(key: FileKey): Stream.Stream<Uint8Array, FileNotFound | StorageNotConfigured | StorageFailed>
  head(key: FileKey): Effect.Effect<FileInfo, FileNotFound | StorageNotConfigured | StorageFailed>
  delete(key: FileKey): Effect.Effect<void, StorageNotConfigured | StorageFailed>
  /** The keys of all files below this folder, itself no key, in the order of their bytes. */
  list(folder: FileKey): Effect.Effect<ReadonlyArray<FileKey>, StorageNotConfigured | StorageFailed>
  /** Every file of which this is the first or the second segment of the key, itself not the last; answers how many. */
  deleteOwned(segment: FileKey): Effect.Effect<number, StorageNotConfigured | StorageFailed>
  signedUrl(key: FileKey, options: LinkOptions): Effect.Effect<string, StorageNotConfigured | StorageFailed>
}

/** A body given whole; everything else is a stream. */
export const isBytes = (body: unknown): body is Uint8Array => Predicate.isUint8Array(body)
