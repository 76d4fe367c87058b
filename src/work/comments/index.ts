import { Layer } from "effect"
import { CommentsHttp } from "./http.ts"
import { CommentsRepo } from "./repo.ts"
import { Comments } from "./service.ts"

export const services = Comments.layerNoDeps.pipe(Layer.provide(CommentsRepo.layer))
export const http = CommentsHttp
