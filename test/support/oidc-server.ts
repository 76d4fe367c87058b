import { Context, Effect, Layer } from "effect"
import { exportJWK, generateKeyPair } from "jose"
import http from "node:http"
import { Provider } from "oidc-provider"
import { clientId, clientSecret } from "./google-stand-in.ts"
import { listen } from "./outbound-servers.ts"

/** A browser with cookies of its own for one site; it follows redirects as far as they stay there. */
const makeBrowser = (origin: string) => {
  const cookies = new Map<string, string>()
  const go = async (
    address: string,
    form?: Readonly<Record<string, string>>
  ): Promise<{ url: string; page: string }> => {
    const response = await fetch(address, {
      method: form === undefined ? "GET" : "POST",
      redirect: "manual",
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...(form === undefined ? {} : { body: new URLSearchParams(form) })
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === "") cookies.delete(name)
      else cookies.set(name, value)
    }
    const page = await response.text()
    const location = response.headers.get("location")
    if (location === null) return { url: address, page }
    const next = new URL(location, address)
    return next.origin === origin ? go(next.href) : { url: next.href, page: "" }
  }
  return go
}

/** A certified provider (`oidc-provider`) on loopback, at which anybody signs in by their address alone. */
const make = Effect.gen(function* () {
  const { privateKey } = yield* Effect.promise(() => generateKeyPair("RS256", { extractable: true }))
  const jwk = yield* Effect.promise(() => exportJWK(privateKey))
  let answer: http.RequestListener = (_request, response) => void response.end()
  const { port } = yield* listen(http.createServer((request, response) => answer(request, response)))
  const issuer = `http://127.0.0.1:${port}`
  const client = {
    client_secret: clientSecret,
    redirect_uris: ["http://svc.test/api/auth/google/callback"],
    token_endpoint_auth_method: "client_secret_post"
  } as const
  const provider = new Provider(issuer, {
    clients: [
      { ...client, client_id: clientId },
      { ...client, client_id: "another-client" }
    ],
    jwks: { keys: [{ ...jwk, alg: "RS256", use: "sig" }] },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    cookies: { keys: ["a key of the test's own"] },
    claims: { openid: ["sub"], email: ["email", "email_verified"] },
    // As Google does: the address stands in the id_token.
    conformIdTokenClaims: false,
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({ sub, email: sub, email_verified: !sub.startsWith("unverified-") })
    })
  })
  answer = provider.callback()

  return {
    issuer,
    /** Signs in at the provider and consents; answers the address that the provider sends the browser back to. */
    consent: (authorization: string, email: string) =>
      Effect.promise(async () => {
        const go = makeBrowser(issuer)
        const login = await go(authorization)
        const consent = await go(login.url, { prompt: "login", login: email, password: "any" })
        return new URL((await go(consent.url, { prompt: "consent" })).url)
      }),
    /** The person turns back at the provider's login page. */
    abort: (authorization: string) =>
      Effect.promise(async () => {
        const go = makeBrowser(issuer)
        const login = await go(authorization)
        return new URL((await go(`${login.url}/abort`)).url)
      })
  }
})

export class OidcServer extends Context.Service<OidcServer, Effect.Success<typeof make>>()("test/OidcServer") {
  static readonly layer = Layer.effect(OidcServer, make)
}
