import { Effect, Redacted } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import html from "html-template-tag"
import { anonymousLimit } from "#access/open-access"
import { RateLimits } from "#access/rate-limits"
import { withinLimit } from "#access/too-many-requests"
import { contentDisposition } from "#platform/http/content-disposition"
import { htmlPage } from "#platform/http/html-page"
import { pageLocale } from "#platform/http/page-language"
import { auditorPage } from "./page-style.ts"
import { type AuditorFile, AuditorRoom } from "./room.ts"

const nothing = htmlPage(
  "This link is not valid",
  html`<p>It may have expired or been revoked, or a part of it is missing. Ask the sender for a new one.</p>`,
  404
)

const notNow = htmlPage(
  "This page is not available right now",
  html`<p>It is shown only if the visit can be recorded, and that is not possible right now. Try again later.</p>`,
  503
)

const fileResponse = ({ content, filename, sha256, size }: AuditorFile) =>
  HttpServerResponse.stream(content, {
    contentType: "application/zip",
    contentLength: size,
    headers: {
      ...auditorPage.headers,
      "content-disposition": contentDisposition("attachment", filename),
      "x-content-sha256": sha256
    }
  })

const zip = "/leaver-test.zip"

/** `/auditor/{token}` and its ZIP: no account, no cookie, under the limit of all anonymous requests. */
export const auditorPageRoute = HttpRouter.add(
  "GET",
  // A wildcard, as for the portal: a token of any length is only checked in the room.
  "/auditor/*",
  Effect.gen(function* () {
    const room = yield* AuditorRoom
    const limits = yield* RateLimits
    const request = yield* HttpServerRequest.HttpServerRequest
    const { "*": rest = "" } = yield* HttpRouter.params
    const answer = rest.endsWith(zip)
      ? Effect.map(room.file(Redacted.make(rest.slice(0, -zip.length))), fileResponse)
      : Effect.map(room.page(Redacted.make(rest), pageLocale("en", request)), (page) =>
          HttpServerResponse.text(page, { contentType: "text/html; charset=utf-8", headers: auditorPage.headers })
        )
    return yield* withinLimit(
      limits,
      anonymousLimit(request),
      Effect.catchTags(answer, {
        LinkOpensNothing: () => Effect.succeed(nothing),
        NotShown: () => Effect.succeed(notNow)
      })
    )
  })
)
