import { Effect, Context, Option, type Scope, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import path from "node:path"
import { AppConfig } from "#platform/config/config"
import { contentDisposition } from "#platform/http/content-disposition"
import { Randomness } from "#platform/crypto/random"
import { openScratchFile } from "./scratch-file.ts"
import { Secrets } from "#platform/keys/secrets"
import { Signing } from "#platform/keys/signing"
import { layerOf } from "#platform/services/layer-of"

/** A file on disk whose headers are known before its first byte leaves. */
export interface SignedFile {
  readonly content: Stream.Stream<Uint8Array>
  /** Bytes. */
  readonly size: number
  /** Lower-case hex. */
  readonly sha256: string
  /** Base64; none when signing is not configured. */
  readonly signature: Option.Option<string>
  readonly keyId: Option.Option<string>
  /** Hex, keyed with the server's secret. */
  readonly hmac: string
}

/** Files that are too large for memory and carry the headers of integrity (log-exports-14). */
export class SignedFiles extends Context.Service<
  SignedFiles,
  {
    /** Writes the bytes once to a file of the scope, measured on the way. `purpose` keeps digests apart. */
    write<E, R>(purpose: string, bytes: Stream.Stream<Uint8Array, E, R>): Effect.Effect<SignedFile, E, R | Scope.Scope>
  }
>()("svc/platform/SignedFiles") {
  static readonly layerNoDeps = layerOf(SignedFiles, function* () {
    const signing = yield* Signing
    const secrets = yield* Secrets
    const randomness = yield* Randomness
    const { dataDir } = yield* AppConfig

    return SignedFiles.of({
      write: Effect.fnUntraced(function* <E, R>(purpose: string, bytes: Stream.Stream<Uint8Array, E, R>) {
        const file = yield* Effect.provideService(
          openScratchFile(path.join(dataDir, "scratch")),
          Randomness,
          randomness
        )
        const hmac = secrets.startHmac(purpose)
        const signer = yield* signing.signer
        yield* Stream.runForEach(bytes, (chunk) =>
          Effect.andThen(
            file.append(chunk),
            Effect.sync(() => {
              hmac.update(chunk)
              signer.update(chunk)
            })
          )
        )
        const measures = yield* signer.finish(file.read)
        const written: SignedFile = {
          content: file.read,
          size: file.size(),
          ...measures,
          keyId: signing.keyId,
          hmac: hmac.digest()
        }
        return written
      })
    })
  })
}

/** The headers of a download that can be checked (log-exports-14); no cache keeps it. */
export const signedHeaders = (
  { keyId, sha256, signature }: Pick<SignedFile, "keyId" | "sha256" | "signature">,
  filename: string
): Readonly<Record<string, string>> => ({
  "content-disposition": contentDisposition("attachment", filename),
  "cache-control": "no-store",
  "x-content-sha256": sha256,
  ...Option.match(signature, { onNone: () => ({}), onSome: (base64) => ({ "x-signature-ed25519": base64 }) }),
  ...Option.match(keyId, { onNone: () => ({}), onSome: (id) => ({ "x-signing-key-id": id }) })
})

/** The file as a download with its integrity headers. */
export const signedFileResponse = (
  { content, hmac, size, ...proof }: SignedFile,
  download: { readonly filename: string; readonly contentType: string }
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.stream(content, {
    contentType: download.contentType,
    contentLength: size,
    headers: { ...signedHeaders(proof, download.filename), "x-content-digest": `hmac-sha256=${hmac}` }
  })
