import { Context, Data, Effect, Layer, Option, Redacted, Result } from "effect"
import { createHmac, createSecretKey, hash, hkdfSync, type KeyObject } from "node:crypto"
import { decrypt, encrypt } from "#platform/crypto/authenticated-encryption"
import { AppConfig } from "#platform/config/config"

/**
 * A stored secret that cannot be read: not one of our tokens, encrypted by an unknown master key, or changed or moved
 * since.
 */
export class SecretUnreadable extends Data.TaggedError("SecretUnreadable")<{
  readonly reason: "malformed" | "unknown-key" | "tampered"
  readonly message: string
}> {}

interface MasterKeys {
  /** 32 bytes; seals, and opens what it sealed. */
  readonly masterKey: Redacted.Redacted<Uint8Array>
  /** 32 bytes each; they only open. */
  readonly previous: ReadonlyArray<Redacted.Redacted<Uint8Array>>
}

/** Where a sealed secret is stored. */
interface SecretPlace {
  /** Null for a table without organizations. */
  readonly orgId: string | null
  readonly table: string
  readonly column: string
  readonly rowId: string
}

/** The associated data of a secret: it opens in its own row and column only, so it cannot be copied to another. */
export const boundTo = ({ column, orgId, rowId, table }: SecretPlace): string =>
  JSON.stringify([orgId, table, column, rowId])

/** A digest of what comes in pieces. */
interface StartedHmac {
  readonly update: (bytes: Uint8Array) => void
  /** Hex; ends it. */
  readonly digest: () => string
}

const prefix = "svc:v1:"

const tokenPattern = /^svc:v1:([0-9a-f]{8}):([A-Za-z0-9_-]+)$/

const derive = (masterKey: Redacted.Redacted<Uint8Array>, info: string) =>
  new Uint8Array(hkdfSync("sha256", Redacted.value(masterKey), new Uint8Array(), info, 32))

/** The id of a master key, which is part of everything it encrypts. */
export const masterKeyId = (masterKey: Redacted.Redacted<Uint8Array>): string =>
  hash("sha256", derive(masterKey, "svc/key-id/v1")).slice(0, 8)

/** What is derived from one master key. The key itself is used for derivation alone. */
const keyRing = (masterKey: Redacted.Redacted<Uint8Array>) => {
  const derived = new Map<string, Uint8Array>()
  const derivedOnce = (info: string) => {
    const known = derived.get(info)
    if (known !== undefined) return known
    const made = derive(masterKey, info)
    derived.set(info, made)
    return made
  }
  // As key objects: a digest with bare bytes costs five times as much, and every request of the public API needs one.
  const hmacKeys = new Map<string, KeyObject>()
  const hmacKeyOnce = (purpose: string) => {
    const known = hmacKeys.get(purpose)
    if (known !== undefined) return known
    const made = createSecretKey(derive(masterKey, `svc/hmac/v1/${purpose}`))
    hmacKeys.set(purpose, made)
    return made
  }
  return {
    id: masterKeyId(masterKey),
    // As a key object, like the others: bare bytes cost a new one at every use.
    sealing: createSecretKey(derive(masterKey, "svc/seal/v1")),
    subkey: (purpose: string) => Uint8Array.from(derivedOnce(`svc/subkey/v1/${purpose}`)),
    hmac: (purpose: string, value: string | Uint8Array) =>
      createHmac("sha256", hmacKeyOnce(purpose)).update(value).digest("hex"),
    startHmac: (purpose: string): StartedHmac => {
      const started = createHmac("sha256", hmacKeyOnce(purpose))
      return { update: (bytes) => void started.update(bytes), digest: () => started.digest("hex") }
    }
  }
}

