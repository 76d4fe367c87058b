import { Schema } from "effect"
import { Timestamp } from "../kernel/dates.ts"
import { described } from "../kernel/described.ts"
import { ChecklistItemId, OffboardingId, UserId, Uuid } from "../kernel/ids.ts"
import { OffsetPage, OffsetParams } from "../kernel/paging.ts"
import { RequiredText } from "../kernel/text.ts"

export const CommentId = Uuid.pipe(Schema.brand("CommentId"))
export type CommentId = typeof CommentId.Type

/** Members that one comment can mention. */
export const maxMentions = 20

const Member = Schema.Struct({ user_id: UserId, full_name: Schema.String })

/** What a member wrote about an offboarding, or about one of its tasks (comments-1). */
export const Comment = Schema.Struct({
  id: CommentId,
  text: described(Schema.String, "The text; `[erased]` after the departing person was erased"),
  author: described(Schema.NullOr(Member), "Who wrote it; null after their account was deleted"),
  task: described(
    Schema.NullOr(Schema.Struct({ id: ChecklistItemId, task: Schema.String })),
    "The task it is about; null for the offboarding as a whole, and after the task was deleted"
  ),
  mentions: described(Schema.Array(Member), "Members it mentions"),
  created_at: Timestamp,
  can_delete: described(Schema.Boolean, "Whether the caller can delete it")
}).annotate({ identifier: "Comment" })
export type Comment = typeof Comment.Type

export const ListComments = {
  ...OffsetParams({ default: 50, maximum: 100 }),
  task_id: Schema.optionalKey(described(ChecklistItemId, "Only comments on this task"))
}
const Query = Schema.Struct(ListComments)
export type ListComments = typeof Query.Type

export const Comments = Schema.Struct({
  ...OffsetPage(Comment).fields,
  following: described(Schema.Boolean, "Whether the caller is notified of new comments on the offboarding"),
  tasks: described(
    Schema.Array(Schema.Struct({ task_id: ChecklistItemId, comments: Schema.Int })),
    "How many comments each task has, for tasks that have comments"
  )
}).annotate({ identifier: "Comments" })
export type Comments = typeof Comments.Type

export const AddComment = Schema.Struct({
  text: described(RequiredText(4000), "Plain text"),
  task_id: Schema.optionalKey(described(Schema.NullOr(ChecklistItemId), "The task it is about")),
  mentions: Schema.optionalKey(
    described(
      Schema.Array(UserId).check(
        Schema.isMaxLength(maxMentions, { message: `must name at most ${maxMentions} members` })
      ),
      "Members to notify"
    )
  )
}).annotate({ identifier: "AddComment" })
export type AddComment = typeof AddComment.Type

export const SetFollowing = Schema.Struct({
  following: described(Schema.Boolean, "Whether to be notified of new comments")
}).annotate({ identifier: "SetFollowing" })
export type SetFollowing = typeof SetFollowing.Type

export const Following = Schema.Struct({ id: OffboardingId, following: Schema.Boolean }).annotate({
  identifier: "Following"
})
export type Following = typeof Following.Type
