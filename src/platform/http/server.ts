import { IncomingMessage, Server, ServerResponse, STATUS_CODES } from "node:http"
import type { Duplex } from "node:stream"

/** In milliseconds: how long a request may take to arrive, its headers alone, and the interval of that check. */
interface ArrivalLimits {
  readonly request: number
  readonly headers: number
  readonly check: number
}

const limits: ArrivalLimits = { request: 30_000, headers: 10_000, check: 2_000 }

interface Refusal {
  readonly status: number
  readonly error: string
}

const malformed: Refusal = { status: 400, error: "The request is not valid HTTP" }

const refusals: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: { status: 431, error: "The headers are too large. Send at most 16 kB in total" },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, error: "The chunk extensions are too large" },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, error: "The request took too long to arrive" }
}

const refuse = (socket: Duplex, { error, status }: Refusal) => {
  const body = JSON.stringify({ error })
  // The parser has released it, and an unhandled error ends the process.
  socket.on("error", () => socket.destroy())
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`,
      "Connection: close",
      "Content-Type: application/json",
      "X-Content-Type-Options: nosniff",
      `Content-Length: ${Buffer.byteLength(body)}`,
      "",
      body
    ].join("\r\n"),
    // A client that does not read the end must not keep the connection open.
    () => socket.destroy()
  )
}

const hostsOf = ({ rawHeaders }: IncomingMessage) =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host").length

const twoHosts = JSON.stringify({ error: "The request has more than one Host header. Send exactly one" })

/**
 * Refuses a request with more than one Host header (RFC 9112, section 3.2) before any listener reads it: Node keeps the
 * first one, a proxy may have routed by the last.
 */
class Listener extends Server {
  override emit(event: string, ...given: Array<unknown>): boolean {
    const [request, response] = given
    if (
      event === "request" &&
      request instanceof IncomingMessage &&
      response instanceof ServerResponse &&
      hostsOf(request) > 1
    ) {
      response
        .writeHead(400, {
          connection: "close",
          "content-type": "application/json",
          "x-content-type-options": "nosniff",
          "content-length": Buffer.byteLength(twoHosts)
        })
        .end(twoHosts)
      return true
    }
    return super.emit(event, ...given)
  }
}

/**
 * The listener. Requests that the parser refuses (bad syntax, headers over 16 kB, too slow) get `{ error }` like every
 * other error, and the connection is closed.
 */
export const makeHttpServer = (arrival: ArrivalLimits = limits): Server => {
  const server = new Listener({
    requestTimeout: arrival.request,
    headersTimeout: arrival.headers,
    connectionsCheckingInterval: arrival.check,
    keepAliveTimeout: 65_000,
    maxHeaderSize: 16_384
  })
  const answers = new WeakMap<Duplex, ServerResponse>()
  server.on("request", (request, response) => void answers.set(request.socket, response))
  server.on("clientError", (failure: NodeJS.ErrnoException, socket) => {
    const answer = answers.get(socket)
    // A second answer in the middle of the first would be read as a part of it.
    const answering = answer !== undefined && answer.headersSent && !answer.writableFinished
    if (answering || !socket.writable) socket.destroy()
    else refuse(socket, refusals[failure.code ?? ""] ?? malformed)
  })
  server.on("connect", (_request, socket) => refuse(socket, { status: 405, error: "Method not allowed" }))
  return server
}
