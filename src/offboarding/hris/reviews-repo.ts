import { HrisOrigin, HrisReview, HrisReviewKind, type HrisReviewStatus } from "@svc/contract/hris/schema"
import type { RecordScope } from "@svc/contract/kernel/access"
import { CalendarDate } from "@svc/contract/kernel/dates"
import { EmployeeId, HrisReviewId, OffboardingId, OrgId, PersonKeyId, type UserId } from "@svc/contract/kernel/ids"
import { EmailAddress } from "@svc/contract/kernel/text"
import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { columnsOf } from "#platform/database/columns"
import { Transaction } from "#platform/database/db"
import { exists, Instant, send } from "#platform/database/statements"
import { employeesIn } from "#records/record-scope"

const Row = Schema.Struct({
  ...HrisReview.fields,
  employee_email: EmailAddress,
  employee_role: Schema.String,
  employee_department: Schema.String,
  person_key_id: PersonKeyId,
  created_at: Instant,
  decided_at: Schema.NullOr(Instant)
})
export type ReviewRow = typeof Row.Type

const NewReview = Schema.Struct({
  org_id: OrgId,
  id: HrisReviewId,
  employee_id: EmployeeId,
  origin: HrisOrigin,
  kind: HrisReviewKind,
  last_day: Schema.NullOr(CalendarDate),
  offboarding_id: Schema.NullOr(OffboardingId),
  created_at: Instant
})
type NewReview = typeof NewReview.Type

interface Listing {
  readonly orgId: OrgId
  readonly records: RecordScope
  readonly status: HrisReviewStatus
}

interface Decided {
  readonly orgId: OrgId
  readonly id: HrisReviewId
  readonly status: "accepted" | "dismissed"
  readonly offboardingId: OffboardingId | null
  readonly by: UserId | null
  readonly at: DateTime.Utc
}

/** What a sync left to be decided. */
export class ReviewsRepo extends Context.Service<ReviewsRepo>()("svc/hris/ReviewsRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const columns = columnsOf(Row, "r", {
      employee_name: sql`e.full_name`,
      employee_email: sql`e.email`,
      employee_role: sql`e.role`,
      employee_department: sql`e.department`,
      person_key_id: sql`e.person_key_id`
    })
    const notErased = sql`
      NOT EXISTS (SELECT FROM erasures x WHERE x.org_id = r.org_id AND x.employee_id = r.employee_id)`
    // A review says that a person leaves: a member does not read it of themselves.
    const notOwn = ({ own }: RecordScope) =>
      own === undefined || own.person === null ? sql`true` : sql`r.employee_id <> ${own.person}`
    const shown = (orgId: OrgId, records: RecordScope) => sql`
      FROM hris_reviews r JOIN org_employees e ON e.org_id = r.org_id AND e.id = r.employee_id
      WHERE r.org_id = ${orgId} AND ${employeesIn(sql, records, "e")} AND ${notOwn(records)} AND ${notErased}`

    const insert = exists({
      Request: NewReview,
      execute: (row) => sql`
        INSERT INTO hris_reviews (org_id, id, employee_id, origin, kind, last_day, offboarding_id, status, stands, created_at)
        VALUES (${row.org_id}, ${row.id}, ${row.employee_id}, ${row.origin}, ${row.kind}, ${row.last_day}::text::date,
          ${row.offboarding_id}, 'waiting', true, ${row.created_at})
        ON CONFLICT (org_id, employee_id, origin, kind, last_day) WHERE stands DO NOTHING RETURNING id`
    })

    const page = ({ orgId, records, status }: Listing, limit: number, offset: number) =>
      SqlSchema.findAll({
        Request: Schema.Void,
        Result: Row,
        execute: () => sql`
          SELECT ${columns} ${shown(orgId, records)} AND r.status = ${status}
          ORDER BY r.created_at DESC, r.id DESC LIMIT ${limit} OFFSET ${offset}`
      })()

    const count = ({ orgId, records, status }: Listing) =>
      SqlSchema.findOne({
        Request: Schema.Void,
        Result: Schema.Struct({ total: Schema.Int }),
        // Everyone in a review is in the directory: without a scope they need not be read.
        execute: () => sql`
          SELECT count(*)::int AS total ${
            records._tag === "All"
              ? sql`FROM hris_reviews r WHERE r.org_id = ${orgId} AND ${notOwn(records)} AND ${notErased}`
              : shown(orgId, records)
          } AND r.status = ${status}`
      })()

    const lock = (orgId: OrgId, id: HrisReviewId, records: RecordScope) =>
      SqlSchema.findOneOption({
        Request: Schema.Void,
        Result: Row,
        execute: () => sql`SELECT ${columns} ${shown(orgId, records)} AND r.id = ${id} FOR UPDATE OF r`
      })()

    return {
      /** False when the same stands already, decided or not. */
      insert: (row: NewReview) => insert(row),
      /** The origin's report no longer applies; a pending review is withdrawn. */
      close: (
        {
          employeeId,
          orgId,
          origin
        }: { readonly orgId: OrgId; readonly employeeId: EmployeeId; readonly origin: HrisOrigin },
        at: DateTime.Utc
      ) =>
        send(sql`
            UPDATE hris_reviews SET stands = false,
              decided_at = CASE status WHEN 'waiting' THEN ${DateTime.toDateUtc(at)}::timestamptz ELSE decided_at END,
              status = CASE status WHEN 'waiting' THEN 'withdrawn' ELSE status END
            WHERE org_id = ${orgId} AND employee_id = ${employeeId} AND origin = ${origin} AND stands`),
      /** Newest first; without erased people. */
      page: (listing: Listing, { limit, offset }: { readonly limit: number; readonly offset: number }) =>
        Transaction.use(() => Effect.orDie(page(listing, limit, offset))),
      count: (listing: Listing) =>
        Transaction.use(() => Effect.orDie(count(listing))).pipe(Effect.map(({ total }) => total)),
      /** No one else decides it until the transaction ends. */
      lock: (orgId: OrgId, id: HrisReviewId, records: RecordScope) =>
        Transaction.use(() => Effect.orDie(lock(orgId, id, records))),
      decide: ({ at, by, id, offboardingId, orgId, status }: Decided) =>
        send(sql`
            UPDATE hris_reviews SET status = ${status}, decided_by = ${by}, decided_at = ${DateTime.toDateUtc(at)},
              offboarding_id = coalesce(${offboardingId}::uuid, offboarding_id)
            WHERE org_id = ${orgId} AND id = ${id}`)
    }
  })
}) {
  static readonly layer = Layer.effect(ReviewsRepo, ReviewsRepo.make)
}
