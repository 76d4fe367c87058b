import type { OrgId } from "@svc/contract/kernel/ids"
import { Effect } from "effect"
import { FetchHttpClient } from "effect/http"
import { type Claims, type IdentityProvider, questionIn, signedAnswer } from "#test/support/saml-idp"
import { aMember, anOrganisation, type Member } from "#test/support/people"
import { as, send } from "#test/support/requests"

export const settingsPath = "/api/organizations/me/sso"

/** As a browser does not: what redirects is answered as it is. */
const withoutFollowing = Effect.provideService(FetchHttpClient.RequestInit, { redirect: "manual", keepalive: false })

export const bodyOf = (provider: IdentityProvider) => ({
  entry_point: provider.entryPoint,
  idp_issuer: provider.entityId,
  certificates: [provider.cert],
  enforce_sso: false
})

export const configure = Effect.fnUntraced(function* (
  admin: Member,
  provider: IdentityProvider,
  more: Readonly<Record<string, unknown>> = {}
) {
  const answer = yield* as(admin).put(settingsPath, { ...bodyOf(provider), ...more })
  if (answer.status !== 200) return yield* Effect.die(answer.text)
  return answer
})

/** An organisation with a provider, its administrator and a member who signs in there. */
export const aSetting = Effect.fnUntraced(function* (
  provider: IdentityProvider,
  more: Readonly<Record<string, unknown>> = {}
) {
  const orgId = yield* anOrganisation()
  const admin = yield* aMember(orgId)
  const member = yield* aMember(orgId, "hr")
  yield* configure(admin, provider, more)
  return { orgId, admin, member }
})

export const login = (orgId: string, query = "", headers: Readonly<Record<string, string>> = {}) =>
  withoutFollowing(send("GET", `/api/auth/saml/${orgId}/login${query}`, { headers }))

/** What the browser is sent to the provider with. */
export const ask = Effect.fnUntraced(function* (orgId: OrgId, returnTo?: string) {
  const answer = yield* login(orgId, returnTo === undefined ? "" : `?returnTo=${encodeURIComponent(returnTo)}`)
  return questionIn(answer.headers["location"] ?? "https://nowhere.test/")
})

export const fromElsewhere = {
  "content-type": "application/x-www-form-urlencoded",
  origin: "https://idp.example.com",
  "sec-fetch-site": "cross-site"
}

/** Posts the form as the provider's page makes the browser do. */
export const post = Effect.fnUntraced(function* (
  orgId: string,
  samlResponse: string,
  relayState?: string,
  headers: Readonly<Record<string, string>> = {}
) {
  const form = new URLSearchParams({
    SAMLResponse: samlResponse,
    ...(relayState === undefined ? {} : { RelayState: relayState })
  })
  const answer = yield* withoutFollowing(
    send("POST", `/api/auth/saml/${orgId}/acs`, {
      body: form.toString(),
      headers: { ...fromElsewhere, ...headers }
    })
  )
  return {
    status: answer.status,
    location: answer.headers["location"] ?? "",
    cookie: answer.headers["set-cookie"] ?? "",
    token: /access_token=([^;]+);/.exec(answer.headers["set-cookie"] ?? "")?.[1]
  }
})

/** A whole sign-in with these claims. */
export const signIn = Effect.fnUntraced(function* (orgId: OrgId, provider: IdentityProvider, claims: Claims) {
  const question = yield* ask(orgId)
  return yield* post(orgId, yield* signedAnswer(provider, question, claims), question.relayState)
})

/** Sent back to the sign-in page with this code, and nobody is signed in. */
export const refused = (code: string) => ({
  status: 303,
  location: `http://svc.test/login?error=sso_${code}`,
  cookie: "",
  token: undefined
})
