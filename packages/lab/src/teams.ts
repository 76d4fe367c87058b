import type { LabAnswer, VendorDefinition } from "./vendor.ts"

export interface TeamsState {
  /** What was posted to the channel, newest last: the card of each message. */
  readonly cards: Array<unknown>
}

/** Where the channel's workflow takes messages; its query is the credential. */
export const teamsWebhookPath = "/workflows/4711/triggers/manual/paths/invoke?sig=lab-teams-signature-4711"

const error = (status: number, code: string): LabAnswer => ({
  status,
  body: { error: { code, message: `The request was refused: ${code}` } }
})

const cardOf = (body: unknown): unknown => {
  if (typeof body !== "object" || body === null || !("type" in body) || body.type !== "message") return undefined
  if (!("attachments" in body) || !Array.isArray(body.attachments)) return undefined
  const attachment: unknown = body.attachments[0]
  if (typeof attachment !== "object" || attachment === null || !("content" in attachment)) return undefined
  const isCard = "contentType" in attachment && attachment.contentType === "application/vnd.microsoft.card.adaptive"
  return isCard ? attachment.content : undefined
}

/** A workflow of Microsoft Teams that posts what it is sent to a channel. */
export const teams: VendorDefinition<TeamsState> = {
  name: "teams",
  seed: () => ({ cards: [] }),
  handle: ({ json, method, path, query }, state) => {
    const wanted = new URL(teamsWebhookPath, "http://vendor")
    if (path !== wanted.pathname) return error(404, "WorkflowNotFound")
    if (method !== "POST") return error(405, "MethodNotAllowed")
    if (query.get("sig") !== wanted.searchParams.get("sig")) return error(401, "DirectApiAuthorizationRequired")
    const card = cardOf(json())
    if (card === undefined) return error(400, "TriggerInputSchemaMismatch")
    state.cards.push(card)
    return { status: 202 }
  },
  writes: ({ method }) => method !== "GET",
  throttled: (seconds) => ({
    ...error(429, "WorkflowTriggerRateLimitExceeded"),
    headers: seconds === undefined ? {} : { "retry-after": String(seconds) }
  }),
  unauthorized: () => error(401, "DirectApiAuthorizationRequired"),
  forbidden: () => error(403, "DirectApiAccessDenied")
}
