import { Context, Effect, Layer } from "effect"
import https from "node:https"
import type http from "node:http"
import { listen } from "#test/support/outbound-servers"
import { type Certificate, makeCertificate } from "#test/support/tls"

/** One for the whole suite: the client trusts it besides the public authorities. */
export class ReceiverCertificate extends Context.Service<ReceiverCertificate, Certificate>()(
  "test/ReceiverCertificate"
) {
  static readonly layer = Layer.effect(ReceiverCertificate, makeCertificate(["127.0.0.1"]))
}

export interface Received {
  readonly event: string | undefined
  readonly delivery: string | undefined
  readonly headers: http.IncomingHttpHeaders
  readonly body: string
}

export type Answer = { readonly status: number; readonly location?: string } | "never"

/** A real HTTPS server of a customer, which keeps what it was sent. */
export const aReceiver = Effect.fnUntraced(function* (
  answer: (received: Received, index: number) => Answer = () => ({ status: 200 })
) {
  const { cert, key } = yield* ReceiverCertificate
  const received: Array<Received> = []
  const waiting: Array<{ readonly count: number; readonly done: () => void }> = []
  const state = { answer, underWay: 0, mostUnderWay: 0 }
  const unanswered: Array<http.ServerResponse> = []
  const server = https.createServer({ key, cert, keepAliveTimeout: 60_000 }, (request, response) => {
    const chunks: Array<Buffer> = []
    state.underWay += 1
    state.mostUnderWay = Math.max(state.mostUnderWay, state.underWay)
    response.on("close", () => (state.underWay -= 1))
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const { headers } = request
      const one = {
        event: headers["x-svc-event"]?.toString(),
        delivery: headers["x-svc-delivery"]?.toString(),
        headers,
        body: Buffer.concat(chunks).toString()
      }
      received.push(one)
      const given = state.answer(one, received.length - 1)
      if (given === "never") unanswered.push(response)
      else response.writeHead(given.status, given.location === undefined ? {} : { location: given.location }).end()
      // Last, so that whoever waits for it can release it.
      waiting.filter(({ count }) => received.length >= count).forEach(({ done }) => done())
    })
  })
  const { port } = yield* listen(server)
  yield* Effect.addFinalizer(() => Effect.sync(() => server.closeAllConnections()))
  return {
    url: `https://127.0.0.1:${port}/hooks?key=in-the-path`,
    host: `127.0.0.1:${port}`,
    received,
    state,
    /** Answers after all what was to be answered never. */
    release: (status: number) =>
      Effect.sync(() => unanswered.splice(0).forEach((response) => response.writeHead(status).end())),
    /** Until so many requests have come in. */
    until: (count: number) =>
      Effect.callback<void>((resume) => {
        const done = () => resume(Effect.void)
        if (received.length >= count) done()
        else waiting.push({ count, done })
      })
  }
})
