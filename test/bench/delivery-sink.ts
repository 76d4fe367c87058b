import { createHmac, timingSafeEqual } from "node:crypto"
import http from "node:http"
import https from "node:https"

/**
 * The customers' servers in one process of their own: HTTPS on `SINK_PORT` of each of `SINK_HOSTS`, and on `PORT` what
 * they have seen since the last reset. It counts each delivery once and checks the signature of one in a hundred. What
 * comes to `/slow` it answers after 5 seconds, what comes to `/hole` never, and it counts neither.
 */

const secret = process.env["SECRET"] ?? ""
const options = { key: process.env["TLS_KEY"], cert: process.env["TLS_CERT"], keepAliveTimeout: 60_000 }

const seen = new Set<string>()
const none = { distinct: 0, total: 0, badSignatures: 0, connections: 0, firstAt: 0, lastAt: 0 }
let figures = { ...none }
/** Milliseconds from the reset to each first arrival. */
let arrivals: Array<number> = []
let resetAt = performance.now()

const isSigned = (body: Buffer, signature: string) => {
  const expected = Buffer.from(`sha256=${createHmac("sha256", secret).update(body).digest("hex")}`)
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

const receive: http.RequestListener = (request, response) => {
  if (request.url === "/hole") return void request.resume()
  if (request.url === "/slow") return void setTimeout(() => response.writeHead(204).end(), 5_000)
  const chunks: Array<Buffer> = []
  request.on("data", (chunk: Buffer) => chunks.push(chunk))
  request.on("end", () => {
    const now = performance.now()
    const id = String(request.headers["x-svc-delivery"])
    figures.total += 1
    if (figures.total % 100 === 0 && !isSigned(Buffer.concat(chunks), String(request.headers["x-svc-signature"]))) {
      figures.badSignatures += 1
    }
    if (!seen.has(id)) {
      seen.add(id)
      figures.distinct += 1
      if (figures.distinct === 1) figures.firstAt = now
      figures.lastAt = now
      arrivals.push(now - resetAt)
    }
    response.writeHead(204).end()
  })
}

const control = http.createServer((request, response) => {
  if (request.url === "/reset") {
    seen.clear()
    figures = { ...none }
    arrivals = []
    resetAt = performance.now()
  }
  const p99 = arrivals[Math.floor((arrivals.length - 1) * 0.99)] ?? 0
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ ...figures, p99 }))
})

const listen = (server: http.Server, port: string | undefined, host: string) =>
  new Promise<void>((resolve) => server.listen(Number(port), host, resolve))

const hosts = (process.env["SINK_HOSTS"] ?? "").split(" ")
await Promise.all(
  hosts.map((host) => {
    const sink = https.createServer(options, receive).on("secureConnection", () => (figures.connections += 1))
    return listen(sink, process.env["SINK_PORT"], host)
  })
)
await listen(control, process.env["PORT"], "127.0.0.1")
