import { Effect, Schema } from "effect"
import { createServer } from "node:http"
import { listen } from "./outbound-servers.ts"

const Body = Schema.fromJsonString(
  Schema.Struct({ event: Schema.String, timestamp: Schema.String, data: Schema.Record(Schema.String, Schema.Json) })
)
const decodeBody = Schema.decodeUnknownSync(Body)

/** A subscriber on this machine that notes what it was sent, and answers after `delay` milliseconds. */
export const aPlainReceiver = Effect.fnUntraced(function* (options: { readonly delay?: number } = {}) {
  const received: Array<{ readonly delivery: string } & typeof Body.Type> = []
  const waiting: Array<{ readonly count: number; readonly done: () => void }> = []
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      received.push({
        delivery: String(request.headers["x-svc-delivery"]),
        ...decodeBody(Buffer.concat(chunks).toString())
      })
      waiting.filter(({ count }) => received.length >= count).forEach(({ done }) => done())
      setTimeout(() => response.end("ok"), options.delay ?? 0)
    })
  })
  const { port } = yield* listen(server)
  yield* Effect.addFinalizer(() => Effect.sync(() => server.closeAllConnections()))
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    /** Until so many requests have come in, repeated ones included. */
    until: (count: number) =>
      Effect.callback<void>((resume) => {
        const done = () => resume(Effect.void)
        if (received.length >= count) done()
        else waiting.push({ count, done })
      })
  }
})
