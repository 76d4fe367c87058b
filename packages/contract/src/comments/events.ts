import { Schema } from "effect"
import { OffboardingId, UserId } from "../kernel/ids.ts"

/** Members were mentioned in a comment; webhooks are not notified. */
export const CommentMentioned = Schema.TaggedStruct("comment.mentioned", {
  offboardingId: OffboardingId,
  /** At most `maxMentions`, without the author. */
  userIds: Schema.Array(UserId)
})

/** A comment was added to an offboarding that these members follow; webhooks are not notified. */
export const CommentAdded = Schema.TaggedStruct("comment.added", {
  offboardingId: OffboardingId,
  /** At most 100, without the author and those who are mentioned. */
  userIds: Schema.Array(UserId)
})
