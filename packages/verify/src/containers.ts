import { bytesOfBase64, sameBytes, sha256Hex } from "./bytes.ts"
import type { Findings } from "./findings.ts"
import { field, isObject, type JsonObject, textField } from "./json.ts"
import type { Keys, Standing } from "./trust.ts"

export type Files = ReadonlyMap<string, Uint8Array>

/** Says how a signature over a file's exact bytes stands; whether a key that the auditor brought made it. */
const tellSignature = (
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
        "The file is signed with the key that you gave, and not a byte of it was changed since.",
        `Its signature (Ed25519, key ${key?.keyId}) fits its exact bytes.`,
        where
      )
      return true
    case "carried":
      findings.proven(
        "The file fits its signature and the key that came with it.",
        `Its signature (Ed25519, key ${key?.keyId}) fits its exact bytes. Whose key that is, only a comparison of its fingerprint shows.`,
        where
      )
      return false
    case "bad":
      findings.failed(
        "The file does not fit its signature.",
        "The file, its signature or the key is not the one that belongs to the others.",
        where
      )
      return false
    case "foreign":
      if (keys.given.length > 0) {
        findings.failed(
          "The file is not signed with the key that you gave.",
          `It names the key ${keyId ?? "?"}. If the service changed its key, give the former one as well.`,
          where
        )
      } else {
        findings.notShown("Who signed the file.", `It names the key ${keyId ?? "?"}, which is not at hand.`, where)
      }
      return false
  }
}

const isCount = (value: unknown): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0

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
    findings.failed("The bundle lacks its export file.", `${path} names "${name ?? "none"}".`, { file: zip })
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
      "The signature of the export file is not there twice alike.",
      `${name}.sig and ${path} must hold the same 64 bytes.`,
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

/** The evidence of a case: every file against the manifest, and the manifest's signature. */
export const checkEvidence = (
  zip: string,
  manifestPath: string,
  manifest: JsonObject,
  files: Files,
  keys: Keys,
  findings: Findings
): { readonly vouched: boolean } => {
  const failures = findings.failures()
  const listed = field(manifest, "files")
  const paths = new Set<string>()
  for (const item of Array.isArray(listed) ? listed : [undefined]) {
    const path = isObject(item) ? textField(item, "path") : undefined
    const size = isObject(item) ? field(item, "size") : undefined
    const sha256 = isObject(item) ? textField(item, "sha256") : undefined
    if (path === undefined || sha256 === undefined || !isCount(size)) {
      findings.failed(
        "The manifest is not as the service writes manifests.",
        "It must list files with path, size and sha256.",
        {
          file: `${zip} › ${manifestPath}`
        }
      )
      continue
    }
    const content = files.get(path)
    const where = { file: `${zip} › ${path}` }
    if (paths.has(path)) findings.failed("A file is listed twice in the manifest.", "Each may be listed once.", where)
    paths.add(path)
    if (content === undefined) findings.failed("A file of the evidence is missing.", "The manifest lists it.", where)
    else if (content.length !== size || sha256Hex(content) !== sha256) {
      findings.failed(
        "A file of the evidence was changed.",
        "Its size or SHA-256 is not what the manifest says.",
        where
      )
    }
  }
  for (const path of files.keys()) {
    if (paths.has(path) || path === manifestPath || path === `${manifestPath}.sig`) continue
    findings.failed("A file was added to the evidence.", "The manifest does not list it.", { file: `${zip} › ${path}` })
  }
  if (findings.failures() === failures) {
    findings.proven(
      `All ${paths.size} files of the evidence are the ones that its manifest lists; none is missing, none was added.`,
      "Their sizes and SHA-256 are those of the manifest.",
      { file: zip }
    )
  }
  const signature = files.get(`${manifestPath}.sig`)
  const bytes = files.get(manifestPath)
  if (signature === undefined || bytes === undefined) {
    findings.notShown("Who made the evidence.", "Its manifest is not signed.", { file: zip })
    return { vouched: false }
  }
  const file = `${zip} › ${manifestPath}`
  return { vouched: tellSignature(file, bytes, signature, textField(manifest, "key_id") ?? null, keys, findings) }
}
