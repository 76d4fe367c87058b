import { createPublicKey, generateKeyPairSync, verify } from "node:crypto"
import { clientOf, knowsClient, type OauthState, redeem } from "./oauth.ts"
import type { LabAnswer, LabRequest } from "./vendor.ts"

export interface GoogleTokens {
  /** Whom each access token acts as. */
  readonly access: Map<string, string>
  readonly refresh: Map<string, string>
  /** What an assertion asked for, by access token. */
  readonly scopes: Map<string, ReadonlyArray<string>>
  /** PEM of service accounts' public keys by `client_email`. */
  readonly serviceAccounts: Map<string, string>
  readonly oauth: OauthState
}

const { privateKey, publicKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" }
})

export const serviceAccountEmail = "offboarding@lab-project.iam.gserviceaccount.test"
export const serviceAccountPublicKey = publicKey

/** The key file of a service account with delegation over the whole domain; other keys with every start. */
export const googleServiceAccount = JSON.stringify({
  type: "service_account",
  client_email: serviceAccountEmail,
  private_key: privateKey,
  token_uri: "https://oauth2.googleapis.com/token"
})

const refusal = (error: string, status = 400): LabAnswer => ({ status, body: { error, error_description: error } })

const issue = (tokens: GoogleTokens, actsAs: string, more: object = {}): LabAnswer => {
  const token = `ya29.lab-issued-${++tokens.oauth.issued}`
  tokens.access.set(token, actsAs)
  return { status: 200, body: { access_token: token, expires_in: 3599, token_type: "Bearer", ...more } }
}

const decoded = (part: string): ReadonlyMap<string, unknown> => {
  const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString("utf8"))
  return new Map(typeof value === "object" && value !== null ? Object.entries(value) : [])
}

/** What the domain lets a service account do. */
interface GoogleDelegation {
  readonly withheld: ReadonlySet<string>
  readonly isSuspended: (email: string) => boolean
}

/** The JWT grant (RFC 7523): the service account signs whom it acts as. */
const ofAssertion = (assertion: string, tokens: GoogleTokens, delegation: GoogleDelegation): LabAnswer => {
  const [head = "", claims = "", signature = ""] = assertion.split(".")
  const given = decoded(claims)
  const key = tokens.serviceAccounts.get(String(given.get("iss")))
  const signed = Buffer.from(`${head}.${claims}`)
  if (key === undefined) return refusal("invalid_grant")
  if (!verify("RSA-SHA256", signed, createPublicKey(key), Buffer.from(signature, "base64url"))) {
    return refusal("invalid_grant")
  }
  const subject = given.get("sub")
  const isWhole = typeof subject === "string" && typeof given.get("scope") === "string" && Number(given.get("exp")) > 0
  if (!isWhole || given.get("aud") !== "https://oauth2.googleapis.com/token") return refusal("invalid_request")
  const scopes = String(given.get("scope"))
    .split(" ")
    .map((scope) => scope.replace("https://www.googleapis.com/auth/", ""))
  // Refused as a whole for a scope that is not delegated, and for a person who cannot sign in.
  if (scopes.some((scope) => delegation.withheld.has(scope))) return refusal("unauthorized_client", 401)
  if (delegation.isSuspended(subject)) return refusal("invalid_grant")
  const issued = issue(tokens, subject)
  tokens.scopes.set(`ya29.lab-issued-${tokens.oauth.issued}`, scopes)
  return issued
}

/** `POST /token`: a code, a refresh token, or a service account's assertion. */
export const googleToken = (
  request: LabRequest,
  tokens: GoogleTokens,
  owner: string,
  delegation: GoogleDelegation
): LabAnswer => {
  const form = request.form()
  const grant = form.get("grant_type")
  if (grant === "urn:ietf:params:oauth:grant-type:jwt-bearer")
    return ofAssertion(form.get("assertion") ?? "", tokens, delegation)
  if (grant === "refresh_token") {
    if (!knowsClient(tokens.oauth, clientOf(request, form))) return refusal("invalid_client", 401)
    const actsAs = tokens.refresh.get(form.get("refresh_token") ?? "")
    return actsAs === undefined ? refusal("invalid_grant") : issue(tokens, actsAs)
  }
  if (grant !== "authorization_code") return refusal("unsupported_grant_type")
  const issued = redeem(request, form, tokens.oauth)
  if ("refused" in issued) return refusal(issued.refused, issued.refused === "invalid_client" ? 401 : 400)
  const refreshToken = `1//lab-refresh-${tokens.oauth.issued}`
  tokens.refresh.set(refreshToken, owner)
  return issue(tokens, owner, { refresh_token: refreshToken, scope: issued.scope })
}

/** `POST /revoke`, with the token in the form or in the query. */
export const googleRevoke = (request: LabRequest, tokens: GoogleTokens): LabAnswer => {
  const token = request.form().get("token") ?? request.query.get("token") ?? ""
  const known = tokens.access.delete(token) || tokens.refresh.delete(token)
  return known ? { status: 200, body: {} } : refusal("invalid_token")
}
