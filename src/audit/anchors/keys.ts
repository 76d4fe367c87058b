import type { SigningKeyList } from "@svc/contract/audit-anchors/schema"
import { Context, DateTime, Effect, Option } from "effect"
import { constantTimeEquals } from "#platform/crypto/constant-time"
import { Secrets } from "#platform/keys/secrets"
import { Signing } from "#platform/keys/signing"
import { layerOf } from "#platform/services/layer-of"
import { type KeyRow, SigningKeysRepo } from "./keys-repo.ts"
import { type SignedAnchor, signedBytes } from "./rules.ts"

const purpose = "audit-signing-key"

const provenText = ({ key_id, public_key_pem }: Pick<KeyRow, "key_id" | "public_key_pem">) =>
  JSON.stringify([key_id, public_key_pem])

/** The key that signs anchors, and those that did before it. */
export class SigningKeys extends Context.Service<
  SigningKeys,
  {
    /** Stores the configuration's public key; former keys are proven again by the current master key. */
    readonly keep: Effect.Effect<void>
    /** The same unless this process did it already. */
    readonly keepOnce: Effect.Effect<void>
    /** The key named by the anchor is the configured one, else one that this service used before. */
    verify(anchor: SignedAnchor): Effect.Effect<"valid" | "invalid" | "unknown_key">
    /** The configured key, then those that this service used before it. */
    readonly published: Effect.Effect<SigningKeyList>
    /** Those of these keys that this service used before the configured one. */
    former(
      keyIds: ReadonlyArray<string>
    ): Effect.Effect<ReadonlyArray<{ readonly key_id: string; readonly public_key_pem: string }>>
  }
>()("svc/audit-anchors/SigningKeys") {
  static readonly layerNoDeps = layerOf(SigningKeys, function* () {
    const repo = yield* SigningKeysRepo
    const signing = yield* Signing
    const secrets = yield* Secrets
    // A key once proven stays what it is.
    const proven = new Map<string, string>()

    const keepRow = (key: Omit<KeyRow, "proof">) =>
      Effect.flatMap(DateTime.now, (now) => repo.keep({ ...key, proof: secrets.hmac(purpose, provenText(key)) }, now))

    let kept = false
    const keep = Effect.gen(function* () {
      const configured = Option.all({ key_id: signing.keyId, public_key_pem: signing.publicKeyPem })
      if (Option.isSome(configured)) yield* keepRow(configured.value)
      for (const key of yield* repo.all) {
        const [current, ...previous] = secrets.hmacs(purpose, provenText(key))
        // The master key was changed: before the previous one goes, too (audit-24).
        if (current === undefined || constantTimeEquals(key.proof, current)) continue
        if (previous.some((proof) => constantTimeEquals(key.proof, proof))) yield* keepRow(key)
      }
      kept = true
    })
    const keepOnce = Effect.suspend(() => (kept ? Effect.void : keep))

    const formerKey = Effect.fnUntraced(function* (keyId: string) {
      const known = proven.get(keyId)
      if (known !== undefined) return Option.some(known)
      const found = Option.filter(yield* repo.find(keyId), (key) =>
        secrets.hmacs(purpose, provenText(key)).some((proof) => constantTimeEquals(key.proof, proof))
      )
      if (Option.isSome(found)) proven.set(keyId, found.value.public_key_pem)
      return Option.map(found, ({ public_key_pem }) => public_key_pem)
    })

    const published = Effect.gen(function* () {
      const configured = Option.all({ keyId: signing.keyId, publicKeyPem: signing.publicKeyPem })
      const stored = (yield* repo.all).filter(
        (key) =>
          !Option.contains(signing.keyId, key.key_id) &&
          secrets.hmacs(purpose, provenText(key)).some((proof) => constantTimeEquals(key.proof, proof))
      )
      return {
        algorithm: "Ed25519" as const,
        keys: [
          ...Option.toArray(configured).map((key) => ({ ...key, current: true })),
          ...stored.map(({ key_id, public_key_pem }) => ({
            keyId: key_id,
            publicKeyPem: public_key_pem,
            current: false
          }))
        ]
      }
    })

    const verify = Effect.fn("SigningKeys.verify")(function* (anchor: SignedAnchor) {
      const bytes = signedBytes(anchor)
      if (Option.contains(signing.keyId, anchor.key_id)) {
        return (yield* signing.verify(bytes, anchor.signature)) ? "valid" : "invalid"
      }
      const key = yield* formerKey(anchor.key_id)
      if (Option.isNone(key)) return "unknown_key"
      return (yield* signing.verifyWith(key.value, bytes, anchor.signature)) ? "valid" : "invalid"
    })

    const former = Effect.fnUntraced(function* (keyIds: ReadonlyArray<string>) {
      const found = yield* Effect.forEach(
        [...new Set(keyIds)].filter((keyId) => !Option.contains(signing.keyId, keyId)),
        (keyId) =>
          Effect.map(
            formerKey(keyId),
            Option.map((public_key_pem) => ({ key_id: keyId, public_key_pem }))
          )
      )
      return found.flatMap(Option.toArray)
    })

    return SigningKeys.of({ former, keep, keepOnce, published, verify })
  })
}
