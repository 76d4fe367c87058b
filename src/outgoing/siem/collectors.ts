import type { OrgId, SiemTargetId } from "@svc/contract/kernel/ids"
import type { PayloadFormat, SiemTargetType } from "@svc/contract/siem/schema"
import { Context, Effect, Redacted } from "effect"
import { AttemptResult } from "#outgoing/deliveries/sender"
import { Outbound } from "#platform/outbound/outbound"
import { Secrets } from "#platform/keys/secrets"
import { layerOf } from "#platform/services/layer-of"
import { acceptanceOf } from "./collector-answers.ts"
import { placeOf } from "./credentials.ts"
import type { SiemEvent } from "./event.ts"
import { makeWrapper, type Wrapper } from "./envelopes.ts"

/** A target as it is stored, with what calling it takes. */
export interface StoredTarget {
  readonly orgId: OrgId
  readonly id: SiemTargetId
  readonly type: SiemTargetType
  readonly endpointUrl: string
  readonly sealedUrl: string | null
  readonly sealedToken: string | null
  readonly tokenScheme: string
  readonly payloadFormat: PayloadFormat
}

const maxKeptWrappers = 1_000

const keyOf = ({ endpointUrl, id, payloadFormat, sealedToken, sealedUrl, tokenScheme, type }: StoredTarget) =>
  [id, type, endpointUrl, sealedUrl, sealedToken, tokenScheme, payloadFormat].join("\n")

/** Sends events to collectors, each wrapped as its type takes it (siem-8 to siem-13). */
export class Collector extends Context.Service<
  Collector,
  {
    /** Once; it never fails and writes nothing. `deliveryId` is the same on every attempt of one delivery. */
    send(target: StoredTarget, event: SiemEvent, deliveryId: string): Effect.Effect<AttemptResult>
  }
>()("svc/siem/Collector") {
  static readonly layerNoDeps = layerOf(Collector, function* () {
    const outbound = yield* Outbound
    const secrets = yield* Secrets
    // By everything that it is made of, so a replaced token is never confused with its predecessor.
    const wrappers = new Map<string, Wrapper>()

    const open = (sealed: string | null, column: "sealed_token" | "sealed_url", { id, orgId }: StoredTarget) =>
      sealed === null ? Effect.succeed(null) : secrets.open(sealed, placeOf(column, orgId, id))

    const wrapperFor = Effect.fnUntraced(function* (target: StoredTarget) {
      const key = keyOf(target)
      const kept = wrappers.get(key)
      if (kept !== undefined) return kept
      const url = yield* open(target.sealedUrl, "sealed_url", target)
      const token = yield* open(target.sealedToken, "sealed_token", target)
      const wrapper = makeWrapper({
        type: target.type,
        url: url === null ? target.endpointUrl : Redacted.value(url),
        token,
        tokenScheme: target.tokenScheme,
        payloadFormat: target.payloadFormat
      })
      if (wrappers.size >= maxKeptWrappers) wrappers.clear()
      wrappers.set(key, wrapper)
      return wrapper
    })

    const send = Effect.fnUntraced(
      function* (target: StoredTarget, event: SiemEvent, deliveryId: string) {
        const wrap = yield* wrapperFor(target)
        const { body, headers, url } = wrap(event, deliveryId)
        const answer = yield* outbound.send({ method: "POST", url, headers, body })
        return AttemptResult.Answered({ status: answer.status, ...acceptanceOf(target.type, answer) })
      },
      (sending, { id }) =>
        Effect.catchTags(sending, {
          AddressRefused: () => Effect.succeed(AttemptResult.Refused()),
          OutboundFailed: ({ message }) => Effect.succeed(AttemptResult.Unanswered({ reason: message })),
          SecretUnreadable: (error) =>
            Effect.as(
              Effect.logError("siem credential decryption failed", { targetId: id }, error),
              AttemptResult.Unanswered({ reason: "The credential could not be decrypted, so nothing was sent" })
            )
        })
    )

    return Collector.of({ send })
  })
}
