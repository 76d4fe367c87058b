import { createAgreement, listAgreements, ofAgreement, upload } from "./adobe-agreements.ts"
import { refused } from "./adobe-answers.ts"
import { adobeSeed, type AdobeSignState } from "./adobe-state.ts"
import { adobeCallbacks, registerWebhook } from "./adobe-webhooks.ts"
import { answerSigner, isSigningPath, type SigningPage } from "./signing-page.ts"
import type { LabAnswer, LabRequest, VendorDefinition } from "./vendor.ts"

const page: SigningPage = {
  vendor: "Adobe Acrobat Sign",
  accent: "#b30b00",
  mayDecline: () => true,
  returned: () => ({})
}

const root = "/api/rest/v6"

const refusal = (status: number, error: string): LabAnswer => ({ status, body: { error, error_description: error } })

/** `POST /oauth/v2/refresh`. */
const refresh = (request: LabRequest, state: AdobeSignState): LabAnswer => {
  const form = request.form()
  if (form.get("grant_type") !== "refresh_token") return refusal(400, "unsupported_grant_type")
  if (form.get("client_id") !== state.clientId || form.get("client_secret") !== state.clientSecret) {
    return refusal(401, "invalid_client")
  }
  if (form.get("refresh_token") !== state.refreshToken) return refusal(400, "invalid_grant")
  const token = `3AAA.lab-adobe-renewed-${++state.granted}`
  state.tokens.add(token)
  return { status: 200, body: { access_token: token, token_type: "Bearer", expires_in: 3600 } }
}

const isAuthorized = ({ headers }: LabRequest, { tokens }: AdobeSignState) =>
  tokens.has(/^Bearer (.+)$/.exec(headers.authorization ?? "")?.[1] ?? "")

/** Adobe Acrobat Sign: REST v6, renewal of tokens, and the account's webhook. */
export const adobeSign: VendorDefinition<AdobeSignState> = {
  name: "adobe-sign",
  seed: adobeSeed,
  handle: (request, state): LabAnswer => {
    const { method, path } = request
    if (isSigningPath(request)) return answerSigner(page, request, state)
    if (method === "POST" && path === "/oauth/v2/refresh") return refresh(request, state)
    if (!isAuthorized(request, state)) return adobeSign.unauthorized()
    switch (`${method} ${path}`) {
      case `GET ${root}/baseUris`:
        return {
          status: 200,
          body: { apiAccessPoint: state.accessPoint, webAccessPoint: state.accessPoint.replace("//api.", "//secure.") }
        }
      case `POST ${root}/transientDocuments`:
        return upload(request, state)
      case `POST ${root}/agreements`:
        return createAgreement(request, state)
      case `GET ${root}/agreements`:
        return listAgreements(request, state)
      case `POST ${root}/webhooks`:
        return registerWebhook(request, state)
      default: {
        const [, id = "", rest = ""] = /^\/api\/rest\/v6\/agreements\/([^/]+)(\/.*)?$/.exec(path) ?? []
        return ofAgreement(request, state, id, rest)
      }
    }
  },
  writes: ({ method, path }) => method !== "GET" && path !== "/oauth/v2/refresh",
  grants: ({ path }) => path === "/oauth/v2/refresh",
  isPage: isSigningPath,
  callbacks: (state, { forgesCallbacks }) => adobeCallbacks(state, forgesCallbacks),
  throttled: (seconds) => ({
    status: 429,
    body: {
      code: "THROTTLING_TOO_MANY_REQUESTS",
      message: `Request limit exceeded. Please try after ${seconds ?? "some"} seconds.`,
      ...(seconds === undefined ? {} : { retryAfter: seconds })
    },
    ...(seconds === undefined ? {} : { headers: { "retry-after": String(seconds) } })
  }),
  unauthorized: () => refused(401, "INVALID_ACCESS_TOKEN", "Access token provided is invalid or has expired"),
  forbidden: () =>
    refused(403, "PERMISSION_DENIED", "The API caller does not have the permission to execute this operation")
}
