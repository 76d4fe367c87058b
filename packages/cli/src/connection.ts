import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { OperatorClient } from "@svc/client/operator"
import { Config, Effect, FileSystem, Layer, Option, Path, Redacted, Schema } from "effect"
import { HttpClientError } from "effect/http"
import type { RpcClientError } from "effect/rpc"
import { CommandFailed } from "./failure.ts"

const setting = (name: string) =>
  Config.option(Config.String(name)).pipe(
    Effect.orDie,
    Effect.map(Option.map((text) => text.trim())),
    Effect.map(Option.filter((text) => text !== ""))
  )

const isWebAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

/**
 * `ADMIN_URL`, for where people's address does not lead back to the service (inside of its container), else `BASE_URL`, else this
 * machine at `PORT` (operator-3); without a trailing slash.
 */
export const serviceUrl = Effect.gen(function* () {
  const port = Option.getOrElse(yield* setting("PORT"), () => "3000")
  const own = yield* setting("ADMIN_URL")
  const name = Option.isSome(own) ? "ADMIN_URL" : "BASE_URL"
  const given = Option.isSome(own) ? own : yield* setting("BASE_URL")
  const url = Option.getOrElse(given, () => `http://localhost:${port}`)
  if (!isWebAddress(url)) return yield* new CommandFailed({ error: `${name} takes an http:// or https:// address` })
  return url.replace(/\/+$/, "")
})

const tokenFrom = Effect.fnUntraced(function* (file: string, unread: string) {
  const fs = yield* FileSystem.FileSystem
  const text = yield* fs.readFileString(file).pipe(Effect.mapError(() => new CommandFailed({ error: unread })))
  return text.trim()
})

/** `OPERATOR_TOKEN`, or what `OPERATOR_TOKEN_FILE` holds, else what the service wrote to `DATA_DIR/operator-token`. */
const operatorToken = Effect.gen(function* () {
  const path = yield* Path.Path
  const given = yield* setting("OPERATOR_TOKEN")
  const inFile = yield* setting("OPERATOR_TOKEN_FILE")
  if (Option.isSome(given) && Option.isSome(inFile)) {
    return yield* new CommandFailed({ error: "OPERATOR_TOKEN and OPERATOR_TOKEN_FILE are both set. Unset one" })
  }
  const file = path.resolve(
    Option.getOrElse(yield* setting("DATA_DIR"), () => ".data"),
    "operator-token"
  )
  const token = Option.isSome(given)
    ? given.value
    : Option.isSome(inFile)
      ? yield* tokenFrom(inFile.value, `OPERATOR_TOKEN_FILE names ${inFile.value}, which cannot be read`)
      : yield* tokenFrom(
          file,
          `There is no operator token. Set OPERATOR_TOKEN, or set DATA_DIR to the service's folder (${file} cannot be read)`
        )
  if (!/^[\x21-\x7e]+$/.test(token)) {
    return yield* new CommandFailed({ error: "The operator token must be visible ASCII characters without spaces" })
  }
  return Redacted.make(token)
})

/** The client over the service that the environment names; read only when a command needs it. */
export const connection = Layer.unwrap(
  Effect.gen(function* () {
    return OperatorClient.layer({ baseUrl: yield* serviceUrl, token: yield* operatorToken })
  })
).pipe(Layer.provideMerge(NodeHttpClient.layerNodeHttp))

const readRefusal = Schema.decodeOption(Schema.fromJsonString(Schema.Struct({ error: Schema.String })))

/** What the service itself says before it looks at a command: a wrong token, a blocked address, no database. */
const refusalOf = Effect.fnUntraced(function* ({ reason }: RpcClientError.RpcClientError) {
  if (reason._tag !== "HttpError" || !(reason.cause instanceof HttpClientError.StatusCodeError)) return Option.none()
  const { response } = reason.cause
  if (![400, 401, 413, 429, 503].includes(response.status)) return Option.none()
  return readRefusal(yield* Effect.orElseSucceed(response.text, () => ""))
})

/** A call that never reached the service, or whose answer was not one, as the operator reads it. */
export const unanswered = Effect.fnUntraced(function* (failure: RpcClientError.RpcClientError) {
  const refusal = yield* refusalOf(failure)
  if (Option.isSome(refusal)) return yield* new CommandFailed(refusal.value)
  const { reason } = failure
  const url = yield* serviceUrl
  return yield* new CommandFailed({
    error:
      reason._tag === "HttpError" && reason.kind === "TransportError"
        ? `The service does not respond at ${url}. Check that it is running; ADMIN_URL sets another URL`
        : `The server at ${url} is not the service, or not this version. Check BASE_URL`
  })
})
