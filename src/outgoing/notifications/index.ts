import { Layer } from "effect"
import { NotificationsHttp } from "./http.ts"
import { NotificationsReactions } from "./reactions.ts"
import { NotificationsRepo } from "./repo.ts"
import { Notifications } from "./service.ts"

export const services = Notifications.layerNoDeps.pipe(Layer.provide(NotificationsRepo.layer))
export const http = NotificationsHttp
export const reactions = NotificationsReactions
