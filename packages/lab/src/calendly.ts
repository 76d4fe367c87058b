import type { LabAnswer, VendorDefinition } from "./vendor.ts"

export interface CalendlyState {
  readonly token: string
  readonly user: string
  readonly organization: string
}

const failure = (title: string, message: string) => ({ title, message })

/** Calendly's API v2, as far as a connection asks it. */
export const calendly: VendorDefinition<CalendlyState> = {
  name: "calendly",
  seed: () => ({
    token: "lab-calendly-token",
    user: "https://api.calendly.com/users/AAAAAAAAAAAAAAAA",
    organization: "https://api.calendly.com/organizations/BBBBBBBBBBBBBBBB"
  }),
  handle: ({ headers, method, path }, state): LabAnswer => {
    if (headers.authorization !== `Bearer ${state.token}`) return calendly.unauthorized()
    if (method === "GET" && path === "/users/me") {
      return { status: 200, body: { resource: { uri: state.user, current_organization: state.organization } } }
    }
    return { status: 404, body: failure("Resource Not Found", "The server could not find the requested resource.") }
  },
  writes: ({ method }) => method !== "GET",
  throttled: (seconds) => ({
    status: 429,
    body: failure("Too Many Requests", "Rate limit exceeded"),
    ...(seconds === undefined
      ? {}
      : { headers: { "x-ratelimit-reset": String(seconds), "retry-after": String(seconds) } })
  }),
  unauthorized: () => ({ status: 401, body: failure("Unauthenticated", "The access token is invalid") }),
  forbidden: () => ({ status: 403, body: failure("Permission Denied", "You do not have permission") })
}