const make = ({ masterKey, previous }: MasterKeys): Secrets["Service"] => {
  const current = keyRing(masterKey)
  const all = [current, ...previous.map(keyRing)]

  const seal = (plaintext: Redacted.Redacted | string, aad: string) =>
    Effect.sync(() => {
      const text = Redacted.isRedacted(plaintext) ? Redacted.value(plaintext) : plaintext
      return `${prefix}${current.id}:${encrypt(current.sealing, text, aad)}`
    })

  const unseal = (token: string, aad: string): Result.Result<string, SecretUnreadable> => {
    const [, id, sealed] = tokenPattern.exec(token) ?? []
    if (id === undefined || sealed === undefined) {
      return Result.fail(
        new SecretUnreadable({ reason: "malformed", message: "The stored value is not an encrypted secret" })
      )
    }
    const candidates = all.filter((keys) => keys.id === id)
    if (candidates.length === 0) {
      return Result.fail(
        new SecretUnreadable({
          reason: "unknown-key",
          message: `Master key ${id} is neither MASTER_KEY nor in MASTER_KEY_PREVIOUS`
        })
      )
    }
    return Result.fromOption(
      Option.firstSomeOf(candidates.map((keys) => decrypt(keys.sealing, sealed, aad))),
      () =>
        new SecretUnreadable({
          reason: "tampered",
          message: `The secret encrypted with master key ${id} was changed, or belongs to another record`
        })
    )
  }

  const open = Effect.fn("Secrets.open")((token: string, aad: string) =>
    Effect.suspend(() => Effect.fromResult(Result.map(unseal(token, aad), (text) => Redacted.make(text))))
  )

  return {
    seal,
    open,
    openKey: (token, aad) => Result.map(unseal(token, aad), (text) => createSecretKey(text, "base64")),
    needsReseal: (token) => !token.startsWith(`${prefix}${current.id}:`),
    hmac: current.hmac,
    startHmac: current.startHmac,
    hmacs: (purpose, value) => all.map((keys) => keys.hmac(purpose, value)),
    subkey: current.subkey,
    subkeys: (purpose) => all.map((keys) => keys.subkey(purpose))
  }
}

/**
 * Everything that depends on the master key. No two purposes and no two algorithms share a key: each has its own,
 * derived by HKDF-SHA256 (RFC 5869). A purpose is a constant name such as `"session-jwt"`, never data.
 */
export class Secrets extends Context.Service<
  Secrets,
  {
    /**
     * `svc:v1:<key id>:<base64url of nonce, ciphertext and tag>`, AES-256-GCM. `aad` names the place where the token
     * is stored (`boundTo`); only with the same `aad` does it open.
     */
    seal(plaintext: Redacted.Redacted | string, aad: string): Effect.Effect<string>
    open(token: string, aad: string): Effect.Effect<Redacted.Redacted, SecretUnreadable>
    /**
     * A key that was encrypted as base64. A key object exposes no bytes; not an effect, because thousands may be opened
     * in a row.
     */
    openKey(token: string, aad: string): Result.Result<KeyObject, SecretUnreadable>
    /** Whether another key than the current master key encrypted the token; if so, open and encrypt it again. */
    needsReseal(token: string): boolean
    /**
     * Hex HMAC-SHA256 under the current key: what to store for looking up an API key or token. After a rotation rows
     * still carry the digest of an older key, so search with `hmacs`.
     */
    hmac(purpose: string, value: string | Uint8Array): string
    /** The same digest of what is too large for memory. */
    startHmac(purpose: string): StartedHmac
    /** The digests under the current master key first, then under each previous one: `WHERE digest = ANY(…)`. */
    hmacs(purpose: string, value: string | Uint8Array): ReadonlyArray<string>
    /** 32 bytes for another algorithm, such as the signature of sessions. */
    subkey(purpose: string): Uint8Array
    /** The current subkey first, then the previous ones, to verify what was made before a rotation. */
    subkeys(purpose: string): ReadonlyArray<Uint8Array>
  }
>()("svc/platform/Secrets") {
  static readonly layerWith = (keys: MasterKeys) => Layer.sync(Secrets, () => make(keys))

  /** Requires `AppConfig`. */
  static readonly layer = Layer.effect(
    Secrets,
    Effect.map(AppConfig, ({ masterKey, masterKeysPrevious }) => make({ masterKey, previous: masterKeysPrevious }))
  )
}
