import { Effect, type Types } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import { anonymousLimit } from "./open-access.ts"
import { RateLimits } from "./rate-limits.ts"
import { withinLimit } from "./too-many-requests.ts"

const isDocument = /^\/(?:docs(?:\/(?:app|scim))?|openapi\/(?:public|app|scim)\.json)\/?$/

type Response = HttpServerResponse.HttpServerResponse

const compressions = {
  br: (bytes: Uint8Array) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (bytes: Uint8Array) => promisify(gzip)(bytes)
}
type Coding = keyof typeof compressions | "identity"

/** `br;q=0` refuses; a name alone, or `*`, takes. */
const codingFor = (header = ""): Coding => {
  const taken = header
    .toLowerCase()
    .split(",")
    .map((part) => part.trim())
    .filter((part) => !/;\s*q=0(?:\.0*)?$/.test(part))
    .map((part) => part.split(";", 1)[0]?.trim())
  if (taken.includes("br") || taken.includes("*")) return "br"
  return taken.includes("gzip") ? "gzip" : "identity"
}

const isKnown = (header: string | undefined, etag: string) =>
  header !== undefined && header.split(",").some((one) => one.trim().replace(/^W\//, "") === etag || one.trim() === "*")

/** A document's response in one encoding, and the empty one for a client that has it cached. */
interface Kept {
  readonly etag: string
  readonly whole: Response
  readonly unchanged: Response
}

const keep = Effect.fnUntraced(function* (document: Response, bytes: Uint8Array, coding: Coding) {
  const body = coding === "identity" ? bytes : yield* Effect.promise(() => compressions[coding](bytes))
  const hash = createHash("sha256").update(bytes).digest("base64url").slice(0, 22)
  const etag = coding === "identity" ? `"${hash}"` : `"${hash}-${coding}"`
  const { "content-length": _, "content-type": contentType = "application/json", ...own } = document.headers
  const headers = { ...own, etag, vary: "accept-encoding", "cache-control": "public, max-age=300" }
  const kept: Kept = {
    etag,
    whole: HttpServerResponse.uint8Array(body, {
      contentType,
      headers: coding === "identity" ? headers : { ...headers, "content-encoding": coding }
    }),
    unchanged: HttpServerResponse.empty({ status: 304, headers })
  }
  return kept
})

/**
 * The API's reference and its OpenAPI documents: made and compressed once, answered from memory, not at all to who has
 * them already, and within the limit of all anonymous requests.
 */
export const servedDocuments = HttpRouter.middleware(
  Effect.map(RateLimits, (limits) => {
    const kept = new Map<string, Kept>()

    const serve = Effect.fnUntraced(function* (
      path: string,
      request: HttpServerRequest.HttpServerRequest,
      handler: Effect.Effect<Response, Types.unhandled, HttpServerRequest.HttpServerRequest>
    ) {
      const coding = codingFor(request.headers["accept-encoding"])
      const key = `${coding} ${path}`
      let document = kept.get(key)
      if (document === undefined) {
        const made = yield* handler
        if (made.status !== 200 || made.body._tag !== "Uint8Array") return made
        document = yield* keep(made, made.body.body, coding)
        kept.set(key, document)
      }
      return isKnown(request.headers["if-none-match"], document.etag) ? document.unchanged : document.whole
    })

    return (handler): Effect.Effect<Response, Types.unhandled, HttpServerRequest.HttpServerRequest> =>
      Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
        const path = request.url.split("?", 1)[0] ?? "/"
        return request.method === "GET" && isDocument.test(path)
          ? withinLimit(limits, anonymousLimit(request), serve(path, request, handler))
          : handler
      })
  }),
  { global: true }
)
