import http from "node:http"
import https from "node:https"
import type { AddressInfo } from "node:net"
import { type CallbackSender, type LabCallback, type LabDelivery, makeCallbackSender } from "./callbacks.ts"

/** One request as a stand-in reads it. */
export interface LabRequest {
  readonly method: string
  /** The path as sent, percent-encoding undone segment by segment: `/users/a b`. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: http.IncomingHttpHeaders
  readonly body: string
  /** The body as it came in, which need not be text. */
  readonly rawBody: Buffer
  /** The stand-in's own address, as the caller wrote it: `http://127.0.0.1:4101`. */
  readonly origin: string
  /** When it was read, in milliseconds since the process began: comparable over all stand-ins in it. */
  readonly at: number
  /** The body as JSON; `undefined` if malformed. */
  readonly json: () => unknown
  /** The body as a form. */
  readonly form: () => URLSearchParams
}

export interface LabAnswer {
  readonly status: number
  /** Sent as JSON, a string or bytes unchanged; nothing if omitted. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** How a stand-in misbehaves; everything is off at first and may be changed at any time. */
export interface Faults {
  /** Calls to throttle, in the vendor's form; the requested wait in seconds, none if undefined. */
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
  /** Delays every response. */
  delayMilliseconds: number
  /** Answers every call with a redirect to this address. */
  redirectsTo: string | undefined
  /** Returns everyone, whatever the search (the vendor's `handle` reads it). */
  ignoresFilter: boolean
  /** Its own calls stay due: none is sent until it behaves again and has a reason to call. */
  holdsCallbacks: boolean
  /** Each of its own calls is made twice. */
  duplicatesCallbacks: boolean
  /** Its own calls are signed without knowledge of the key. */
  forgesCallbacks: boolean
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
  /** A page that people use: no fault of the API touches it, and it does not count as a write. */
  readonly isPage?: (request: LabRequest) => boolean
  /** Removes due callbacks from `state`; called after every response. */
  readonly callbacks?: (state: State, faults: Readonly<Faults>) => ReadonlyArray<LabCallback>
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
  /** Read and changed by tests: for example, a user is re-enabled at the vendor. */
  readonly state: State
  readonly faults: Faults
  readonly requests: ReadonlyArray<LabRequest>
  /** Requests that could change something. */
  readonly writes: () => number
  /** Every try of a call of its own, the oldest first. */
  readonly deliveries: ReadonlyArray<LabDelivery>
  /** Makes the calls that are due, where a test has changed the state; answers the tries. */
  readonly callBack: () => Promise<ReadonlyArray<LabDelivery>>
  /** One try of whatever call a test made up: a forged one, an old one. */
  readonly post: CallbackSender["post"]
  /** Once none of its own calls is in flight. */
  readonly settled: CallbackSender["settled"]
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

export const goodBehaviour = (): Faults => ({
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
  ignoresFilter: false,
  holdsCallbacks: false,
  duplicatesCallbacks: false,
  forgesCallbacks: false
})

/** Must never appear in one of our messages. */
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

const readRequest = (request: http.IncomingMessage, rawBody: Buffer, scheme: string): LabRequest => {
  const url = new URL(request.url ?? "/", "http://vendor")
  const body = rawBody.toString("utf8")
  return {
    method: request.method ?? "GET",
    path: url.pathname.split("/").map(decoded).join("/"),
    query: url.searchParams,
    headers: request.headers,
    body,
    rawBody,
    origin: `${scheme}://${request.headers.host ?? "vendor"}`,
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
  const sender = makeCallbackSender()
  const scheme = options.tls === undefined ? "http" : "https"
  const isPage = (request: LabRequest) => definition.isPage?.(request) ?? false
  const writes = (request: LabRequest) => !isPage(request) && definition.writes(request)

  const callBack = () => {
    if (definition.callbacks === undefined || faults.holdsCallbacks) return Promise.resolve([])
    const due = definition.callbacks(state, faults)
    return sender.send(faults.duplicatesCallbacks ? due.flatMap((callback) => [callback, callback]) : due)
  }

  /** What to answer; `undefined` for no answer at all. */
  const answerTo = (request: LabRequest): LabAnswer | "never" | "drop" => {
    if (isPage(request)) return definition.handle(request, state, faults)
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
    if (!writes(request)) return definition.handle(request, state, faults)
    if (faults.answersWritesWith !== undefined) return { status: faults.answersWritesWith, body: { error: canary } }
    const answer = definition.handle(request, faults.lies ? structuredClone(state) : state, faults)
    if (faults.hangsAfterWriting) return "never"
    return faults.failsAfterWriting ? { status: 500, body: { error: canary } } : answer
  }

  const send = (response: http.ServerResponse, { body, headers = {}, status }: LabAnswer) => {
    const sent = typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body)
    response.writeHead(status, { ...(sent === undefined ? {} : { "content-type": "application/json" }), ...headers })
    response.end(sent)
  }

  const listener: http.RequestListener = (incoming, response) => {
    const chunks: Array<Buffer> = []
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk))
    incoming.on("end", () => {
      const request = readRequest(incoming, Buffer.concat(chunks), scheme)
      requests.push(request)
      const answer = answerTo(request)
      const delay = isPage(request) ? 0 : faults.delayMilliseconds
      if (answer === "drop") incoming.socket.destroy()
      else if (answer !== "never" && delay > 0) setTimeout(() => send(response, answer), delay).unref()
      else if (answer !== "never") send(response, answer)
      void callBack()
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
        url: `${scheme}://${host}:${port}`,
        port,
        state,
        faults,
        requests,
        writes: () => requests.filter(writes).length,
        deliveries: sender.deliveries,
        callBack,
        post: sender.post,
        settled: sender.settled,
        behave: () => void Object.assign(faults, goodBehaviour()),
        close: () =>
          new Promise((done) => {
            sender.close()
            server.closeAllConnections()
            server.close(() => done())
          })
      })
    })
  })
}
