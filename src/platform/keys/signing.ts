import { Context, Effect, Layer, Option, Redacted, Stream } from "effect"
import { createHash, createPrivateKey, createPublicKey, hash, type KeyObject, sign, verify } from "node:crypto"
import { AppConfig } from "#platform/config/config"
import { startSignature } from "#platform/crypto/ed25519-stream"

const publicPem = (key: KeyObject) => key.export({ format: "pem", type: "spki" }).toString()

const idOf = (key: KeyObject) => hash("sha256", key.export({ format: "der", type: "spki" })).slice(0, 16)

/** The name of a signing key: the first 16 hex digits of the SHA-256 of its public half's DER SPKI. */
export const signingKeyId = (privateKeyPem: Redacted.Redacted): string =>
  idOf(createPublicKey(createPrivateKey(Redacted.value(privateKeyPem))))

// Node's decoder skips what it does not know, so only the one spelling of 64 bytes is accepted.
const isSignatureText = (text: string) => /^[A-Za-z0-9+/]{85}[AQgw]==$/.test(text)

const isGenuine = (key: KeyObject, bytes: Uint8Array, signature: string) =>
  isSignatureText(signature) && verify(null, bytes, key, Buffer.from(signature, "base64"))

const ed25519Of = (publicKeyPem: string) =>
  Option.filter(
    Option.liftThrowable(() => createPublicKey(publicKeyPem))(),
    (key) => key.asymmetricKeyType === "ed25519"
  )

// A JSON Web Key of Ed25519 holds the seed as `d` (RFC 8037).
const seedOf = (key: KeyObject) => Buffer.from(key.export({ format: "jwk" }).d ?? "", "base64url")

/** A signature of what is written piece by piece; each piece is shown to it once, in order. */
interface FileSigner {
  update(bytes: Uint8Array): void
  /** The same bytes are read once more, unless signing is not configured; that they are others is a defect. */
  finish<E, R>(again: Stream.Stream<Uint8Array, E, R>): Effect.Effect<SignedFile, E, R>
}

interface SignedFile {
  /** Lower-case hex. */
  readonly sha256: string
  /** Base64 of the 64 signature bytes; none when signing is not configured. */
  readonly signature: Option.Option<string>
}

const unsigned = (): FileSigner => {
  const seen = createHash("sha256")
  return {
    update: (bytes) => void seen.update(bytes),
    finish: () => Effect.sync(() => ({ sha256: seen.digest("hex"), signature: Option.none() }))
  }
}

const fileSigner = (seed: Uint8Array): FileSigner => {
  const first = startSignature(seed)
  return {
    update: first.update,
    finish: Effect.fnUntraced(function* <E, R>(again: Stream.Stream<Uint8Array, E, R>) {
      const second = first.end()
      yield* Stream.runForEach(again, (bytes) => Effect.sync(() => second.update(bytes)))
      const signature = second.sign()
      if (signature === undefined) return yield* Effect.die("A file changed while it was signed")
      return { sha256: second.sha256, signature: Option.some(Buffer.from(signature).toString("base64")) }
    })
  }
}

const make = (privateKeyPem: Option.Option<Redacted.Redacted>): Signing["Service"] => {
  const pair = Option.map(privateKeyPem, (pem) => {
    const privateKey = createPrivateKey(Redacted.value(pem))
    return { privateKey, publicKey: createPublicKey(privateKey) }
  })
  return {
    publicKeyPem: Option.map(pair, ({ publicKey }) => publicPem(publicKey)),
    keyId: Option.map(pair, ({ publicKey }) => idOf(publicKey)),
    sign: Effect.fn("Signing.sign")((bytes: Uint8Array) =>
      Effect.sync(() => Option.map(pair, ({ privateKey }) => sign(null, bytes, privateKey).toString("base64")))
    ),
    signer: Effect.sync(() =>
      Option.match(pair, { onNone: unsigned, onSome: ({ privateKey }) => fileSigner(seedOf(privateKey)) })
    ),
    verify: Effect.fn("Signing.verify")((bytes: Uint8Array, signature: string) =>
      Effect.sync(() => Option.exists(pair, ({ publicKey }) => isGenuine(publicKey, bytes, signature)))
    ),
    verifyWith: Effect.fn("Signing.verifyWith")((publicKeyPem: string, bytes: Uint8Array, signature: string) =>
      Effect.sync(() => Option.exists(ed25519Of(publicKeyPem), (key) => isGenuine(key, bytes, signature)))
    )
  }
}

/** Ed25519 (RFC 8032) signatures of exports, archives and audit anchors. Without a key nothing is signed. */
export class Signing extends Context.Service<
  Signing,
  {
    /** SPKI PEM; none when signing is not configured. */
    readonly publicKeyPem: Option.Option<string>
    /** The first 16 hex digits of the SHA-256 of the public key's DER SPKI. */
    readonly keyId: Option.Option<string>
    /** Base64 of the 64 signature bytes over exactly these bytes; none when signing is not configured. */
    sign(bytes: Uint8Array): Effect.Effect<Option.Option<string>>
    /** Signs a file that is too large for memory, as `sign` would: a signer of its own for each. */
    readonly signer: Effect.Effect<FileSigner>
    /** Whether the configured key made the base64 signature; false without a key. */
    verify(bytes: Uint8Array, signature: string): Effect.Effect<boolean>
    /** The same for any Ed25519 key in SPKI PEM; false for malformed text. */
    verifyWith(publicKeyPem: string, bytes: Uint8Array, signature: string): Effect.Effect<boolean>
  }
>()("svc/platform/Signing") {
  /** Takes an Ed25519 PKCS#8 PEM; anything else is a defect when the layer is built. */
  static readonly layerWith = (privateKeyPem: Option.Option<Redacted.Redacted>) =>
    Layer.sync(Signing, () => make(privateKeyPem))

  /** Requires `AppConfig`. */
  static readonly layer = Layer.effect(
    Signing,
    Effect.map(AppConfig, ({ auditSigningKey }) => make(auditSigningKey))
  )
}
