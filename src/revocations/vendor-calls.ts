import { DateTime, Duration, Effect, Option, Ref } from "effect"
import type { AddressRefused, Outbound, OutboundFailed } from "#platform/outbound"
import { type VendorAnswer, type VendorReads, VendorUnanswered, type VendorWrites } from "./connector.ts"
import type { Limits } from "./limits.ts"

const maxBytes = 1_048_576

const unanswered = (failure: AddressRefused | OutboundFailed) =>
  new VendorUnanswered({
    message:
      failure._tag === "OutboundFailed" && failure.kind === "timeout"
        ? "The service did not answer in time"
        : "The service could not be reached"
  })

/** RFC 9110, section 10.2.3: seconds, or a date. */
const retryAfter = (header: string | undefined, now: DateTime.Utc): Option.Option<Duration.Duration> => {
  if (header === undefined) return Option.none()
  if (/^\d{1,9}$/.test(header.trim())) return Option.some(Duration.seconds(Number(header)))
  return Option.map(DateTime.make(header), (until) =>
    Duration.millis(Math.max(0, until.epochMilliseconds - now.epochMilliseconds))
  )
}

/**
 * The calls for one app of a run, each within the limit. All of them share one wait for a throttled vendor (429 with
 * `Retry-After`), so that a loop over many calls cannot wait many times.
 */
export const makeVendorCalls = Effect.fnUntraced(function* (outbound: Outbound["Service"], limits: Limits) {
  const waited = yield* Ref.make(false)

  const throttled = Effect.fnUntraced(function* (answer: VendorAnswer) {
    if (answer.status !== 429) return Option.none()
    const wait = retryAfter(answer.headers["retry-after"], yield* DateTime.now)
    if (Option.isNone(wait) || Duration.isGreaterThan(wait.value, Duration.fromInputUnsafe(limits.call))) {
      return Option.none()
    }
    return (yield* Ref.getAndSet(waited, true)) ? Option.none() : wait
  })

  const send = Effect.fnUntraced(function* (request: Parameters<typeof outbound.send>[0]) {
    const once = outbound.send({ ...request, timeout: limits.call, maxBytes }).pipe(Effect.mapError(unanswered))
    const answer = yield* once
    const wait = yield* throttled(answer)
    if (Option.isNone(wait)) return answer
    yield* Effect.sleep(wait.value)
    return yield* once
  })

  const calls: VendorReads & VendorWrites = {
    read: ({ headers, url }) => send({ method: "GET", url, headers }),
    write: ({ body, headers, method, url }) => send({ method, url, headers, body })
  }
  return calls
})
