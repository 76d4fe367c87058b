import { ed25519 } from "@noble/curves/ed25519.js"
import { bytesToNumberLE, numberToBytesLE } from "@noble/curves/utils.js"
import { createHash } from "node:crypto"

const { BASE, Fn } = ed25519.Point

/** What follows once the message has been read: it is read again, and both readings must be of the same bytes. */
interface SecondReading {
  /** Of the first reading; lower-case hex. */
  readonly sha256: string
  update(bytes: Uint8Array): void
  /** 64 bytes. Undefined when the second reading was not of the same bytes: such a signature would give the key away. */
  sign(): Uint8Array | undefined
}

interface FirstReading {
  update(bytes: Uint8Array): void
  end(): SecondReading
}

/**
 * Pure Ed25519 (RFC 8032, 5.1.6) of a message that is too large for memory: it hashes the message twice, the second time
 * after all of it is known. `node:crypto` takes a message as one buffer only.
 *
 * @param seed The private key, 32 bytes.
 */
export const startSignature = (seed: Uint8Array): FirstReading => {
  const { pointBytes, prefix, scalar } = ed25519.utils.getExtendedPublicKey(seed)
  const nonce = createHash("sha512").update(prefix)
  const seenFirst = createHash("sha256")
  return {
    update: (bytes) => {
      nonce.update(bytes)
      seenFirst.update(bytes)
    },
    end: () => {
      const sha256 = seenFirst.digest("hex")
      const r = Fn.create(bytesToNumberLE(nonce.digest()))
      const point = BASE.multiply(r).toBytes()
      const challenge = createHash("sha512").update(point).update(pointBytes)
      const seenAgain = createHash("sha256")
      return {
        sha256,
        update: (bytes) => {
          challenge.update(bytes)
          seenAgain.update(bytes)
        },
        sign: () => {
          if (seenAgain.digest("hex") !== sha256) return undefined
          const k = Fn.create(bytesToNumberLE(challenge.digest()))
          const s = Fn.add(r, Fn.mul(k, Fn.create(scalar)))
          return Uint8Array.from([...point, ...numberToBytesLE(s, 32)])
        }
      }
    }
  }
}
