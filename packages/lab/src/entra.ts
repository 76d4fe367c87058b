import { type EntraHoldings, entraHoldings, holdingsAt, holdingsOf } from "./entra-entitlements.ts"
import { type EntraPossessions, entraPossessions, possessionsAt, possessionsOf } from "./entra-left-behind.ts"
import { people, sameText, uuidOf } from "./people.ts"
import { canary, type LabAnswer, type LabRequest, type VendorDefinition } from "./vendor.ts"
import { listed } from "./recycling.ts"

interface EntraAccount {
  readonly id: string
  userPrincipalName: string
  readonly mail: string | null
  accountEnabled: boolean
  readonly userType: "Member" | "Guest"
  readonly onPremisesSyncEnabled: boolean | null
  readonly hasMailbox: boolean
  /** Has a directory role that an ordinary application cannot change. */
  readonly isAdmin: boolean
  signInSessionsValidFromDateTime: string
  /** The mailbox's automatic reply. */
  autoReply: unknown
  readonly displayName?: string
  readonly jobTitle?: string
  readonly department?: string
  readonly employeeId?: string
}

export interface EntraState {
  readonly tenantId: string
  readonly clientId: string
  readonly clientSecret: string
  /** Tokens that were granted. */
  readonly tokens: Array<string>
  pageSize: number
  readonly accounts: Array<EntraAccount>
  readonly possessions: EntraPossessions
  readonly holdings: EntraHoldings
  readonly habits: {
    /** Says that the sessions were revoked, and leaves them as they are. */
    keepsSessions: boolean
  }
}

export const entraClient = { tenantId: uuidOf(1), clientId: uuidOf(2), clientSecret: "lab~entra-client-secret-4711" }

const longAgo = "2026-01-05T08:00:00Z"

/** Creates an account. */
export const addEntraAccount = (
  state: Pick<EntraState, "accounts">,
  account: Pick<EntraAccount, "userPrincipalName" | "mail"> & Partial<EntraAccount>
) => {
  state.accounts.push({
    id: uuidOf(1000 + state.accounts.length),
    accountEnabled: true,
    userType: "Member",
    onPremisesSyncEnabled: null,
    hasMailbox: true,
    isAdmin: false,
    signInSessionsValidFromDateTime: longAgo,
    autoReply: null,
    ...account
  })
}

const seed = (): EntraState => {
  const state: EntraState = {
    ...entraClient,
    tokens: [],
    pageSize: 3,
    accounts: [],
    // The ids that the first two people and the administrator get below.
    possessions: entraPossessions(uuidOf(1000), uuidOf(1001), uuidOf(1005)),
    holdings: entraHoldings(uuidOf(1000), uuidOf(1001)),
    habits: { keepsSessions: false }
  }
  for (const { email, key } of people) {
    addEntraAccount(state, {
      // Bob signs in with a name that is not his address.
      userPrincipalName: key === "bob" ? "bray@acme.onmicrosoft.test" : email,
      mail: email,
      accountEnabled: key !== "gone",
      onPremisesSyncEnabled: key === "synced" ? true : null,
      hasMailbox: key !== "tag",
      isAdmin: key === "admin"
    })
  }
  addEntraAccount(state, {
    userPrincipalName: "gus_partner.test#EXT#@acme.onmicrosoft.test",
    mail: "gus@partner.test",
    userType: "Guest",
    hasMailbox: false
  })
  return state
}

const error = (status: number, code: string): LabAnswer => ({
  status,
  body: { error: { code, message: canary, innerError: { "request-id": uuidOf(9), date: longAgo } } }
})

const grant = (request: LabRequest, state: EntraState): LabAnswer => {
  const form = request.form()
  if (
    request.path !== `/${state.tenantId}/oauth2/v2.0/token` ||
    form.get("grant_type") !== "client_credentials" ||
    form.get("scope") !== "https://graph.microsoft.com/.default"
  ) {
    return { status: 400, body: { error: "invalid_request", error_description: canary, error_codes: [900144] } }
  }
  if (form.get("client_id") !== state.clientId || form.get("client_secret") !== state.clientSecret) {
    return { status: 401, body: { error: "invalid_client", error_description: canary, error_codes: [7000215] } }
  }
  const token = `lab-graph-${state.tokens.length + 1}-0a1b2c3d4e5f`
  state.tokens.push(token)
  return { status: 200, body: { token_type: "Bearer", expires_in: 3599, access_token: token } }
}

const shown = (account: EntraAccount, query: URLSearchParams) => {
  const { autoReply: _reply, hasMailbox: _mailbox, isAdmin: _admin, ...all } = account
  const selected = query.get("$select")?.split(",") ?? ["id", "mail", "userPrincipalName"]
  return Object.fromEntries(Object.entries(all).filter(([name]) => selected.includes(name)))
}

