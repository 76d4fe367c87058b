import type { OrgId, WebhookId } from "@svc/contract/kernel/ids"
import { Effect, Redacted } from "effect"
import { Randomness } from "#platform/crypto/random"
import { boundTo, Secrets } from "#platform/keys/secrets"

/** The prefix that tells a webhook secret from any other, and 64 hex digits: base64 too, as Standard Webhooks reads it. */
export const secretOf = (token: string) => `whsec_${token}`

/** The place of the encrypted secret: it decrypts for this endpoint of this organization only. */
export const placeOf = (orgId: OrgId, id: WebhookId) =>
  boundTo({ orgId, table: "webhook_endpoints", column: "sealed_secret", rowId: id })

/** Makes secrets of endpoints: as one is shown, this once, and as it is kept. */
export const secretIssuer = Effect.gen(function* () {
  const randomness = yield* Randomness
  const secrets = yield* Secrets
  return Effect.fnUntraced(function* (orgId: OrgId, id: WebhookId) {
    const secret = secretOf(yield* randomness.token(32, "hex"))
    return { secret: Redacted.make(secret), sealed_secret: yield* secrets.seal(secret, placeOf(orgId, id)) }
  })
})
