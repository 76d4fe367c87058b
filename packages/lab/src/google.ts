import {
  googleRevoke,
  googleToken,
  type GoogleTokens,
  serviceAccountEmail,
  serviceAccountPublicKey
} from "./google-tokens.ts"
import { type GoogleEntitlements, googleCustomer, googleEntitlements, licences, roles } from "./google-entitlements.ts"
import {
  calendars,
  driveFiles,
  type GoogleCaller,
  type GooglePossessions,
  googlePossessions,
  groups,
  lacksScope,
  mailboxSettings
} from "./google-left-behind.ts"
import { authorize, oauthSeed } from "./oauth.ts"
import type { LabAnswer, LabRequest, VendorDefinition } from "./vendor.ts"
import { listed } from "./recycling.ts"

export { googleServiceAccount } from "./google-tokens.ts"

interface GoogleUser {
  readonly id: string
  primaryEmail: string
  readonly aliases: Array<string>
  readonly fullName: string
  suspended: boolean
  /** Google itself suspends an abused account, and does not let the API end that. */
  suspensionReason: "ADMIN" | "ABUSE"
  /** Only a super admin may touch another. */
  readonly isAdmin: boolean
  /** Number of signed-in devices. */
  sessions: number
  /** Apps that may act for the person, by client id. */
  readonly tokens: Array<string>
  /** App passwords by number. */
  readonly asps: Array<number>
  vacation: unknown
}

interface GoogleTransfer {
  readonly id: string
  readonly oldOwnerUserId: string
  readonly newOwnerUserId: string
  readonly applicationDataTransfers: unknown
  overallTransferStatusCode: string
}

export interface GoogleState {
  readonly users: Array<GoogleUser>
  readonly transfers: Array<GoogleTransfer>
  readonly tokens: GoogleTokens
  readonly possessions: GooglePossessions
  readonly entitlements: GoogleEntitlements
}

const googleAdmin = "it-admin@acme.test"
export const googleAccessToken = "ya29.lab-google-admin-4711"
export const googleRefreshToken = "1//lab-google-refresh-4712"

const user = (id: string, primaryEmail: string, fullName: string, more: Partial<GoogleUser> = {}): GoogleUser => ({
  id,
  primaryEmail,
  aliases: [],
  fullName,
  suspended: false,
  suspensionReason: "ADMIN",
  isAdmin: false,
  sessions: 2,
  tokens: [],
  asps: [],
  vacation: null,
  ...more
})

const seed = (): GoogleState => ({
  users: [
    user("1001", "ann.lee@acme.test", "Ann Lee", {
      aliases: ["a.lee@acme.test"],
      tokens: ["77185425430.apps.googleusercontent.com", "notes app+1"],
      asps: [1, 2]
    }),
    user("1002", "joann.lee@acme.test", "Joann Lee", { tokens: ["other-app"] }),
    user("1003", "sean.o'neil@acme.test", "Sean O'Neil"),
    user("1004", "Mia.Berg@Acme.Test", "Mia Berg"),
    user("1005", "tom+hr@acme.test", "Tom Tag"),
    // A mailbox's new owner often gets its address as an alias: that is not the leaver.
    user("1006", "mara.manager@acme.test", "Mara Manager", { aliases: ["gone.person@acme.test"] }),
    user("1007", googleAdmin, "Ivy Admin"),
    user("1008", "root@acme.test", "Rita Root", { isAdmin: true })
  ],
  transfers: [],
  tokens: {
    access: new Map([[googleAccessToken, googleAdmin]]),
    refresh: new Map([[googleRefreshToken, googleAdmin]]),
    scopes: new Map(),
    serviceAccounts: new Map([[serviceAccountEmail, serviceAccountPublicKey]]),
    oauth: oauthSeed()
  },
  possessions: googlePossessions(),
  entitlements: googleEntitlements()
})

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

const refusal = (code: number, reason: string, message: string, headers: Record<string, string> = {}): LabAnswer => ({
  status: code,
  headers,
  body: { error: { code, message, errors: [{ domain: "global", reason, message }] } }
})

const notFound = refusal(404, "notFound", "Resource Not Found: userKey")
const notAuthorized = refusal(403, "forbidden", "Not Authorized to access this resource/api")

const find = (state: GoogleState, key: string) =>
  state.users.find(
    ({ aliases, id, primaryEmail }) =>
      id === key || same(primaryEmail, key) || aliases.some((alias) => same(alias, key))
  )

const shown = ({ aliases, fullName, id, isAdmin, primaryEmail, suspended, suspensionReason }: GoogleUser) => ({
  kind: "admin#directory#user",
  id,
  customerId: googleCustomer,
  primaryEmail,
  name: { fullName },
  isAdmin,
  suspended,
  ...(suspended ? { suspensionReason } : {}),
  emails: [{ address: primaryEmail, primary: true }, ...aliases.map((address) => ({ address }))],
  ...(aliases.length === 0 ? {} : { aliases })
})

