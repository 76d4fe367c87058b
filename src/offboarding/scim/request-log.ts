import { Effect, Queue, Semaphore } from "effect"
import type { LoggedRequest } from "./tokens-repo.ts"

/** Parameters whose values contain no personal data. */
const harmless = new Set(["startindex", "count", "attributes", "excludedattributes"])

/** The path with the names of its parameters, and only harmless values: a filter has an email. */
export const loggedPath = (url: string): string => {
  const [path = "", query] = url.split("?", 2)
  const shown = [...new URLSearchParams(query ?? "")].map(([name, value]) =>
    harmless.has(name.toLowerCase()) ? `${name}=${value}` : `${name}=…`
  )
  // One that could not be stored would take all that are written with it along.
  return `${path}${shown.length === 0 ? "" : `?${shown.join("&")}`}`
    .slice(0, 500)
    .replaceAll(/\p{Cc}/gu, " ")
    .toWellFormed()
}

const flushAfter = "2 seconds"
/** Maximum kept per organization (newest); at most twice as many wait in memory in all. */
export const requestsKept = 200
const mostWaiting = 2_000

/** Requests are written shortly after their response, and when the scope closes; a failed write loses them. */
export const makeRequestLog = Effect.fnUntraced(function* (
  write: (requests: ReadonlyArray<LoggedRequest>) => Effect.Effect<void>
) {
  const oneAtATime = yield* Semaphore.make(1)
  const begun = yield* Queue.sliding<void>(1)
  let waiting: Array<LoggedRequest> = []

  const flush: Effect.Effect<void> = Effect.suspend(() => {
    if (waiting.length === 0) return Effect.void
    const taken = waiting
    waiting = []
    return write(taken)
  }).pipe(oneAtATime.withPermits(1))

  const add = (request: LoggedRequest): Effect.Effect<void> =>
    Effect.sync(() => {
      if (waiting.length < mostWaiting) waiting.push(request)
      if (waiting.length === 1) Queue.offerUnsafe(begun, undefined)
    })

  const quietly = flush.pipe(
    Effect.tapCause((cause) => Effect.logWarning("scim requests not recorded", cause)),
    Effect.ignoreCause
  )
  yield* Effect.addFinalizer(() => quietly)
  yield* Queue.take(begun).pipe(
    Effect.andThen(Effect.sleep(flushAfter)),
    Effect.andThen(quietly),
    Effect.forever,
    Effect.forkScoped
  )
  return { add, flush }
})
