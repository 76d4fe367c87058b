import { CommentsApi } from "@svc/contract/comments/api"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Comments } from "./service.ts"

export const CommentsHttp = HttpApiBuilder.group(
  appSurface.add(CommentsApi),
  "comments",
  Effect.fn(function* (handlers) {
    const comments = yield* Comments
    return handlers.handleAll({
      list: ({ params, query }) => comments.list(params.id, query),
      add: ({ params, payload }) => comments.add(params.id, payload),
      remove: ({ params }) => Effect.as(comments.remove(params.commentId), { success: true as const }),
      follow: ({ params, payload }) => comments.follow(params.id, payload.following)
    })
  })
)
