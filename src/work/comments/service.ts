import { CommentedTaskUnknown, CommentNotFound, MentionUnknown } from "@svc/contract/comments/errors"
import { CommentAdded, CommentMentioned } from "@svc/contract/comments/events"
import {
  type AddComment,
  type Comment,
  CommentId,
  type Comments as Page,
  type Following,
  type ListComments
} from "@svc/contract/comments/schema"
import { Caller } from "@svc/contract/kernel/access"
import { LegalHoldInForce, PermissionDenied } from "@svc/contract/kernel/errors"
import type { OffboardingId, UserId } from "@svc/contract/kernel/ids"
import { isFrozen } from "@svc/contract/kernel/legal-hold"
import { OffboardingNotFound } from "@svc/contract/offboardings/errors"
import { Context, DateTime, Effect, Option } from "effect"
import { PersonKeys } from "#audit/record/person-keys"
import { Audit } from "#audit/record/service"
import { aboutCase, auditText, personal } from "#audit/record/text"
import { Outbox } from "#outgoing/outbox/service"
import { Randomness } from "#platform/crypto/random"
import { Db } from "#platform/database/db"
import { layerOf } from "#platform/services/layer-of"
import { type CommentRow, CommentsRepo } from "./repo.ts"

/** Comments of members on cases and their tasks, and who is notified of them. */
export class Comments extends Context.Service<
  Comments,
  {
    /** Newest first. */
    list(id: OffboardingId, query: ListComments): Effect.Effect<Page, OffboardingNotFound, Caller>
    /**
     * At any stage of the case. Notifies who is mentioned, and then who follows the case; the author and who is mentioned
     * follow it from now on.
     */
    add(
      id: OffboardingId,
      comment: AddComment
    ): Effect.Effect<Comment, OffboardingNotFound | CommentedTaskUnknown | MentionUnknown, Caller>
    /** Only by its author, a Super Admin or an Admin. */
    remove(id: CommentId): Effect.Effect<void, CommentNotFound | PermissionDenied | LegalHoldInForce, Caller>
    follow(id: OffboardingId, following: boolean): Effect.Effect<Following, OffboardingNotFound, Caller>
  }
