import { Layer } from "effect"
import { PortalHttp } from "./http.ts"
import { PortalLinks } from "./links.ts"
import { portalPagePaths, portalPageRoutes } from "./page-route.ts"
import { PortalReactions } from "./reactions.ts"
import { PortalRepo } from "./repo.ts"
import { Portal } from "./service.ts"

export const services = Layer.mergeAll(Portal.layerNoDeps, PortalLinks.layerNoDeps).pipe(
  Layer.provide(PortalRepo.layer)
)
export const http = PortalHttp
export const reactions = PortalReactions.pipe(Layer.provide(PortalRepo.layer))
export const page = portalPageRoutes
export const pagePaths = portalPagePaths
