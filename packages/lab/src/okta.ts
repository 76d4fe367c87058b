import { fieldsOf } from "./fields.ts"
import { groupsAt, oktaGroups, type OktaGroups } from "./okta-groups.ts"
import { type OktaPossessions, oktaPossessions, possessionsAt } from "./okta-left-behind.ts"
import { people, sameText } from "./people.ts"
import { canary, type LabAnswer, type LabRequest, type VendorDefinition } from "./vendor.ts"
import { listed } from "./recycling.ts"

type OktaStatus =
  | "STAGED"
  | "PROVISIONED"
  | "ACTIVE"
  | "RECOVERY"
  | "LOCKED_OUT"
  | "PASSWORD_EXPIRED"
  | "SUSPENDED"
  | "DEPROVISIONED"

interface OktaAccount {
  readonly id: string
  readonly login: string
  readonly email: string
  status: OktaStatus
  readonly provider: "OKTA" | "ACTIVE_DIRECTORY"
  /** Only a super administrator may touch this one. */
  readonly isAdmin: boolean
  sessions: number
  tokens: number
}

export interface OktaState {
  readonly token: string
  pageSize: number
  readonly accounts: Array<OktaAccount>
  readonly possessions: OktaPossessions
  readonly groups: OktaGroups
  readonly habits: {
    /** Refuses `search`, like an organization whose index is not ready; `filter` works. */
    hasNoSearch: boolean
    /** Refuses the global revocation, like an organization or a token without Universal Logout. */
    hasNoUniversalLogout: boolean
  }
}

export const oktaToken = "00lab-okta-api-token-4711"

const accountId = (index: number) => `00u${String(index + 1).padStart(4, "0")}lab`

/** Creates an account. */
export const addOktaAccount = (
  state: Pick<OktaState, "accounts">,
  account: Pick<OktaAccount, "login" | "email"> & Partial<OktaAccount>
) => {
  state.accounts.push({
    id: accountId(state.accounts.length),
    status: "ACTIVE",
    provider: "OKTA",
    isAdmin: false,
    sessions: 2,
    tokens: 1,
    ...account
  })
}

const seed = (): OktaState => {
  const state: OktaState = {
    token: oktaToken,
    pageSize: 3,
    accounts: [],
    // The ids that the first two people and the administrator get below.
    possessions: oktaPossessions("00u0001lab", "00u0002lab", "00u0006lab"),
    groups: oktaGroups(
      "00u0001lab",
      "00u0002lab",
      people.map((_, index) => accountId(index))
    ),
    habits: { hasNoSearch: false, hasNoUniversalLogout: false }
  }
  for (const { email, key } of people) {
    addOktaAccount(state, {
      // Bob signs in with a name that is not his address.
      login: key === "bob" ? "bray@login.acme.test" : email,
      email,
      status: key === "gone" ? "DEPROVISIONED" : "ACTIVE",
      provider: key === "synced" ? "ACTIVE_DIRECTORY" : "OKTA",
      isAdmin: key === "admin"
    })
  }
  return state
}

const error = (status: number, errorCode: string): LabAnswer => ({
  status,
  body: { errorCode, errorSummary: canary, errorLink: errorCode, errorId: "oaeLab", errorCauses: [] }
})

const shown = ({ email, id, login, provider, status }: OktaAccount) => ({
  id,
  status,
  profile: { login, email },
  credentials: { provider: { type: provider, name: provider } }
})

const list = ({ query }: LabRequest, state: OktaState, ignoresFilter: boolean): LabAnswer => {
  const given = query.get("search") ?? query.get("filter")
  if (query.has("search") && state.habits.hasNoSearch) return error(400, "E0000031")
  const asked = /^profile\.(email|login) eq "((?:[^"\\]|\\.)*)"$/.exec(given ?? "")
  if (given !== null && asked === null) return error(400, "E0000031")
  const matching = state.accounts.filter((account) => {
    if (asked !== null && !ignoresFilter) {
      const wanted = String(JSON.parse(`"${asked[2] ?? ""}"`))
      return sameText(asked[1] === "login" ? account.login : account.email, wanted)
    }
    // The plain list leaves out who is deprovisioned.
    return asked !== null || account.status !== "DEPROVISIONED"
  })
  const first = Number(query.get("after") ?? "0")
  const last = first + Math.min(state.pageSize, Number(query.get("limit") ?? state.pageSize))
  const next = new URLSearchParams(query)
  next.set("after", String(last))
  return {
    status: 200,
    body: matching.slice(first, last).map(shown),
    headers: last < matching.length ? { link: `<https://acme.okta.com/api/v1/users?${next}>; rel="next"` } : {}
  }
}

