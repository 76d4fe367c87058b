import { AuditorLink } from "@svc/contract/leaver-test/schema"
import { AuditorLinkId, LeaverTestId, OrgId, UserId } from "@svc/contract/kernel/ids"
import { Context, type DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { SystemSql } from "#platform/database/db"
import { all, exists, Instant, maybe, run } from "#platform/database/statements"

const Row = Schema.Struct({
  id: AuditorLinkId,
  label: AuditorLink.fields.label,
  created_by_name: Schema.NullOr(Schema.String),
  created_at: Instant,
  expires_at: Instant,
  revoked_at: Schema.NullOr(Instant),
  views: Schema.Int,
  last_viewed_at: Schema.NullOr(Instant)
})
const NewLink = Schema.Struct({
  org_id: OrgId,
  id: AuditorLinkId,
  leaver_test_id: LeaverTestId,
  label: Schema.String,
  token_digest: Schema.String,
  created_by: Schema.NullOr(UserId),
  created_at: Instant,
  expires_at: Instant
})

const OfTest = Schema.Struct({ orgId: OrgId, testId: LeaverTestId })
type OfTest = typeof OfTest.Type

const Key = Schema.Struct({ ...OfTest.fields, id: AuditorLinkId })
type Key = typeof Key.Type

const Opened = Schema.Struct({
  org_id: OrgId,
  id: AuditorLinkId,
  leaver_test_id: LeaverTestId,
  label: Schema.String,
  expires_at: Instant
})

/** A link that is good at this moment, of a test that is there to be shown. */
export interface OpenedLink extends Key {
  readonly label: string
  readonly expiresAt: DateTime.Utc
}

/** Auditor links: each opens one leaver test without an account. */
export class AuditorLinksRepo extends Context.Service<AuditorLinksRepo>()("svc/leaver-test/AuditorLinksRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const system: SqlClient.SqlClient = yield* SystemSql
    const columns =
      sql.literal(`l.id, l.label, u.full_name AS created_by_name, l.created_at, l.expires_at, l.revoked_at,
      l.views, l.last_viewed_at`)
    const source = sql`leaver_test_links l LEFT JOIN users u ON u.id = l.created_by`

    const insert = run({
      Request: NewLink,
      execute: (link) => sql`INSERT INTO leaver_test_links ${sql.insert(link)}`
    })
    const find = maybe({
      Request: Key,
      Result: Row,
      execute: ({ id, orgId, testId }) => sql`
        SELECT ${columns} FROM ${source} WHERE l.org_id = ${orgId} AND l.leaver_test_id = ${testId} AND l.id = ${id}`
    })
    const list = all({
      Request: OfTest,
      Result: Row,
      execute: ({ orgId, testId }) => sql`
        SELECT ${columns} FROM ${source} WHERE l.org_id = ${orgId} AND l.leaver_test_id = ${testId}
        ORDER BY l.created_at DESC, l.id DESC`
    })
    const At = Schema.Struct({ ...Key.fields, now: Instant })
    const revoke = exists({
      Request: At,
      execute: ({ id, now, orgId, testId }) => sql`
        UPDATE leaver_test_links SET revoked_at = ${now}
        WHERE org_id = ${orgId} AND leaver_test_id = ${testId} AND id = ${id} AND revoked_at IS NULL
        RETURNING 1`
    })
    const open = SqlSchema.findOneOption({
      Request: Schema.Struct({ digests: Schema.Array(Schema.String), now: Instant }),
      Result: Opened,
      execute: ({ digests, now }) => system`
        SELECT l.org_id, l.id, l.leaver_test_id, l.label, l.expires_at
        FROM leaver_test_links l
        JOIN leaver_tests t ON t.org_id = l.org_id AND t.id = l.leaver_test_id
          AND t.status = 'ready' AND t.expires_at > ${now}
        JOIN organisations g ON g.id = l.org_id AND NOT g.suspended AND g.deletion_started_at IS NULL
        WHERE l.token_digest = ANY(${digests}::text[]) AND l.revoked_at IS NULL AND l.expires_at > ${now}`
    })
    const count = exists({
      Request: At,
      execute: ({ id, now, orgId, testId }) => sql`
        UPDATE leaver_test_links l SET views = l.views + 1, last_viewed_at = ${now}
        FROM leaver_tests t
        WHERE l.org_id = ${orgId} AND l.leaver_test_id = ${testId} AND l.id = ${id} AND l.revoked_at IS NULL
          AND l.expires_at > ${now} AND t.org_id = l.org_id AND t.id = l.leaver_test_id AND t.status = 'ready'
        RETURNING 1`
    })
    return {
      insert,
      find,
      /** Newest first. */
      list,
      /** False when it was revoked before. */
      revoke: (key: Key, now: DateTime.Utc) => revoke({ ...key, now }),
      /** The link with one of these digests; none unless link, test, and organization all allow it. */
      open: (digests: ReadonlyArray<string>, now: DateTime.Utc) =>
        Effect.map(
          Effect.orDie(open({ digests, now })),
          Option.map(({ expires_at, id, label, leaver_test_id, org_id }) => ({
            orgId: org_id,
            testId: leaver_test_id,
            id,
            label,
            expiresAt: expires_at
          }))
        ),
      /** Counts a view. False if the link has ended, or its test is gone. */
      count: (key: Key, now: DateTime.Utc) => count({ ...key, now })
    }
  })
}) {
  static readonly layer = Layer.effect(AuditorLinksRepo, AuditorLinksRepo.make)
}
