import type { CallbackAnswer, LabCallback } from "./callbacks.ts"
import { invalid, missing, refused, statusOf } from "./adobe-answers.ts"
import type { AdobeSignState } from "./adobe-state.ts"
import { fieldsOf, listOf, textOf } from "./fields.ts"
import { type DueCallback, isoNow } from "./signing.ts"
import type { LabAnswer, LabRequest } from "./vendor.ts"

const events = {
  signed: "AGREEMENT_WORKFLOW_COMPLETED",
  declined: "AGREEMENT_REJECTED",
  voided: "AGREEMENT_RECALLED",
  expired: "AGREEMENT_EXPIRED"
} as const satisfies Record<DueCallback["happened"], string>

const parsed = (text: string) => {
  try {
    return fieldsOf(JSON.parse(text))
  } catch {
    return {}
  }
}

/** 2xx that names the client which the call named, in a header or in JSON. */
const echoes =
  (clientId: string) =>
  ({ body, headers, status = 0 }: CallbackAnswer) =>
    status >= 200 &&
    status < 300 &&
    (headers["x-adobesign-clientid"] === clientId || parsed(body)["xAdobeSignClientId"] === clientId)

/** What a webhook posts about an agreement, which need not exist; `forged`: as another application. */
export const adobeCallback = (
  state: AdobeSignState,
  { envelopeId, happened }: DueCallback,
  forged = false
): Pick<LabCallback, "headers" | "accepts"> & { readonly body: string } => {
  const agreement = state.envelopes.get(envelopeId)
  const clientId = forged ? "CBJCHBCAABAAsomebodyelse" : state.clientId
  return {
    headers: { "content-type": "application/json;charset=utf-8", "x-adobesign-clientid": clientId },
    accepts: echoes(clientId),
    body: JSON.stringify({
      webhookId: state.webhookId,
      webhookName: "Offboarding",
      webhookNotificationId: `lab-notification-${++state.told}`,
      webhookUrlInfo: { url: state.callbackUrl ?? "" },
      webhookScope: "ACCOUNT",
      event: events[happened],
      eventDate: isoNow(state),
      eventResourceType: "agreement",
      agreement: {
        id: envelopeId,
        name: agreement?.title ?? "Unknown",
        status: agreement === undefined ? "SIGNED" : statusOf(agreement)
      }
    })
  }
}

/** Adobe asks an address once whether it wants to be called. */
const adobeVerification = (state: AdobeSignState, url: string): LabCallback => ({
  url,
  method: "GET",
  headers: { "x-adobesign-clientid": state.clientId },
  accepts: echoes(state.clientId),
  onAccepted: () => void state.verified.add(url)
})

/** `POST /webhooks`: the account has one, and the last one registered counts. */
export const registerWebhook = (request: LabRequest, state: AdobeSignState): LabAnswer => {
  const { name, scope, state: wanted, webhookSubscriptionEvents, webhookUrlInfo } = fieldsOf(request.json())
  const url = textOf(fieldsOf(webhookUrlInfo)["url"])
  if (textOf(name) === "") return missing("name")
  if (scope !== "ACCOUNT" || wanted !== "ACTIVE") return invalid("scope, state")
  if (listOf(webhookSubscriptionEvents).length === 0) return missing("webhookSubscriptionEvents")
  if (!URL.canParse(url)) return refused(400, "INVALID_WEBHOOK_URL", "The webhook URL specified is invalid")
  state.callbackUrl = url
  state.verified.delete(url)
  return { status: 201, body: { id: state.webhookId } }
}

/** What is due, at the address that the account has. */
export const adobeCallbacks = (state: AdobeSignState, forges: boolean): ReadonlyArray<LabCallback> => {
  const due = state.due.splice(0)
  const url = state.callbackUrl
  if (url === undefined) return []
  return due.map((each) => ({
    url,
    ...adobeCallback(state, each, forges),
    first: () => (state.verified.has(url) ? undefined : adobeVerification(state, url))
  }))
}
