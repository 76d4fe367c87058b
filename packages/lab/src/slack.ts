import { deactivate, entitlementMethods, plantedGroups } from "./slack-entitlements.ts"
import { leftBehindMethods, planted } from "./slack-left-behind.ts"
import { fault, type Method, ok, type SlackState, type SlackUser } from "./slack-state.ts"
import type { LabAnswer, LabRequest, VendorDefinition } from "./vendor.ts"
import { listed } from "./recycling.ts"

export type { SlackState } from "./slack-state.ts"

export const slackBotToken = "xoxb-lab-slack-bot-4711"
export const slackAdminToken = "xoxp-lab-slack-admin-4712"

const person = (id: string, email: string, name: string, isPrimaryOwner = false): SlackUser => ({
  id,
  email,
  name,
  deleted: false,
  isPrimaryOwner,
  role: isPrimaryOwner ? "owner" : "member",
  sessions: 2
})

const seed = (): SlackState => ({
  team: { id: "T0ACME", name: "Acme" },
  plan: "enterprise",
  tokens: new Map([
    [slackBotToken, "bot"],
    [slackAdminToken, "admin"]
  ]),
  users: [
    person("U0ANN", "ann.lee@acme.test", "Ann Lee"),
    person("U0JOANN", "joann.lee@acme.test", "Joann Lee"),
    person("U0SEAN", "sean.o'neil@acme.test", "Sean O'Neil"),
    person("U0MIXED", "Mia.Berg@Acme.Test", "Mia Berg"),
    person("U0TAG", "tom+slack@acme.test", "Tom Tag"),
    person("U0OWNER", "owner@acme.test", "Olivia Owner", true)
  ],
  channels: ["C0OFFBOARDING", "offboarding"],
  messages: [],
  views: [],
  ...planted(),
  userGroups: plantedGroups()
})

const bearer = ({ headers }: LabRequest) => /^Bearer (.+)$/i.exec(headers.authorization ?? "")?.[1] ?? ""

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

const scimError = (code: number, description: string): LabAnswer => ({
  status: code,
  body: { Errors: { description, code } }
})

const shown = (user: SlackUser, state: SlackState) => ({
  id: user.id,
  team_id: state.team.id,
  name: user.name.toLowerCase().replaceAll(/[^a-z]/g, ""),
  real_name: user.name,
  deleted: user.deleted,
  is_primary_owner: user.isPrimaryOwner,
  // Slack shows the flags of members alone.
  ...(user.deleted
    ? {}
    : {
        is_owner: user.role === "owner",
        is_admin: user.role === "owner" || user.role === "admin",
        is_restricted: user.role === "guest",
        is_ultra_restricted: false
      }),
  is_bot: false,
  profile: { real_name: user.name, email: user.email }
})

const shownByScim = (user: SlackUser) => ({
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
  id: user.id,
  userName: user.name.toLowerCase().replaceAll(/[^a-z]/g, ""),
  displayName: user.name,
  emails: [{ value: user.email, primary: true }],
  active: !user.deleted
})

/** The arguments of a method: of a form, of JSON or of the query, as Slack takes them. */
const argumentsOf = (request: LabRequest): ReadonlyMap<string, unknown> => {
  if (request.method === "GET") return new Map(request.query)
  const json = request.json()
  return typeof json === "object" && json !== null ? new Map(Object.entries(json)) : new Map(request.form())
}

const byId = (state: SlackState, id: string) => state.users.find((user) => user.id === id)

const post: Method = (given, state, raw) => {
  if (!state.channels.includes(given("channel"))) return fault("channel_not_found")
  const ts = `1700000000.${String(state.messages.length + 1).padStart(6, "0")}`
  state.messages.push({ channel: given("channel"), ts, text: given("text"), blocks: raw.get("blocks") })
  return ok({ channel: given("channel"), ts, message: { text: given("text"), ts } })
}

const update: Method = (given, state, raw) => {
  const index = state.messages.findIndex(({ ts }) => ts === given("ts"))
  if (index < 0) return fault("message_not_found")
  const message = { channel: given("channel"), ts: given("ts"), text: given("text"), blocks: raw.get("blocks") }
  state.messages.splice(index, 1, message)
  return ok({ channel: message.channel, ts: message.ts, text: message.text })
}

const methods: Readonly<Record<string, Method>> = {
  "auth.test": (_, state) =>
    ok({
      url: "https://acme.slack.com/",
      team: state.team.name,
      team_id: state.team.id,
      user: "lab",
      user_id: "U0LAB"
    }),
  "users.lookupByEmail": (given, state) => {
    if (state.withheld.has("users:read.email")) return fault("missing_scope", { needed: "users:read.email" })
    const user = state.users.find(({ deleted, email }) => !deleted && same(email, given("email")))
    return user === undefined ? fault("users_not_found") : ok({ user: shown(user, state) })
  },
  "users.info": (given, state) => {
    if (state.withheld.has("users:read")) return fault("missing_scope", { needed: "users:read" })
    const user = byId(state, given("user"))
    return user === undefined ? fault("user_not_found") : ok({ user: shown(user, state) })
  },
  "chat.postMessage": post,
  "chat.update": update,
  "views.open": (_, state, raw) => {
    state.views.push(raw.get("view"))
    return ok({ view: { id: `V${state.views.length}` } })
  }
}

