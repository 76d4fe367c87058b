import { Effect, Schema, Struct } from "effect"
import { HttpClient, HttpClientRequest, type HttpMethod } from "effect/http"
import { assert } from "#test/support/suite"
import { aSession, type Member } from "./people.ts"

export interface Sent {
  readonly status: number
  /** But `date`, by which two equal answers would differ now and then. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly body: unknown
  /** The sentence of a refusal; empty where there is none. */
  readonly error: string
}

const Refusal = Schema.Struct({ error: Schema.String })

/** The bare hand: any bytes in, exact status and body out. `body` is sent as JSON unless it is text. */
export const send = Effect.fnUntraced(function* (
  method: HttpMethod.HttpMethod,
  path: string,
  options: {
    readonly bearer?: string
    readonly body?: unknown
    readonly headers?: Readonly<Record<string, string>>
  } = {}
) {
  const client = yield* HttpClient.HttpClient
  const text = typeof options.body === "string" ? options.body : JSON.stringify(options.body)
  const request = HttpClientRequest.make(method)(path).pipe(
    options.body === undefined ? (bare) => bare : HttpClientRequest.bodyText(text, "application/json"),
    options.bearer === undefined ? (bare) => bare : HttpClientRequest.bearerToken(options.bearer),
    HttpClientRequest.setHeaders(options.headers ?? {})
  )
  const response = yield* client.execute(request)
  const answer = yield* response.text
  const isJson = answer !== "" && /[/+]json/.test(response.headers["content-type"] ?? "")
  const body: unknown = isJson ? JSON.parse(answer) : answer
  const error = Schema.is(Refusal)(body) ? body.error : ""
  const headers = Struct.omit(response.headers, ["date"])
  const sent: Sent = { status: response.status, headers, text: answer, body, error }
  return sent
})

interface Answered {
  readonly status: number
  readonly text?: string
}

/** The answer, which must have this status; where it does not, the failure says what was asked about, or its text. */
export const withStatus = Effect.fnUntraced(function* <A extends Answered, E, R>(
  status: number,
  asked: Effect.Effect<A, E, R>,
  about?: string
) {
  const answer = yield* asked
  assert.strictEqual(answer.status, status, about ?? answer.text)
  return answer
})

type Headers = Readonly<Record<string, string>>

const requestsWith = <E, R>(bearer: Effect.Effect<string, E, R>, prefix = "", ofBodies: Headers = {}) => {
  /** By a method that the test does not spell out. */
  const ask = (method: HttpMethod.HttpMethod, path: string, body?: unknown, headers: Headers = {}) =>
    Effect.flatMap(bearer, (token) =>
      send(method, `${prefix}${path}`, {
        bearer: token,
        body,
        headers: body === undefined ? headers : { ...ofBodies, ...headers }
      })
    )
  return {
    ask,
    get: (path: string, headers?: Headers) => ask("GET", path, undefined, headers),
    post: (path: string, body?: unknown, headers?: Headers) => ask("POST", path, body, headers),
    put: (path: string, body?: unknown, headers?: Headers) => ask("PUT", path, body, headers),
    patch: (path: string, body?: unknown, headers?: Headers) => ask("PATCH", path, body, headers),
    delete: (path: string, body?: unknown, headers?: Headers) => ask("DELETE", path, body, headers)
  }
}

/** In a session of the member, opened for this request: the clock may have outlived an earlier one. */
export const as = (member: Member, session: Parameters<typeof aSession>[1] = {}) =>
  requestsWith(aSession(member, session))

/** A request of a member, on its way. */
export type Asked = ReturnType<ReturnType<typeof as>["ask"]>

/** With an API key. */
export const withKey = (key: string) => requestsWith(Effect.succeed(key))

/** With an identity provider's token; paths are below `/scim/v2`. */
export const withScim = (token: string) =>
  requestsWith(Effect.succeed(token), "/scim/v2", { "content-type": "application/scim+json" })
