import http from "node:http"
import https from "node:https"
import type { AddressInfo } from "node:net"

/** A user of the stand-in; `id` is assigned. */
export interface ScimPerson {
  readonly userName: string
  readonly emails?: ReadonlyArray<string>
  readonly active?: boolean
}

/** How the stand-in misbehaves; everything is off at first and may be changed at any time. */
export interface ScimBehaviour {
  /** Answers everybody, page by page, whatever was asked for. */
  ignoresFilter: boolean
  /** Refuses every call with this status. */
  refusesWith: number | undefined
  /** Refuses PATCH with this status; PUT works. */
  refusesPatchWith: number | undefined
  /** Answers this many calls with 429 and this `Retry-After`. */
  throttles: { calls: number; retryAfter: string | undefined }
  /** Says that a write succeeded, and changes nothing. */
  pretendsToWrite: boolean
  /** Carries a write out, and never answers it. */
  neverAnswersWrites: boolean
  /** Fails a write with 500 after carrying it out. */
  failsAfterWriting: boolean
  /** Never answers anything. */
  hangs: boolean
  /** Answers every call with a redirect to this address. */
  redirectsTo: string | undefined
  /** Changes the user just before this many writes, so that `If-Match` fails. */
  changesBeforeWrites: number
  /** Deletes the user just before a write. */
  vanishesBeforeWrites: boolean
  /** Keeps every answer back so long. */
  delayMilliseconds: number
}

export interface ScimVendor {
  /** The address above `/Users`. */
  readonly baseUrl: string
  readonly port: number
  readonly token: string
  readonly behaviour: ScimBehaviour
  readonly requests: ReadonlyArray<{
    readonly method: string
    readonly path: string
    readonly filter: string | null
    readonly authorization: string | undefined
    readonly ifMatch: string | undefined
    readonly body: string
  }>
  /** Requests that could change something. */
  readonly writes: () => number
  readonly add: (person: ScimPerson) => string
  readonly find: (id: string) => ScimUserRecord | undefined
  readonly remove: (id: string) => void
  /** Somebody re-enables or disables the user behind our back. */
  readonly setActive: (id: string, active: boolean) => void
  /** Back to good behaviour; people stay. */
  readonly behave: () => void
  readonly close: () => Promise<void>
}

interface ScimUserRecord {
  readonly id: string
  readonly userName: string
  readonly emails: ReadonlyArray<{ readonly value: string }>
  readonly active: boolean
  readonly version: number
}

export interface ScimVendorOptions {
  readonly token?: string
  readonly people?: ReadonlyArray<ScimPerson>
  readonly port?: number
  readonly host?: string
  readonly pageSize?: number
  /** PEM; without it plain HTTP. */
  readonly tls?: { readonly key: string; readonly cert: string }
}

const goodBehaviour = (): ScimBehaviour => ({
  ignoresFilter: false,
  refusesWith: undefined,
  refusesPatchWith: undefined,
  throttles: { calls: 0, retryAfter: undefined },
  pretendsToWrite: false,
  neverAnswersWrites: false,
  failsAfterWriting: false,
  hangs: false,
  redirectsTo: undefined,
  changesBeforeWrites: 0,
  vanishesBeforeWrites: false,
  delayMilliseconds: 0
})

const etag = ({ version }: ScimUserRecord) => `W/"${version}"`

const shown = (user: ScimUserRecord) => ({
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
  id: user.id,
  userName: user.userName,
  emails: user.emails,
  active: user.active,
  meta: { resourceType: "User", version: etag(user) }
})

const activeIn = (method: string, body: string): boolean | undefined => {
  const parsed: unknown = JSON.parse(body)
  if (typeof parsed !== "object" || parsed === null) return undefined
  if (method === "PUT") return "active" in parsed && typeof parsed.active === "boolean" ? parsed.active : undefined
  if (!("Operations" in parsed) || !Array.isArray(parsed.Operations)) return undefined
  const operations: ReadonlyArray<unknown> = parsed.Operations
  for (const operation of operations) {
    if (typeof operation !== "object" || operation === null) continue
    if ("path" in operation && operation.path === "active" && "value" in operation) return operation.value === true
  }
  return undefined
}

