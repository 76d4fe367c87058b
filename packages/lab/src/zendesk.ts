import type { LabAnswer, LabRequest, VendorDefinition } from "./vendor.ts"

interface ZendeskTicket {
  readonly id: number
  readonly subject: string
  readonly external_id: string | null
  status: "new" | "open" | "pending" | "hold" | "solved" | "closed"
}

interface ZendeskState {
  readonly email: string
  readonly token: string
  readonly tickets: Map<number, ZendeskTicket>
  /** What `Idempotency-Key` made. */
  readonly keys: Map<string, number>
}

const isAuthorized = ({ headers }: LabRequest, { email, token }: ZendeskState) =>
  headers.authorization === `Basic ${Buffer.from(`${email}/token:${token}`).toString("base64")}`

const fieldOf = (body: unknown, name: string): unknown =>
  typeof body === "object" && body !== null ? Reflect.get(body, name) : undefined

const textOf = (body: unknown, name: string) => {
  const value = fieldOf(body, name)
  return typeof value === "string" ? value : ""
}

/** Zendesk's ticketing API v2. */
export const zendesk: VendorDefinition<ZendeskState> = {
  name: "zendesk",
  seed: () => ({
    email: "agent@acme.test",
    token: "lab-zendesk-token",
    tickets: new Map([[1, { id: 1, subject: "Somebody else's", external_id: null, status: "open" }]]),
    keys: new Map()
  }),
  handle: (request, state, { ignoresFilter }): LabAnswer => {
    const { method, path, query } = request
    if (!isAuthorized(request, state)) return zendesk.unauthorized()
    if (method === "GET" && path === "/api/v2/users/me.json") {
      return { status: 200, body: { user: { id: 35_436, email: state.email, role: "agent" } } }
    }
    if (method === "GET" && path === "/api/v2/tickets.json") {
      const wanted = query.get("external_id")
      const found = [...state.tickets.values()].filter(
        ({ external_id }) => wanted === null || ignoresFilter || external_id === wanted
      )
      return { status: 200, body: { tickets: found, count: found.length, next_page: null } }
    }
    if (method === "POST" && path === "/api/v2/tickets.json") {
      const key = request.headers["idempotency-key"]
      const before = typeof key === "string" ? state.keys.get(key) : undefined
      if (before !== undefined) return { status: 201, body: { ticket: state.tickets.get(before) } }
      const ticket = fieldOf(request.json(), "ticket")
      const made: ZendeskTicket = {
        id: state.tickets.size + 1,
        subject: textOf(ticket, "subject"),
        external_id: textOf(ticket, "external_id") || null,
        status: "new"
      }
      state.tickets.set(made.id, made)
      if (typeof key === "string") state.keys.set(key, made.id)
      return { status: 201, body: { ticket: made } }
    }
    const ticket = state.tickets.get(Number(/^\/api\/v2\/tickets\/(\d+)\.json$/.exec(path)?.[1]))
    if (method === "GET" && ticket !== undefined) return { status: 200, body: { ticket } }
    return { status: 404, body: { error: "RecordNotFound", description: "Not found" } }
  },
  writes: ({ method }) => method !== "GET",
  throttled: (seconds) => ({
    status: 429,
    body: { error: "APIRateLimitExceeded" },
    ...(seconds === undefined ? {} : { headers: { "retry-after": String(seconds) } })
  }),
  unauthorized: () => ({ status: 401, body: { error: "Couldn't authenticate you" } }),
  forbidden: () => ({ status: 403, body: { error: { title: "Forbidden", message: "You do not have access" } } })
}
