import * as NodeStream from "@effect/platform-node/NodeStream"
import { type Cause, DateTime, Duration, Effect, Option, Predicate, Redacted, Ref, Schema, Stream } from "effect"
import { Readable } from "node:stream"
import { contentDisposition } from "#platform/http/content-disposition"
import { type FileDetails, FileKey, FileNotFound, type FileStore, isBytes, StorageFailed } from "./store.ts"
import { asClientCall } from "#platform/observability/trace-links"

export interface S3Options {
  readonly bucket: string
  /** Undefined: Amazon's own. */
  readonly endpoint: string | undefined
  readonly region: string
  /** Absent: where the SDK looks, such as `AWS_ACCESS_KEY_ID` or the machine's role. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: Redacted.Redacted }
}

// Megabytes of code, read only by who keeps files in S3.
const load = Effect.promise(async () => ({
  ...(await import("@aws-sdk/client-s3")),
  ...(await import("@aws-sdk/lib-storage")),
  ...(await import("@aws-sdk/s3-request-presigner"))
}))

const nameOf = (error: unknown) =>
  Predicate.hasProperty(error, "name") && typeof error.name === "string" ? error.name : "Unknown"

const statusOf = (error: unknown) =>
  Predicate.hasProperty(error, "$metadata") && Predicate.hasProperty(error.$metadata, "httpStatusCode")
    ? error.$metadata.httpStatusCode
    : undefined

/** What the store answered, or why it did not: never its own text, which may repeat credentials. */
const described = (error: unknown) => {
  const status = statusOf(error)
  if (typeof status === "number") return `${nameOf(error)}, status ${status}`
  const code = codeOf(error)
  return code === undefined ? nameOf(error) : code
}

const codeOf = (error: unknown): string | undefined => {
  if (Predicate.hasProperty(error, "code") && typeof error.code === "string") return error.code
  return error instanceof AggregateError ? codeOf(error.errors[0]) : undefined
}

/** Files in a bucket of any S3-compatible store; links are presigned, so the bytes do not pass this service. */
export const s3Store = Effect.fnUntraced(function* ({ bucket, credentials, endpoint, region }: S3Options) {
  const sdk = yield* load
  const host = endpoint === undefined ? `s3.${region}.amazonaws.com` : new URL(endpoint).host

  const failed = (operation: StorageFailed["operation"]) => (error: unknown) =>
    new StorageFailed({ operation, message: `S3 failed: ${described(error)} (bucket ${bucket} at ${host})` })

  const missingOrFailed = (operation: StorageFailed["operation"]) => (error: unknown) =>
    ["NoSuchKey", "NotFound"].includes(nameOf(error)) ? new FileNotFound() : failed(operation)(error)

  const client = yield* Effect.acquireRelease(
    Effect.sync(
      () =>
        new sdk.S3Client({
          region,
          requestChecksumCalculation: "WHEN_REQUIRED",
          responseChecksumValidation: "WHEN_REQUIRED",
          requestHandler: { connectionTimeout: 5_000, socketTimeout: 60_000 },
          // Other stores rarely have a host name for each bucket.
          ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
          ...(credentials === undefined
            ? {}
            : {
                credentials: {
                  accessKeyId: credentials.accessKeyId,
                  secretAccessKey: Redacted.value(credentials.secretAccessKey)
                }
              })
        })
    ),
    (it) => Effect.sync(() => it.destroy())
  )

  const asked = (operation: StorageFailed["operation"]) =>
    asClientCall(`S3 ${operation}`, () => ({
      "rpc.system": "aws-api",
      "rpc.service": "S3",
      "aws.s3.bucket": bucket,
      ...(endpoint === undefined ? {} : { "server.address": new URL(endpoint).hostname })
    }))

  const place = (key: FileKey) => ({ Bucket: bucket, Key: key })

  const withDetails = (key: FileKey, { contentType, metadata }: FileDetails) => ({
    ...place(key),
    ContentType: contentType,
    Metadata: { ...metadata }
  })

  const putBytes = (key: FileKey, bytes: Uint8Array, details: FileDetails) =>
    Effect.tryPromise({
      try: (abortSignal) =>
        client.send(new sdk.PutObjectCommand({ ...withDetails(key, details), Body: bytes }), { abortSignal }),
      catch: failed("put")
    }).pipe(Effect.asVoid, asked("put"))

  const upload = (key: FileKey, body: Readable, details: FileDetails) =>
    Effect.tryPromise({
      try: async (signal) => {
        const parts = new sdk.Upload({ client, params: { ...withDetails(key, details), Body: body } })
        signal.addEventListener("abort", () => void parts.abort(), { once: true })
        await parts.done()
      },
      catch: failed("put")
    }).pipe(asked("put"))

  /** The failure of the stream itself reaches the caller as it was, not as one of the store. */
  const putStream = <E, R>(key: FileKey, stream: Stream.Stream<Uint8Array, E, R>, details: FileDetails) =>
    Effect.gen(function* () {
      const broken = yield* Ref.make(Option.none<Cause.Cause<E>>())
      const noted = Stream.tapCause(stream, (cause) => Ref.set(broken, Option.some(cause)))
      yield* Effect.acquireUseRelease(
        NodeStream.toReadable(noted),
        (readable) => upload(key, readable, details),
        (readable) => Effect.sync(() => readable.destroy())
      ).pipe(
        Effect.catch((error) =>
          Effect.gen(function* () {
            const cause = yield* Ref.get(broken)
            if (Option.isSome(cause)) return yield* Effect.failCause(cause.value)
            return yield* error
          })
        )
      )
    })

  const deleteKey = (key: string) =>
    Effect.tryPromise({
      try: (abortSignal) => client.send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key: key }), { abortSignal }),
      catch: failed("delete")
    }).pipe(asked("delete"))

  /** At most 1000 keys, in the order of their bytes. */
  const page = (
    options: { readonly Prefix?: string; readonly StartAfter?: string },
    operation: StorageFailed["operation"] = "delete"
  ) =>
    Effect.tryPromise({
      try: (abortSignal) => client.send(new sdk.ListObjectsV2Command({ Bucket: bucket, ...options }), { abortSignal }),
      catch: failed(operation)
    }).pipe(
      asked(operation),
      Effect.map(({ Contents = [], IsTruncated = false }) => ({
        keys: Contents.map(({ Key }) => Key).filter((key) => key !== undefined),
        more: IsTruncated
      }))
    )

  /** The first segments of all keys. What is below the last one of a page is leapt over, so that few pages are read. */
  const topFolders = Effect.gen(function* () {
    const found = new Set<string>()
    let at = yield* page({})
    while (true) {
      for (const key of at.keys) if (key.includes("/")) found.add(key.slice(0, key.indexOf("/") + 1))
      const last = at.keys.at(-1)
      if (!at.more || last === undefined) return [...found]
      // `0` is the character after the slash.
      at = yield* page({ StartAfter: last.includes("/") ? `${last.slice(0, last.indexOf("/"))}0` : last })
    }
  })

  // Key by key: the batch command requires a checksum that not every store supports.
  const deleteBelow = Effect.fnUntraced(function* (prefix: string) {
    let deleted = 0
    while (true) {
      const { keys, more } = yield* page({ Prefix: prefix })
      yield* Effect.forEach(keys, deleteKey, { concurrency: 8, discard: true })
      deleted += keys.length
      if (!more) return deleted
    }
  })

  const list = Effect.fnUntraced(function* (folder: FileKey) {
    const found: Array<FileKey> = []
    let last: string | undefined
    while (true) {
      const { keys, more } = yield* page(
        { Prefix: `${folder}/`, ...(last === undefined ? {} : { StartAfter: last }) },
        "list"
      )
      // Foreign files with other names are not this service's.
      found.push(...keys.filter(Schema.is(FileKey)))
      last = keys.at(-1)
      if (!more || last === undefined) return found
    }
  })

  const deleteOwned = Effect.fnUntraced(function* (segment: FileKey) {
    const areas = ["", ...(yield* topFolders)]
    const deleted = yield* Effect.forEach(areas, (area) => deleteBelow(`${area}${segment}/`))
    return deleted.reduce((total, count) => total + count, 0)
  })

  const store: FileStore = {
    put: (key, body, details) => (isBytes(body) ? putBytes(key, body, details) : putStream(key, body, details)),
    requireRoom: Effect.void,
    get: (key) =>
      Effect.tryPromise({
        try: (abortSignal) => client.send(new sdk.GetObjectCommand(place(key)), { abortSignal }),
        catch: missingOrFailed("get")
      }).pipe(
        asked("get"),
        Effect.map(({ Body }) =>
          Body instanceof Readable
            ? NodeStream.fromReadable<Uint8Array, StorageFailed>({ evaluate: () => Body, onError: failed("get") })
            : Stream.empty
        ),
        Stream.unwrap
      ),
    head: (key) =>
      Effect.tryPromise({
        try: (abortSignal) => client.send(new sdk.HeadObjectCommand(place(key)), { abortSignal }),
        catch: missingOrFailed("head")
      }).pipe(
        asked("head"),
        Effect.map(({ ContentLength = 0, ContentType = "application/octet-stream", Metadata = {} }) => ({
          contentType: ContentType,
          metadata: Metadata,
          size: ContentLength
        }))
      ),
    delete: (key) => Effect.asVoid(deleteKey(key)),
    list,
    deleteOwned,
    signedUrl: (key, { disposition = "attachment", expiresIn, filename }) =>
      Effect.flatMap(DateTime.now, (now) =>
        Effect.tryPromise({
          try: () =>
            sdk.getSignedUrl(
              client,
              new sdk.GetObjectCommand({
                ...place(key),
                ResponseContentDisposition: contentDisposition(disposition, filename)
              }),
              { expiresIn: Math.ceil(Duration.toSeconds(expiresIn)), signingDate: DateTime.toDateUtc(now) }
            ),
          catch: failed("sign")
        })
      )
  }
  return store
})
