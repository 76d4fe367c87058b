import { createHmac } from "node:crypto"
import type { CallbackAnswer, LabCallback } from "./callbacks.ts"
import { shownRequest } from "./dropbox-requests.ts"
import type { DropboxSignState } from "./dropbox-state.ts"
import { type DueCallback, nowOf } from "./signing.ts"

const events = {
  signed: "signature_request_all_signed",
  declined: "signature_request_declined",
  voided: "signature_request_canceled",
  expired: "signature_request_expired"
} as const satisfies Record<DueCallback["happened"], string>

const receipt = "Hello API Event Received"
const boundary = "----lab-dropbox-sign-7f3b"

/** What Dropbox Sign posts about a request, which need not exist; `forged`: hashed with another key. */
export const dropboxCallback = (
  state: DropboxSignState,
  { envelopeId, happened }: DueCallback,
  forged = false
): Pick<LabCallback, "headers" | "accepts"> & { readonly body: string } => {
  const time = String(Math.floor(nowOf(state) / 1000))
  const type = events[happened]
  const key = forged ? "not-the-api-key" : state.apiKey
  const envelope = state.envelopes.get(envelopeId)
  const json = JSON.stringify({
    event: {
      event_time: time,
      event_type: type,
      event_hash: createHmac("sha256", key).update(`${time}${type}`).digest("hex"),
      event_metadata: {
        related_signature_id: null,
        reported_for_account_id: state.accountId,
        reported_for_app_id: null
      }
    },
    signature_request:
      envelope === undefined
        ? { signature_request_id: envelopeId }
        : shownRequest(envelope, state, "https://app.hellosign.com")
  })
  return {
    headers: { "content-type": `multipart/form-data; boundary=${boundary}`, "user-agent": "HelloSign API" },
    accepts: ({ body, status }: CallbackAnswer) => status === 200 && body.includes(receipt),
    body: `--${boundary}\r\nContent-Disposition: form-data; name="json"\r\n\r\n${json}\r\n--${boundary}--\r\n`
  }
}

/** What is due, at the address that the account has. */
export const dropboxCallbacks = (state: DropboxSignState, forges: boolean): ReadonlyArray<LabCallback> => {
  const due = state.due.splice(0)
  const url = state.callbackUrl
  return url === undefined ? [] : due.map((each) => ({ url, ...dropboxCallback(state, each, forges) }))
}