/** A SCIM 2.0 service (RFC 7644) that plays a vendor: real sockets, real people, and every bad habit on demand. */
export const startScimVendor = (options: ScimVendorOptions = {}): Promise<ScimVendor> => {
  const token = options.token ?? "scim-vendor-token"
  const pageSize = options.pageSize ?? 50
  const people = new Map<string, ScimUserRecord>()
  const requests: Array<ScimVendor["requests"][number]> = []
  const behaviour = goodBehaviour()
  let nextId = 1

  const add = ({ active = true, emails, userName }: ScimPerson) => {
    const id = `user-${nextId++}`
    people.set(id, { id, userName, emails: (emails ?? [userName]).map((value) => ({ value })), active, version: 1 })
    return id
  }
  const setActive = (id: string, active: boolean) => {
    const user = people.get(id)
    if (user !== undefined) people.set(id, { ...user, active, version: user.version + 1 })
  }
  for (const person of options.people ?? []) add(person)

  const list = (url: URL) => {
    const asked = /^userName eq "((?:[^"\\]|\\.)*)"$/.exec(url.searchParams.get("filter") ?? "")?.[1]
    const wanted = asked === undefined ? undefined : String(JSON.parse(`"${asked}"`)).toLowerCase()
    const matching = [...people.values()].filter(
      ({ emails, userName }) =>
        wanted === undefined ||
        behaviour.ignoresFilter ||
        userName.toLowerCase() === wanted ||
        emails.some(({ value }) => value.toLowerCase() === wanted)
    )
    const first = Number(url.searchParams.get("startIndex") ?? "1")
    const count = Math.min(pageSize, Number(url.searchParams.get("count") ?? pageSize))
    const page = matching.slice(first - 1, first - 1 + count)
    return {
      schemas: ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
      totalResults: matching.length,
      startIndex: first,
      itemsPerPage: page.length,
      Resources: page.map(shown)
    }
  }

  const handle = (request: http.IncomingMessage, body: string, response: http.ServerResponse) => {
    const method = request.method ?? "GET"
    const url = new URL(request.url ?? "/", "http://vendor")
    requests.push({
      method,
      path: url.pathname,
      filter: url.searchParams.get("filter"),
      authorization: request.headers.authorization,
      ifMatch: request.headers["if-match"],
      body
    })
    const answer = (status: number, content?: unknown, headers: Record<string, string> = {}) => {
      const send = () => {
        response.writeHead(status, { "content-type": "application/scim+json", ...headers })
        response.end(content === undefined ? undefined : JSON.stringify(content))
      }
      if (behaviour.delayMilliseconds > 0) setTimeout(send, behaviour.delayMilliseconds)
      else send()
    }
    const error = (status: number) =>
      answer(status, {
        schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"],
        status: String(status),
        detail: `internal trace: Authorization: Bearer ${token} refused for tenant 42`
      })

    if (behaviour.hangs) return
    if (behaviour.redirectsTo !== undefined) return answer(302, undefined, { location: behaviour.redirectsTo })
    if (behaviour.throttles.calls > 0) {
      behaviour.throttles.calls--
      const after = behaviour.throttles.retryAfter
      return answer(429, undefined, after === undefined ? {} : { "retry-after": after })
    }
    if (request.headers.authorization !== `Bearer ${token}`) return error(401)
    if (behaviour.refusesWith !== undefined) return error(behaviour.refusesWith)
    if (url.pathname === "/scim/v2/ServiceProviderConfig") return answer(200, { patch: { supported: true } })
    if (url.pathname === "/scim/v2/Users" && method === "GET") return answer(200, list(url))

    const id = decodeURIComponent(/^\/scim\/v2\/Users\/([^/]+)$/.exec(url.pathname)?.[1] ?? "")
    if (behaviour.changesBeforeWrites > 0 && method !== "GET") {
      behaviour.changesBeforeWrites--
      const changed = people.get(id)
      if (changed !== undefined) people.set(id, { ...changed, version: changed.version + 1 })
    }
    if (behaviour.vanishesBeforeWrites && method !== "GET") people.delete(id)
    const user = people.get(id)
    if (user === undefined) return error(404)
    if (method === "GET") return answer(200, shown(user), { etag: etag(user) })
    if (method !== "PATCH" && method !== "PUT") return error(405)
    if (method === "PATCH" && behaviour.refusesPatchWith !== undefined) return error(behaviour.refusesPatchWith)
    if (request.headers["if-match"] !== undefined && request.headers["if-match"] !== etag(user)) return error(412)
    const active = activeIn(method, body)
    if (active === undefined) return error(400)
    if (!behaviour.pretendsToWrite) setActive(id, active)
    if (behaviour.neverAnswersWrites) return
    if (behaviour.failsAfterWriting) return error(500)
    const now = people.get(id) ?? user
    answer(200, shown(now), { etag: etag(now) })
  }

  const listener: http.RequestListener = (request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => handle(request, Buffer.concat(chunks).toString("utf8"), response))
  }
  const server = options.tls === undefined ? http.createServer(listener) : https.createServer(options.tls, listener)
  const host = options.host ?? "127.0.0.1"

  return new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(options.port ?? 0, host, () => {
      const address: AddressInfo | string | null = server.address()
      const port = typeof address === "object" && address !== null ? address.port : (options.port ?? 0)
      resolve({
        baseUrl: `${options.tls === undefined ? "http" : "https"}://${host}:${port}/scim/v2`,
        port,
        token,
        behaviour,
        requests,
        writes: () => requests.filter(({ method }) => method !== "GET").length,
        add,
        find: (id) => people.get(id),
        remove: (id) => void people.delete(id),
        setActive,
        behave: () => void Object.assign(behaviour, goodBehaviour()),
        close: () =>
          new Promise((done) => {
            server.closeAllConnections()
            server.close(() => done())
          })
      })
    })
  })
}
