import type { OrgId, WebhookId } from "@svc/contract/kernel/ids"
import { boundTo } from "#platform/secrets"

/** The prefix that tells a webhook secret from any other, and 64 hex digits: base64 too, as Standard Webhooks reads it. */
export const secretOf = (token: string) => `whsec_${token}`

/** Where the sealed secret is kept: it opens for this endpoint of this organisation only. */
export const placeOf = (orgId: OrgId, id: WebhookId) =>
  boundTo({ orgId, table: "webhook_endpoints", column: "sealed_secret", rowId: id })
