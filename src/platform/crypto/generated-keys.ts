import { Effect, FileSystem, type PlatformError } from "effect"
import { generateKeyPairSync, randomBytes } from "node:crypto"
import path from "node:path"

/** A fresh master key: 32 random bytes in base64. */
export const newMasterKey = Effect.sync(() => randomBytes(32).toString("base64"))

/** A fresh token of 256 random bits in base64url. */
export const newToken = Effect.sync(() => randomBytes(32).toString("base64url"))

/** A fresh Ed25519 private key as PKCS#8 PEM (RFC 8410). */
export const newSigningKey = Effect.sync(() =>
  generateKeyPairSync("ed25519").privateKey.export({ format: "pem", type: "pkcs8" }).toString()
)

const isTaken = (error: PlatformError.PlatformError) => error.reason._tag === "AlreadyExists"

const syncToDisk = Effect.fnUntraced(function* (target: string) {
  const fs = yield* FileSystem.FileSystem
  const file = yield* fs.open(target, { flag: "r" })
  yield* file.sync
}, Effect.scoped)

/**
 * The trimmed text of a secret in a file, created by `generate` on first use: mode 0600, its folder 0700 if it is
 * created here. Two processes that start concurrently end with one secret, and both read it; a crash leaves a whole
 * file or none.
 */
export const keptSecret = Effect.fn("GeneratedKeys.keptSecret")(function* (
  file: string,
  generate: Effect.Effect<string>
) {
  const fs = yield* FileSystem.FileSystem
  const folder = path.dirname(file)
  if (!(yield* fs.exists(file))) {
    yield* fs.makeDirectory(folder, { recursive: true, mode: 0o700 })
    const text = `${(yield* generate).trim()}\n`
    const draft = `${file}.${randomBytes(6).toString("hex")}`
    yield* fs.writeFileString(draft, text, { flag: "wx", mode: 0o600 })
    // A hard link appears whole and only once, whichever process wins; a rename would replace the other's key.
    yield* syncToDisk(draft).pipe(
      Effect.andThen(fs.link(draft, file)),
      Effect.catch((error) =>
        isTaken(error) ? Effect.void : fs.writeFileString(file, text, { flag: "wx", mode: 0o600 })
      ),
      Effect.catchIf(isTaken, () => Effect.void),
      Effect.ensuring(fs.remove(draft).pipe(Effect.ignore))
    )
    yield* syncToDisk(folder)
  }
  return (yield* fs.readFileString(file)).trim()
})
