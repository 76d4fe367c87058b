import { idempotencyOf } from "@svc/contract/kernel/idempotency"
import { idempotencyKeyHeader } from "@svc/contract/kernel/idempotency-key"
import { Clock, Context, Data, Duration, Effect, Option, Result, Schedule, Schema } from "effect"
import { HttpClient, type HttpClientError, type HttpClientRequest, type HttpClientResponse } from "effect/http"
import { CalledEndpoint } from "./called-endpoint.ts"

type Answer = Result.Result<HttpClientResponse.HttpClientResponse, HttpClientError.HttpClientError>

/** An answer, or none, after which the request is worth another try. */
class Unserved extends Data.TaggedError("Unserved")<{
  readonly answer: Answer
  /** What `Retry-After` asks for. */
  readonly wait: Option.Option<Duration.Duration>
  readonly moreTries: number
}> {}

/** A limit lifts within its minute, an outage of seconds is ridden out; more is the caller's to decide. */
const moreTries = { limited: 9, failed: 4 }
const longestWait = Duration.seconds(20)
/** Who asks for more than this is not waited for. */
const longestWaitAskedFor = Duration.minutes(2)

const backOff = Schedule.exponential("500 millis").pipe(
  Schedule.modifyDelay(({ duration }) => Effect.succeed(Duration.min(duration, longestWait))),
  Schedule.jittered,
  Schedule.setInputType<Unserved>(),
  Schedule.modifyDelay(({ duration, input }) => Effect.succeed(Option.getOrElse(input.wait, () => duration))),
  Schedule.while(({ attempt, input }) => Effect.succeed(attempt <= input.moreTries))
)

/** `Retry-After` in either form of RFC 9110, 10.2.3. */
const waitAskedFor = Effect.fnUntraced(function* (header: string | undefined) {
  if (header === undefined) return Option.none()
  if (/^\d{1,9}$/.test(header)) return Option.some(Duration.seconds(Number(header)))
  const moment = Date.parse(header)
  if (Number.isNaN(moment)) return Option.none()
  return Option.some(Duration.millis(Math.max(0, moment - (yield* Clock.currentTimeMillis))))
})

const readBody = Schema.decodeOption(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Json)))

const isFilled = (request: HttpClientRequest.HttpClientRequest, field: string) => {
  if (request.body._tag !== "Uint8Array") return false
  const body = readBody(new TextDecoder().decode(request.body.body))
  const value = Option.isSome(body) ? body.value[field] : undefined
  return value !== undefined && value !== null && value !== ""
}

/** By what the request and the endpoint promise; where neither does, by what the method does. */
const mayRepeat = Effect.fnUntraced(function* (request: HttpClientRequest.HttpClientRequest) {
  if (request.headers[idempotencyKeyHeader] !== undefined) return true
  const called = yield* CalledEndpoint
  const idempotency = called?.idempotency ?? idempotencyOf({ method: request.method, annotations: Context.empty() })
  return typeof idempotency === "string" ? idempotency === "always" : isFilled(request, idempotency.given)
})

const isJson = /^application\/json\b/i

/** With the body, so that an answer that breaks off counts as none. */
const whole = (sending: Effect.Effect<HttpClientResponse.HttpClientResponse, HttpClientError.HttpClientError>) =>
  Effect.tap(sending, (response) =>
    isJson.test(response.headers["content-type"] ?? "") ? Effect.asVoid(response.text) : Effect.void
  )

const isPassing = (error: HttpClientError.HttpClientError) =>
  HttpClient.isTransientError(error) || error.reason._tag === "DecodeError"

/** Fails with what a retry may fix, else returns the response. */
const settled = Effect.fnUntraced(function* (request: HttpClientRequest.HttpClientRequest, answer: Answer) {
  if (Result.isFailure(answer)) {
    return isPassing(answer.failure) && (yield* mayRepeat(request))
      ? yield* new Unserved({ answer, wait: Option.none(), moreTries: moreTries.failed })
      : answer
  }
  const { headers, status } = answer.success
  const limited = status === 429
  if (!limited && !(status >= 500 && (yield* mayRepeat(request)))) return answer
  const wait = yield* waitAskedFor(headers["retry-after"])
  return Option.exists(wait, Duration.isGreaterThan(longestWaitAskedFor))
    ? answer
    : yield* new Unserved({ answer, wait, moreTries: limited ? moreTries.limited : moreTries.failed })
})

/**
 * Sends a request again, at growing intervals, while the answer is 429 (nothing was done), and while it is 5xx or none
 * comes if the endpoint is idempotent. The last answer is the answer. It gives up after about a minute and a half of 429
 * and about 8 seconds of the others; an `Effect.timeout` around a call makes that less.
 */
export const retrying = (client: HttpClient.HttpClient): HttpClient.HttpClient =>
  HttpClient.transform(client, (sending, request) =>
    Effect.result(whole(sending)).pipe(
      Effect.flatMap((answer) => settled(request, answer)),
      Effect.retry(backOff),
      Effect.catchTag("Unserved", ({ answer }) => Effect.succeed(answer)),
      Effect.flatMap((answer) => Effect.fromResult(answer))
    )
  )