const moved = (account: OktaAccount, to: string, { lacks }: OktaPossessions): LabAnswer => {
  if (account.isAdmin || lacks.has("lifecycle")) return error(403, "E0000006")
  if (to === "suspend") {
    if (account.status !== "ACTIVE") return error(400, "E0000001")
    account.status = "SUSPENDED"
  } else if (to === "unsuspend") {
    if (account.status !== "SUSPENDED") return error(400, "E0000001")
    account.status = "ACTIVE"
  } else if (to === "deactivate") {
    account.status = "DEPROVISIONED"
    account.sessions = 0
    account.tokens = 0
  } else if (to === "activate") {
    if (account.status !== "DEPROVISIONED" && account.status !== "STAGED") return error(403, "E0000016")
    account.status = "PROVISIONED"
    return { status: 200, body: { activationUrl: `https://acme.okta.com/welcome/${canary}`, activationToken: canary } }
  } else {
    return error(404, "E0000022")
  }
  return { status: 200, body: {} }
}

const handleUser = ({ method, query }: LabRequest, path: ReadonlyArray<string>, state: OktaState): LabAnswer => {
  const [asked = "", ...rest] = path
  const named = asked === "me" ? state.possessions.tokenOwner : asked
  const account = state.accounts.find(({ id, login }) => id === named || sameText(login, named))
  if (account === undefined) return error(404, "E0000007")
  const what = `${method} ${rest.join("/")}`
  if (what === "GET ") return { status: 200, body: shown(account) }
  if (what === "DELETE sessions") {
    account.sessions = 0
    if (query.get("oauthTokens") === "true") account.tokens = 0
    return { status: 204 }
  }
  return rest[0] === "lifecycle" && method === "POST"
    ? moved(account, rest[1] ?? "", state.possessions)
    : error(404, "E0000022")
}

/** Everything of one user, by id: acknowledged, with nothing to show for it. */
const revokedEverywhere = (request: LabRequest, state: OktaState): LabAnswer => {
  const subject = fieldsOf(fieldsOf(request.json())["sub_id"])
  const account = state.accounts.find(({ id }) => id === subject["id"])
  if (request.method !== "POST" || subject["format"] !== "opaque") return error(400, "E0000001")
  if (account === undefined) return error(404, "E0000007")
  if (account.isAdmin || state.habits.hasNoUniversalLogout) return error(403, "E0000006")
  account.sessions = 0
  account.tokens = 0
  return { status: 204 }
}

/** Okta's users below `/api/v1`, with what they made and may do, with `oktaToken`. */
export const okta: VendorDefinition<OktaState> = {
  name: "okta",
  seed,
  handle: (request, state, { ignoresFilter }) => {
    if (request.headers.authorization !== `SSWS ${state.token}`) return error(401, "E0000011")
    if (request.path === "/oauth2/v1/global-token-revocation") return revokedEverywhere(request, state)
    const [, api, version, kind, ...path] = request.path.split("/")
    if (api !== "api" || version !== "v1") return error(404, "E0000022")
    const owned = possessionsAt(request, state.possessions, [kind ?? "", ...path])
    if (owned !== undefined) return owned
    const grouped = groupsAt(request, state.groups, state.accounts, [kind ?? "", ...path])
    if (grouped !== undefined) return grouped
    if (kind === "org") return { status: 200, body: { companyName: "Acme", subdomain: "acme" } }
    if (kind !== "users") return error(404, "E0000022")
    if (state.possessions.lacks.has("users")) return error(403, "E0000006")
    return path.length === 0 ? list(request, state, ignoresFilter) : handleUser(request, path, state)
  },
  writes: ({ method }) => method !== "GET",
  throttled: (seconds) => ({
    ...error(429, "E0000047"),
    headers:
      seconds === undefined
        ? {}
        : { "x-rate-limit-remaining": "0", "x-rate-limit-reset": String(Math.ceil(Date.now() / 1000) + seconds) }
  }),
  unauthorized: () => error(401, "E0000011"),
  forbidden: () => error(403, "E0000006")
}

export const recycledOkta = listed<OktaState, OktaState["accounts"][number]>({
  accounts: ({ accounts }) => accounts,
  emailOf: ({ email }) => email,
  idOf: ({ id }) => id,
  withEmail: (account, email) => ({ ...account, email, login: email }),
  newcomer: (account) => ({ ...account, id: "00u0901lab", status: "ACTIVE", isAdmin: false }),
  isActive: ({ status }) => status === "ACTIVE"
})
