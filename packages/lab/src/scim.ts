import { canary, type LabAnswer, type LabRequest, type VendorDefinition } from "./vendor.ts"
import { sameText } from "./people.ts"
import { former, type Recycling } from "./recycling.ts"

export interface ScimAccount {
  readonly id: string
  readonly userName: string
  readonly emails: ReadonlyArray<{ readonly value: string }>
  readonly active: boolean
  readonly version: number
}

export interface ScimState {
  token: string
  pageSize: number
  readonly accounts: Map<string, ScimAccount>
  nextId: number
  readonly habits: {
    /** Refuses PATCH with this status; PUT works. */
    refusesPatchWith: number | undefined
    /** Changes the user just before this many writes, so that `If-Match` fails. */
    changesBeforeWrites: number
    /** Deletes the user just before a write. */
    vanishesBeforeWrites: boolean
  }
}

export const scimToken = "scim-vendor-token"

export const scimHabits = (): ScimState["habits"] => ({
  refusesPatchWith: undefined,
  changesBeforeWrites: 0,
  vanishesBeforeWrites: false
})

/** A state without people. */
export const noScimAccounts = (): ScimState => ({
  token: scimToken,
  pageSize: 50,
  accounts: new Map(),
  nextId: 1,
  habits: scimHabits()
})

/** Creates an account; returns its id. Without emails, the user name is the email. */
export const addScimAccount = (
  state: ScimState,
  person: { readonly userName: string; readonly emails?: ReadonlyArray<string>; readonly active?: boolean }
): string => {
  const id = `user-${state.nextId++}`
  const emails = (person.emails ?? [person.userName]).map((value) => ({ value }))
  state.accounts.set(id, { id, userName: person.userName, emails, active: person.active ?? true, version: 1 })
  return id
}

export const setScimActive = (state: ScimState, id: string, active: boolean) => {
  const account = state.accounts.get(id)
  if (account !== undefined) state.accounts.set(id, { ...account, active, version: account.version + 1 })
}

const seed = (): ScimState => {
  const state = noScimAccounts()
  addScimAccount(state, { userName: "ann.lee@acme.test" })
  addScimAccount(state, { userName: "joann.lee@acme.test" })
  addScimAccount(state, { userName: "bob.ray", emails: ["Bob.Ray@Acme.Test", "bob@acme.test"] })
  addScimAccount(state, { userName: "sean.o'neil@acme.test" })
  addScimAccount(state, { userName: "twin-one", emails: ["twin@acme.test"] })
  addScimAccount(state, { userName: "twin-two", emails: ["twin@acme.test"] })
  addScimAccount(state, { userName: "gone@acme.test", active: false })
  return state
}

const etag = ({ version }: ScimAccount) => `W/"${version}"`

const shown = (account: ScimAccount) => ({
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
  id: account.id,
  userName: account.userName,
  emails: account.emails,
  active: account.active,
  meta: { resourceType: "User", version: etag(account) }
})

const answer = (status: number, body?: unknown, headers: Record<string, string> = {}): LabAnswer => ({
  status,
  ...(body === undefined ? {} : { body }),
  headers: { "content-type": "application/scim+json", ...headers }
})

const error = (status: number): LabAnswer =>
  answer(status, {
    schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"],
    status: String(status),
    detail: canary
  })

const isActiveIn = ({ json, method }: LabRequest): boolean | undefined => {
  const body = json()
  if (typeof body !== "object" || body === null) return undefined
  if (method === "PUT") return "active" in body && typeof body.active === "boolean" ? body.active : undefined
  if (!("Operations" in body) || !Array.isArray(body.Operations)) return undefined
  const operations: ReadonlyArray<unknown> = body.Operations
  for (const operation of operations) {
    if (typeof operation !== "object" || operation === null) continue
    if ("path" in operation && operation.path === "active" && "value" in operation) return operation.value === true
  }
  return undefined
}

