import { AuditAnchorsApi } from "@svc/contract/audit-anchors/api"
import { AnchorPage } from "@svc/contract/audit/files"
import { Effect, Schema } from "effect"
import { clientOf } from "#platform/api.ts"
import { action, query, queryOne } from "#platform/atoms.ts"

const anchorsOf = clientOf(AuditAnchorsApi)

const anchorsShown = 20

/** The newest anchors. */
export const anchors = query((limit: number) => anchorsOf.anchors({ query: { limit } }), { keys: () => ["anchors"] })(
  anchorsShown
)

export const signingKey = queryOne(() => anchorsOf.signingKey({}), ["signing key"])

const asFile = Schema.encodeEffect(Schema.fromJsonString(Schema.toCodecJson(AnchorPage)))

/** The maximum per request, in the verifier's format: their fields are signed, not these bytes. */
export const anchorsFile = action(
  (_nothing: void) => Effect.flatMap(anchorsOf.anchors({ query: { limit: 1000 } }), asFile),
  () => []
)
