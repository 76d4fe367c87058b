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

const references = [
  ["/docs", "Public API"],
  ["/docs/app", "App API"],
  ["/docs/scim", "SCIM"]
] as const

const links = references.map(([path, name]) => `<a href="${path}" style="margin-right:1rem">${name}</a>`).join("")

/** The way to the other references, and no icon to be asked for. */
const linked = (html: string) =>
  html
    .replace("</title>", '</title>\n    <link rel="icon" href="data:," />')
    .replace("<body>", `<body>\n    <nav style="padding:.5rem 1rem;font:14px system-ui,sans-serif">${links}</nav>`)

// Made at the first request and kept by who stands around it.
const guarded = HttpRouter.middleware(
  Effect.map((page: HttpServerResponse.HttpServerResponse) => {
    if (page.body._tag !== "Uint8Array") return page
    const html = linked(new TextDecoder().decode(page.body.body))
    return HttpServerResponse.html(html).pipe(
      HttpServerResponse.setHeaders({ "content-security-policy": policyFor(html), "referrer-policy": "no-referrer" })
    )
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
) =>
  HttpRouter.use(
    Effect.fnUntraced(function* (router) {
      // Its script has 3 MB, read at the first request of the page: until then it is on a separate router.
      const page = yield* Effect.cached(
        Effect.gen(function* () {
          const own = yield* HttpRouter.make
          const layer = HttpApiScalar.layer(api, { path, scalar })
          yield* Effect.scoped(Layer.build(Layer.provide(layer, Layer.succeed(HttpRouter.HttpRouter, own))))
          return own.asHttpEffect()
        })
      )
      yield* router.add("GET", path, Effect.orDie(Effect.flatten(page)))
    })
  ).pipe(Layer.provide(guarded))
