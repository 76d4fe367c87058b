import type { OrgId, WebhookId } from "@svc/contract/kernel/ids"
import { Clock, Context, DateTime, Effect, Layer } from "effect"
import { Outbound } from "#platform/outbound"
import { Secrets } from "#platform/secrets"
import { AttemptResult } from "./attempt-rules.ts"
import { renderBody } from "./content.ts"
import type { ClaimedDelivery } from "./queue-repo.ts"
import { placeOf } from "./secret.ts"
import { type SignedRequest, type Signer, signerOf } from "./signature.ts"

const maxKeptSecrets = 1_000

const broken = AttemptResult.Unanswered({
  reason: "The delivery could not be sent because of an error of this service"
})

export interface Attempt {
  readonly result: AttemptResult
  /** From the claim to the answer. */
  readonly milliseconds: number
}

export interface Outgoing extends SignedRequest {
  readonly what: "delivery" | "ping"
  readonly orgId: OrgId
  readonly endpointId: WebhookId
  readonly url: string
  readonly sealedSecret: string
}

/** Makes one attempt: signs, sends, and tells how it ended. It never fails and writes nothing. */
export class DeliverySender extends Context.Service<
  DeliverySender,
  {
    /** Signs and sends once. */
    send(outgoing: Outgoing): Effect.Effect<AttemptResult>
    attempt(delivery: ClaimedDelivery): Effect.Effect<Attempt>
  }
>()("svc/webhooks/DeliverySender") {
  static readonly layerNoDeps = Layer.effect(
    DeliverySender,
    Effect.gen(function* () {
      const outbound = yield* Outbound
      const secrets = yield* Secrets
      // By sealed text, so a rotated secret is never confused with its predecessor.
      const signers = new Map<string, Signer>()

      const signerFor = Effect.fnUntraced(function* ({ endpointId, orgId, sealedSecret }: Outgoing) {
        const kept = signers.get(sealedSecret)
        if (kept !== undefined) return kept
        const signer = signerOf(yield* secrets.open(sealedSecret, placeOf(orgId, endpointId)))
        if (signers.size >= maxKeptSecrets) signers.clear()
        signers.set(sealedSecret, signer)
        return signer
      })

      const send = Effect.fnUntraced(
        function* (outgoing: Outgoing) {
          const signer = yield* signerFor(outgoing)
          const { body, url } = outgoing
          const { status } = yield* outbound.send({ method: "POST", url, headers: signer.headersOf(outgoing), body })
          return AttemptResult.Answered({ status })
        },
        (sending, { endpointId, what }) =>
          Effect.catchTags(sending, {
            AddressRefused: () => Effect.succeed(AttemptResult.Refused()),
            OutboundFailed: ({ message }) => Effect.succeed(AttemptResult.Unanswered({ reason: message })),
            SecretUnreadable: (error) =>
              Effect.as(
                Effect.logError(`the secret of webhook ${endpointId} cannot be opened`, error),
                AttemptResult.Unanswered({ reason: `The ${what} could not be signed, so nothing was sent` })
              )
          })
      )

      const attempt = Effect.fnUntraced(function* (delivery: ClaimedDelivery) {
        const { attempt_at: sentAt, content, endpoint_id, event, id, org_id, sealed_secret, url } = delivery
        const result = yield* Effect.suspend(() =>
          send({
            what: "delivery",
            orgId: org_id,
            endpointId: endpoint_id,
            url,
            sealedSecret: sealed_secret,
            id,
            event,
            sentAt,
            body: renderBody(event, sentAt, content)
          })
        ).pipe(
          Effect.catchDefect((defect) =>
            Effect.as(Effect.logError(`webhook delivery ${id} could not be sent`, defect), broken)
          )
        )
        const now = yield* Clock.currentTimeMillis
        return { result, milliseconds: now - DateTime.toEpochMillis(sentAt) }
      })

      return DeliverySender.of({ send, attempt })
    })
  )
}
