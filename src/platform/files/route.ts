import { Effect, Option } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { contentDisposition } from "#platform/http/content-disposition"
import { errorResponse } from "#platform/http/error-bodies"
import { Files } from "./files.ts"

/** `/files/{token}`: a stored file for the holder of an unexpired link. Its content runs in no origin. */
export const fileRoute = HttpRouter.add(
  "GET",
  // A wildcard, because the router refuses a named parameter of more than 100 characters.
  "/files/*",
  Effect.gen(function* () {
    const files = yield* Files
    const { "*": token = "" } = yield* HttpRouter.params
    const target = yield* files.verifySignedPath(token)
    const info = yield* files.head(target.key)
    return HttpServerResponse.stream(files.get(target.key), {
      contentType: info.contentType,
      headers: {
        "content-disposition": contentDisposition(target.disposition, Option.getOrUndefined(target.filename)),
        "content-security-policy": "sandbox; default-src 'none'"
      }
    })
  }).pipe(
    Effect.catchTags({
      LinkInvalid: () => Effect.succeed(errorResponse("/files", 404, "This link is not valid or has expired")),
      FileNotFound: () => Effect.succeed(errorResponse("/files", 404, "This file no longer exists")),
      FileKeyInvalid: () => Effect.succeed(errorResponse("/files", 404)),
      StorageNotConfigured: () => Effect.succeed(errorResponse("/files", 503, "File storage is not configured")),
      StorageFailed: (failure) =>
        Effect.as(
          Effect.logError("file storage failed", failure),
          errorResponse("/files", 503, "File storage is not available")
        )
    })
  )
)
