import { assert, describe, it } from "#test/support/suite"
import { UnexpectedAnswer } from "@svc/client/unexpected-answer"
import { ServerError } from "@svc/contract/kernel/errors"
import { Effect } from "effect"
import { createServer, type ServerResponse } from "node:http"
import { listen } from "#test/support/outbound-servers"
import { type Client, clientOf, whileTimePasses } from "./support.ts"

/** Somebody else at the service's address. */
const aStranger = Effect.fnUntraced(function* (answer: (response: ServerResponse) => void) {
  const server = createServer((request, response) => {
    request.resume()
    answer(response)
  })
  const { port } = yield* listen(server)
  yield* Effect.addFinalizer(() => Effect.sync(() => server.closeAllConnections()))
  const client = yield* clientOf(`http://127.0.0.1:${port}`, "svc_live_0")
  return { url: `http://127.0.0.1:${port}/api/v1/webhooks`, client }
})

const typed = (status: number, type: string, body: string) => (response: ServerResponse) => {
  response.writeHead(status, { "content-type": type }).end(body)
}

/** Creates a webhook, through all retries. */
const failed = (client: Client) =>
  client.webhooks
    .create({ payload: { url: "https://hooks.acme.test", events: ["asset.returned"] } })
    .pipe(Effect.flip, Effect.forkChild, Effect.flatMap(whileTimePasses))

const page = "<html><h1>502 Bad Gateway</h1></html>"

describe("an answer that is not the service's", () => {
  it.effect.each([
    ["a proxy's page", 502, typed(502, "text/html", page)],
    ["a page that says it is fine", 200, typed(200, "text/html", page)],
    ["a page called JSON", 201, typed(201, "application/json", page)],
    ["JSON that breaks off", 201, typed(201, "application/json", '{"id":"0b9ad9ad-55e1-4c0c-9ef0')],
    ["JSON of another shape", 201, typed(201, "application/json", '{"message":"hello"}')],
    ["a refusal of another shape", 403, typed(403, "application/json", '{"message":"forbidden"}')],
    ["a status that the contract does not know", 418, typed(418, "application/json", '{"error":"I am a teapot"}')],
    ["no body", 201, typed(201, "application/json", "")],
    ["a 500 of another shape", 500, typed(500, "application/json", '{"fault":"x"}')]
  ] as const)("%s", function* ([, status, answer]) {
    const { client, url } = yield* aStranger(answer)
    const failure = yield* failed(client)
    assert.instanceOf(failure, UnexpectedAnswer)
    assert.deepStrictEqual([failure.status, failure.method, failure.url], [status, "POST", url])
    assert.include(failure.message, `POST ${url} answered ${status}`)
  })

  it.effect("a body that breaks off on the wire", function* () {
    const { client, url } = yield* aStranger((response) => {
      response.writeHead(201, { "content-type": "text/html", "content-length": "100" }).write("<html>")
      setImmediate(() => response.socket?.destroy())
    })
    const failure = yield* failed(client)
    assert.instanceOf(failure, UnexpectedAnswer)
    assert.deepStrictEqual([failure.status, failure.url], [201, url])
  })

  it.effect("the service's own 500 is ServerError", function* () {
    const { client } = yield* aStranger(typed(500, "application/json", '{"error":"Server error"}'))
    const failure = yield* failed(client)
    assert.instanceOf(failure, ServerError)
  })

  it.effect("none at all is HttpClientError, which names the address", function* () {
    const { client, url } = yield* aStranger((response) => void response.socket?.destroy())
    const failure = yield* failed(client)
    assert.strictEqual(failure._tag, "HttpClientError")
    assert.include(String(failure), url)
  })
})
