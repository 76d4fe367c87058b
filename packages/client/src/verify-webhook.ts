import { Clock, Result } from "effect"
import { check, type WebhookRequest } from "./webhook-check.ts"
import { type Body, isSignedBy, type Secret } from "./webhook-signature.ts"

/** A body and the header `X-Svc-Signature` alone: they say nothing about when they were sent. */
export interface SignedBody {
  /** The raw request body, before any parsing. */
  readonly body: Body
  readonly signature: string | null | undefined
  readonly secret: Secret
}

/** The machine's clock, for those who bring none. */
export const machineNow = () => Clock.Clock.defaultValue().currentTimeMillisUnsafe()

/**
 * Whether a webhook delivery was sent by the service and arrived unchanged (deliveries-2), and with `headers` also
 * whether it was sent just now: by the Standard Webhooks signature where it came along, else by `X-Svc-Signature` and
 * the body's `timestamp`, the moment of the event. `receiveWebhook` does the same and reads the body.
 *
 * The comparison takes the same time wherever the digests differ. A missing or malformed signature is false, never an
 * exception.
 */
export const verifyWebhook = (delivery: SignedBody | WebhookRequest): boolean =>
  "headers" in delivery
    ? Result.isSuccess(check(delivery, delivery.now ?? machineNow()))
    : isSignedBy(delivery.secret, delivery.body, delivery.signature)
