import { dropboxCallbacks } from "./dropbox-callbacks.ts"
import { list, ofRequest, refused, send } from "./dropbox-requests.ts"
import { dropboxSeed, type DropboxSignState } from "./dropbox-state.ts"
import { answerSigner, isSigningPath, type SigningPage } from "./signing-page.ts"
import type { LabAnswer, LabRequest, VendorDefinition } from "./vendor.ts"

/** A signer may decline only if the sender allowed it. */
const pageOf = ({ requests }: DropboxSignState): SigningPage => ({
  vendor: "Dropbox Sign",
  accent: "#0061fe",
  mayDecline: ({ id }) => requests.get(id)?.allowsDecline ?? false,
  returned: () => ({})
})

const isAuthorized = ({ headers }: LabRequest, { apiKey }: DropboxSignState) =>
  headers.authorization === `Basic ${Buffer.from(`${apiKey}:`).toString("base64")}`

const root = "/v3/signature_request"

/** Dropbox Sign: API v3, and the account's callback. */
export const dropboxSign: VendorDefinition<DropboxSignState> = {
  name: "dropbox-sign",
  seed: dropboxSeed,
  handle: (request, state, faults): LabAnswer => {
    const { method, path } = request
    if (isSigningPath(request)) return answerSigner(pageOf(state), request, state)
    if (!isAuthorized(request, state)) return dropboxSign.unauthorized()
    switch (`${method} ${path}`) {
      case "GET /v3/account": {
        const { accountId, callbackUrl = null } = state
        const account = { account_id: accountId, email_address: "owner@acme.test", callback_url: callbackUrl }
        return { status: 200, body: { account } }
      }
      case `POST ${root}/send`:
        return send(request, state)
      case `GET ${root}/list`:
        return list(request, state, faults)
      default: {
        const [, verb = "", id = ""] = /^\/v3\/signature_request(?:\/(cancel|remind|files))?\/([^/]+)$/.exec(path) ?? []
        return ofRequest(request, state, verb, id)
      }
    }
  },
  writes: ({ method }) => method !== "GET",
  isPage: isSigningPath,
  callbacks: (state, { forgesCallbacks }) => dropboxCallbacks(state, forgesCallbacks),
  throttled: (seconds) => ({
    ...refused(429, "exceeded_rate", "Too many requests."),
    headers: {
      "x-ratelimit-limit": "100",
      "x-ratelimit-remaining": "0",
      ...(seconds === undefined
        ? {}
        : {
            "x-ratelimit-reset": String(Math.floor(Date.now() / 1000) + seconds),
            "retry-after": String(seconds)
          })
    }
  }),
  unauthorized: () => refused(401, "unauthorized", "Unauthorized user."),
  forbidden: () => refused(403, "forbidden", "Access to this resource is forbidden.")
}
