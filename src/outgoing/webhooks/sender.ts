import type { OrgId, WebhookId } from "@svc/contract/kernel/ids"
import { Context, Effect } from "effect"
import type { WebhookRow } from "./delivery-policy.ts"
import { AttemptResult, type Claimed } from "#outgoing/deliveries/sender"
import { Outbound } from "#platform/outbound/outbound"
import { Secrets } from "#platform/keys/secrets"
import { layerOf } from "#platform/services/layer-of"
import { renderBody } from "./content.ts"
import { placeOf } from "./secret.ts"
import { type SignedRequest, type Signer, signerOf } from "./signature.ts"

const maxKeptSecrets = 1_000

interface Outgoing extends SignedRequest {
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
    attempt(delivery: Claimed<WebhookRow>): Effect.Effect<AttemptResult>
  }
>()("svc/webhooks/DeliverySender") {
  static readonly layerNoDeps = layerOf(DeliverySender, function* () {
    const outbound = yield* Outbound
    const secrets = yield* Secrets
    // By sealed text, so a rotated secret is never confused with its predecessor.
    const signers = new Map<string, Signer>()

    const openSigner = Effect.fnUntraced(function* ({ endpointId, orgId, sealedSecret }: Outgoing) {
      const signer = signerOf(yield* secrets.open(sealedSecret, placeOf(orgId, endpointId)))
      if (signers.size >= maxKeptSecrets) signers.clear()
      signers.set(sealedSecret, signer)
      return signer
    })

    const post = (outgoing: Outgoing, signer: Signer) => {
      const { body, orgId, url } = outgoing
      // So that the owner of a server can report unwanted calls (outgoing-20).
      const headers = { ...signer.headersOf(outgoing), "x-svc-organization": orgId }
      return Effect.map(outbound.send({ method: "POST", url, headers, body }), ({ status }) =>
        AttemptResult.Answered({ status })
      )
    }

    const send = (outgoing: Outgoing) =>
      Effect.suspend(() => {
        const kept = signers.get(outgoing.sealedSecret)
        return kept === undefined
          ? Effect.flatMap(openSigner(outgoing), (signer) => post(outgoing, signer))
          : post(outgoing, kept)
      }).pipe(
        Effect.catchTags({
          AddressRefused: () => Effect.succeed(AttemptResult.Refused()),
          OutboundFailed: ({ message }) => Effect.succeed(AttemptResult.Unanswered({ reason: message })),
          SecretUnreadable: (error) =>
            Effect.as(
              Effect.logError("webhook secret decryption failed", { endpointId: outgoing.endpointId }, error),
              AttemptResult.Unanswered({ reason: `The ${outgoing.what} could not be signed, so nothing was sent` })
            )
        })
      )

    const attempt = (delivery: Claimed<WebhookRow>) => {
      const {
        attempt_at: sentAt,
        content,
        created_at: recordedAt,
        event,
        id,
        org_id,
        receiver_id,
        sealed_secret,
        url
      } = delivery
      return send({
        what: "delivery",
        orgId: org_id,
        endpointId: receiver_id,
        url,
        sealedSecret: sealed_secret,
        id,
        event,
        sentAt,
        body: renderBody(event, recordedAt, content)
      })
    }

    return DeliverySender.of({ send, attempt })
  })
}
