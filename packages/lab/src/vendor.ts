import http from "node:http"
import https from "node:https"
import type { AddressInfo } from "node:net"

/** One request as a stand-in reads it. */
export interface LabRequest {
  readonly method: string
  /** The path as sent, percent-encoding undone segment by segment: `/users/a b`. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: http.IncomingHttpHeaders
  readonly body: string
  /** When it was read, in milliseconds since the process began: comparable over all stand-ins in it. */
  readonly at: number
  /** The body as JSON; `undefined` when it is none. */
  readonly json: () => unknown
  /** The body as a form. */
  readonly form: () => URLSearchParams
}

export interface LabAnswer {
  readonly status: number
  /** Sent as JSON, a string as it is; nothing when left out. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** How a stand-in misbehaves; everything is off at first and may be changed at any time. */
export interface Faults {
  /** So many calls are throttled, in the vendor's own form; the wait that it asks for in seconds, none when undefined. */
  throttles: { calls: number; seconds: number | undefined }
  /** The credential is no longer good: every call but a token grant is refused as the vendor refuses it. */
  expiresToken: boolean
  /** The credential lacks the right: every call but a token grant is refused as the vendor refuses it. */
  forbids: boolean
  /** Every call answers this status, with a body that no message may repeat. */
  answersWith: number | undefined
  /** Every write answers this status and changes nothing. */
  answersWritesWith: number | undefined
  /** Says that a write succeeded, and changes nothing. */
  lies: boolean
  /** Carries a write out, and never answers it. */
  hangsAfterWriting: boolean
  /** Carries a write out, and answers 500. */
  failsAfterWriting: boolean
  /** Never answers anything. */
  hangs: boolean
  /** Closes the connection instead of answering. */
  drops: boolean
  /** Keeps every answer back so long. */
  delayMilliseconds: number
  /** Answers every call with a redirect to this address. */
  redirectsTo: string | undefined
  /** Answers everybody, whatever a search asked for (the vendor's `handle` looks at it). */
  ignoresFilter: boolean
}

/** What one vendor's stand-in is: its documented HTTP over a state that can be cloned (plain data, Map, Set). */
export interface VendorDefinition<State> {
  /** Lower case with hyphens, as in the file's name. */
  readonly name: string
  /** A fresh state with the usual people in it. */
  readonly seed: () => State
  /** Answers one request; changes `state` in place. 404 in the vendor's form for an unknown path. */
  readonly handle: (request: LabRequest, state: State, faults: Readonly<Faults>) => LabAnswer
  /** Could the request change something? Token grants and searches by POST do not. */
  readonly writes: (request: LabRequest) => boolean
  /** A request for a token: `expiresToken` and `forbids` do not touch it. */
  readonly grants?: (request: LabRequest) => boolean
  /** The refusals in the vendor's own form. */
  readonly throttled: (seconds: number | undefined) => LabAnswer
  readonly unauthorized: () => LabAnswer
  readonly forbidden: () => LabAnswer
}

export interface RunningVendor<State> {
  readonly name: string
  /** `http://127.0.0.1:port` or `https://…`, without a trailing slash. */
  readonly url: string
  readonly port: number
  /** Read and changed by tests: somebody re-enables a user behind our back. */
  readonly state: State
  readonly faults: Faults
  readonly requests: ReadonlyArray<LabRequest>
  /** Requests that could change something. */
  readonly writes: () => number
  /** Back to good behaviour; people and requests stay. */
  readonly behave: () => void
  readonly close: () => Promise<void>
}

export interface StartOptions {
  readonly port?: number
  readonly host?: string
  /** PEM; without it plain HTTP. */
  readonly tls?: { readonly key: string; readonly cert: string }
}

const goodBehaviour = (): Faults => ({
  throttles: { calls: 0, seconds: undefined },
  expiresToken: false,
  forbids: false,
  answersWith: undefined,
  answersWritesWith: undefined,
  lies: false,
  hangsAfterWriting: false,
  failsAfterWriting: false,
  hangs: false,
  drops: false,
  delayMilliseconds: 0,
  redirectsTo: undefined,
  ignoresFilter: false
})

/** What a vendor's answer must never bring into a message of ours. */
export const canary = "internal trace: Authorization: Bearer lab-canary-8f14e45fceea167a refused for tenant 42"

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

const decoded = (segment: string) => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

const readRequest = (request: http.IncomingMessage, body: string): LabRequest => {
  const url = new URL(request.url ?? "/", "http://vendor")
  return {
    method: request.method ?? "GET",
    path: url.pathname.split("/").map(decoded).join("/"),
    query: url.searchParams,
    headers: request.headers,
    body,
    at: performance.now(),
    json: () => parsed(body),
    form: () => new URLSearchParams(body)
  }
}

/** Starts a vendor's stand-in on loopback: real sockets, and every bad habit on demand. */
export const startVendor = <State>(
  definition: VendorDefinition<State>,
  options: StartOptions = {}
): Promise<RunningVendor<State>> => {
  const state = definition.seed()
  const faults = goodBehaviour()
  const requests: Array<LabRequest> = []

  /** What to answer; `undefined` for no answer at all. */
  const answerTo = (request: LabRequest): LabAnswer | "never" | "drop" => {
    const writes = definition.writes(request)
    const grants = definition.grants?.(request) ?? false
    if (faults.hangs) return "never"
    if (faults.drops) return "drop"
    if (faults.redirectsTo !== undefined) return { status: 302, headers: { location: faults.redirectsTo } }
    if (faults.throttles.calls > 0 && !grants) {
      faults.throttles.calls--
      return definition.throttled(faults.throttles.seconds)
    }
    if (faults.answersWith !== undefined) return { status: faults.answersWith, body: { error: canary } }
    if (faults.expiresToken && !grants) return definition.unauthorized()
    if (faults.forbids && !grants) return definition.forbidden()
    if (!writes) return definition.handle(request, state, faults)
    if (faults.answersWritesWith !== undefined) return { status: faults.answersWritesWith, body: { error: canary } }
    const answer = definition.handle(request, faults.lies ? structuredClone(state) : state, faults)
    if (faults.hangsAfterWriting) return "never"
    return faults.failsAfterWriting ? { status: 500, body: { error: canary } } : answer
  }

  const send = (response: http.ServerResponse, { body, headers = {}, status }: LabAnswer) => {
    const text = typeof body === "string" ? body : JSON.stringify(body)
    response.writeHead(status, { ...(text === undefined ? {} : { "content-type": "application/json" }), ...headers })
    response.end(text)
  }

  const listener: http.RequestListener = (incoming, response) => {
    const chunks: Array<Buffer> = []
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk))
    incoming.on("end", () => {
      const request = readRequest(incoming, Buffer.concat(chunks).toString("utf8"))
      requests.push(request)
      const answer = answerTo(request)
      if (answer === "never") return
      if (answer === "drop") return void incoming.socket.destroy()
      if (faults.delayMilliseconds > 0) setTimeout(() => send(response, answer), faults.delayMilliseconds).unref()
      else send(response, answer)
    })
  }
  const server = options.tls === undefined ? http.createServer(listener) : https.createServer(options.tls, listener)
  const host = options.host ?? "127.0.0.1"

  return new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(options.port ?? 0, host, () => {
      const address: AddressInfo | string | null = server.address()
      const port = typeof address === "object" && address !== null ? address.port : (options.port ?? 0)
      resolve({
        name: definition.name,
        url: `${options.tls === undefined ? "http" : "https"}://${host}:${port}`,
        port,
        state,
        faults,
        requests,
        writes: () => requests.filter((request) => definition.writes(request)).length,
        behave: () => void Object.assign(faults, goodBehaviour()),
        close: () =>
          new Promise((done) => {
            server.closeAllConnections()
            server.close(() => done())
          })
      })
    })
  })
}
