import { Effect, FileSystem } from "effect"
import { spawnSync } from "node:child_process"

export const hasOpenssl = spawnSync("openssl", ["version"]).status === 0

/** Behind the title of a test that cannot run without it. */
export const unlessOpenssl = hasOpenssl ? "" : " (SKIPPED: there is no openssl on this machine)"

/** Whether openssl, alone, finds this Ed25519 signature to be of these bytes. */
export const opensslVerifies = Effect.fnUntraced(function* (
  publicKeyPem: string,
  bytes: Uint8Array,
  signature: Uint8Array
) {
  const fs = yield* FileSystem.FileSystem
  const folder = yield* fs.makeTempDirectoryScoped()
  const at = (name: string) => `${folder}/${name}`
  yield* fs.writeFileString(at("key.pem"), publicKeyPem)
  yield* fs.writeFile(at("file"), bytes)
  yield* fs.writeFile(at("file.sig"), signature)
  const args = ["-verify", "-pubin", "-inkey", at("key.pem"), "-rawin", "-in", at("file"), "-sigfile", at("file.sig")]
  const { status, stdout } = spawnSync("openssl", ["pkeyutl", ...args], { encoding: "utf8" })
  return status === 0 && stdout.includes("Signature Verified Successfully")
}, Effect.scoped)
