import { bytesOfBase64, sameBytes, sha256Hex } from "./bytes.ts"
import type { Findings } from "./findings.ts"
import { type JsonObject, textField } from "./json.ts"
import type { Keys, Standing } from "./trust.ts"

export type Files = ReadonlyMap<string, Uint8Array>

/** Says how a signature over a file's exact bytes stands; whether a key that the auditor brought made it. */
export const tellSignature = (
  file: string,
  bytes: Uint8Array,
  signature: Uint8Array,
  keyId: string | null,
  keys: Keys,
  findings: Findings
): boolean => {
  const { key, standing }: { standing: Standing; key?: { readonly keyId: string } } = keys.judge(
    signature,
    bytes,
    keyId
  )
  const where = { file }
  switch (standing) {
    case "given":
      findings.proven(
        "The file is signed with the key that you gave, and was not changed since.",
        `Its signature (Ed25519, key ${key?.keyId}) matches its exact bytes.`,
        where
      )
      return true
    case "carried":
      findings.proven(
        "The file matches its signature and the key that came with it.",
        `Its signature (Ed25519, key ${key?.keyId}) matches its exact bytes. Compare its fingerprint to find out whose key it is.`,
        where
      )
      return false
    case "bad":
      findings.failed(
        "The file does not match its signature.",
        "The file, its signature, or the key was changed or replaced.",
        where
      )
      return false
    case "foreign":
      if (keys.given.length > 0) {
        findings.failed(
          "The file is not signed with the key that you gave.",
          `It names the key ${keyId ?? "?"}. If the service changed its key, also add the former one.`,
          where
        )
      } else {
        findings.notShown(
          "Who signed the file.",
          `It names the key ${keyId ?? "?"}, which is not available here.`,
          where
        )
      }
      return false
  }
}

/** An export bundle: its export file against `verification.json` and its signature. */
export const checkBundle = (
  zip: string,
  path: string,
  verification: JsonObject,
  files: Files,
  keys: Keys,
  findings: Findings
): { readonly vouched: boolean; readonly file: string | undefined } => {
  const name = textField(verification, "file")
  const sha256 = textField(verification, "sha256")
  const content = name === undefined ? undefined : files.get(name)
  if (name === undefined || content === undefined) {
    findings.failed("The export file of the bundle is missing.", `${path} names "${name ?? "none"}".`, { file: zip })
    return { vouched: false, file: undefined }
  }
  const file = `${zip} › ${name}`
  const actual = sha256Hex(content)
  if (sha256 === actual) {
    findings.proven("The export file is the one that the bundle describes.", `Its SHA-256 is ${actual}.`, { file })
  } else {
    findings.failed(
      "The export file is not the one that the bundle describes.",
      `Its SHA-256 is ${actual}, described is ${sha256 ?? "none"}.`,
      { file }
    )
  }
  for (const other of files.keys()) {
    if (![name, `${name}.sig`, path, "signing-key.pem"].includes(other)) {
      findings.failed("A file was added to the bundle.", "No signature of the bundle covers it.", {
        file: `${zip} › ${other}`
      })
    }
  }
  const signature = files.get(`${name}.sig`)
  const text = textField(verification, "signature")
  const written = text === undefined ? undefined : bytesOfBase64(text)
  if (signature === undefined && text === undefined) {
    findings.notShown("Who made the bundle.", "It is not signed.", { file: zip })
    return { vouched: false, file: name }
  }
  if (signature === undefined || written === undefined || !sameBytes(signature, written)) {
    findings.failed(
      "The two copies of the export file's signature differ.",
      `${name}.sig and ${path} must contain the same 64 bytes.`,
      { file: zip }
    )
  }
  const bytes = signature ?? written
  return {
    vouched:
      bytes !== undefined &&
      tellSignature(file, content, bytes, textField(verification, "key_id") ?? null, keys, findings),
    file: name
  }
}
