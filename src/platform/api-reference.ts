import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { type HttpApi, type HttpApiGroup, HttpApiScalar } from "effect/http-api"
import { createHash } from "node:crypto"

const sourceOf = (script: string) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`

/** Only the scripts of this very page run, and they reach nothing but this service; no other site can frame it. */
const policyFor = (html: string) =>
  [
    "default-src 'none'",
    `script-src ${[...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = ""]) => sourceOf(script)).join(" ")}`,
    "style-src 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ].join("; ")

const guarded = HttpRouter.middleware(
  Effect.sync(() => {
    // The page is made once, so its policy is, too.
    const policies = new WeakMap<HttpServerResponse.HttpServerResponse, string>()
    return Effect.map((page: HttpServerResponse.HttpServerResponse) => {
      if (page.body._tag !== "Uint8Array") return page
      const policy = policies.get(page) ?? policyFor(new TextDecoder().decode(page.body.body))
      policies.set(page, policy)
      return HttpServerResponse.setHeaders(page, {
        "content-security-policy": policy,
        "referrer-policy": "no-referrer",
        "cache-control": "private, max-age=300"
      })
    })
  })
).layer

const scalar = {
  withDefaultFonts: false,
  // Its tools for developers would send the document to their maker.
  showDeveloperTools: "never",
  authentication: { preferredSecurityScheme: "apiKey" }
}

/** The reference of an API for people, with its scripts in the page: nothing is fetched from anywhere else. */
export const apiReference = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  path: `/${string}`
) => HttpApiScalar.layer(api, { path, scalar }).pipe(Layer.provide(guarded))
