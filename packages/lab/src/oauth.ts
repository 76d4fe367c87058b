import { createHash } from "node:crypto"
import type { LabAnswer, LabRequest } from "./vendor.ts"

interface Issued {
  readonly clientId: string
  readonly redirectUri: string
  readonly challenge: string | undefined
  readonly scope: string
}

/** An authorization server's memory (RFC 6749 with PKCE, RFC 7636); plain data, so that a stand-in's state can hold it. */
export interface OauthState {
  /** Secrets by client id. */
  readonly clients: Map<string, string>
  readonly codes: Map<string, Issued>
  /** The person at the consent page refuses. */
  deniesConsent: boolean
  issued: number
}

export const labClientId = "lab-client"
export const labClientSecret = "lab-client-secret-1f6e"

export const oauthSeed = (): OauthState => ({
  clients: new Map([[labClientId, labClientSecret]]),
  codes: new Map(),
  deniesConsent: false,
  issued: 0
})

const refusal = (error: string): { readonly refused: string } => ({ refused: error })

/** The consent page: sends the browser straight back with a code, or with `access_denied`. */
export const authorize = ({ query }: LabRequest, state: OauthState): LabAnswer => {
  const clientId = query.get("client_id") ?? ""
  const redirectUri = query.get("redirect_uri") ?? ""
  const challenge = query.get("code_challenge") ?? undefined
  if (!state.clients.has(clientId)) return { status: 400, body: { error: "invalid_client" } }
  if (!URL.canParse(redirectUri)) return { status: 400, body: { error: "redirect_uri_mismatch" } }
  if (challenge !== undefined && query.get("code_challenge_method") !== "S256") {
    return { status: 400, body: { error: "invalid_request" } }
  }
  const back = new URL(redirectUri)
  const given = query.get("state")
  if (given !== null) back.searchParams.set("state", given)
  if (state.deniesConsent) {
    back.searchParams.set("error", "access_denied")
  } else {
    const code = `lab-code-${++state.issued}`
    state.codes.set(code, { clientId, redirectUri, challenge, scope: query.get("scope") ?? "" })
    back.searchParams.set("code", code)
  }
  return { status: 302, headers: { location: back.href } }
}

/** Client id and secret, from the Authorization header or the form. */
export const clientOf = ({ headers }: LabRequest, form: URLSearchParams) => {
  const basic = /^Basic (.+)$/i.exec(headers.authorization ?? "")?.[1]
  if (basic === undefined) return { id: form.get("client_id") ?? "", secret: form.get("client_secret") ?? "" }
  const [id = "", ...secret] = Buffer.from(basic, "base64").toString("utf8").split(":").map(decodeURIComponent)
  return { id, secret: secret.join(":") }
}

export const knowsClient = (state: OauthState, { id, secret }: ReturnType<typeof clientOf>) =>
  secret !== "" && state.clients.get(id) === secret

/** Takes a code once, from the client that it was issued to, with the verifier of its challenge. */
export const redeem = (
  request: LabRequest,
  form: URLSearchParams,
  state: OauthState
): Issued | { readonly refused: string } => {
  const client = clientOf(request, form)
  if (!knowsClient(state, client)) return refusal("invalid_client")
  const code = form.get("code") ?? ""
  const issued = state.codes.get(code)
  state.codes.delete(code)
  if (issued === undefined || issued.clientId !== client.id) return refusal("invalid_grant")
  const redirectUri = form.get("redirect_uri")
  if (redirectUri !== null && redirectUri !== issued.redirectUri) return refusal("redirect_uri_mismatch")
  const verifier = form.get("code_verifier") ?? ""
  const proven =
    issued.challenge === undefined || createHash("sha256").update(verifier).digest("base64url") === issued.challenge
  return proven ? issued : refusal("invalid_grant")
}