const fields = (request: LabRequest): ReadonlyMap<string, unknown> => {
  const json = request.json()
  return new Map(typeof json === "object" && json !== null ? Object.entries(json) : [])
}

const remove = <A>(items: Array<A>, name: string): LabAnswer => {
  const index = items.findIndex((item) => String(item) === name)
  if (index < 0) return refusal(404, "notFound", "Resource Not Found: key")
  items.splice(index, 1)
  return { status: 204 }
}

const change = (request: LabRequest, of: GoogleUser): LabAnswer => {
  const suspended = fields(request).get("suspended")
  if (typeof suspended === "boolean" && of.suspensionReason === "ADMIN") of.suspended = suspended
  if (of.suspended) of.sessions = 0
  return { status: 200, body: shown(of) }
}

/** The first was used, as Google says it: milliseconds in a text, 0 for never. */
const usedOf = (codeId: number) => (codeId === 1 ? "1771977600000" : "0")

const ofUser = (
  request: LabRequest,
  of: GoogleUser,
  rest: ReadonlyArray<string>,
  { grantScopes, withheld }: GooglePossessions
): LabAnswer => {
  const [collection, name] = rest
  if (collection !== undefined && withheld.has("admin.directory.user.security")) return lacksScope
  if (collection === undefined) {
    return request.method === "GET" ? { status: 200, body: shown(of) } : change(request, of)
  }
  if (collection === "signOut" && request.method === "POST") {
    of.sessions = 0
    return { status: 204 }
  }
  if (collection === "tokens") {
    if (name !== undefined) return remove(of.tokens, name)
    const items = of.tokens.map((clientId) => ({
      clientId,
      displayText: clientId,
      userKey: of.id,
      scopes: grantScopes.get(clientId) ?? []
    }))
    return { status: 200, body: { kind: "admin#directory#tokenList", ...(items.length > 0 ? { items } : {}) } }
  }
  if (collection !== "asps") return notFound
  if (name !== undefined) return remove(of.asps, name)
  return {
    status: 200,
    body: { items: of.asps.map((codeId) => ({ codeId, name: `App ${codeId}`, lastTimeUsed: usedOf(codeId) })) }
  }
}

const directory = (request: LabRequest, state: GoogleState, actsAs: string, path: string): LabAnswer => {
  if (state.possessions.withheld.has("admin.directory.user")) return lacksScope
  const [key, ...rest] = path.split("/").filter((part) => part !== "")
  if (key === undefined) {
    const size = Number(request.query.get("maxResults") ?? 100)
    const asked = state.users.filter(({ isAdmin }) => request.query.get("query") !== "isAdmin=true" || isAdmin)
    return { status: 200, body: { users: asked.slice(0, size).map(shown) } }
  }
  const of = find(state, key)
  if (of === undefined) return notFound
  const actor = find(state, actsAs)
  if (request.method !== "GET" && of.isAdmin && actor?.isAdmin !== true) return notAuthorized
  return ofUser(request, of, rest, state.possessions)
}

/** The files are the new owner's. */
const complete = ({ possessions: { files }, users }: GoogleState, transfer: GoogleTransfer) => {
  const [from = "", to = ""] = [transfer.oldOwnerUserId, transfer.newOwnerUserId].map(
    (id) => users.find((one) => one.id === id)?.primaryEmail
  )
  files.set(to, (files.get(to) ?? 0) + (files.get(from) ?? 0))
  files.set(from, 0)
  transfer.overallTransferStatusCode = "completed"
}

const transfers = (request: LabRequest, state: GoogleState): LabAnswer => {
  if (state.possessions.withheld.has("admin.datatransfer")) return lacksScope
  if (request.method === "GET") {
    const owner = request.query.get("oldOwnerUserId")
    const dataTransfers = state.transfers.filter(({ oldOwnerUserId }) => owner === null || oldOwnerUserId === owner)
    return { status: 200, body: dataTransfers.length === 0 ? {} : { dataTransfers } }
  }
  const given = fields(request)
  const transfer: GoogleTransfer = {
    id: `transfer-${state.transfers.length + 1}`,
    oldOwnerUserId: String(given.get("oldOwnerUserId")),
    newOwnerUserId: String(given.get("newOwnerUserId")),
    applicationDataTransfers: given.get("applicationDataTransfers"),
    overallTransferStatusCode: "inProgress"
  }
  // Ids, not addresses.
  const known = [transfer.oldOwnerUserId, transfer.newOwnerUserId].every((id) =>
    state.users.some((one) => one.id === id)
  )
  if (!known) return refusal(400, "invalid", "Invalid user id")
  if (state.possessions.habits.completesTransfers) complete(state, transfer)
  state.transfers.push(transfer)
  return { status: 200, body: transfer }
}

