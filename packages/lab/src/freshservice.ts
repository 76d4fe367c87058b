import type { LabAnswer, LabRequest, VendorDefinition } from "./vendor.ts"

interface FreshserviceTicket {
  readonly id: number
  readonly subject: string
  readonly email: string
  readonly tags: ReadonlyArray<string>
  /** 2 open, 3 pending, 4 resolved, 5 closed. */
  status: number
}

interface FreshserviceState {
  readonly apiKey: string
  readonly tickets: Map<number, FreshserviceTicket>
}

const isAuthorized = ({ headers }: LabRequest, { apiKey }: FreshserviceState) => {
  const [, given = ""] = /^Basic (.+)$/.exec(headers.authorization ?? "") ?? []
  return Buffer.from(given, "base64").toString("utf8").split(":")[0] === apiKey
}

const fieldOf = (body: unknown, name: string): unknown =>
  typeof body === "object" && body !== null ? Reflect.get(body, name) : undefined

const textOf = (body: unknown, name: string) => {
  const value = fieldOf(body, name)
  return typeof value === "string" ? value : ""
}

/** Freshservice's API v2 over tickets. */
export const freshservice: VendorDefinition<FreshserviceState> = {
  name: "freshservice",
  seed: () => ({ apiKey: "lab-freshservice-key", tickets: new Map() }),
  handle: (request, state, { ignoresFilter }): LabAnswer => {
    const { method, path, query } = request
    if (!isAuthorized(request, state)) return freshservice.unauthorized()
    if (method === "GET" && path === "/api/v2/tickets") {
      return {
        status: 200,
        body: { tickets: [...state.tickets.values()].slice(0, Number(query.get("per_page") ?? 30)) }
      }
    }
    if (method === "GET" && path === "/api/v2/tickets/filter") {
      const tag = /tag:'([^']+)'/.exec(query.get("query") ?? "")?.[1]
      const found = [...state.tickets.values()].filter(({ tags }) => ignoresFilter || tags.includes(tag ?? ""))
      return { status: 200, body: { tickets: found, total: found.length } }
    }
    if (method === "POST" && path === "/api/v2/tickets") {
      const body = request.json()
      const email = textOf(body, "email")
      const tags = fieldOf(body, "tags")
      if (email === "") {
        return {
          status: 400,
          body: {
            description: "Validation failed",
            errors: [{ field: "email", message: "Mandatory", code: "missing_field" }]
          }
        }
      }
      const made: FreshserviceTicket = {
        id: state.tickets.size + 1,
        subject: textOf(body, "subject"),
        email,
        tags: Array.isArray(tags) ? tags.map(String) : [],
        status: 2
      }
      state.tickets.set(made.id, made)
      return { status: 201, body: { ticket: made } }
    }
    const ticket = state.tickets.get(Number(/^\/api\/v2\/tickets\/(\d+)$/.exec(path)?.[1]))
    if (method === "GET" && ticket !== undefined) return { status: 200, body: { ticket } }
    return { status: 404, body: "" }
  },
  writes: ({ method }) => method !== "GET",
  throttled: (seconds) => ({
    status: 429,
    body: { message: "You have exceeded the limit of requests per minute" },
    headers: { "x-ratelimit-remaining": "0", ...(seconds === undefined ? {} : { "retry-after": String(seconds) }) }
  }),
  unauthorized: () => ({
    status: 401,
    body: { code: "invalid_credentials", message: "You have to be logged in to perform this action." }
  }),
  forbidden: () => ({
    status: 403,
    body: { code: "access_denied", message: "You are not authorized to perform this action." }
  })
}
