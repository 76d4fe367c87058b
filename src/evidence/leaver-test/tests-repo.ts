import { LeaverTestResult } from "@svc/contract/leaver-test/figures"
import { LeaverTestParameters, LeaverTestProgress, LeaverTestStatus } from "@svc/contract/leaver-test/schema"
import { LeaverTestId, OrgId, UserId } from "@svc/contract/kernel/ids"
import { Context, type DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { all, Instant, maybe, one, perform } from "#platform/database/statements"

const Row = Schema.Struct({
  id: LeaverTestId,
  status: LeaverTestStatus,
  parameters: LeaverTestParameters,
  progress: Schema.NullOr(LeaverTestProgress),
  requested_by_name: Schema.NullOr(Schema.String),
  size_bytes: Schema.NullOr(Schema.Finite),
  sha256: Schema.NullOr(Schema.String),
  error: Schema.NullOr(Schema.String),
  created_at: Instant,
  completed_at: Schema.NullOr(Instant),
  expires_at: Schema.NullOr(Instant),
  /** Of the file that the last worker built. */
  storage_key: Schema.String
})
export type LeaverTestRow = typeof Row.Type

const Shown = Schema.Struct({ ...Row.fields, result: Schema.NullOr(LeaverTestResult) })

const Key = Schema.Struct({ orgId: OrgId, id: LeaverTestId })
type Key = typeof Key.Type

const NewTest = Schema.Struct({
  orgId: OrgId,
  id: LeaverTestId,
  parameters: Schema.fromJsonString(LeaverTestParameters),
  requestedBy: Schema.NullOr(UserId),
  createdAt: Instant
})

/** The organization's leaver tests, as its members see them. */
export class LeaverTestsRepo extends Context.Service<LeaverTestsRepo>()("svc/leaver-test/LeaverTestsRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const columns = sql.literal(`t.id, t.status, t.parameters, t.progress, u.full_name AS requested_by_name,
      t.size_bytes::float8 AS size_bytes, t.sha256, t.error, t.created_at, t.completed_at, t.expires_at,
      leaver_test_storage_key(t.org_id, t.id, t.claims) AS storage_key`)
    const source = sql`leaver_tests t LEFT JOIN users u ON u.id = t.requested_by`
    const encode = Schema.encodeEffect(NewTest)

    const find = maybe({
      Request: Key,
      Result: Row,
      execute: ({ id, orgId }) => sql`SELECT ${columns} FROM ${source} WHERE t.org_id = ${orgId} AND t.id = ${id}`
    })
    const show = maybe({
      Request: Key,
      Result: Shown,
      execute: ({ id, orgId }) =>
        sql`SELECT ${columns}, t.result FROM ${source} WHERE t.org_id = ${orgId} AND t.id = ${id}`
    })
    const findOpen = maybe({
      Request: OrgId,
      Result: Row,
      execute: (orgId) => sql`
        SELECT ${columns} FROM ${source} WHERE t.org_id = ${orgId} AND t.status IN ('queued', 'running')`
    })
    const newest = all({
      Request: Schema.Struct({ orgId: OrgId, limit: Schema.Int }),
      Result: Row,
      execute: ({ limit, orgId }) => sql`
        SELECT ${columns} FROM ${source} WHERE t.org_id = ${orgId} ORDER BY t.created_at DESC, t.id DESC LIMIT ${limit}`
    })
    const since = one({
      Request: Schema.Struct({ orgId: OrgId, since: Instant }),
      Result: Schema.Struct({ count: Schema.Int, first: Schema.NullOr(Instant) }),
      execute: ({ orgId, since: from }) => sql`
        SELECT count(*)::int AS count, min(created_at) AS first FROM leaver_tests
        WHERE org_id = ${orgId} AND created_at > ${from}`
    })
    const organisation = one({
      Request: OrgId,
      Result: Schema.Struct({ name: Schema.String, zone: Schema.String }),
      execute: (orgId) => sql`SELECT name, timezone AS zone FROM organisations WHERE id = ${orgId}`
    })
    const names = all({
      Request: Schema.Struct({ orgId: OrgId, ids: Schema.Array(Schema.String) }),
      Result: Schema.Struct({ id: Schema.String, name: Schema.String, sealed: Schema.Boolean }),
      execute: ({ ids, orgId }) => sql`
        SELECT id::text AS id, employee_name AS name, false AS sealed FROM offboardings WHERE org_id = ${orgId} AND id = ANY(${ids}::uuid[])
        UNION ALL
        SELECT id::text, full_name, false FROM org_employees WHERE org_id = ${orgId} AND id = ANY(${ids}::uuid[])
        UNION ALL
        SELECT id::text, coalesce(sealed_name, '[erased]'), true FROM hris_leavings
        WHERE org_id = ${orgId} AND id = ANY(${ids}::uuid[])`
    })

    return {
      /** Refused by `leaver_tests_open` while another one is open. */
      insert: (test: typeof NewTest.Type) =>
        Effect.flatMap(Effect.orDie(encode(test)), ({ createdAt, id, orgId, parameters, requestedBy }) =>
          perform(sql`
            INSERT INTO leaver_tests (org_id, id, parameters, requested_by, created_at, next_attempt_at)
            VALUES (${orgId}, ${id}, ${parameters}::jsonb, ${requestedBy}, ${createdAt}, ${createdAt})`)
        ),
      find,
      /** With what it found. */
      show,
      findOpen,
      organisation,
      newest: (orgId: OrgId, limit: number) => newest({ orgId, limit }),
      /** How many were asked for since, and when the first of them. */
      since: (orgId: OrgId, from: DateTime.Utc) => since({ orgId, since: from }),
      /** What the leavers are called now: by their offboarding, their record, or as a source reported them, sealed. */
      names: (orgId: OrgId, ids: ReadonlyArray<string>) => names({ orgId, ids })
    }
  })
}) {
  static readonly layer = Layer.effect(LeaverTestsRepo, LeaverTestsRepo.make)
}
