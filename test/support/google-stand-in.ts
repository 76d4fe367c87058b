import { Clock, Context, Effect, Layer } from "effect"
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from "jose"
import { createHash } from "node:crypto"
import http from "node:http"
import { listen } from "./outbound-servers.ts"

export const clientId = "offboarding-service"
export const clientSecret = "secret-of-the-client"

export interface Person {
  readonly sub: string
  readonly email: string
  readonly email_verified?: unknown
}

type Claims = Readonly<Record<string, unknown>>

/** What the stand-in may do to a token, and how it may fail; everything is off at first. */
interface Behaviour {
  /** Changes the claims of the token before it is signed. */
  claims: (claims: Claims) => Claims
  /** Who signs: the provider; a key that it does not publish; nobody; or its public key used as a shared secret. */
  signedBy: "provider" | "stranger" | "nobody" | "public-key"
  /** Changes the token after it was signed. */
  token: (token: string) => string
  /** Leaves the id_token out. */
  withoutToken: boolean
  /** Answers these paths so instead; `hang` never answers. */
  answers: Readonly<Record<string, Answer>>
}

type Answer =
  | "hang"
  | { readonly status: number; readonly type?: string; readonly body?: string; readonly location?: string }

const wellBehaved: Behaviour = {
  claims: (claims) => claims,
  signedBy: "provider",
  token: (token) => token,
  withoutToken: false,
  answers: {}
}

interface Grant {
  readonly person: Person
  readonly nonce: string | null
  readonly challenge: string | null
  readonly redirectUri: string | null
  readonly clientId: string | null
  readonly at: number
}

const bodyOf = (request: http.IncomingMessage) =>
  new Promise<string>((resolve) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => resolve(Buffer.concat(chunks).toString()))
  })

/** A provider on loopback that does as it is told, wrong things too; it keeps the protocol where it is told nothing. */
const makeStandIn = Effect.gen(function* () {
  const pair = yield* Effect.promise(() => generateKeyPair("RS256", { extractable: true }))
  const stranger = yield* Effect.promise(() => generateKeyPair("RS256"))
  const jwk = yield* Effect.promise(() => exportJWK(pair.publicKey))
  const kid = yield* Effect.promise(() => calculateJwkThumbprint(jwk))
  const published = { ...jwk, kid, alg: "RS256", use: "sig" }

  const grants = new Map<string, Grant>()
  const requests: Array<string> = []
  let behaviour = wellBehaved
  let issuer = ""

  const sign = (claims: Claims) => {
    if (behaviour.signedBy === "nobody") return new UnsecuredJWT({ ...claims }).encode()
    const token = new SignJWT({ ...claims })
    if (behaviour.signedBy === "public-key") {
      const secret = new TextEncoder().encode(JSON.stringify(published))
      return token.setProtectedHeader({ alg: "HS256", kid }).sign(secret)
    }
    const key = behaviour.signedBy === "stranger" ? stranger.privateKey : pair.privateKey
    return token.setProtectedHeader({ alg: "RS256", kid }).sign(key)
  }

  const exchange = async (form: URLSearchParams) => {
    const code = form.get("code") ?? ""
    const grant = grants.get(code)
    // A code is good once.
    grants.delete(code)
    const verifier = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url")
    if (form.get("client_id") !== clientId || form.get("client_secret") !== clientSecret) {
      return { status: 401, body: { error: "invalid_client" } }
    }
    if (
      grant === undefined ||
      grant.clientId !== clientId ||
      grant.redirectUri !== form.get("redirect_uri") ||
      grant.challenge !== verifier
    ) {
      return { status: 400, body: { error: "invalid_grant" } }
    }
    const claims = behaviour.claims({
      iss: issuer,
      aud: clientId,
      iat: grant.at,
      exp: grant.at + 3600,
      nonce: grant.nonce,
      email_verified: true,
      ...grant.person
    })
    const id_token = behaviour.token(await sign(claims))
    const answer = { access_token: "access", token_type: "Bearer", expires_in: 3600 }
    return { status: 200, body: behaviour.withoutToken ? answer : { ...answer, id_token } }
  }

  const metadata = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256", "HS256", "none"],
    code_challenge_methods_supported: ["S256"]
  })

  const answer = async (request: http.IncomingMessage) => {
    const body = await bodyOf(request)
    switch (request.url) {
      case "/.well-known/openid-configuration":
        return { status: 200, body: metadata() }
      case "/jwks":
        return { status: 200, body: { keys: [published] } }
      case "/token":
        return exchange(new URLSearchParams(body))
      default:
        return { status: 404, body: {} }
    }
  }

  const { port } = yield* listen(
    http.createServer((request, response) => {
      const path = request.url ?? ""
      requests.push(path)
      const told = behaviour.answers[path]
      if (told === "hang") return
      if (told !== undefined) {
        response.writeHead(told.status, {
          "content-type": told.type ?? "application/json",
          ...(told.location === undefined ? {} : { location: told.location })
        })
        response.end(told.body ?? "")
        return
      }
      const reply = async () => {
        const { body, status } = await answer(request)
        response.writeHead(status, { "content-type": "application/json" })
        response.end(JSON.stringify(body))
      }
      void reply()
    })
  )
  issuer = `http://127.0.0.1:${port}`

  return {
    issuer,
    /** The paths that were asked for, in order. */
    requests,
    /** From here on; without an argument it behaves. */
    behave: (change: Partial<Behaviour> = {}) => Effect.sync(() => (behaviour = { ...wellBehaved, ...change })),
    /** The person consents: the code that the provider hands out for this authorization address. */
    consent: Effect.fnUntraced(function* (authorization: URL, person: Person, changes: Partial<Grant> = {}) {
      const code = `code-${grants.size}-${requests.length}-${person.sub}`
      const { searchParams } = authorization
      grants.set(code, {
        person,
        nonce: searchParams.get("nonce"),
        challenge: searchParams.get("code_challenge"),
        redirectUri: searchParams.get("redirect_uri"),
        clientId: searchParams.get("client_id"),
        at: Math.floor((yield* Clock.currentTimeMillis) / 1000),
        ...changes
      })
      return code
    })
  }
})

export class StandIn extends Context.Service<StandIn, Effect.Success<typeof makeStandIn>>()("test/GoogleStandIn") {
  static readonly layer = Layer.effect(StandIn, makeStandIn)
}
