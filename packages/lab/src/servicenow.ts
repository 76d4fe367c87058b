import type { LabAnswer, LabRequest, VendorDefinition } from "./vendor.ts"

interface ServiceNowIncident {
  readonly sys_id: string
  readonly number: string
  readonly short_description: string
  readonly correlation_id: string
  /** `1` new, `2` in progress, `6` resolved, `7` closed. */
  state: string
}

interface ServiceNowState {
  readonly user: string
  readonly password: string
  readonly apiKey: string
  readonly incidents: Map<string, ServiceNowIncident>
}

const failure = (message: string) => ({ error: { message, detail: null }, status: "failure" })

const isAuthorized = ({ headers }: LabRequest, { apiKey, password, user }: ServiceNowState) =>
  headers["x-sn-apikey"] === apiKey ||
  headers.authorization === `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`

const textOf = (body: unknown, name: string): string => {
  const value: unknown = typeof body === "object" && body !== null ? Reflect.get(body, name) : undefined
  return typeof value === "string" ? value : ""
}

const table = "/api/now/table/incident"

/** ServiceNow's Table API over incidents. */
export const servicenow: VendorDefinition<ServiceNowState> = {
  name: "servicenow",
  seed: () => ({
    user: "svc.offboarding",
    password: "lab-servicenow-password",
    apiKey: "lab-servicenow-key",
    incidents: new Map()
  }),
  handle: (request, state, { ignoresFilter }): LabAnswer => {
    const { method, path, query } = request
    if (!isAuthorized(request, state)) return servicenow.unauthorized()
    if (method === "GET" && path === table) {
      const wanted = /^correlation_id=(.+)$/.exec(query.get("sysparm_query") ?? "")?.[1]
      const found = [...state.incidents.values()].filter(
        ({ correlation_id }) => wanted === undefined || ignoresFilter || correlation_id === wanted
      )
      return { status: 200, body: { result: found.slice(0, Number(query.get("sysparm_limit") ?? 100)) } }
    }
    if (method === "POST" && path === table) {
      const body = request.json()
      const sys_id = (0x9d_38_5a_4c + state.incidents.size).toString(16).padStart(32, "0")
      const made: ServiceNowIncident = {
        sys_id,
        number: `INC${String(10_001 + state.incidents.size).padStart(7, "0")}`,
        short_description: textOf(body, "short_description"),
        correlation_id: textOf(body, "correlation_id"),
        state: "1"
      }
      state.incidents.set(sys_id, made)
      return { status: 201, body: { result: made } }
    }
    const incident = state.incidents.get(path.slice(table.length + 1))
    if (method === "GET" && incident !== undefined) return { status: 200, body: { result: incident } }
    return { status: 404, body: failure("No Record found") }
  },
  writes: ({ method }) => method !== "GET",
  throttled: (seconds) => ({
    status: 429,
    body: failure("Rate limit exceeded"),
    ...(seconds === undefined ? {} : { headers: { "retry-after": String(seconds) } })
  }),
  unauthorized: () => ({ status: 401, body: failure("User Not Authenticated") }),
  forbidden: () => ({ status: 403, body: failure("Operation Failed: ACL") })
}
