import { CommentId } from "@svc/contract/comments/schema"
import type { RecordScope } from "@svc/contract/kernel/access"
import { ChecklistItemId, OffboardingId, OrgId, UserId } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { all, exists, Instant, maybe, one, run } from "#platform/database/statements"
import { CaseFacts, caseReads } from "#records/case-facts"
import { readsCase } from "#records/case-readers"

/** Followers that one comment notifies at most. */
const maxFollowers = 100

const Case = Schema.Struct({ orgId: OrgId, offboardingId: OffboardingId })
type Case = typeof Case.Type
const Follower = Schema.Struct({ ...Case.fields, userId: UserId })

const Row = Schema.Struct({
  id: CommentId,
  sealed_text: Schema.String,
  author_id: Schema.NullOr(UserId),
  author_name: Schema.NullOr(Schema.String),
  task_id: Schema.NullOr(ChecklistItemId),
  task: Schema.NullOr(Schema.String),
  mentions: Schema.Array(Schema.Struct({ user_id: UserId, full_name: Schema.String })),
  created_at: Instant
})
export type CommentRow = typeof Row.Type

const NewComment = Schema.Struct({
  org_id: OrgId,
  id: CommentId,
  offboarding_id: OffboardingId,
  task_id: Schema.NullOr(ChecklistItemId),
  author_id: UserId,
  sealed_text: Schema.String,
  mentioned: Schema.Array(UserId),
  created_at: Instant
})

const Listed = Schema.Struct({
  ...Case.fields,
  taskId: Schema.NullOr(ChecklistItemId),
  limit: Schema.Int,
  offset: Schema.Int
})

