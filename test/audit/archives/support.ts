import { AuditArchiveFile } from "@svc/contract/audit/files"
import { AuditArchives, CreatedArchive } from "@svc/contract/audit-archives/schema"
import { Effect, Layer, Option, Redacted, Schema, Stream } from "effect"
import { generateKeyPairSync } from "node:crypto"
import { AppConfig } from "#platform/config/config"
import { Files, StorageFailed } from "#platform/files/files"
import { Jobs } from "#platform/jobs/jobs"
import { appWithStorage, inFolder, inBucket, nowhere } from "#test/support/app-with-storage"
import { TestConfig } from "#test/support/TestApp"
import { type Member } from "#test/support/people"
import { as } from "#test/support/requests"

/** The key pair with which the archives of these tests are signed. */
export const signingKeys = generateKeyPairSync("ed25519")

const signed = Layer.effect(
  AppConfig,
  Effect.map(AppConfig, (config) =>
    AppConfig.of({
      ...config,
      auditSigningKey: Option.some(
        Redacted.make(signingKeys.privateKey.export({ format: "pem", type: "pkcs8" }).toString())
      )
    })
  )
).pipe(Layer.provide(TestConfig))

export const AppWithFolder = appWithStorage(inFolder, signed)
export const AppWithBucket = appWithStorage(inBucket, signed)
export const AppUnsigned = appWithStorage(inFolder)
export const AppWithoutStorage = appWithStorage(nowhere, signed)

/** Told to, the folder refuses. */
export const refuses = { put: false, delete: false }

/** What happens when a file has just been stored. */
export const meanwhile: { stored: Effect.Effect<unknown> } = { stored: Effect.void }

const refused = (operation: "put" | "delete") =>
  Effect.fail(new StorageFailed({ operation, message: "The folder failed: it is full" }))

export const AppWithRefusingFolder = appWithStorage(
  Layer.effect(
    Files,
    Effect.map(Files, (files) =>
      Files.of({
        ...files,
        put: (...given) => (refuses.put ? refused("put") : Effect.tap(files.put(...given), () => meanwhile.stored)),
        delete: (key) => (refuses.delete ? refused("delete") : files.delete(key))
      })
    )
  ).pipe(Layer.provide(inFolder)),
  signed
)

const strict = { onExcessProperty: "error" } as const
export const decodeCreated = Schema.decodeUnknownEffect(Schema.toCodecJson(CreatedArchive), strict)
const decodeListing = Schema.decodeUnknownEffect(Schema.toCodecJson(AuditArchives), strict)
const decodeFile = Schema.decodeUnknownEffect(Schema.toCodecJson(AuditArchiveFile), strict)

export const archived = (member: Member) =>
  Effect.flatMap(as(member).post("/api/audit-log/archive"), ({ body }) => decodeCreated(body))

export const listedArchives = (member: Member) =>
  Effect.flatMap(as(member).get("/api/audit-log/archives"), ({ body }) => decodeListing(body)).pipe(
    Effect.map(({ archives }) => archives)
  )

export const runJob = (name: string, member?: Member) => Effect.flatMap(Jobs, (jobs) => jobs.run(name, member?.orgId))

/** The stored file: its bytes, and what they say. */
export const storedFile = Effect.fnUntraced(function* (objectName: string) {
  const files = yield* Files
  const bytes = Buffer.concat(yield* Stream.runCollect(files.get(objectName)))
  const { metadata } = yield* files.head(objectName)
  return { bytes, metadata, file: yield* decodeFile(JSON.parse(bytes.toString())) }
})

/** Whether the storage has this file. */
export const isStored = (objectName: string) =>
  Effect.flatMap(Files, (files) => files.head(objectName)).pipe(Effect.option, Effect.map(Option.isSome))
