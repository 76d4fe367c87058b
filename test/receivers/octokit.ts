import * as github from "@octokit/webhooks-methods"
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from "node:http"

// A receiver of webhooks with the library for GitHub's: X-Svc-Signature has the form of X-Hub-Signature-256.

/** Whether `X-Svc-Signature` is genuine. */
export const verify = async (headers: IncomingHttpHeaders, body: string, secret: string): Promise<boolean> => {
  const signature = headers["x-svc-signature"]
  return typeof signature === "string" && body !== "" && (await github.verify(secret, body, signature))
}

/** Hands each event on once, however often its delivery is tried. A `handle` that throws has it tried again later. */
export const receiver = (secret: string, handle: (event: unknown) => void) => {
  // In earnest a table with a unique key, written in the transaction of what `handle` does.
  const taken = new Set<string>()

  const take = async (request: IncomingMessage): Promise<number> => {
    const chunks: Array<Uint8Array> = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    if (!(await verify(request.headers, body, secret))) return 401
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
