import { pages } from "@svc/dashboard/pages"
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { errorResponse } from "#platform/http/error-bodies"
import { landingPage } from "#platform/http/landing-pages"
import { wantsHtml } from "#platform/http/html-page"
import { type BuiltFile, Dashboard } from "./built-files.ts"

const types: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
  woff2: "font/woff2"
}

/** Only this service's own files run and are shown; no text becomes markup or script; no other site can frame it. */
const pageHeaders = {
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'"
  ].join("; "),
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  // The URL contains the token of an email link: no Referer.
  "referrer-policy": "no-referrer",
  // The page is small and names its files by their content: asked for each time, it is never of another release.
  "cache-control": "no-cache",
  "x-robots-tag": "noindex"
} as const

/** Named by their content, so never another under the same name. */
const assetHeaders = { "cache-control": "public, max-age=31536000, immutable" } as const

const accepts = (accepted: string, encoding: "br" | "gzip") =>
  accepted.split(",").some((one) => {
    const [name, quality] = one.split(";")
    return name?.trim() === encoding && !/^\s*q=0(?:\.0*)?\s*$/.test(quality ?? "")
  })

const send = (name: string, file: BuiltFile, accepted: string, headers: Readonly<Record<string, string>>) => {
  const [body, encoding] =
    file.br !== undefined && accepts(accepted, "br")
      ? [file.br, "br"]
      : file.gzip !== undefined && accepts(accepted, "gzip")
        ? [file.gzip, "gzip"]
        : [file.plain, undefined]
  return HttpServerResponse.uint8Array(body, {
    contentType: types[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream",
    headers: {
      ...headers,
      vary: "accept-encoding",
      ...(encoding === undefined ? {} : { "content-encoding": encoding })
    }
  })
}

/** In the theme of the last visit, so that the first paint has it. */
const themed = (file: BuiltFile, theme: "light" | "dark"): BuiltFile => ({
  plain: new TextEncoder().encode(
    new TextDecoder().decode(file.plain).replace("<html ", `<html data-theme="${theme}" `)
  ),
  br: undefined,
  gzip: undefined
})

const document = (request: HttpServerRequest.HttpServerRequest, file: BuiltFile) => {
  const theme = request.cookies["theme"]
  const shown = theme === "light" || theme === "dark" ? themed(file, theme) : file
  return send("index.html", shown, request.headers["accept-encoding"] ?? "", pageHeaders)
}

const page = (path: `/${string}`) =>
  HttpRouter.route(
    "GET",
    path,
    Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      // A program gets JSON about the service, or that there is nothing here; the page is for people.
      if (!wantsHtml(request)) return yield* landingPage(path, request)
      const dashboard = yield* Dashboard
      return yield* dashboard.files.pipe(
        Effect.flatMap((files) => {
          const file = files.get("index.html")
          return file === undefined ? landingPage(path, request) : Effect.succeed(document(request, file))
        }),
        Effect.catchTag("DashboardMissing", () => landingPage(path, request))
      )
    })
  )

const asset = HttpRouter.route(
  "GET",
  "/static/*",
  Effect.gen(function* () {
    const dashboard = yield* Dashboard
    const request = yield* HttpServerRequest.HttpServerRequest
    const path = request.url.split("?", 1)[0] ?? "/"
    const files = yield* Effect.orElseSucceed(dashboard.files, () => new Map<string, BuiltFile>())
    const file = files.get(path.slice(1))
    return file === undefined
      ? errorResponse(path, 404)
      : send(path, file, request.headers["accept-encoding"] ?? "", assetHeaders)
  })
)

/** What the dashboard is reached at; the paths are the page's own. */
export const dashboardPaths = [...pages.map(({ path }) => path), "/static/:file"]

/** The one document for every page, and the files that it names. */
export const dashboardRoutes = HttpRouter.addAll([...pages.map(({ path }) => page(path)), asset])
