import { Effect, Schema } from "effect"
import { createServer } from "node:http"
import { listen } from "./outbound-servers.ts"

/** Notes what it was sent, read by this schema, and answers after `delay` milliseconds. */
const aReceiverOf = Effect.fnUntraced(function* <A extends object>(body: Schema.Decoder<A>, delay: number) {
  const decodeBody = Schema.decodeUnknownSync(Schema.fromJsonString(body))
  const received: Array<{ readonly delivery: string } & A> = []
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
      setTimeout(() => response.end("ok"), delay)
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

const Webhook = Schema.Struct({
  event: Schema.String,
  timestamp: Schema.String,
  data: Schema.Record(Schema.String, Schema.Json)
})
const AuditEvent = Schema.Struct({ event_type: Schema.String, audit_id: Schema.String })

/** A subscriber on this machine. */
export const aPlainReceiver = ({ delay = 0 }: { readonly delay?: number } = {}) => aReceiverOf(Webhook, delay)

/** A collector of audit entries on this machine. */
export const aPlainCollector = ({ delay = 0 }: { readonly delay?: number } = {}) => aReceiverOf(AuditEvent, delay)
