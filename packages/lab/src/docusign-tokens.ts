import { createPublicKey, verify } from "node:crypto"
import { fieldsOf, textOf } from "./fields.ts"
import type { LabAnswer, LabRequest } from "./vendor.ts"

/** DocuSign's account server: who may have a token. */
export interface DocuSignTokens {
  readonly integrationKey: string
  readonly userId: string
  /** PEM; if undefined, the signature of a grant is not checked. */
  publicKey: string | undefined
  /** Those that are good; cleared by a test, every session has to be renewed. */
  readonly tokens: Set<string>
  granted: number
}

const hosts = ["account.docusign.com", "account-d.docusign.com"]

const refusal = (error: string, description: string): LabAnswer => ({
  status: 400,
  body: { error, error_description: description }
})

const decoded = (part: string) => {
  try {
    return fieldsOf(JSON.parse(Buffer.from(part, "base64url").toString("utf8")))
  } catch {
    return {}
  }
}

const isSigned = (assertion: string, key: string | undefined) => {
  const [head = "", claims = "", signature = ""] = assertion.split(".")
  if (decoded(head)["alg"] !== "RS256") return false
  if (key === undefined) return true
  const signed = Buffer.from(`${head}.${claims}`)
  return verify("RSA-SHA256", signed, createPublicKey(key), Buffer.from(signature, "base64url"))
}

/** `POST /oauth/token` by the JWT grant (RFC 7523); `now` in milliseconds where time is judged. */
export const docusignToken = (request: LabRequest, state: DocuSignTokens, now: number | undefined): LabAnswer => {
  const form = request.form()
  if (form.get("grant_type") !== "urn:ietf:params:oauth:grant-type:jwt-bearer") {
    return refusal("unsupported_grant_type", "grant_type is not supported")
  }
  const assertion = form.get("assertion") ?? ""
  const claims = decoded(assertion.split(".")[1] ?? "")
  if (!isSigned(assertion, state.publicKey)) return refusal("invalid_grant", "no_valid_keys_or_signatures")
  if (claims["iss"] !== state.integrationKey) return refusal("invalid_grant", "issuer_not_found")
  if (claims["sub"] !== state.userId) return refusal("invalid_grant", "user_not_found")
  if (!hosts.includes(textOf(claims["aud"]))) return refusal("invalid_grant", "bad_audience")
  const scopes = textOf(claims["scope"]).split(" ")
  if (!scopes.includes("signature") || !scopes.includes("impersonation")) {
    return refusal("consent_required", "signature and impersonation are needed")
  }
  const from = Number(claims["iat"])
  const until = Number(claims["exp"])
  const isOfTime = now === undefined || until * 1000 > now
  if (!(until > from) || !isOfTime) return refusal("invalid_grant", "expired_token")
  const token = `lab-docusign-granted-${++state.granted}`
  state.tokens.add(token)
  return { status: 200, body: { access_token: token, token_type: "Bearer", expires_in: 3600 } }
}

export const hasDocusignToken = ({ headers }: LabRequest, { tokens }: DocuSignTokens) =>
  tokens.has(/^Bearer (.+)$/.exec(headers.authorization ?? "")?.[1] ?? "")
