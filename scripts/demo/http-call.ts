import { Effect, Schema } from "effect"
import { DemoFailed } from "./demo-failed.ts"

interface Call {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE"
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent instead of a body, as a browser sends a form with a file. */
  readonly form?: FormData
}

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly bytes: Uint8Array
}

const named = ({ method, url }: Call) => `${method} ${url}`

export const call = (request: Call): Effect.Effect<Answer, DemoFailed> =>
  Effect.tryPromise({
    try: async (signal) => {
      const response = await fetch(request.url, {
        method: request.method,
        headers: { ...request.headers, ...(request.body === undefined ? {} : { "content-type": "application/json" }) },
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
        ...(request.form === undefined ? {} : { body: request.form }),
        signal
      })
      const bytes = await response.bytes()
      return { status: response.status, headers: response.headers, bytes, text: new TextDecoder().decode(bytes) }
    },
    catch: (error) => new DemoFailed({ message: `${named(request)} failed: ${String(error)}` })
  }).pipe(
    Effect.timeoutOrElse({
      duration: "20 seconds",
      orElse: () => new DemoFailed({ message: `${named(request)} was not answered within 20 seconds` })
    })
  )

/** A file; any other status than 200 ends the demo with what came back. */
export const download = (request: Call) =>
  Effect.flatMap(call(request), ({ bytes, status, text }) =>
    status === 200
      ? Effect.succeed(bytes)
      : new DemoFailed({ message: `${named(request)} answered ${status} instead of 200: ${text.slice(0, 500)}` })
  )

/** The body of an answer read by the contract's schema; any other status ends the demo with what came back. */
export const read = Effect.fnUntraced(function* <A>(
  request: Call,
  answer: Answer,
  status: number,
  schema: Schema.Decoder<A>
) {
  if (answer.status !== status) {
    return yield* new DemoFailed({
      message: `${named(request)} answered ${answer.status} instead of ${status}: ${answer.text.slice(0, 500)}`
    })
  }
  const decode = Schema.decodeEffect(Schema.fromJsonString(Schema.toCodecJson(schema)))
  return yield* decode(answer.text).pipe(
    Effect.mapError(
      ({ message }) => new DemoFailed({ message: `${named(request)} answered something unexpected: ${message}` })
    )
  )
})

/** Sends it and reads the answer. */
export const expecting = <A>(request: Call, status: number, schema: Schema.Decoder<A>) =>
  Effect.flatMap(call(request), (answer) => read(request, answer, status, schema))
