import { CrossOrigin } from "@svc/contract/kernel/errors"
import { Result } from "effect"

type Headers = Readonly<Record<string, string | undefined>>

const hostOf = (origin: string) => {
  const url = URL.parse(origin)
  return url !== null && (url.protocol === "http:" || url.protocol === "https:") && url.origin === origin
    ? url.host
    : undefined
}

const isOwn = (headers: Headers, ownOrigin: string) => {
  const site = headers["sec-fetch-site"]
  // `none`: the person typed or opened it; no page did.
  if (site !== undefined) return site === "same-origin" || site === "none"
  const origin = headers["origin"]
  if (origin === undefined) return true
  // The host as the browser sees it, too: the service may be reached by another name than BASE_URL.
  const host = headers["host"]
  return origin === ownOrigin || (host !== undefined && hostOf(origin) === host.toLowerCase())
}

/** Whether the method changes nothing, so that another site gains nothing by causing it. */
export const isSafeMethod = (method: string): boolean => method === "GET" || method === "HEAD" || method === "OPTIONS"

/**
 * Writes that a browser sends by itself must come from the application: by `Sec-Fetch-Site`, else by `Origin`; with
 * neither it is no browser (decisions 7).
 */
export const checkSameOrigin = (
  request: { readonly method: string; readonly headers: Headers },
  ownOrigin: string
): Result.Result<void, CrossOrigin> =>
  isSafeMethod(request.method) || isOwn(request.headers, ownOrigin) ? Result.void : Result.fail(new CrossOrigin())
