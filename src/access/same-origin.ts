import type { Requirement } from "@svc/contract/kernel/access"
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
  if (origin === ownOrigin) return true
  // By another name than BASE_URL the host is what the browser sees; by its own name the scheme counts as well.
  const host = headers["host"]?.toLowerCase()
  return host !== undefined && host !== hostOf(ownOrigin) && hostOf(origin) === host
}

/** Whether the method changes nothing, so that another site gains nothing by causing it. */
export const isSafeMethod = (method: string): boolean => method === "GET" || method === "HEAD" || method === "OPTIONS"

/**
 * CSRF check by fetch metadata: writes that a browser sends automatically, and recorded reads, must come from the
 * application, by `Sec-Fetch-Site`, else by `Origin`; without either it is not a browser (browsers-2).
 */
export const checkSameOrigin = (
  request: { readonly method: string; readonly headers: Headers },
  ownOrigin: string,
  { recording }: Pick<Requirement, "recording"> = {}
): Result.Result<void, CrossOrigin> =>
  (recording !== true && isSafeMethod(request.method)) || isOwn(request.headers, ownOrigin)
    ? Result.void
    : Result.fail(new CrossOrigin())
