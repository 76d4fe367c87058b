import { sha256Hex, textOf } from "./bytes.ts"
import { type Files, tellSignature } from "./containers.ts"
import type { Findings } from "./findings.ts"
import { field, isObject, type JsonObject, textField } from "./json.ts"
import { readKey } from "./keys.ts"
import type { Keys } from "./trust.ts"

const isCount = (value: unknown): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0

/** Holds every file of the ZIP against what the manifest lists; answers the paths that it lists. */
const checkFiles = (
  what: string,
  zip: string,
  manifestPath: string,
  manifest: JsonObject,
  files: Files,
  findings: Findings
): ReadonlySet<string> => {
  const failures = findings.failures()
  const listed = field(manifest, "files")
  const paths = new Set<string>()
  for (const item of Array.isArray(listed) ? listed : [undefined]) {
    const path = isObject(item) ? textField(item, "path") : undefined
    const size = isObject(item) ? field(item, "size") : undefined
    const sha256 = isObject(item) ? textField(item, "sha256") : undefined
    if (path === undefined || sha256 === undefined || !isCount(size)) {
      findings.failed("The manifest is malformed.", "It must list files with path, size, and sha256.", {
        file: `${zip} › ${manifestPath}`
      })
      continue
    }
    const content = files.get(path)
    const where = { file: `${zip} › ${path}` }
    if (paths.has(path))
      findings.failed("A file is listed twice in the manifest.", "Each file must be listed only once.", where)
    paths.add(path)
    if (content === undefined) findings.failed(`A file of the ${what} is missing.`, "The manifest lists it.", where)
    else if (content.length !== size || sha256Hex(content) !== sha256) {
      findings.failed(`A file of the ${what} was changed.`, "Its size or SHA-256 is not what the manifest says.", where)
    }
  }
  for (const path of files.keys()) {
    if (paths.has(path) || path === manifestPath || path === `${manifestPath}.sig`) continue
    findings.failed(`A file was added to the ${what}.`, "The manifest does not list it.", { file: `${zip} › ${path}` })
  }
  if (findings.failures() === failures) {
    findings.proven(
      `All ${paths.size} files of the ${what} match its manifest; none is missing, none was added.`,
      "Their sizes and SHA-256 hashes match the manifest.",
      { file: zip }
    )
    const key = files.get("signing-key.pem")
    const own = key === undefined ? undefined : readKey(textOf(key) ?? "")
    const keyId = textField(manifest, "key_id")
    if (own?._tag === "Key" && keyId !== undefined && keyId !== own.key.keyId) {
      findings.failed(
        "The manifest names another key than the one that came with it.",
        `It names ${keyId.slice(0, 40)}; signing-key.pem is ${own.key.keyId}.`,
        { file: `${zip} › ${manifestPath}` }
      )
    }
  }
  return paths
}

/** A ZIP with a manifest: every file against it, and the manifest's signature. `what` is what people call such a ZIP. */
export const checkManifest = (
  what: "evidence" | "leaver access test",
  zip: string,
  manifestPath: string,
  manifest: JsonObject,
  files: Files,
  keys: Keys,
  findings: Findings
): { readonly vouched: boolean; readonly paths: ReadonlySet<string> } => {
  const paths = checkFiles(what, zip, manifestPath, manifest, files, findings)
  const keyId = textField(manifest, "key_id") ?? null
  const file = `${zip} › ${manifestPath}`
  const signaturePath = `${manifestPath}.sig`
  const signature = files.get(signaturePath)
  const bytes = files.get(manifestPath)
  if (signature === undefined || bytes === undefined) {
    if (keyId !== null) {
      findings.failed(
        "The signature of the manifest is missing.",
        `The manifest says that the key ${keyId.slice(0, 40)} signed it.`,
        { file: `${zip} › ${signaturePath}` }
      )
    }
    findings.notShown(
      `Who made the ${what}.`,
      "Its manifest is not signed: a file and its line in the manifest could have been changed together.",
      { file: zip }
    )
    return { vouched: false, paths }
  }
  if (keys.judge(signature, bytes, keyId).standing === "bad") {
    // Which of the two was changed, nothing can tell.
    findings.failed(
      "The signature does not match the manifest.",
      "The signature, the manifest, or the key was changed.",
      {
        file: `${zip} › ${signaturePath}`
      }
    )
  }
  return { vouched: tellSignature(file, bytes, signature, keyId, keys, findings), paths }
}
