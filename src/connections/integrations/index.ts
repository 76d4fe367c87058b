import { Layer } from "effect"
import { Connecting } from "./connect.ts"
import { IntegrationsHttp } from "./http.ts"
import { OAuthConnects } from "./oauth.ts"
import { OAuthAttemptsRepo } from "./oauth-repo.ts"
import { IntegrationRecords } from "./records.ts"
import { IntegrationsRepo } from "./repo.ts"
import { Integrations } from "./service.ts"
import { UpstreamGrants } from "./upstream-grants.ts"

export const services = Layer.mergeAll(OAuthConnects.layerNoDeps, IntegrationRecords.layerNoDeps).pipe(
  Layer.provideMerge(Connecting.layerNoDeps),
  Layer.provideMerge(Integrations.layerNoDeps),
  Layer.provide(Layer.mergeAll(IntegrationsRepo.layer, OAuthAttemptsRepo.layer, UpstreamGrants.layerNoDeps))
)
export const http = IntegrationsHttp
