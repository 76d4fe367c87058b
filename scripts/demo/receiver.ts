import { verifyWebhook } from "@svc/client/verify-webhook"
import { Schema } from "effect"
import type http from "node:http"
import https from "node:https"
import { verifiedBy } from "../../test/receivers/verifiers.ts"
import { bodyOf, listen } from "./servers.ts"
import type { ReceivedDelivery } from "./received-delivery.ts"

const parse = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Json)))

/** The service gives an answer 10 seconds. */
const patience = 8_000

interface Refusal {
  readonly event: string
  readonly contains: string
  times: number
}

export interface Receiver {
  readonly port: number
  /** Senders wait until the secret is set: a delivery can arrive before the response that holds the secret. */
  readonly learn: (secret: string) => void
  /** Answers 500 to the next deliveries of this event whose body holds the text. */
  readonly refuse: (refusal: { readonly event: string; readonly contains: string; readonly times: number }) => void
  /** What came in after that number; waits a while for the first. */
  readonly after: (number: number, waitMilliseconds: number) => Promise<ReadonlyArray<ReceivedDelivery>>
  readonly close: () => Promise<void>
}

/** A subscriber over HTTPS that checks every signature before it believes a word. */
export const startReceiver = async (options: {
  readonly port: number
  readonly path: string
  readonly tls: { readonly key: string; readonly cert: string }
}): Promise<Receiver> => {
  const received: Array<ReceivedDelivery> = []
  const refusals: Array<Refusal> = []
  const waiting = new Set<() => void>()
  let secret: string | undefined
  const knowing = Promise.withResolvers<void>()

  const answerTo = (event: string, body: string) => {
    const refusal = refusals.find((rule) => rule.times > 0 && rule.event === event && body.includes(rule.contains))
    if (refusal === undefined) return 200
    refusal.times -= 1
    return 500
  }

  const judge = async (request: http.IncomingMessage): Promise<number> => {
    const body = await bodyOf(request)
    if (request.method !== "POST" || request.url !== options.path) return 404
    if (secret === undefined) await Promise.race([knowing.promise, new Promise((done) => setTimeout(done, patience))])
    if (secret === undefined) return 503
    const header = (name: string) => String(request.headers[name] ?? "")
    const event = header("x-svc-event")
    const delivery_id = header("x-svc-delivery")
    const genuine = verifyWebhook({ body, headers: request.headers, secret })
    const text = body.toString()
    const verified_by = await verifiedBy(request.headers, text, secret)
    const answered = genuine ? answerTo(event, text) : 401
    received.push({
      number: received.length + 1,
      event,
      delivery_id,
      attempt: received.filter((one) => one.delivery_id === delivery_id).length + 1,
      signature: genuine ? "valid" : "invalid",
      verified_by,
      answered,
      body: genuine ? parse(text) : {}
    })
    for (const wake of waiting) wake()
    return answered
  }

  const server = https.createServer(options.tls, (request, response) => {
    judge(request).then(
      (status) => response.writeHead(status).end(),
      () => response.writeHead(400).end()
    )
  })
  const port = await listen(server, options.port)

  return {
    port,
    learn: (given) => {
      secret = given
      knowing.resolve()
    },
    refuse: (refusal) => void refusals.push({ ...refusal }),
    after: async (number, waitMilliseconds) => {
      if (received.length <= number) {
        await new Promise<void>((done) => {
          const wake = () => {
            clearTimeout(timer)
            waiting.delete(wake)
            done()
          }
          const timer = setTimeout(wake, waitMilliseconds)
          waiting.add(wake)
        })
      }
      return received.slice(number)
    },
    close: () => closed(server)
  }
}

const closed = (server: https.Server) =>
  new Promise<void>((done) => {
    server.closeAllConnections()
    server.close(() => done())
  })
