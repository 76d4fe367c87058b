import { CommentsApi } from "@svc/contract/comments/api"
import type { AddComment, CommentId } from "@svc/contract/comments/schema"
import type { ChecklistItemId, OffboardingId } from "@svc/contract/kernel/ids"
import { clientOf } from "#platform/api.ts"
import { action, query } from "#platform/atoms.ts"

const comments = clientOf(CommentsApi)

export const pageSize = 20

interface Which {
  readonly id: OffboardingId
  /** Only comments on this task. */
  readonly taskId?: ChecklistItemId
  readonly offset?: number
}

const keysOf = ({ id }: { readonly id: OffboardingId }) => [`case ${id}`]

/** One page of the comments on an offboarding, newest first. */
export const commentPage = query(
  ({ id, offset = 0, taskId }: Which) =>
    comments.list({
      params: { id },
      query: { limit: pageSize, offset, ...(taskId === undefined ? {} : { task_id: taskId }) }
    }),
  { keys: keysOf }
)

export const addComment = action(
  ({ id, ...payload }: AddComment & { readonly id: OffboardingId }) => comments.add({ params: { id }, payload }),
  keysOf
)

export const removeComment = action(
  ({ commentId }: { readonly id: OffboardingId; readonly commentId: CommentId }) =>
    comments.remove({ params: { commentId } }),
  keysOf
)

export const follow = action(
  ({ following, id }: { readonly id: OffboardingId; readonly following: boolean }) =>
    comments.follow({ params: { id }, payload: { following } }),
  keysOf
)
