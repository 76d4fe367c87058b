import { Layer } from "effect"
import { ChatHttp } from "./http.ts"
import { SlackInteractions } from "./interactions.ts"
import { ChatLoops } from "./loops.ts"
import { ChatReactions } from "./reactions.ts"
import { ChatRepo } from "./repo.ts"
import { Chat } from "./service.ts"
import { Teams } from "./teams.ts"

export const services = Layer.mergeAll(Chat.layerNoDeps, Teams.layerNoDeps, SlackInteractions.layerNoDeps).pipe(
  Layer.provide(ChatRepo.layer)
)
export const http = ChatHttp
export const loops = ChatLoops
export const reactions = ChatReactions