const adminMethods: Readonly<Record<string, Method>> = {
  "admin.users.session.reset": (given, state) => {
    const user = byId(state, given("user_id"))
    if (user === undefined) return fault("user_not_found")
    user.sessions = 0
    return ok()
  },
  "admin.users.remove": (given, state) => {
    const user = byId(state, given("user_id"))
    if (given("team_id") !== state.team.id) return fault("team_not_found")
    if (user === undefined) return fault("user_not_found")
    if (user.isPrimaryOwner) return fault("cannot_remove_primary_owner")
    deactivate(state, user)
    return ok()
  }
}

const web = (request: LabRequest, name: string, state: SlackState): LabAnswer => {
  const kind = state.tokens.get(bearer(request))
  if (bearer(request) === "") return fault("not_authed")
  if (kind === undefined) return fault("invalid_auth")
  const isAdminMethod = name.startsWith("admin.")
  const listing = leftBehindMethods[name] ?? entitlementMethods[name]
  const method = listing?.method ?? (isAdminMethod ? adminMethods : methods)[name]
  if (method === undefined) return fault("unknown_method")
  if ((isAdminMethod || name === "team.integrationLogs") && kind === "bot") return fault("not_allowed_token_type")
  if (isAdminMethod && state.plan !== "enterprise") return fault("feature_not_enabled")
  if (listing !== undefined && state.withheld.has(listing.scope))
    return fault("missing_scope", { needed: listing.scope })
  const raw = argumentsOf(request)
  const given = (argument: string) => String(raw.get(argument) ?? "")
  return method(given, state, raw)
}

/** The value that a filter `email eq "…"` asks for. */
const filtered = (filter: string | null) => {
  const quoted = /^email eq ("(?:[^"\\]|\\.)*")$/i.exec(filter ?? "")?.[1]
  return quoted === undefined ? undefined : String(JSON.parse(quoted))
}

const says = (body: unknown, active: boolean) =>
  JSON.stringify(body ?? null)
    .replaceAll(" ", "")
    .includes(`"value":${active}`)
const isOff = (body: unknown) => says(body, false)
const isOn = (body: unknown) => says(body, true)

const scimUsers = (request: LabRequest, state: SlackState, ignoresFilter: boolean): LabAnswer => {
  const wanted = filtered(request.query.get("filter"))
  const matching = state.users.filter(({ email }) => ignoresFilter || (wanted !== undefined && same(email, wanted)))
  const start = Number(request.query.get("startIndex") ?? 1) - 1
  const page = matching.slice(start, start + Number(request.query.get("count") ?? 100))
  return {
    status: 200,
    body: {
      totalResults: matching.length,
      itemsPerPage: page.length,
      startIndex: start + 1,
      schemas: ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
      Resources: page.map(shownByScim)
    }
  }
}

const scim = (request: LabRequest, id: string | undefined, state: SlackState, ignoresFilter: boolean): LabAnswer => {
  if (state.tokens.get(bearer(request)) !== "admin") return scimError(401, "invalid_authentication")
  if (state.plan === "free" || state.withheld.has("scim")) return scimError(403, "feature_not_enabled")
  if (id === undefined) return scimUsers(request, state, ignoresFilter)
  const user = byId(state, id)
  if (user === undefined) return scimError(404, "user_not_found")
  if (request.method === "GET") return { status: 200, body: shownByScim(user) }
  if (state.withheld.has("scim:write")) return scimError(403, "missing_scope")
  if (isOn(request.json())) {
    user.deleted = false
    return { status: 200, body: shownByScim(user) }
  }
  if (user.isPrimaryOwner) return scimError(403, "cannot_deactivate_primary_owner")
  if (request.method === "DELETE" || isOff(request.json())) deactivate(state, user)
  return request.method === "DELETE" ? { status: 200 } : { status: 200, body: shownByScim(user) }
}

const readingMethods = ["auth.test", "users.info", "users.lookupByEmail"]

/** Slack's Web API and its SCIM 2.0 at one address. */
export const slack: VendorDefinition<SlackState> = {
  name: "slack",
  seed,
  handle: (request, state, { ignoresFilter }) => {
    const method = /^\/api\/([\w.]+)$/.exec(request.path)?.[1]
    if (method !== undefined) return web(request, method, state)
    const user = /^\/scim\/v2\/Users(?:\/([^/]+))?$/.exec(request.path)
    return user === null ? { status: 404, body: "Not Found" } : scim(request, user[1], state, ignoresFilter)
  },
  writes: ({ method, path }) => method !== "GET" && !readingMethods.some((name) => path === `/api/${name}`),
  throttled: (seconds) => ({
    status: 429,
    headers: seconds === undefined ? {} : { "retry-after": String(seconds) },
    body: { ok: false, error: "ratelimited" }
  }),
  unauthorized: () => ({ status: 401, body: { ok: false, error: "invalid_auth" } }),
  forbidden: () => ({ status: 403, body: { ok: false, error: "missing_scope" } })
}

export const recycledSlack = listed<SlackState, SlackState["users"][number]>({
  accounts: ({ users }) => users,
  emailOf: ({ email }) => email,
  idOf: ({ id }) => id,
  withEmail: (account, email) => ({ ...account, email }),
  newcomer: (account) => ({ ...account, id: "U0NEW", deleted: false }),
  isActive: ({ deleted }) => !deleted
})
