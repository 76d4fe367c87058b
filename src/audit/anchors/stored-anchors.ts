import type { AnchorFile } from "@svc/contract/audit/files"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Context, Data, Effect, Option, Stream } from "effect"
import { hash } from "node:crypto"
import type { StorageError } from "#platform/files/store"
import { Files } from "#platform/files/files"
import { Signing } from "#platform/keys/signing"
import { layerOf } from "#platform/services/layer-of"
import { fileOf, textOf } from "./anchor-text.ts"
import { fileKey } from "./rules.ts"

/** The content of the file is not a file of anchors. It is evidence, and the service must not replace it. */
class AnchorFileUnreadable extends Data.TaggedError("AnchorFileUnreadable") {
  override readonly message = "The anchor file in storage was not written by this service"
}

/** The first witness outside the database: one file per organization in the storage. */
export class StoredAnchors extends Context.Service<
  StoredAnchors,
  {
    readonly isConfigured: boolean
    /** None when there is no file. */
    read(orgId: OrgId): Effect.Effect<Option.Option<AnchorFile>, AnchorFileUnreadable | StorageError>
    /** Replaces the whole file, including its hash and signature. */
    write(file: AnchorFile): Effect.Effect<void, StorageError>
    remove(orgId: OrgId): Effect.Effect<void, StorageError>
  }
>()("svc/audit-anchors/StoredAnchors") {
  static readonly layerNoDeps = layerOf(StoredAnchors, function* () {
    const files = yield* Files
    const signing = yield* Signing

    const read = Effect.fn("StoredAnchors.read")(function* (orgId: OrgId) {
      const chunks = yield* Stream.runCollect(files.get(fileKey(orgId))).pipe(
        Effect.asSome,
        Effect.catchTag("FileNotFound", () => Effect.succeedNone)
      )
      if (Option.isNone(chunks)) return Option.none()
      const file = yield* Effect.mapError(
        fileOf(Buffer.concat(chunks.value).toString("utf8"), orgId),
        () => new AnchorFileUnreadable()
      )
      return file.org_id === orgId ? Option.some(file) : yield* new AnchorFileUnreadable()
    })

    const write = Effect.fn("StoredAnchors.write")(function* (file: AnchorFile) {
      const bytes = new TextEncoder().encode(textOf(file))
      const signature = yield* signing.sign(bytes)
      yield* files.put(fileKey(file.org_id), bytes, {
        contentType: "application/json",
        metadata: {
          "x-content-sha256": hash("sha256", bytes),
          ...Option.match(Option.all({ signature, keyId: signing.keyId }), {
            onNone: () => ({}),
            onSome: (signed) => ({ "x-signature-ed25519": signed.signature, "x-signing-key-id": signed.keyId })
          })
        }
      })
    })

    return StoredAnchors.of({
      isConfigured: files.isConfigured,
      read,
      write,
      remove: (orgId) => files.delete(fileKey(orgId))
    })
  })
}
