import { Layer } from "effect"
import { LiveHttp } from "./http.ts"
import { LiveRepo } from "./repo.ts"
import { Live } from "./service.ts"

export const services = Live.layerNoDeps.pipe(Layer.provide(LiveRepo.layer))
export const http = LiveHttp
