import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { behindSession } from "../kernel/behind.ts"
import { described } from "../kernel/described.ts"
import { LegalHoldInForce, PermissionDenied } from "../kernel/errors.ts"
import { OffboardingId } from "../kernel/ids.ts"
import { group, route } from "../kernel/route.ts"
import { OffboardingNotFound } from "../offboardings/errors.ts"
import { CommentedTaskUnknown, CommentNotFound, MentionUnknown } from "./errors.ts"
import { AddComment, Comment, CommentId, Comments, Following, ListComments, SetFollowing } from "./schema.ts"

const params = { id: described(OffboardingId, "The offboarding") }
const sees = { permission: "offboardings_view" } as const

/** Comments on offboardings and their tasks (comments-1 to comments-6). */
export class CommentsApi extends HttpApiGroup.make("comments")
  .add(
    HttpApiEndpoint.get("list", "/:id/comments", {
      params,
      query: ListComments,
      success: Comments,
      error: OffboardingNotFound
    }).annotateMerge(route(sees, "List comments", "On the offboarding and its tasks, newest first.")),
    HttpApiEndpoint.post("add", "/:id/comments", {
      params,
      payload: AddComment,
      success: Comment.pipe(HttpApiSchema.status(201)),
      error: [OffboardingNotFound, CommentedTaskUnknown, MentionUnknown]
    }).annotateMerge(
      route(
        sees,
        "Add a comment",
        "On the offboarding, or on one of its tasks, at any stage. Mentioned members and those who follow the " +
          "offboarding are notified; the author and mentioned members follow it from now on. The audit log records that " +
          "a comment was added, without its text."
      )
    ),
    HttpApiEndpoint.delete("remove", "/comments/:commentId", {
      params: { commentId: described(CommentId, "The comment") },
      success: Schema.Struct({ success: Schema.tag(true) }),
      error: [CommentNotFound, PermissionDenied, LegalHoldInForce]
    }).annotateMerge(
      route(sees, "Delete a comment", "Only its author, a Super Admin or an Admin can delete it; not under legal hold.")
    ),
    HttpApiEndpoint.put("follow", "/:id/following", {
      params,
      payload: SetFollowing,
      success: Following,
      error: OffboardingNotFound
    }).annotateMerge(
      route(
        sees,
        "Follow or unfollow an offboarding",
        "Followers are notified of new comments. The owner, and members who commented or were mentioned, follow the " +
          "offboarding until they unfollow it."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/employees")
  .annotateMerge(group("Comments", "What members write about an offboarding")) {}
