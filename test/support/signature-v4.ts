import { createHash, createHmac } from "node:crypto"
import type { IncomingMessage } from "node:http"

/** What a signed request claims, from its header or, for a presigned link, from its query. */
interface Claim {
  readonly scope: string
  readonly time: string
  readonly signedHeaders: string
  readonly payloadHash: string
  readonly signature: string
  /** Seconds; a request signed in its header has no such limit of its own. */
  readonly expiresIn: number
}

const header = (request: IncomingMessage, name: string) => {
  const value = request.headers[name] ?? ""
  return typeof value === "string" ? value : value.join(",")
}

const claimOf = (request: IncomingMessage, query: URLSearchParams): Claim => {
  const get = (name: string) => query.get(name) ?? ""
  if (query.has("X-Amz-Algorithm")) {
    return {
      scope: get("X-Amz-Credential"),
      time: get("X-Amz-Date"),
      signedHeaders: get("X-Amz-SignedHeaders"),
      payloadHash: "UNSIGNED-PAYLOAD",
      signature: get("X-Amz-Signature"),
      expiresIn: Number(get("X-Amz-Expires"))
    }
  }
  const [, scope = "", signedHeaders = "", signature = ""] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      header(request, "authorization")
    ) ?? []
  const payloadHash = header(request, "x-amz-content-sha256")
  return { scope, time: header(request, "x-amz-date"), signedHeaders, payloadHash, signature, expiresIn: Infinity }
}

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (it) => `%${it.charCodeAt(0).toString(16).toUpperCase()}`)

const instant = (time: string) =>
  Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"))

/** AWS Signature Version 4, written from its documentation alone, so that it can contradict the SDK. */
export const isSigned = (
  request: IncomingMessage,
  { accessKeyId, secret }: { readonly accessKeyId: string; readonly secret: string }
): boolean => {
  const [rawPath = "", rawQuery = ""] = (request.url ?? "").split("?")
  const query = new URLSearchParams(rawQuery)
  const claim = claimOf(request, query)
  const [claimedKey = "", day = "", region = "", service = "", end = ""] = claim.scope.split("/")
  if (claimedKey !== accessKeyId || end !== "aws4_request" || !claim.time.startsWith(day)) return false
  if (!(Date.now() < instant(claim.time) + claim.expiresIn * 1000)) return false

  const canonicalQuery = [...query]
    .filter(([name]) => name !== "X-Amz-Signature")
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join("&")
  const names = claim.signedHeaders.split(";")
  if (!names.includes("host")) return false
  const canonical = [
    request.method,
    rawPath,
    canonicalQuery,
    ...names.map((name) => `${name}:${header(request, name).trim().replace(/ +/g, " ")}`),
    "",
    claim.signedHeaders,
    claim.payloadHash
  ].join("\n")
  const toSign = [
    "AWS4-HMAC-SHA256",
    claim.time,
    [day, region, service, end].join("/"),
    createHash("sha256").update(canonical).digest("hex")
  ].join("\n")
  const key = [day, region, service, end].reduce<string | Buffer>(
    (previous, part) => createHmac("sha256", previous).update(part).digest(),
    `AWS4${secret}`
  )
  return createHmac("sha256", key).update(toSign).digest("hex") === claim.signature
}
