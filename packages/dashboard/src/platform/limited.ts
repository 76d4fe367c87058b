import { Effect, Layer } from "effect"
import { HttpClient } from "effect/http"

/** Seconds: a wait that the service does not name, and the longest one that a page waits by itself. */
const unnamed = 5
const longest = 60

let until = 0
let sent = 0

/** Requests that the page has sent since it was opened: what a reading costs is their difference. */
export const requestsSent = () => sent

/** Milliseconds until the service takes requests of this person again, as its last 429 said. */
export const limitedFor = () => Math.max(0, until - performance.now())

const seconds = (header: string | undefined) => {
  const named = Number(header)
  return Number.isFinite(named) && named > 0 ? Math.min(named, longest) : unnamed
}

/** Counts requests, and remembers of each 429 how long it asks to wait, which a typed refusal does not carry. */
export const withRetryAfter = <E, R>(transport: Layer.Layer<HttpClient.HttpClient, E, R>) =>
  Layer.effect(
    HttpClient.HttpClient,
    Effect.map(HttpClient.HttpClient, (client) =>
      client.pipe(
        HttpClient.tapRequest(() =>
          Effect.sync(() => {
            sent += 1
          })
        ),
        HttpClient.tap(({ headers, status }) =>
          Effect.sync(() => {
            if (status === 429) until = performance.now() + seconds(headers["retry-after"]) * 1_000
          })
        )
      )
    )
  ).pipe(Layer.provide(transport))
