import { Clock, Context, DateTime, Effect, Layer } from "effect"
import { Outbound } from "#platform/outbound"
import { Secrets } from "#platform/secrets"
import { AttemptResult } from "./attempt-rules.ts"
import { renderBody } from "./content.ts"
import type { ClaimedDelivery } from "./queue-repo.ts"
import { placeOf } from "./secret.ts"
import { type Signer, signerOf } from "./signature.ts"

const maxKeptSecrets = 1_000

const unsigned = AttemptResult.Unanswered({ reason: "The delivery could not be signed, so nothing was sent" })
const broken = AttemptResult.Unanswered({
  reason: "The delivery could not be sent because of an error of this service"
})

export interface Attempt {
  readonly result: AttemptResult
  /** From the claim to the answer. */
  readonly milliseconds: number
}

/** Makes one attempt: signs, sends, and tells how it ended. It never fails and writes nothing. */
export class DeliverySender extends Context.Service<
  DeliverySender,
  { attempt(delivery: ClaimedDelivery): Effect.Effect<Attempt> }
>()("svc/webhooks/DeliverySender") {
  static readonly layerNoDeps = Layer.effect(
    DeliverySender,
    Effect.gen(function* () {
      const outbound = yield* Outbound
      const secrets = yield* Secrets
      // By sealed text, so a rotated secret is never confused with its predecessor.
      const signers = new Map<string, Signer>()

      const signerFor = Effect.fnUntraced(function* (delivery: ClaimedDelivery) {
        const kept = signers.get(delivery.sealed_secret)
        if (kept !== undefined) return kept
        const signer = signerOf(
          yield* secrets.open(delivery.sealed_secret, placeOf(delivery.org_id, delivery.endpoint_id))
        )
        if (signers.size >= maxKeptSecrets) signers.clear()
        signers.set(delivery.sealed_secret, signer)
        return signer
      })

      const send = Effect.fnUntraced(function* (delivery: ClaimedDelivery) {
        const signer = yield* signerFor(delivery)
        const { attempt_at: sentAt, content, event, id } = delivery
        const body = renderBody(event, sentAt, content)
        const { status } = yield* outbound.send({
          method: "POST",
          url: delivery.url,
          headers: signer.headersOf({ id, event, sentAt, body }),
          body
        })
        return AttemptResult.Answered({ status })
      })

      const attempt = Effect.fnUntraced(function* (delivery: ClaimedDelivery) {
        const result = yield* send(delivery).pipe(
          Effect.catchTags({
            AddressRefused: () => Effect.succeed(AttemptResult.Refused()),
            OutboundFailed: ({ message }) => Effect.succeed(AttemptResult.Unanswered({ reason: message })),
            SecretUnreadable: (error) =>
              Effect.as(
                Effect.logError(`the secret of webhook ${delivery.endpoint_id} cannot be opened`, error),
                unsigned
              )
          }),
          Effect.catchDefect((defect) =>
            Effect.as(Effect.logError(`webhook delivery ${delivery.id} could not be sent`, defect), broken)
          )
        )
        const now = yield* Clock.currentTimeMillis
        return { result, milliseconds: now - DateTime.toEpochMillis(delivery.attempt_at) }
      })

      return DeliverySender.of({ attempt })
    })
  )
}
