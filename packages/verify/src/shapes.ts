import { anchorFormat } from "@svc/contract/audit/chain"
import { bytesOfBase64, textOf } from "./bytes.ts"
import { field, isObject, type JsonObject, readJson } from "./json.ts"

/** What an input is, told by its content alone. */
export type Shape =
  | { readonly _tag: "Zip" }
  | { readonly _tag: "Signature"; readonly signature: Uint8Array }
  | { readonly _tag: "Key"; readonly pem: string }
  | { readonly _tag: "Export"; readonly json: JsonObject }
  | { readonly _tag: "Archive"; readonly json: JsonObject }
  | { readonly _tag: "Anchors"; readonly json: JsonObject | ReadonlyArray<unknown> }
  | { readonly _tag: "Bundle"; readonly json: JsonObject }
  | { readonly _tag: "Evidence"; readonly json: JsonObject }
  | { readonly _tag: "LeaverTest"; readonly json: JsonObject }
  | { readonly _tag: "Csv" }
  | { readonly _tag: "Pdf" }
  | { readonly _tag: "OtherJson" }
  | { readonly _tag: "Unknown"; readonly why: string }

const mostJson = 400 * 1024 ** 2

const unknown = (why: string): Shape => ({ _tag: "Unknown", why })

const shapeOfObject = (json: JsonObject): Shape => {
  switch (field(json, "format")) {
    case anchorFormat:
      return { _tag: "Anchors", json }
    case "svc-audit-archive/v1":
      return { _tag: "Archive", json }
    case "svc-audit-bundle/v1":
      return { _tag: "Bundle", json }
    case "svc-evidence/v1":
      return { _tag: "Evidence", json }
    case "svc-leaver-test/v1":
      return { _tag: "LeaverTest", json }
    default: {
      const pem = field(json, "publicKeyPem") ?? field(json, "public_key_pem")
      if (typeof pem === "string") return { _tag: "Key", pem }
      return Array.isArray(field(json, "rows")) ? { _tag: "Export", json } : { _tag: "OtherJson" }
    }
  }
}

const shapeOfJson = (text: string): Shape => {
  const reading = readJson(text)
  if (reading._tag === "NotJson") return unknown(reading.why)
  const { value } = reading
  if (isObject(value)) return shapeOfObject(value)
  return Array.isArray(value) && isObject(value[0]) && Object.hasOwn(value[0], "anchored_at")
    ? { _tag: "Anchors", json: value }
    : { _tag: "OtherJson" }
}

const begins = (bytes: Uint8Array, text: string) => [...text].every((letter, at) => bytes[at] === letter.charCodeAt(0))

const firstText = (bytes: Uint8Array) => new TextDecoder().decode(bytes.subarray(0, 200)).trimStart()

/** Tells what the bytes are: never by a name, which anyone can give. */
export const shapeOf = (bytes: Uint8Array): Shape => {
  if (bytes.length === 0) return unknown("It is empty.")
  if (begins(bytes, "PK\u0003\u0004") || begins(bytes, "PK\u0005\u0006")) return { _tag: "Zip" }
  if (begins(bytes, "%PDF-")) return { _tag: "Pdf" }
  // Before checks of the first bytes, which a signature may share: no other file is 64 bytes long.
  if (bytes.length === 64) return { _tag: "Signature", signature: bytes }
  const start = firstText(bytes)
  if (/^[[{]/.test(start)) {
    if (bytes.length > mostJson) return unknown("It is larger than 400 MiB; export fewer entries at a time.")
    const text = textOf(bytes)
    return text === undefined ? unknown("Its text is not UTF-8: it is damaged.") : shapeOfJson(text)
  }
  if (start.startsWith("-----BEGIN ")) return { _tag: "Key", pem: textOf(bytes.subarray(0, 200_000)) ?? "" }
  if (/^"?ID"?,"?Timestamp"?,"?Actor"?,/.test(start)) return { _tag: "Csv" }
  const signature = bytes.length <= 200 ? bytesOfBase64(start) : undefined
  if (signature?.length === 64) return { _tag: "Signature", signature }
  return unknown(
    "It is not an export, bundle, archive, evidence package, leaver access test, page of anchors, signature, or public key of the service."
  )
}
