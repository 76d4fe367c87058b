import { createServer, type IncomingHttpHeaders, type IncomingMessage } from "node:http"
import { Webhook, WebhookVerificationError } from "standardwebhooks"

// A receiver of webhooks with the library of Standard Webhooks, which also refuses what was sent over 5 minutes ago.

/** Whether `webhook-signature` is genuine and of now. */
export const verify = (headers: IncomingHttpHeaders, body: string, secret: string): boolean => {
  try {
    new Webhook(secret).verify(body, {
      "webhook-id": String(headers["webhook-id"]),
      "webhook-timestamp": String(headers["webhook-timestamp"]),
      "webhook-signature": String(headers["webhook-signature"])
    })
    return true
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false
    throw error
  }
}

/** Hands each event on once, however often its delivery is tried. A `handle` that throws has it tried again later. */
export const receiver = (secret: string, handle: (event: unknown) => void) => {
  // In earnest a table with a unique key, written in the transaction of what `handle` does.
  const taken = new Set<string>()

  const take = async (request: IncomingMessage): Promise<number> => {
    const chunks: Array<Uint8Array> = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    if (!verify(request.headers, body, secret)) return 401
    // What `X-Svc-Delivery` says, and under the signature.
    const delivery = String(request.headers["webhook-id"])
    if (taken.has(delivery)) return 200
    handle(JSON.parse(body))
    taken.add(delivery)
    return 200
  }

  return createServer((request, response) => {
    take(request).then(
      (status) => response.writeHead(status).end(),
      () => response.writeHead(500).end()
    )
  })
}
