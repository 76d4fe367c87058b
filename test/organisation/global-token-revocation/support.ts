import { startVendor, type VendorDefinition } from "@svc/lab/vendor"
import { DateTime, Effect } from "effect"
import { exportJWK, generateKeyPair, type JWK, SignJWT } from "jose"
import { type KeyObject, randomUUID } from "node:crypto"
import { aMember, anOrganisation, aSession, type Member, type OrganisationOptions } from "#test/support/people"
import { as, send } from "#test/support/requests"

export const settingsPath = "/api/organizations/me/sso/global-token-revocation"
export const pathOf = (orgId: string) => `/api/global-token-revocation/${orgId}`
export const endpointOf = (orgId: string) => `http://svc.test${pathOf(orgId)}`

interface Published {
  keys: ReadonlyArray<JWK | Record<string, unknown>>
}

/** Where a provider publishes its keys. */
const keySet: VendorDefinition<Published> = {
  name: "key-set",
  seed: () => ({ keys: [] }),
  handle: ({ path }, { keys }) => (path === "/keys" ? { status: 200, body: { keys } } : { status: 404 }),
  writes: () => false,
  throttled: () => ({ status: 429 }),
  unauthorized: () => ({ status: 401 }),
  forbidden: () => ({ status: 403 })
}

type Signer = Parameters<SignJWT["sign"]>[0]

/** A key by which a provider signs, and as it publishes it. */
export const aKeyPair = async (alg = "ES256", kid: string = randomUUID()) => {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  const jwk: JWK = { ...(await exportJWK(publicKey)), kid, alg, use: "sig" }
  return { privateKey, publicKey, jwk, alg, kid }
}

/** An identity provider that publishes its keys on this machine. */
export const anIssuer = async (alg?: string) => {
  const pair = await aKeyPair(alg)
  const running = await startVendor(keySet)
  running.state.keys = [pair.jwk]
  return { issuer: `https://idp-${pair.kid.slice(0, 8)}.example.com`, jwksUrl: `${running.url}/keys`, pair, running }
}
type Issuer = Awaited<ReturnType<typeof anIssuer>>

export const bodyOf = ({ issuer, jwksUrl }: Issuer, more: Readonly<Record<string, unknown>> = {}) => ({
  issuer,
  jwks_url: jwksUrl,
  revoke_api_keys: false,
  ...more
})

/** An organisation that takes this issuer's word, its Super Admin and a member with a session. */
export const aSetting = Effect.fnUntraced(function* (
  issuer: Issuer,
  more: Readonly<Record<string, unknown>> = {},
  options: OrganisationOptions = {}
) {
  const orgId = yield* anOrganisation(options)
  const admin = yield* aMember(orgId)
  const member = yield* aMember(orgId, "hr")
  const answer = yield* as(admin).put(settingsPath, bodyOf(issuer, more))
  if (answer.status !== 200) return yield* Effect.die(answer.text)
  return { orgId, admin, member, bearer: yield* aSession(member) }
})

export interface TokenParts {
  readonly header?: Readonly<Record<string, unknown>>
  /** Undefined leaves a claim out. */
  readonly claims?: Readonly<Record<string, unknown>>
  readonly key?: Signer | KeyObject
}

/** Whose name and key a token bears; `key` of its parts stands in the place of a private key that is missing. */
interface Signing {
  readonly issuer: string
  readonly pair: { readonly alg: string; readonly kid: string; readonly privateKey?: Signer }
}

/** A token as Okta makes it, but for what is given. Instants are seconds from now: `{ exp: -60 }`. */
export const aToken = Effect.fnUntraced(function* (
  { issuer, pair }: Signing,
  orgId: string,
  { claims = {}, header = {}, key = pair.privateKey }: TokenParts = {}
) {
  const now = Math.floor((yield* DateTime.now).epochMilliseconds / 1000)
  const instants = Object.fromEntries(
    Object.entries({ exp: 300, nbf: -300, iat: 0, ...claims }).flatMap(([name, value]) =>
      ["exp", "nbf", "iat"].includes(name) && typeof value === "number" ? [[name, now + value]] : []
    )
  )
  const payload = Object.fromEntries(
    Object.entries({
      iss: issuer,
      sub: "0oa1app",
      aud: endpointOf(orgId),
      jti: randomUUID(),
      ...claims,
      ...instants
    }).filter(([, value]) => value !== undefined)
  )
  const protectedHeader = { typ: "global-token-revocation+jwt", alg: pair.alg, kid: pair.kid, ...header }
  if (key === undefined) return yield* Effect.die("A token needs a key to sign it")
  return yield* Effect.promise(() => new SignJWT(payload).setProtectedHeader(protectedHeader).sign(key))
})

export const byEmail = ({ email }: Pick<Member, "email">) => ({ sub_id: { format: "email", email } })

export const revoke = (orgId: string, token: string | undefined, body: unknown) =>
  send("POST", pathOf(orgId), { body, ...(token === undefined ? {} : { bearer: token }) })

/** Whether the session still opens something, by its cookie. */
export const opens = (session: string) =>
  Effect.map(
    send("GET", "/api/integrations", { headers: { cookie: `access_token=${session}` } }),
    ({ status }) => status
  )