const list = ({ query }: LabRequest, state: EntraState, ignoresFilter: boolean): LabAnswer => {
  const asked = /^mail eq '((?:[^']|'')*)' or userPrincipalName eq '((?:[^']|'')*)'$/.exec(query.get("$filter") ?? "")
  if (query.has("$filter") && asked === null) return error(400, "Request_UnsupportedQuery")
  const [mail, name] = (asked ?? []).slice(1).map((text) => text.replaceAll("''", "'"))
  const matching = state.accounts.filter(
    (account) =>
      ignoresFilter ||
      asked === null ||
      sameText(account.mail ?? "", mail ?? "") ||
      sameText(account.userPrincipalName, name ?? "")
  )
  const first = Number(query.get("$skiptoken") ?? "0")
  const last = first + Math.min(state.pageSize, Number(query.get("$top") ?? state.pageSize))
  const next = new URLSearchParams(query)
  next.set("$skiptoken", String(last))
  return {
    status: 200,
    body: {
      value: matching.slice(first, last).map((account) => shown(account, query)),
      ...(last < matching.length ? { "@odata.nextLink": `https://graph.microsoft.com/v1.0/users?${next}` } : {})
    }
  }
}

/** The body's property, when the body is an object that has it. */
const given = (request: LabRequest, name: string): unknown => {
  const body = request.json()
  return typeof body === "object" && body !== null ? Object.entries(body).find(([key]) => key === name)?.[1] : undefined
}

const handleUser = (request: LabRequest, path: ReadonlyArray<string>, state: EntraState): LabAnswer => {
  const [named = "", ...rest] = path
  const account = state.accounts.find(({ id, userPrincipalName }) => id === named || sameText(userPrincipalName, named))
  if (account === undefined) return error(404, "Request_ResourceNotFound")
  const of = possessionsOf(request, state.possessions, account, rest)
  if (of !== undefined) return of
  const held = holdingsOf(request, state.holdings, state.possessions.lacks, account, rest)
  if (held !== undefined) return held
  switch (`${request.method} ${rest.join("/")}`) {
    case "GET ":
      return { status: 200, body: shown(account, request.query) }
    case "PATCH mailboxSettings": {
      if (!account.hasMailbox) return error(404, "MailboxNotEnabledForRESTAPI")
      account.autoReply = given(request, "automaticRepliesSetting")
      return { status: 200, body: {} }
    }
    case "POST revokeSignInSessions": {
      if (account.isAdmin) return error(403, "Authorization_RequestDenied")
      if (!state.habits.keepsSessions) account.signInSessionsValidFromDateTime = new Date().toISOString()
      return { status: 200, body: { value: true } }
    }
    case "PATCH ": {
      if (account.isAdmin || state.possessions.lacks.has("User.ReadWrite.All"))
        return error(403, "Authorization_RequestDenied")
      const enabled = given(request, "accountEnabled")
      if (typeof enabled !== "boolean") return error(400, "Request_BadRequest")
      account.accountEnabled = enabled
      return { status: 204 }
    }
    default:
      return error(404, "UnknownError")
  }
}

const isGrant = ({ path }: LabRequest) => path.endsWith("/oauth2/v2.0/token")

/** Entra ID's sign-in and Microsoft Graph's users with what they own and sponsor, both at one address, with `entraClient`. */
export const entra: VendorDefinition<EntraState> = {
  name: "entra",
  seed,
  handle: (request, state, { ignoresFilter }) => {
    if (isGrant(request)) return grant(request, state)
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? ""
    if (!state.tokens.includes(token)) return error(401, "InvalidAuthenticationToken")
    const answerable = possessionsAt(request, state.possessions, state.accounts)
    if (answerable !== undefined) return answerable
    const held = holdingsAt(request, state.holdings, state.possessions.lacks, state.accounts)
    if (held !== undefined) return held
    const [, version, kind, ...path] = request.path.split("/")
    if (version !== "v1.0" || kind !== "users") return error(404, "UnknownError")
    if (state.possessions.lacks.has("any user")) return error(403, "Authorization_RequestDenied")
    return path.length === 0 ? list(request, state, ignoresFilter) : handleUser(request, path, state)
  },
  writes: (request) => request.method !== "GET" && !isGrant(request),
  grants: isGrant,
  throttled: (seconds) => ({
    ...error(429, "TooManyRequests"),
    headers: seconds === undefined ? {} : { "retry-after": String(seconds) }
  }),
  unauthorized: () => error(401, "InvalidAuthenticationToken"),
  forbidden: () => error(403, "Authorization_RequestDenied")
}

export const recycledEntra = listed<EntraState, EntraState["accounts"][number]>({
  accounts: ({ accounts }) => accounts,
  emailOf: ({ mail, userPrincipalName }) => mail ?? userPrincipalName,
  idOf: ({ id }) => id,
  withEmail: (account, email) => ({ ...account, mail: email, userPrincipalName: email }),
  newcomer: (account) => ({ ...account, id: uuidOf(1901), accountEnabled: true, isAdmin: false }),
  isActive: ({ accountEnabled }) => accountEnabled
})
