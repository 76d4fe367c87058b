import type { LabAnswer, LabRequest, VendorDefinition } from "./vendor.ts"

export interface CalendlyState {
  readonly token: string
  user: string
  readonly organization: string
  readonly eventTypes: Array<{ readonly uri: string; readonly name: string; active: boolean }>
  /** Links that were made, each good for one booking. */
  readonly links: Array<{ readonly booking_url: string; readonly owner: string }>
  /** Bookings by their ids. */
  readonly events: Map<string, { status: "active" | "canceled"; start_time: string }>
  /** By their ids; `signing_key` is never given out. */
  readonly subscriptions: Map<string, Subscription>
  /** What the token's user may subscribe to; nothing on a plan without webhooks. */
  subscribes: "organization" | "user" | "nothing"
}

interface Subscription {
  readonly callback_url: string
  readonly scope: string
  readonly events: ReadonlyArray<string>
  readonly signing_key: string | undefined
}

const api = "https://api.calendly.com"

const failure = (title: string, message: string) => ({ title, message })
const invalid = (parameter: string, message: string): LabAnswer => ({
  status: 400,
  body: { ...failure("Invalid Argument", "The supplied parameters are invalid."), details: [{ parameter, message }] }
})
const notFound = (): LabAnswer => ({
  status: 404,
  body: failure("Resource Not Found", "The server could not find the requested resource.")
})

const fieldsOf = (request: LabRequest): Readonly<Record<string, unknown>> => {
  const body = request.json()
  return typeof body === "object" && body !== null ? Object.fromEntries(Object.entries(body)) : {}
}
const textOf = (value: unknown) => (typeof value === "string" ? value : "")

const eventTypes = ({ query }: LabRequest, state: CalendlyState): LabAnswer => {
  if (query.get("user") !== state.user && query.get("organization") !== state.organization) {
    return invalid("user", "must be a user that the token may see")
  }
  const active = query.get("active")
  const collection = state.eventTypes.filter((type) => active === null || String(type.active) === active)
  return { status: 200, body: { collection, pagination: { count: collection.length, next_page_token: null } } }
}

const makeLink = (request: LabRequest, state: CalendlyState): LabAnswer => {
  const { max_event_count, owner, owner_type } = fieldsOf(request)
  if (max_event_count !== 1) return invalid("max_event_count", "must be 1")
  if (owner_type !== "EventType") return invalid("owner_type", "must be EventType")
  if (!state.eventTypes.some(({ uri }) => uri === owner)) return notFound()
  const link = {
    booking_url: `https://calendly.com/d/lab-${state.links.length + 1}/exit-interview`,
    owner: textOf(owner)
  }
  state.links.push(link)
  return { status: 201, body: { resource: { ...link, owner_type } } }
}

const subscribe = (request: LabRequest, state: CalendlyState): LabAnswer => {
  const { events, organization, scope, signing_key, url, user } = fieldsOf(request)
  if (!URL.canParse(textOf(url))) return invalid("url", "must be a web address")
  if (!Array.isArray(events) || events.length === 0) return invalid("events", "must name events")
  if (organization !== state.organization) return invalid("organization", "must be the token's organization")
  if (scope !== "organization" && scope !== "user") return invalid("scope", "must be organization or user")
  if (scope === "user" && user !== state.user) return invalid("user", "is required by this scope")
  if (state.subscribes === "nothing" || (scope === "organization" && state.subscribes === "user")) {
    return calendly.forbidden()
  }
  if ([...state.subscriptions.values()].some(({ callback_url }) => callback_url === url)) {
    return { status: 409, body: failure("Already Exists", "Hook with this url already exists") }
  }
  const id = `WEBHOOK${state.subscriptions.size + 1}-${state.links.length}`
  const subscription = { callback_url: textOf(url), scope, events: events.map(textOf) }
  state.subscriptions.set(id, {
    ...subscription,
    signing_key: typeof signing_key === "string" ? signing_key : undefined
  })
  return {
    status: 201,
    body: { resource: { uri: `${api}/webhook_subscriptions/${id}`, ...subscription, state: "active" } }
  }
}

const ofOne = ({ method, path }: LabRequest, state: CalendlyState): LabAnswer => {
  const [, kind, id = ""] = path.split("/")
  if (method === "GET" && kind === "scheduled_events") {
    const event = state.events.get(id)
    const uri = `${api}/scheduled_events/${id}`
    return event === undefined
      ? notFound()
      : { status: 200, body: { resource: { uri, name: "Exit interview", ...event } } }
  }
  if (method === "DELETE" && kind === "webhook_subscriptions" && state.subscriptions.delete(id)) return { status: 204 }
  return notFound()
}

/** Calendly's API v2: whose token it is, links for one booking, bookings, and callbacks. */
export const calendly: VendorDefinition<CalendlyState> = {
  name: "calendly",
  seed: () => ({
    token: "lab-calendly-token",
    user: `${api}/users/AAAAAAAAAAAAAAAA`,
    organization: `${api}/organizations/BBBBBBBBBBBBBBBB`,
    eventTypes: [
      { uri: `${api}/event_types/CCCCCCCCCCCCCCCC`, name: "No longer offered", active: false },
      { uri: `${api}/event_types/DDDDDDDDDDDDDDDD`, name: "Exit interview", active: true },
      { uri: `${api}/event_types/EEEEEEEEEEEEEEEE`, name: "Coffee", active: true }
    ],
    links: [],
    events: new Map(),
    subscriptions: new Map(),
    subscribes: "organization"
  }),
  handle: (request, state): LabAnswer => {
    if (request.headers.authorization !== `Bearer ${state.token}`) return calendly.unauthorized()
    switch (`${request.method} ${request.path}`) {
      case "GET /users/me":
        return { status: 200, body: { resource: { uri: state.user, current_organization: state.organization } } }
      case "GET /event_types":
        return eventTypes(request, state)
      case "POST /scheduling_links":
        return makeLink(request, state)
      case "POST /webhook_subscriptions":
        return subscribe(request, state)
      default:
        return ofOne(request, state)
    }
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

/** What Calendly posts about a booking that was made by a link with this `utm_content`. */
export const bookingTold = (
  state: CalendlyState,
  booking: { readonly eventId: string; readonly utmContent: string | null; readonly event: string }
) => ({
  event: booking.event,
  created_at: "2026-03-02T09:00:00.000000Z",
  created_by: state.user,
  payload: {
    uri: `${api}/scheduled_events/${booking.eventId}/invitees/FFFFFFFFFFFFFFFF`,
    email: "ann.lee@home.test",
    name: "Ann Lee",
    // The value here is ignored.
    status: "active",
    event: `${api}/scheduled_events/${booking.eventId}`,
    scheduled_event: { uri: `${api}/scheduled_events/${booking.eventId}`, name: "Exit interview", status: "active" },
    tracking: {
      utm_campaign: null,
      utm_source: null,
      utm_medium: null,
      utm_content: booking.utmContent,
      utm_term: null
    }
  }
})
