import { HttpServerResponse } from "effect/http"

const sentences: Readonly<Record<number, string>> = {
  400: "Bad request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not found",
  405: "Method not allowed",
  408: "The request took too long to arrive",
  413: "Payload too large",
  415: "Unsupported media type",
  429: "Too many requests. Please slow down.",
  500: "Server error",
  503: "The service is unavailable for a moment. Please try again"
}

const scimError = "urn:ietf:params:scim:api:messages:2.0:Error"

/** An error in the shape of the surface that the path belongs to: SCIM's own (RFC 7644, 3.12), elsewhere `{ error }`. */
export const errorResponse = (path: string, status: number, message = sentences[status] ?? "Error") =>
  path.startsWith("/scim/") || path === "/scim"
    ? HttpServerResponse.jsonUnsafe(
        { schemas: [scimError], status: String(status), detail: message },
        { status, contentType: "application/scim+json" }
      )
    : HttpServerResponse.jsonUnsafe({ error: message }, { status })

/** Seconds after which another try may succeed: as long as a database takes to come back. */
const retryAfter = "5"

/** 503 with `Retry-After`: what was asked for may succeed soon. */
export const unavailableResponse = (path: string, message?: string) =>
  HttpServerResponse.setHeader(errorResponse(path, 503, message), "retry-after", retryAfter)