/** Comments on cases and their tasks, and who follows a case. */
export class CommentsRepo extends Context.Service<CommentsRepo>()("svc/comments/CommentsRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { caseOf } = caseReads(sql, CaseFacts)
    const columns = sql.literal(`c.id, c.sealed_text, c.author_id, u.full_name AS author_name, c.task_id, i.task,
      (SELECT coalesce(json_agg(json_build_object('user_id', m.id, 'full_name', m.full_name) ORDER BY m.full_name, m.id), '[]')
        FROM users m WHERE m.id = ANY(c.mentioned)) AS mentions, c.created_at`)
    const comments = sql.literal(`comments c LEFT JOIN users u ON u.id = c.author_id
      LEFT JOIN checklist_items i ON i.org_id = c.org_id AND i.id = c.task_id`)

    const page = all({
      Request: Listed,
      Result: Row,
      execute: ({ limit, offboardingId, offset, orgId, taskId }) => sql`
        SELECT ${columns} FROM ${comments}
        WHERE c.org_id = ${orgId} AND c.offboarding_id = ${offboardingId}
          AND (${taskId}::uuid IS NULL OR c.task_id = ${taskId})
        ORDER BY c.created_at DESC, c.id DESC LIMIT ${limit} OFFSET ${offset}`
    })

    const counts = all({
      Request: Case,
      Result: Schema.Struct({ task_id: Schema.NullOr(ChecklistItemId), comments: Schema.Int }),
      execute: ({ offboardingId, orgId }) => sql`
        SELECT task_id, count(*)::int AS comments FROM comments
        WHERE org_id = ${orgId} AND offboarding_id = ${offboardingId} GROUP BY task_id`
    })

    const find = maybe({
      Request: Schema.Struct({ orgId: OrgId, id: CommentId }),
      Result: Schema.Struct({ ...Row.fields, offboarding_id: OffboardingId }),
      execute: ({ id, orgId }) => sql`
        SELECT ${columns}, c.offboarding_id FROM ${comments} WHERE c.org_id = ${orgId} AND c.id = ${id}`
    })

    const hasTask = exists({
      Request: Schema.Struct({ ...Case.fields, taskId: ChecklistItemId }),
      execute: ({ offboardingId, orgId, taskId }) => sql`
        SELECT 1 FROM checklist_items
        WHERE org_id = ${orgId} AND offboarding_id = ${offboardingId} AND id = ${taskId} FOR KEY SHARE`
    })

    const readers = all({
      Request: Schema.Struct({ ...Case.fields, userIds: Schema.Array(UserId) }),
      Result: Schema.Struct({ user_id: UserId }),
      execute: ({ offboardingId, orgId, userIds }) => sql`
        SELECT m.user_id FROM memberships m JOIN users u ON u.id = m.user_id
        LEFT JOIN roles r ON r.org_id = m.org_id AND r.id = m.role_id
        JOIN offboardings o ON o.org_id = m.org_id AND o.id = ${offboardingId}
        WHERE m.org_id = ${orgId} AND m.user_id = ANY(${userIds}::uuid[]) AND ${readsCase(sql)}
        FOR KEY SHARE OF m`
    })

    const insert = run({
      Request: NewComment,
      execute: ({ author_id, created_at, id, mentioned, offboarding_id, org_id, sealed_text, task_id }) => sql`
        INSERT INTO comments (org_id, id, offboarding_id, task_id, author_id, sealed_text, mentioned, created_at)
        VALUES (${org_id}, ${id}, ${offboarding_id}, ${task_id}, ${author_id}, ${sealed_text}, ${mentioned}::uuid[],
          ${created_at})`
    })

    const remove = exists({
      Request: Schema.Struct({ orgId: OrgId, id: CommentId }),
      execute: ({ id, orgId }) => sql`DELETE FROM comments WHERE org_id = ${orgId} AND id = ${id} RETURNING 1`
    })

    const begin = run({
      Request: Schema.Struct({ ...Case.fields, userIds: Schema.Array(UserId) }),
      execute: ({ offboardingId, orgId, userIds }) => sql`
        INSERT INTO offboarding_followers (org_id, offboarding_id, user_id, following)
        SELECT ${orgId}, ${offboardingId}, id, true FROM unnest(${userIds}::uuid[]) AS id
        ORDER BY id ON CONFLICT DO NOTHING`
    })

    const set = run({
      Request: Schema.Struct({ ...Follower.fields, following: Schema.Boolean }),
      execute: ({ following, offboardingId, orgId, userId }) => sql`
        INSERT INTO offboarding_followers (org_id, offboarding_id, user_id, following)
        VALUES (${orgId}, ${offboardingId}, ${userId}, ${following})
        ON CONFLICT (org_id, offboarding_id, user_id) DO UPDATE SET following = EXCLUDED.following`
    })

    const following = one({
      Request: Follower,
      Result: Schema.Struct({ following: Schema.Boolean }),
      execute: ({ offboardingId, orgId, userId }) => sql`
        SELECT coalesce(
          (SELECT f.following FROM offboarding_followers f
            WHERE f.org_id = ${orgId} AND f.offboarding_id = ${offboardingId} AND f.user_id = ${userId}),
          EXISTS (SELECT FROM offboardings o
            WHERE o.org_id = ${orgId} AND o.id = ${offboardingId} AND o.owner_id = ${userId})) AS following`
    })

    const followers = all({
      Request: Schema.Struct({ ...Case.fields, but: Schema.Array(UserId) }),
      Result: Schema.Struct({ user_id: UserId }),
      execute: ({ but, offboardingId, orgId }) => sql`
        SELECT f.user_id FROM offboarding_followers f
        WHERE f.org_id = ${orgId} AND f.offboarding_id = ${offboardingId} AND f.following
          AND f.user_id <> ALL(${but}::uuid[])
        UNION
        SELECT o.owner_id FROM offboardings o
        WHERE o.org_id = ${orgId} AND o.id = ${offboardingId} AND o.owner_id <> ALL(${but}::uuid[])
          AND NOT EXISTS (SELECT FROM offboarding_followers f
            WHERE f.org_id = o.org_id AND f.offboarding_id = o.id AND f.user_id = o.owner_id)
        ORDER BY user_id LIMIT ${maxFollowers}`
    })

    const ids = Effect.map((rows: ReadonlyArray<{ readonly user_id: UserId }>) => rows.map(({ user_id }) => user_id))

    return {
      /** None as well when the case is not in the scope. */
      caseOf: (key: Case, records: RecordScope) => caseOf(key, records),
      /** Newest first. */
      page,
      /** How many there are on each task; `task_id` is null for those on the case. */
      counts,
      find,
      /** Whether the case has this task, which is not deleted before the transaction ends. */
      hasTask,
      /** Of these members, those who can see the case; their memberships do not end before the transaction does. */
      readers: (key: Case, userIds: ReadonlyArray<UserId>) => readers({ ...key, userIds }).pipe(ids),
      insert,
      /** False if another transaction deleted it first. */
      remove,
      /** These members follow the case unless they chose before. */
      begin,
      /** The member's own choice. */
      set,
      following: (key: typeof Follower.Type) => Effect.map(following(key), (row) => row.following),
      /** Who is notified, without these. */
      followers: (key: Case, but: ReadonlyArray<UserId>) => followers({ ...key, but }).pipe(ids)
    }
  })
}) {
  static readonly layer = Layer.effect(CommentsRepo, CommentsRepo.make)
}
