import { AuditAnchorsApi } from "@svc/contract/audit-anchors/api"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { SigningKeysApi } from "@svc/contract/audit-anchors/keys-api"
import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AuditAnchors } from "./service.ts"

const AnchorsHttp = HttpApiBuilder.group(
  appSurface.add(AuditAnchorsApi),
  "audit-anchors",
  Effect.fn(function* (handlers) {
    const anchors = yield* AuditAnchors
    return handlers.handleAll({
      anchors: ({ query }) => anchors.list(query),
      signingKey: () => anchors.signingKey
    })
  })
)

const SigningKeysHttp = HttpApiBuilder.group(
  appSurface.add(SigningKeysApi),
  "signing-keys",
  Effect.fn(function* (handlers) {
    const { signingKeys } = yield* AuditAnchors
    return handlers.handleAll({ list: () => signingKeys })
  })
)

export const AuditAnchorsHttp = Layer.mergeAll(AnchorsHttp, SigningKeysHttp)
