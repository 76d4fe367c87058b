import { ServerError } from "@svc/contract/kernel/errors"
import { Data, Effect, Option, Schema } from "effect"
import { HttpClient, type HttpClientRequest, type HttpClientResponse } from "effect/http"
import { HttpApi, type HttpApiGroup } from "effect/http-api"
import { CalledEndpoint } from "./called-endpoint.ts"

const shown = 300

/**
 * A response that is not the service's: a proxy's page, truncated JSON, a status or a shape unknown to the contract.
 * `body` is its start.
 */
export class UnexpectedAnswer extends Data.TaggedError("UnexpectedAnswer")<{
  readonly status: number
  readonly method: string
  readonly url: string
  readonly body: string
}> {
  override get message() {
    return `${this.method} ${this.url} answered ${this.status} with something that this service does not send: ${this.body}`
  }
}

const unexpected = (
  request: HttpClientRequest.HttpClientRequest,
  response: HttpClientResponse.HttpClientResponse,
  body: string
) =>
  new UnexpectedAnswer({
    status: response.status,
    method: request.method,
    url: request.url,
    body: body.slice(0, shown)
  })

const readJson = Schema.decodeOption(Schema.fromJsonString(Schema.Json))

/** On the wire. */
const looksLike = (...schemas: ReadonlyArray<Schema.Top>) =>
  Schema.is(Schema.toEncoded(Schema.toCodecJson(Schema.Union(schemas))))

const isServerError = looksLike(ServerError)

/** "offboardings.list 200" -> whether a JSON body is what the contract promises there. */
const promisesOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(api: HttpApi.HttpApi<Id, Groups>) => {
  const promises = new Map<string, (json: Schema.Json) => boolean>()
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, errors, group, successes }) => {
      for (const [status, schemas] of [...successes, ...errors]) {
        promises.set(`${group.identifier}.${endpoint.identifier} ${status}`, looksLike(...schemas))
      }
    }
  })
  return promises
}

/** Lets nothing pass but what this API promises of the endpoint that was called; its own 500 fails with `ServerError`. */
export const onlyFrom = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
) => {
  const promises = promisesOf(api)
  return (client: HttpClient.HttpClient) =>
    HttpClient.transform(client, (sending, request) =>
      Effect.gen(function* () {
        const response = yield* sending
        const called = yield* CalledEndpoint
        if (called === undefined) return response
        const text = yield* response.text.pipe(
          Effect.mapError(() => unexpected(request, response, "(the body was cut short)"))
        )
        const json = readJson(text)
        if (Option.isNone(json)) return yield* unexpected(request, response, text)
        if (promises.get(`${called.group}.${called.endpoint} ${response.status}`)?.(json.value)) return response
        return yield* response.status === 500 && isServerError(json.value)
          ? new ServerError()
          : unexpected(request, response, text)
      })
    )
}