const vacation = (request: LabRequest, state: GoogleState, actsAs: string, mailbox: string): LabAnswer => {
  const of = find(state, mailbox === "me" ? actsAs : mailbox)
  if (of === undefined || find(state, actsAs) !== of) {
    return refusal(403, "forbidden", `Delegation denied for ${actsAs}`)
  }
  if (of.suspended) return refusal(400, "failedPrecondition", "Mail service not enabled")
  if (request.method === "PUT") of.vacation = request.json()
  return { status: 200, body: of.vacation ?? { enableAutoReply: false } }
}

const callerOf = (state: GoogleState, actsAs: string, token: string): GoogleCaller => ({
  actsAs,
  // A token by consent has all that the page asked for; one by assertion what it was asked for.
  holds: (scopes) => {
    const granted = state.tokens.scopes.get(token)
    return scopes.some((scope) => !state.possessions.withheld.has(scope) && (granted?.includes(scope) ?? true))
  },
  primary: (key) => find(state, key)?.primaryEmail,
  idOf: (email) => find(state, email)?.id,
  isSuspended: (email) => find(state, email)?.suspended === true
})

const isGrant = ({ path }: LabRequest) => ["/o/oauth2/v2/auth", "/token", "/revoke"].includes(path)

/** Google Workspace: directory, groups, roles, licences, data transfer, Gmail's settings, Drive, Calendar and the authorization server, at one address. */
export const google: VendorDefinition<GoogleState> = {
  name: "google",
  seed,
  handle: (request, state) => {
    const { method, path } = request
    if (path === "/o/oauth2/v2/auth") return authorize(request, state.tokens.oauth)
    if (path === "/token" && method === "POST")
      return googleToken(request, state.tokens, googleAdmin, {
        withheld: state.possessions.withheld,
        isSuspended: (email) => find(state, email)?.suspended === true
      })
    if (path === "/revoke" && method === "POST") return googleRevoke(request, state.tokens)
    const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? ""
    const actsAs = state.tokens.access.get(token)
    if (actsAs === undefined) return refusal(401, "authError", "Invalid Credentials")
    const users = /^\/admin\/directory\/v1\/users((?:\/.*)?)$/.exec(path)?.[1]
    if (users !== undefined) return directory(request, state, actsAs, users)
    if (path === "/admin/datatransfer/v1/transfers") return transfers(request, state)
    const caller = callerOf(state, actsAs, token)
    const [, owned] = /^\/admin\/directory\/v1\/groups((?:\/.*)?)$/.exec(path) ?? []
    if (owned !== undefined) return groups(request, state.possessions, caller, owned)
    const [, assigned] = /^\/admin\/directory\/v1\/customer\/my_customer\/(roles|roleassignments)$/.exec(path) ?? []
    if (assigned !== undefined) return roles(request, state.entitlements, caller, assigned)
    const [, licensed] = /^\/apps\/licensing\/v1\/product\/(.*)$/.exec(path) ?? []
    if (licensed !== undefined) return licences(request, state.entitlements, caller, licensed)
    if (path === "/drive/v3/files") return driveFiles(request, state.possessions, caller)
    const [, calendar] = /^\/calendar\/v3(\/.*)$/.exec(path) ?? []
    if (calendar !== undefined) return calendars(request, state.possessions, caller, calendar)
    const [, mailbox, what, id] = /^\/gmail\/v1\/users\/([^/]+)\/settings\/([^/]+)(?:\/([^/]+))?$/.exec(path) ?? []
    if (mailbox === undefined || what === undefined) return notFound
    return what === "vacation"
      ? vacation(request, state, actsAs, mailbox)
      : mailboxSettings(request, state.possessions, caller, { mailbox, what, id })
  },
  writes: (request) => request.method !== "GET" && !isGrant(request),
  grants: isGrant,
  throttled: (seconds) =>
    refusal(
      403,
      "userRateLimitExceeded",
      "User Rate Limit Exceeded",
      seconds === undefined ? {} : { "retry-after": String(seconds) }
    ),
  unauthorized: () => refusal(401, "authError", "Invalid Credentials"),
  forbidden: () => refusal(403, "insufficientPermissions", "Request had insufficient authentication scopes.")
}

export const recycledGoogle = listed<GoogleState, GoogleState["users"][number]>({
  accounts: ({ users }) => users,
  emailOf: ({ primaryEmail }) => primaryEmail,
  idOf: ({ id }) => id,
  withEmail: (account, primaryEmail) => ({ ...account, primaryEmail }),
  newcomer: (account) => ({ ...account, id: "1901", aliases: [], tokens: ["own-app"], asps: [7], suspended: false }),
  isActive: ({ suspended }) => !suspended
})
