import { people, sameText, uuidOf } from "./people.ts"
import { canary, type LabAnswer, type LabRequest, type VendorDefinition } from "./vendor.ts"
import { listed } from "./recycling.ts"

interface PingAccount {
  readonly id: string
  readonly email: string
  readonly username: string
  enabled: boolean
  sessions: Array<string>
}

export interface PingState {
  readonly environmentId: string
  readonly clientId: string
  readonly clientSecret: string
  readonly tokens: Array<string>
  pageSize: number
  readonly accounts: Array<PingAccount>
  readonly habits: {
    /** Says that a session is ended, and keeps it. */
    keepsSessions: boolean
  }
}

export const pingClient = {
  environmentId: uuidOf(11),
  clientId: uuidOf(12),
  clientSecret: "lab.4711-pingone-client-secret"
}

/** Creates an account. */
export const addPingAccount = (
  state: Pick<PingState, "accounts">,
  account: Pick<PingAccount, "email" | "username"> & Partial<PingAccount>
) => {
  const number = 2000 + state.accounts.length
  state.accounts.push({
    id: uuidOf(number),
    enabled: true,
    sessions: [uuidOf(number * 10), uuidOf(number * 10 + 1)],
    ...account
  })
}

const seed = (): PingState => {
  const state: PingState = { ...pingClient, tokens: [], pageSize: 3, accounts: [], habits: { keepsSessions: false } }
  for (const { email, key } of people) {
    addPingAccount(state, {
      email,
      username: key,
      enabled: key !== "gone",
      ...(key === "gone" ? { sessions: [] } : {})
    })
  }
  return state
}

const error = (status: number, code: string): LabAnswer => ({
  status,
  body: { id: uuidOf(99), code, message: canary, details: [] }
})

const grant = (request: LabRequest, state: PingState): LabAnswer => {
  const sent = `${state.clientId}:${state.clientSecret}`
  if (request.headers.authorization !== `Basic ${Buffer.from(sent).toString("base64")}`) {
    return { status: 401, body: { error: "invalid_client", error_description: canary } }
  }
  if (request.form().get("grant_type") !== "client_credentials") {
    return { status: 400, body: { error: "unsupported_grant_type", error_description: canary } }
  }
  const token = `lab.ping.${state.tokens.length + 1}0a1b2c3d4e`
  state.tokens.push(token)
  return { status: 200, body: { access_token: token, token_type: "Bearer", expires_in: 3600 } }
}

const shown = ({ sessions: _sessions, ...account }: PingAccount) => account

const list = ({ query }: LabRequest, state: PingState, users: string, ignoresFilter: boolean): LabAnswer => {
  const asked = /^(email|username) eq "((?:[^"\\]|\\.)*)"$/.exec(query.get("filter") ?? "")
  if (query.has("filter") && asked === null) return error(400, "INVALID_DATA")
  const wanted = String(JSON.parse(`"${asked?.[2] ?? ""}"`))
  const matching = state.accounts.filter(
    ({ email, username }) =>
      ignoresFilter || asked === null || sameText(asked[1] === "email" ? email : username, wanted)
  )
  const first = Number(query.get("cursor") ?? "0")
  const last = first + Math.min(state.pageSize, Number(query.get("limit") ?? "100"))
  const next = new URLSearchParams(query)
  next.set("cursor", String(last))
  return {
    status: 200,
    body: {
      _links: last < matching.length ? { next: { href: `https://api.pingone.com${users}?${next}` } } : {},
      _embedded: { users: matching.slice(first, last).map(shown) },
      count: matching.length,
      size: Math.max(0, Math.min(last, matching.length) - first)
    }
  }
}

const handleSessions = (request: LabRequest, account: PingAccount, session: string | undefined, state: PingState) => {
  if (session === undefined && request.method === "GET") {
    const sessions = account.sessions.map((id) => ({ id, user: { id: account.id } }))
    return { status: 200, body: { _embedded: { sessions }, size: sessions.length } }
  }
  if (request.method !== "DELETE" || session === undefined) return error(405, "METHOD_NOT_ALLOWED")
  if (!account.sessions.includes(session)) return error(404, "NOT_FOUND")
  if (!state.habits.keepsSessions) account.sessions = account.sessions.filter((id) => id !== session)
  return { status: 204 }
}

const handleEnabled = (request: LabRequest, account: PingAccount): LabAnswer => {
  if (request.method === "GET") return { status: 200, body: { enabled: account.enabled } }
  if (request.method !== "PUT") return error(405, "METHOD_NOT_ALLOWED")
  const body = request.json()
  const wanted = typeof body === "object" && body !== null && "enabled" in body ? body.enabled : undefined
  if (typeof wanted !== "boolean") return error(400, "INVALID_DATA")
  account.enabled = wanted
  return { status: 200, body: { enabled: wanted } }
}

const isGrant = ({ path }: LabRequest) => path.endsWith("/as/token")

/** PingOne's sign-in and its users of one environment, both at one address, with `pingClient`. */
export const ping: VendorDefinition<PingState> = {
  name: "ping",
  seed,
  handle: (request, state, { ignoresFilter }) => {
    if (isGrant(request)) {
      return request.path === `/${state.environmentId}/as/token` ? grant(request, state) : error(404, "NOT_FOUND")
    }
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? ""
    if (!state.tokens.includes(token)) return error(401, "INVALID_TOKEN")
    const users = `/v1/environments/${state.environmentId}/users`
    if (request.path === users) return list(request, state, users, ignoresFilter)
    if (!request.path.startsWith(`${users}/`)) return error(404, "NOT_FOUND")
    const [id, kind, session] = request.path.slice(users.length + 1).split("/")
    const account = state.accounts.find((known) => known.id === id)
    if (account === undefined) return error(404, "NOT_FOUND")
    if (kind === "sessions") return handleSessions(request, account, session, state)
    if (kind === "enabled") return handleEnabled(request, account)
    return kind === undefined && request.method === "GET"
      ? { status: 200, body: shown(account) }
      : error(404, "NOT_FOUND")
  },
  writes: (request) => request.method !== "GET" && !isGrant(request),
  grants: isGrant,
  throttled: (seconds) => ({
    ...error(429, "REQUEST_LIMITED"),
    headers: seconds === undefined ? {} : { "retry-after": String(seconds) }
  }),
  unauthorized: () => error(401, "INVALID_TOKEN"),
  forbidden: () => error(403, "ACCESS_FAILED")
}

export const recycledPing = listed<PingState, PingState["accounts"][number]>({
  accounts: ({ accounts }) => accounts,
  emailOf: ({ email }) => email,
  idOf: ({ id }) => id,
  withEmail: (account, email) => ({ ...account, email, username: email }),
  newcomer: (account) => ({ ...account, id: uuidOf(2901), enabled: true, sessions: [uuidOf(29_010)] }),
  isActive: ({ enabled }) => enabled
})
