import { createHmac, timingSafeEqual } from "node:crypto"
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from "node:http"

// A receiver of webhooks with nothing but Node.

/** Whether `X-Svc-Signature` is the HMAC-SHA256 of the raw body, keyed with the whole secret. */
export const verify = (headers: IncomingHttpHeaders, body: string, secret: string): boolean => {
  const expected = Buffer.from(`sha256=${createHmac("sha256", secret).update(body).digest("hex")}`)
  const given = Buffer.from(String(headers["x-svc-signature"]))
  return given.length === expected.length && timingSafeEqual(given, expected)
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
    const delivery = String(request.headers["x-svc-delivery"])
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
