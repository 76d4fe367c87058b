import { Context, Data, DateTime, Duration, Effect, Layer, Option, Ref } from "effect"
import { type AddressRefused, Outbound, type OutboundFailed, type OutboundResponse } from "#platform/outbound/outbound"
import { isBelow } from "#platform/addresses/url"
import { leaseHolds } from "#platform/jobs/lease-guard"
import { layerOf } from "#platform/services/layer-of"
import { VendorAddresses, type VendorName } from "./addresses.ts"
import { VendorLimits } from "./limits.ts"

const maxBytes = 1_048_576
const maxFileBytes = 32 * maxBytes

export type VendorAnswer = OutboundResponse

/** No response; `message` is safe for an event. After a write the change may have happened. */
export class VendorUnanswered extends Data.TaggedError("VendorUnanswered")<{ readonly message: string }> {}

export interface VendorRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

export type VendorWrite = VendorRequest & {
  readonly method: "POST" | "PUT" | "PATCH" | "DELETE"
  readonly body: string | Uint8Array
}

/** Calls that change nothing at the vendor. */
export interface VendorReads {
  readonly read: (request: VendorRequest) => Effect.Effect<VendorAnswer, VendorUnanswered>
  /** A POST that changes nothing: a token grant, a search, a GraphQL query. */
  readonly ask: (request: VendorRequest & { readonly body: string }) => Effect.Effect<VendorAnswer, VendorUnanswered>
}

/** Calls that may; none is sent once the lease of the work is over (`leaseHolds`). */
export interface VendorWrites {
  readonly write: (request: VendorWrite) => Effect.Effect<VendorAnswer, VendorUnanswered>
}

export type VendorCalls = VendorReads & VendorWrites

/** Files at the vendor. */
export interface VendorFiles {
  /** `bytes` of an answer that is a file; one that is longer than 32 MiB is `truncated`. */
  readonly download: (
    request: VendorRequest
  ) => Effect.Effect<VendorAnswer & { readonly bytes: Uint8Array }, VendorUnanswered>
}

/** How long the vendor asks to wait before the same request; none if the response is not throttling with a time. */
export type ReadThrottle = (answer: VendorAnswer, now: DateTime.Utc) => Option.Option<Duration.Duration>

/** `Retry-After` as RFC 9110, section 10.2.3, has it: seconds, or a date. */
export const retryAfter = (answer: VendorAnswer, now: DateTime.Utc): Option.Option<Duration.Duration> => {
  const header = answer.headers["retry-after"]
  if (header === undefined) return Option.none()
  if (/^\d{1,9}$/.test(header.trim())) return Option.some(Duration.seconds(Number(header)))
  return Option.map(DateTime.make(header), (until) =>
    Duration.millis(Math.max(0, until.epochMilliseconds - now.epochMilliseconds))
  )
}

/** 429 with `Retry-After`: what most vendors do (RFC 6585, section 4). */
const throttledBy429: ReadThrottle = (answer, now) => (answer.status === 429 ? retryAfter(answer, now) : Option.none())

export interface CallOptions {
  /** Whose addresses are called; the operator's overrides of these, and of no others, may be private. */
  readonly vendors: ReadonlyArray<VendorName>
  /** `throttledBy429` unless the vendor says it differently. */
  readonly throttle?: ReadThrottle
}

const unanswered = (failure: AddressRefused | OutboundFailed) =>
  new VendorUnanswered({
    message:
      failure._tag === "OutboundFailed" && failure.kind === "timeout"
        ? "The app did not answer in time"
        : "The app could not be reached"
  })

/** The one way to vendors: guarded, limited in time, patient with a throttle once. */
export class VendorClient extends Context.Service<
  VendorClient,
  {
    /**
     * The calls for one piece of work (one app of a run, one sync), each within the limit. All of them share one wait
     * for a throttled vendor, so that a loop over many calls cannot wait many times.
     */
    callsFor(options: CallOptions): Effect.Effect<VendorCalls & VendorFiles>
  }
>()("svc/vendors/VendorClient") {
  static readonly layerNoDeps = layerOf(VendorClient, function* () {
    const outbound = yield* Outbound
    const addresses = yield* VendorAddresses

    const callsFor = Effect.fnUntraced(function* ({ throttle = throttledBy429, vendors }: CallOptions) {
      const limits = yield* VendorLimits
      const waited = yield* Ref.make(false)
      const overrides = vendors.flatMap((vendor) => Option.toArray(addresses.override(vendor)))

      const waitFor = Effect.fnUntraced(function* (answer: VendorAnswer) {
        const wait = throttle(answer, yield* DateTime.now)
        if (Option.isNone(wait) || Duration.isGreaterThan(wait.value, Duration.fromInputUnsafe(limits.call))) {
          return Option.none()
        }
        return (yield* Ref.getAndSet(waited, true)) ? Option.none() : wait
      })

      const send = Effect.fnUntraced(function* (
        request: Parameters<typeof outbound.send>[0],
        before: Effect.Effect<void> = Effect.void
      ) {
        const override = overrides.find((base) => isBelow(request.url, base))
        const sent = outbound
          .send({
            ...request,
            timeout: limits.call,
            maxBytes: request.asBytes === true ? maxFileBytes : maxBytes,
            ...(override === undefined ? {} : { operatorAddress: override })
          })
          .pipe(Effect.mapError(unanswered))
        const once = Effect.andThen(before, sent)
        const answer = yield* once
        const wait = yield* waitFor(answer)
        if (Option.isNone(wait)) return answer
        yield* Effect.sleep(wait.value)
        return yield* once
      })

      const calls: VendorCalls & VendorFiles = {
        download: ({ headers, url }) =>
          Effect.map(send({ method: "GET", url, headers, asBytes: true }), (answer) => ({
            ...answer,
            bytes: answer.bytes ?? new Uint8Array()
          })),
        read: ({ headers, url }) => send({ method: "GET", url, headers }),
        ask: ({ body, headers, url }) => send({ method: "POST", url, headers, body }),
        write: ({ body, headers, method, url }) => send({ method, url, headers, body }, leaseHolds)
      }
      return calls
    })

    return VendorClient.of({ callsFor })
  })
  static readonly layer = VendorClient.layerNoDeps.pipe(Layer.provide(VendorAddresses.layer))
}
