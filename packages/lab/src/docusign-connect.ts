import { createHmac } from "node:crypto"
import type { LabCallback } from "./callbacks.ts"
import { statusOf, stamp } from "./docusign-envelopes.ts"
import type { DocuSignState } from "./docusign-state.ts"
import { type DueCallback, isoNow } from "./signing.ts"

const events = {
  signed: "envelope-completed",
  declined: "envelope-declined",
  voided: "envelope-voided",
  expired: "envelope-voided"
} as const satisfies Record<DueCallback["happened"], string>

/** What Connect posts about an envelope, which need not exist; `forged`: under a key that the account does not have. */
export const docusignCallback = (
  state: DocuSignState,
  { envelopeId, happened }: DueCallback,
  forged = false
): Pick<LabCallback, "headers"> & { readonly body: string } => {
  const envelope = state.envelopes.get(envelopeId)
  const body = JSON.stringify({
    event: events[happened],
    apiVersion: "v2.1",
    uri: `/restapi/v2.1/accounts/${state.accountId}/envelopes/${envelopeId}`,
    retryCount: 0,
    configurationId: 4711,
    generatedDateTime: stamp(isoNow(state)),
    data: {
      accountId: state.accountId,
      userId: state.userId,
      envelopeId,
      envelopeSummary: { status: envelope === undefined ? "completed" : statusOf(envelope) }
    }
  })
  const keys = forged ? ["not-the-connect-key"] : state.connectKeys
  return {
    body,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "x-authorization-digest": "HMACSHA256",
      ...Object.fromEntries(
        keys.map((key, index) => [
          `x-docusign-signature-${index + 1}`,
          createHmac("sha256", key).update(body).digest("base64")
        ])
      )
    }
  }
}

const unsigned = (headers: LabCallback["headers"]) =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => !/^x-(docusign-signature|authorization-digest)/.test(name))
  )

/** What is due, to those envelopes that asked for it. */
export const docusignCallbacks = (state: DocuSignState, forges: boolean): ReadonlyArray<LabCallback> =>
  state.due.splice(0).flatMap((due): ReadonlyArray<LabCallback> => {
    const url = state.envelopes.get(due.envelopeId)?.callbackUrl
    const recipient = state.recipients.get(due.envelopeId)
    if (url === undefined || recipient === undefined || !recipient.events.includes(events[due.happened])) return []
    const { body, headers } = docusignCallback(state, due, forges)
    return [{ url, body, headers: recipient.includesHmac ? headers : unsigned(headers) }]
  })
