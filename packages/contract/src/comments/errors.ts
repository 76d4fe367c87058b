import { Schema } from "effect"
import { Refusal } from "../kernel/refusal.ts"

/** Unknown, another organization's, or of an offboarding outside the caller's record scope: one response. */
export class CommentNotFound extends Refusal<CommentNotFound>()("CommentNotFound", 404, {
  error: Schema.tag("Comment not found")
}) {}

/** A mentioned member does not exist, or cannot see the offboarding: one response. */
export class MentionUnknown extends Refusal<MentionUnknown>()("MentionUnknown", 400, {
  error: Schema.tag("mentions: a member does not exist or cannot see the offboarding. Mention only members who can"),
  code: Schema.tag("mention_unknown")
}) {}

/** `task_id` is not a task of this offboarding. */
export class CommentedTaskUnknown extends Refusal<CommentedTaskUnknown>()("CommentedTaskUnknown", 400, {
  error: Schema.tag("task_id: this offboarding has no such task. Choose one of its tasks, or leave it out"),
  code: Schema.tag("task_unknown")
}) {}