const list = ({ query }: LabRequest, state: ScimState, ignoresFilter: boolean) => {
  const [, attribute, asked] = /^(userName|id) eq "((?:[^"\\]|\\.)*)"$/.exec(query.get("filter") ?? "") ?? []
  const wanted = asked === undefined ? undefined : String(JSON.parse(`"${asked}"`)).toLowerCase()
  const matching = [...state.accounts.values()].filter(
    ({ emails, id, userName }) =>
      wanted === undefined ||
      ignoresFilter ||
      (attribute === "id" && id.toLowerCase() === wanted) ||
      userName.toLowerCase() === wanted ||
      emails.some(({ value }) => value.toLowerCase() === wanted)
  )
  const first = Number(query.get("startIndex") ?? "1")
  const count = Math.min(state.pageSize, Number(query.get("count") ?? state.pageSize))
  const page = matching.slice(first - 1, first - 1 + count)
  return answer(200, {
    schemas: ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
    totalResults: matching.length,
    startIndex: first,
    itemsPerPage: page.length,
    Resources: page.map(shown)
  })
}

const handleUser = (request: LabRequest, id: string, state: ScimState): LabAnswer => {
  const { headers, method } = request
  const { accounts, habits } = state
  const before = accounts.get(id)
  if (method !== "GET" && before !== undefined && habits.changesBeforeWrites > 0) {
    habits.changesBeforeWrites--
    accounts.set(id, { ...before, version: before.version + 1 })
  }
  if (method !== "GET" && habits.vanishesBeforeWrites) accounts.delete(id)
  const account = accounts.get(id)
  if (account === undefined) return error(404)
  if (method === "GET") return answer(200, shown(account), { etag: etag(account) })
  if (method !== "PATCH" && method !== "PUT") return error(405)
  if (method === "PATCH" && habits.refusesPatchWith !== undefined) return error(habits.refusesPatchWith)
  if (headers["if-match"] !== undefined && headers["if-match"] !== etag(account)) return error(412)
  const active = isActiveIn(request)
  if (active === undefined) return error(400)
  setScimActive(state, id, active)
  const now = accounts.get(id) ?? account
  return answer(200, shown(now), { etag: etag(now) })
}

/** Any SCIM 2.0 service (RFC 7644) below `/scim/v2`, with `scimToken` for a bearer token. */
export const scim: VendorDefinition<ScimState> = {
  name: "scim",
  seed,
  handle: (request, state, { ignoresFilter }) => {
    if (request.headers.authorization !== `Bearer ${state.token}`) return error(401)
    if (request.path === "/scim/v2/ServiceProviderConfig") return answer(200, { patch: { supported: true } })
    if (request.path === "/scim/v2/Users" && request.method === "GET") return list(request, state, ignoresFilter)
    return handleUser(request, /^\/scim\/v2\/Users\/([^/]+)$/.exec(request.path)?.[1] ?? "", state)
  },
  writes: ({ method }) => method !== "GET",
  throttled: (seconds) =>
    answer(429, undefined, seconds === undefined ? {} : { "retry-after": String(Math.ceil(seconds)) }),
  unauthorized: () => error(401),
  forbidden: () => error(403)
}

export const recycledScim: Recycling<ScimState> = {
  recycle: (state, email) => {
    const account = [...state.accounts.values()].find(({ userName }) => sameText(userName, email))
    if (account === undefined) throw new Error(`no account has ${email}`)
    const moved = { ...account, userName: former(email), emails: [{ value: former(email) }] }
    const newcomer = { ...account, id: "user-901", active: true, version: 1 }
    state.accounts.set(account.id, moved).set(newcomer.id, newcomer)
    return newcomer.id
  },
  remove: ({ accounts }, id) => void accounts.delete(id),
  idOf: ({ accounts }, email) => [...accounts.values()].find(({ userName }) => sameText(userName, email))?.id,
  isActive: ({ accounts }, id) => accounts.get(id)?.active === true
}
