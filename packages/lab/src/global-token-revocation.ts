import { canary, type LabAnswer, type LabRequest, type VendorDefinition } from "./vendor.ts"

interface TokenUser {
  readonly email: string
  sessions: number
  tokens: number
}

export interface GlobalTokenRevocationState {
  token: string
  readonly users: Map<string, TokenUser>
  readonly habits: {
    /** Knows the user and cannot sign them out. */
    cannotSignOut: boolean
  }
}

export const globalTokenRevocationToken = "global-token-revocation-token"
export const globalTokenRevocationPath = "/oauth/global-token-revocation"

const signedIn = (email: string): readonly [string, TokenUser] => [email, { email, sessions: 2, tokens: 3 }]

const answer = (status: number): LabAnswer => (status === 204 ? { status } : { status, body: { error: canary } })

const emailIn = (body: unknown): string | undefined => {
  if (typeof body !== "object" || body === null || !("sub_id" in body)) return undefined
  const subject = body.sub_id
  if (typeof subject !== "object" || subject === null || !("format" in subject) || !("email" in subject))
    return undefined
  return subject.format === "email" && typeof subject.email === "string" ? subject.email.toLowerCase() : undefined
}

const revoke = (request: LabRequest, { habits, users }: GlobalTokenRevocationState): LabAnswer => {
  const email = emailIn(request.json())
  if (email === undefined) return answer(400)
  const user = users.get(email)
  if (user === undefined) return answer(404)
  if (habits.cannotSignOut) return answer(422)
  user.sessions = 0
  user.tokens = 0
  return answer(204)
}

/** A service that ends sessions and tokens by draft-parecki-oauth-global-token-revocation, opened by a bearer token. */
export const globalTokenRevocation: VendorDefinition<GlobalTokenRevocationState> = {
  name: "global-token-revocation",
  seed: () => ({
    token: globalTokenRevocationToken,
    users: new Map(["ann.lee@acme.test", "bob@acme.test", "sean.o'neil@acme.test"].map(signedIn)),
    habits: { cannotSignOut: false }
  }),
  handle: (request, state) => {
    if (request.path !== globalTokenRevocationPath) return answer(404)
    if (request.method !== "POST") return answer(405)
    return request.headers.authorization === `Bearer ${state.token}` ? revoke(request, state) : answer(401)
  },
  writes: ({ method }) => method === "POST",
  throttled: (seconds) => ({ status: 429, headers: seconds === undefined ? {} : { "retry-after": String(seconds) } }),
  unauthorized: () => answer(401),
  forbidden: () => answer(403)
}
