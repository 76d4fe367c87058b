import { anchorFormat } from "@svc/contract/audit/chain"
import { Timestamp } from "@svc/contract/kernel/dates"
import { OrgId, Uuid } from "@svc/contract/kernel/ids"
import { Context, Data, Effect, Option, Redacted, Schema } from "effect"
import { AppConfig } from "#platform/config/config"
import { Outbound, type OutboundRequest } from "#platform/outbound/outbound"
import { layerOf } from "#platform/services/layer-of"

/** An anchor in requests to the witness and in its responses. */
const WitnessedAnchor = Schema.Struct({
  format: Schema.Literal(anchorFormat),
  org_id: OrgId,
  seq: Schema.Int,
  entry_id: Uuid,
  entry_hash: Schema.String,
  entry_created_at: Timestamp,
  anchored_at: Timestamp,
  signature: Schema.NullOr(Schema.String),
  key_id: Schema.NullOr(Schema.String)
})
type WitnessedAnchor = typeof WitnessedAnchor.Type

const encodeAnchor = Schema.encodeEffect(Schema.fromJsonString(Schema.toCodecJson(WitnessedAnchor)))
const decodeAnchors = Schema.decodeUnknownEffect(
  Schema.fromJsonString(Schema.toCodecJson(Schema.Array(WitnessedAnchor)))
)

/** The witness did not do it. `reason` is one of a few sentences: nothing that it sent is in it. */
class WitnessFailed extends Data.TaggedError("WitnessFailed")<{
  readonly reason: string
  /** Another anchor would fare no better now. */
  readonly away: boolean
}> {}

const away = (reason: string) => new WitnessFailed({ reason, away: true })

// 500 anchors are a third of it.
const longestAnswer = 1024 * 1024

/** The second witness: an external HTTPS endpoint that stores what it receives (`AUDIT_WITNESS_URL`). */
export class HttpsWitness extends Context.Service<
  HttpsWitness,
  {
    readonly isConfigured: boolean
    /** Sends one anchor; any 2xx means it is stored. Idempotent. */
    tell(anchor: WitnessedAnchor): Effect.Effect<void, WitnessFailed>
    /** What it has stored for the organization. */
    anchorsOf(orgId: OrgId): Effect.Effect<ReadonlyArray<WitnessedAnchor>, WitnessFailed>
  }
>()("svc/audit-anchors/HttpsWitness") {
  static readonly layerNoDeps = layerOf(HttpsWitness, function* () {
    const outbound = yield* Outbound
    const { auditWitnessUrl } = yield* AppConfig

    const ask = Effect.fnUntraced(function* (request: (url: URL) => OutboundRequest) {
      if (Option.isNone(auditWitnessUrl)) return yield* away("No witness is configured")
      const url = new URL(Redacted.value(auditWitnessUrl.value))
      const answer = yield* outbound.send(request(url)).pipe(
        Effect.catchTags({
          AddressRefused: ({ reason }) => Effect.fail(away(reason)),
          OutboundFailed: ({ message }) => Effect.fail(away(message))
        })
      )
      if (answer.status < 200 || answer.status > 299) {
        return yield* new WitnessFailed({
          reason: `The witness answered ${answer.status}`,
          away: answer.status >= 500
        })
      }
      return answer
    })

    const tell = Effect.fnUntraced(function* (anchor: WitnessedAnchor) {
      const body = yield* Effect.orDie(encodeAnchor(anchor))
      yield* ask((url) => ({
        method: "POST",
        url: url.href,
        headers: { "content-type": "application/json" },
        body
      }))
    })

    const anchorsOf = Effect.fn("HttpsWitness.anchorsOf")(function* (orgId: OrgId) {
      const { body } = yield* ask((url) => {
        url.searchParams.set("org_id", orgId)
        return { method: "GET", url: url.href, maxBytes: longestAnswer }
      })
      const misunderstood = away("The witness answered with something other than its anchors")
      const anchors = yield* Effect.mapError(decodeAnchors(body), () => misunderstood)
      return anchors.every(({ org_id }) => org_id === orgId) ? anchors : yield* misunderstood
    })

    return HttpsWitness.of({ isConfigured: Option.isSome(auditWitnessUrl), tell, anchorsOf })
  })
}