>()("svc/comments/Comments") {
  static readonly layerNoDeps = layerOf(Comments, function* () {
    const db = yield* Db
    const repo = yield* CommentsRepo
    const audit = yield* Audit
    const personKeys = yield* PersonKeys
    const outbox = yield* Outbox
    const randomness = yield* Randomness

    const me = Effect.gen(function* () {
      const { userId } = yield* Caller
      return userId === null ? yield* Effect.die("This verb needs a session") : userId
    })

    const opened = Effect.fnUntraced(function* (offboardingId: OffboardingId) {
      const { orgId, records } = yield* Caller
      const found = yield* repo.caseOf({ orgId, offboardingId }, records)
      if (Option.isNone(found)) return yield* new OffboardingNotFound()
      return found.value
    })

    const mayDelete = Effect.fnUntraced(function* ({ author_id }: Pick<CommentRow, "author_id">) {
      const { role, userId } = yield* Caller
      return (author_id !== null && author_id === userId) || role === "superadmin" || role === "admin"
    })

    const shown = Effect.fnUntraced(function* (rows: ReadonlyArray<CommentRow>, isHeld: boolean) {
      const { orgId } = yield* Caller
      const texts = yield* personKeys.reveal(
        orgId,
        rows.map(({ sealed_text }) => sealed_text)
      )
      return yield* Effect.forEach(rows, (row, index) =>
        Effect.map(mayDelete(row), (may): Comment => {
          const { author_id, author_name, created_at, id, mentions, task, task_id } = row
          return {
            id,
            text: texts[index] ?? "",
            author: author_id === null || author_name === null ? null : { user_id: author_id, full_name: author_name },
            task: task_id === null || task === null ? null : { id: task_id, task },
            mentions,
            created_at,
            can_delete: may && !isHeld
          }
        })
      )
    })

    const list = Effect.fn("Comments.list")(function* (
      offboardingId: OffboardingId,
      { limit, offset, task_id: taskId }: ListComments
    ) {
      const { orgId } = yield* Caller
      const offboarding = yield* opened(offboardingId)
      const key = { orgId, offboardingId }
      const rows = yield* repo.page({ ...key, taskId: taskId ?? null, limit, offset })
      const counts = yield* repo.counts(key)
      const counted = taskId === undefined ? counts : counts.filter(({ task_id }) => task_id === taskId)
      return {
        rows: yield* shown(rows, isFrozen(offboarding, yield* DateTime.now)),
        total: counted.reduce((sum, { comments }) => sum + comments, 0),
        limit,
        offset,
        following: yield* repo.following({ ...key, userId: yield* me }),
        tasks: counts.flatMap(({ comments, task_id }) => (task_id === null ? [] : [{ task_id, comments }]))
      }
    }, db.transact)

    const notify = Effect.fnUntraced(function* (offboardingId: OffboardingId, mentioned: ReadonlyArray<UserId>) {
      const { orgId } = yield* Caller
      const author = yield* me
      const key = { orgId, offboardingId }
      const others = mentioned.filter((userId) => userId !== author)
      yield* repo.begin({ ...key, userIds: [author, ...others] })
      const followers = yield* repo.followers(key, [author, ...others])
      if (others.length > 0) yield* outbox.append(orgId, CommentMentioned.make({ offboardingId, userIds: others }))
      if (followers.length > 0) yield* outbox.append(orgId, CommentAdded.make({ offboardingId, userIds: followers }))
    })

    const add = Effect.fn("Comments.add")(function* (
      offboardingId: OffboardingId,
      { mentions = [], task_id: taskId = null, text }: AddComment
    ) {
      const { orgId } = yield* Caller
      const author = yield* me
      const offboarding = yield* opened(offboardingId)
      const key = { orgId, offboardingId }
      if (taskId !== null && !(yield* repo.hasTask({ ...key, taskId }))) return yield* new CommentedTaskUnknown()
      const mentioned = [...new Set(mentions)].toSorted()
      if ((yield* repo.readers(key, mentioned)).length < mentioned.length) return yield* new MentionUnknown()
      const id = CommentId.make(yield* randomness.uuid)
      yield* repo.insert({
        org_id: orgId,
        id,
        offboarding_id: offboardingId,
        task_id: taskId,
        author_id: author,
        sealed_text: yield* personKeys.seal(orgId, auditText`${personal(offboarding.person_key_id, text)}`),
        mentioned,
        created_at: yield* DateTime.now
      })
      yield* audit.record({
        ...aboutCase(offboarding),
        action: "comment_added",
        details: auditText`${taskId === null ? "on the offboarding" : "on a task"}, comment ${id}`
      })
      yield* notify(offboardingId, mentioned)
      const row = yield* Effect.orDie(Effect.fromOption(yield* repo.find({ orgId, id })))
      const [comment] = yield* shown([row], isFrozen(offboarding, yield* DateTime.now))
      return yield* Effect.orDie(Effect.fromNullishOr(comment))
    }, db.transact)

    const remove = Effect.fn("Comments.remove")(function* (id: CommentId) {
      const { orgId, records } = yield* Caller
      const row = yield* repo.find({ orgId, id })
      if (Option.isNone(row)) return yield* new CommentNotFound()
      const found = yield* repo.caseOf({ orgId, offboardingId: row.value.offboarding_id }, records)
      if (Option.isNone(found)) return yield* new CommentNotFound()
      if (!(yield* mayDelete(row.value))) {
        return yield* new PermissionDenied({
          error: "Only its author, a Super Admin or an Admin can delete a comment. Ask one of them"
        })
      }
      if (isFrozen(found.value, yield* DateTime.now)) return yield* new LegalHoldInForce()
      if (!(yield* repo.remove({ orgId, id }))) return yield* new CommentNotFound()
      yield* audit.record({
        ...aboutCase(found.value),
        action: "comment_deleted",
        details: auditText`${row.value.task_id === null ? "on the offboarding" : "on a task"}, comment ${id}`
      })
    }, db.transact)

    const follow = Effect.fn("Comments.follow")(function* (offboardingId: OffboardingId, following: boolean) {
      const { orgId } = yield* Caller
      yield* opened(offboardingId)
      yield* repo.set({ orgId, offboardingId, userId: yield* me, following })
      return { id: offboardingId, following }
    }, db.transact)

    return Comments.of({ list, add, remove, follow })
  })
}
