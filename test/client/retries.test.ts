import { NodeHttpClient } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { retryReads } from "@svc/client/retries"
import { Effect } from "effect"
import { HttpClient } from "effect/http"
import { createServer } from "node:http"

/** A service that answers 503 to the first request of each method, and what it was asked. */
const busyAtFirst = Effect.gen(function* () {
  const asked: Array<string> = []
  const server = createServer((request, response) => {
    const method = request.method ?? ""
    response.writeHead(asked.includes(method) ? 200 : 503).end()
    asked.push(method)
  })
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => {
      server.listen(0, "127.0.0.1", () => resume(Effect.void))
    }),
    () => Effect.sync(() => server.close())
  )
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  return { asked, url: `http://127.0.0.1:${port}` }
})

describe("retryReads", () => {
  it.live("tries a read again, and sends a write once", () =>
    Effect.gen(function* () {
      const { asked, url } = yield* busyAtFirst
      const client = retryReads(yield* HttpClient.HttpClient)
      assert.strictEqual((yield* client.get(url)).status, 200)
      assert.strictEqual((yield* client.post(url)).status, 503)
      assert.deepEqual(asked, ["GET", "GET", "POST"])
    }).pipe(Effect.provide(NodeHttpClient.layerNodeHttp))
  )
})
