import { people, sameText } from "./people.ts"
import { canary, type LabAnswer, type LabRequest, type VendorDefinition } from "./vendor.ts"
import { listed } from "./recycling.ts"

type JumpCloudUserState = "ACTIVATED" | "SUSPENDED" | "STAGED"

interface JumpCloudAccount {
  readonly _id: string
  readonly email: string
  readonly username: string
  state: JumpCloudUserState
}

export interface JumpCloudState {
  readonly apiKey: string
  /** The organization that the key's owner means; needed once they manage several. */
  readonly orgId: string | undefined
  pageSize: number
  readonly accounts: Array<JumpCloudAccount>
  readonly habits: {
    /** The filter tells capitals from small letters. */
    comparesExactly: boolean
  }
}

export const jumpcloudKey = "jca_lab4711jumpcloudapikey"

/** Creates an account. */
export const addJumpCloudAccount = (
  state: Pick<JumpCloudState, "accounts">,
  account: Pick<JumpCloudAccount, "email" | "username"> & Partial<JumpCloudAccount>
) => {
  const number = String(state.accounts.length + 1).padStart(4, "0")
  state.accounts.push({ _id: `5f1ab0000000000000${number}ab`, state: "ACTIVATED", ...account })
}

const seed = (): JumpCloudState => {
  const state: JumpCloudState = {
    apiKey: jumpcloudKey,
    orgId: undefined,
    pageSize: 3,
    accounts: [],
    habits: { comparesExactly: false }
  }
  for (const { email, key } of people) {
    addJumpCloudAccount(state, { email, username: key, state: key === "gone" ? "SUSPENDED" : "ACTIVATED" })
  }
  return state
}

const error = (status: number): LabAnswer => ({ status, body: { message: canary, error: canary } })

const shown = (account: JumpCloudAccount) => ({
  ...account,
  suspended: account.state === "SUSPENDED",
  activated: account.state !== "STAGED"
})

const list = ({ query }: LabRequest, state: JumpCloudState, ignoresFilter: boolean): LabAnswer => {
  const asked = /^email:\$eq:(.*)$/.exec(query.get("filter") ?? "")
  if (query.has("filter") && asked === null) return error(400)
  const matching = state.accounts.filter(
    ({ email }) =>
      ignoresFilter ||
      asked === null ||
      (state.habits.comparesExactly ? email === asked[1] : sameText(email, asked[1] ?? ""))
  )
  const first = Number(query.get("skip") ?? "0")
  const last = first + Math.min(state.pageSize, Number(query.get("limit") ?? "10"))
  return { status: 200, body: { totalCount: matching.length, results: matching.slice(first, last).map(shown) } }
}

const handleUser = (request: LabRequest, id: string, { accounts }: JumpCloudState): LabAnswer => {
  const account = accounts.find(({ _id }) => _id === id)
  if (account === undefined) return error(404)
  if (request.method === "GET") return { status: 200, body: shown(account) }
  if (request.method !== "PUT") return error(405)
  const body = request.json()
  const wanted = typeof body === "object" && body !== null && "state" in body ? body.state : undefined
  if (wanted !== "SUSPENDED" && wanted !== "ACTIVATED") return error(400)
  account.state = wanted
  return { status: 200, body: shown(account) }
}

/** JumpCloud's system users below `/api`, with `jumpcloudKey`. */
export const jumpcloud: VendorDefinition<JumpCloudState> = {
  name: "jumpcloud",
  seed,
  handle: (request, state, { ignoresFilter }) => {
    if (request.headers["x-api-key"] !== state.apiKey) return error(401)
    if (state.orgId !== undefined && request.headers["x-org-id"] !== state.orgId) return error(400)
    const [, api, kind, id, ...rest] = request.path.split("/")
    if (api !== "api" || kind !== "systemusers" || rest.length > 0) return error(404)
    return id === undefined ? list(request, state, ignoresFilter) : handleUser(request, id, state)
  },
  writes: ({ method }) => method !== "GET",
  throttled: (seconds) => ({
    ...error(429),
    headers: seconds === undefined ? {} : { "retry-after": String(seconds) }
  }),
  unauthorized: () => error(401),
  forbidden: () => error(403)
}

export const recycledJumpCloud = listed<JumpCloudState, JumpCloudState["accounts"][number]>({
  accounts: ({ accounts }) => accounts,
  emailOf: ({ email }) => email,
  idOf: ({ _id }) => _id,
  withEmail: (account, email) => ({ ...account, email, username: email }),
  newcomer: (account) => ({ ...account, _id: "5f1ab00000000000009001ab", state: "ACTIVATED" }),
  isActive: ({ state }) => state === "ACTIVATED"
})
