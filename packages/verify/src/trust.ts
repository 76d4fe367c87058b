import type { PublicKey } from "./keys.ts"
import { isSignedBy } from "./keys.ts"

/**
 * `given`: made with a key that the auditor brought. `carried`: made with a key that only came along with the files, as
 * anyone's could. `bad`: the key it names did not make it. `foreign`: made with a key that is not here.
 */
export type Standing = "given" | "carried" | "bad" | "foreign"

/** The keys of one run. */
export class Keys {
  readonly given: ReadonlyArray<PublicKey>
  readonly carried: Array<PublicKey> = []

  constructor(given: ReadonlyArray<PublicKey>) {
    this.given = given
  }

  /** A key that a file brought along; it vouches for nothing until its fingerprint is compared. */
  carry(key: PublicKey): void {
    if (!this.carried.some(({ keyId }) => keyId === key.keyId)) this.carried.push(key)
  }

  /** Which key made the signature. Keys from files are asked only where the auditor brought none. */
  judge(signature: Uint8Array, message: Uint8Array, keyId: string | null): { standing: Standing; key?: PublicKey } {
    const keys = this.given.length > 0 ? this.given : this.carried
    const named = keyId === null ? keys : keys.filter((key) => key.keyId === keyId)
    const key = named.find((candidate) => isSignedBy(candidate, signature, message))
    if (key !== undefined) return { standing: this.given.length > 0 ? "given" : "carried", key }
    return { standing: named.length === 0 ? "foreign" : "bad" }
  }
}
