import { people, sameText } from "./people.ts"
import { canary, type LabAnswer, type LabRequest, type VendorDefinition } from "./vendor.ts"
import { listed } from "./recycling.ts"

/** 0 unactivated, 1 active, 2 suspended, 3 locked, 4 password expired, 5 awaiting reset, 7 pending, 8 questions. */
type OneLoginStatus = 0 | 1 | 2 | 3 | 4 | 5 | 7 | 8

interface OneLoginAccount {
  readonly id: number
  readonly email: string
  readonly username: string
  status: OneLoginStatus
  sessions: number
}

export interface OneLoginState {
  readonly clientId: string
  readonly clientSecret: string
  readonly tokens: Array<string>
  pageSize: number
  readonly accounts: Array<OneLoginAccount>
}

export const oneloginClient = { clientId: "lab-onelogin-client", clientSecret: "lab4711oneloginsecret0815" }

/** Creates an account. */
export const addOneLoginAccount = (
  state: Pick<OneLoginState, "accounts">,
  account: Pick<OneLoginAccount, "email" | "username"> & Partial<OneLoginAccount>
) => {
  state.accounts.push({ id: 4_711_000 + state.accounts.length, status: 1, sessions: 1, ...account })
}

const seed = (): OneLoginState => {
  const state: OneLoginState = { ...oneloginClient, tokens: [], pageSize: 3, accounts: [] }
  for (const { email, key } of people) {
    addOneLoginAccount(state, { email, username: key, status: key === "gone" ? 2 : 1 })
  }
  return state
}

const error = (status: number, name: string): LabAnswer => ({
  status,
  body: { statusCode: status, name, message: canary }
})

const grant = (request: LabRequest, state: OneLoginState): LabAnswer => {
  const body = request.json()
  if (
    typeof body !== "object" ||
    body === null ||
    !("grant_type" in body) ||
    body.grant_type !== "client_credentials"
  ) {
    return error(400, "BadRequestError")
  }
  const sent = /^client_id:\s*([^,\s]+),\s*client_secret:\s*(\S+)$/.exec(request.headers.authorization ?? "")
  if (sent?.[1] !== state.clientId || sent[2] !== state.clientSecret) return error(401, "UnauthorizedError")
  const token = `lab0onelogin1token${state.tokens.length + 1}`
  state.tokens.push(token)
  return { status: 200, body: { access_token: token, expires_in: 36_000, token_type: "bearer", account_id: 4711 } }
}

const list = ({ query }: LabRequest, state: OneLoginState, ignoresFilter: boolean): LabAnswer => {
  const matching = state.accounts.filter(
    ({ email, username }) =>
      ignoresFilter ||
      (sameText(email, query.get("email") ?? email) && sameText(username, query.get("username") ?? username))
  )
  const first = Number(query.get("cursor") ?? "0")
  const last = first + Math.min(state.pageSize, Number(query.get("limit") ?? state.pageSize))
  return {
    status: 200,
    body: matching.slice(first, last).map(({ sessions: _sessions, ...account }) => account),
    headers: last < matching.length ? { "after-cursor": String(last) } : {}
  }
}

const handleUser = (request: LabRequest, account: OneLoginAccount): LabAnswer => {
  const { sessions: _sessions, ...shown } = account
  if (request.method === "GET") return { status: 200, body: shown }
  if (request.method !== "PUT") return error(405, "MethodNotAllowedError")
  const body = request.json()
  const wanted = typeof body === "object" && body !== null && "status" in body ? body.status : undefined
  if (wanted !== 1 && wanted !== 2) return error(422, "ValidationError")
  account.status = wanted
  return { status: 200, body: { ...shown, status: wanted } }
}

const logOut = (account: OneLoginAccount): LabAnswer => {
  account.sessions = 0
  return { status: 200, body: { status: { error: false, code: 200, type: "success", message: "Success" } } }
}

const isGrant = ({ path }: LabRequest) => path === "/auth/oauth2/v2/token"

/** OneLogin's tokens and users, with `oneloginClient`. */
export const onelogin: VendorDefinition<OneLoginState> = {
  name: "onelogin",
  seed,
  handle: (request, state, { ignoresFilter }) => {
    if (isGrant(request)) return grant(request, state)
    const token = /^bearer (.+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? ""
    if (!state.tokens.includes(token)) return error(401, "UnauthorizedError")
    if (request.path === "/api/2/users") return list(request, state, ignoresFilter)
    const [, version, id, verb] = /^\/api\/([12])\/users\/(\d+)(?:\/(logout))?$/.exec(request.path) ?? []
    const account = state.accounts.find((known) => String(known.id) === id)
    if (account === undefined) return error(404, "NotFoundError")
    if (version === "1" && verb === "logout" && request.method === "PUT") return logOut(account)
    return version === "2" && verb === undefined ? handleUser(request, account) : error(404, "NotFoundError")
  },
  writes: (request) => request.method !== "GET" && !isGrant(request),
  grants: isGrant,
  throttled: (seconds) => ({
    ...error(429, "TooManyRequestsError"),
    headers: seconds === undefined ? {} : { "retry-after": String(seconds) }
  }),
  unauthorized: () => error(401, "UnauthorizedError"),
  forbidden: () => error(403, "ForbiddenError")
}

export const recycledOneLogin = listed<OneLoginState, OneLoginState["accounts"][number]>({
  accounts: ({ accounts }) => accounts,
  emailOf: ({ email }) => email,
  idOf: ({ id }) => String(id),
  withEmail: (account, email) => ({ ...account, email, username: email }),
  newcomer: (account) => ({ ...account, id: 4_711_901, status: 1 }),
  isActive: ({ status }) => status === 1
})
