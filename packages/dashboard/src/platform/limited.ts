import { Effect, Layer } from "effect"
import { HttpClient } from "effect/http"

/** Seconds: default wait without `Retry-After`, and the maximum automatic wait. */
const unnamed = 5
const longest = 60

let until = 0
let sent = 0

/** Requests sent since page load; the difference is the cost of a reading. */
export const requestsSent = () => sent

/** Milliseconds until the rate limit ends, from the last 429. */
export const limitedFor = () => Math.max(0, until - performance.now())

const seconds = (header: string | undefined) => {
  const named = Number(header)
  return Number.isFinite(named) && named > 0 ? Math.min(named, longest) : unnamed
}

/** Counts requests and stores `Retry-After` of each 429, which typed refusals do not carry. */
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
