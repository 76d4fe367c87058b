import { canary, type VendorDefinition } from "./vendor.ts"

interface RevocationWebhookState {
  /** The bodies that were taken. */
  readonly deliveries: Array<{ readonly signature: string | undefined; readonly body: string }>
}

/** A tenant's own receiver of `access.revoke`, at any path: it takes what it is sent, and shows nothing. */
export const revocationWebhook: VendorDefinition<RevocationWebhookState> = {
  name: "revocation-webhook",
  seed: () => ({ deliveries: [] }),
  handle: ({ body, headers, method }, state) => {
    if (method !== "POST") return { status: 405, body: { error: canary } }
    const signature = headers["x-svc-signature"]
    state.deliveries.push({ signature: typeof signature === "string" ? signature : undefined, body })
    return { status: 202 }
  },
  writes: ({ method }) => method === "POST",
  throttled: (seconds) => ({ status: 429, headers: seconds === undefined ? {} : { "retry-after": String(seconds) } }),
  unauthorized: () => ({ status: 401, body: { error: canary } }),
  forbidden: () => ({ status: 403, body: { error: canary } })
}
