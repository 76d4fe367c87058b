import { EvidenceActor } from "@svc/contract/evidence/schema"
import { holdsEveryCase, type RecordScope } from "@svc/contract/kernel/access"
import { OffboardingId, OrgId, PersonKeyId, UserId } from "@svc/contract/kernel/ids"
import {
  LeftBehindClosing,
  LeftBehindDisposition,
  LeftBehindId,
  LeftBehindKind,
  LeftBehindRisk
} from "@svc/contract/left-behind/schema"
import { EvidenceLevel } from "@svc/contract/leaver-test/figures"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { casesApart, casesIn } from "#records/record-scope"
import { columnsOf } from "#platform/database/columns"
import { Transaction } from "#platform/database/db"
import { all, Instant } from "#platform/database/statements"

const Row = Schema.Struct({
  id: LeftBehindId,
  offboarding_id: OffboardingId,
  employee_name: Schema.String,
  service: Schema.String,
  kind: LeftBehindKind,
  external_id: Schema.String,
  label: Schema.String,
  risk: LeftBehindRisk,
  privileges: Schema.Array(Schema.String),
  last_used_at: Schema.NullOr(Instant),
  closing: LeftBehindClosing,
  disposition: LeftBehindDisposition,
  evidence: EvidenceLevel,
  stops_the_cut: Schema.NullOr(Schema.String),
  first_seen_at: Instant,
  last_seen_at: Instant,
  new_owner_email: Schema.NullOr(Schema.String),
  new_owner_name: Schema.NullOr(Schema.String),
  new_owner_named_by: Schema.NullOr(UserId),
  owner_accepted_at: Schema.NullOr(Instant),
  message: Schema.NullOr(Schema.String),
  settled_at: Schema.NullOr(Instant),
  settled_by: Schema.NullOr(UserId),
  sealed_reason: Schema.NullOr(Schema.String),
  go_at: Schema.NullOr(Instant),
  go_by: Schema.NullOr(UserId),
  sealed_go_reason: Schema.NullOr(Schema.String),
  person_key_id: PersonKeyId,
  former_identity: Schema.Boolean,
  sealed_account: Schema.NullOr(Schema.String)
})
export type ShownRow = typeof Row.Type

const Acts = Schema.Struct({
  id: LeftBehindId,
  accepted_at: Schema.NullOr(Instant),
  accepted_by: EvidenceActor,
  settled_by: EvidenceActor,
  go_by: EvidenceActor
})

/** A member to whom items may be offered. */
export interface Offered {
  /** Null for a caller who is not a member. */
  readonly address: string | null
  readonly userId: UserId | null
}

interface Listing {
  readonly orgId: OrgId
  readonly records: RecordScope
  readonly disposition: LeftBehindDisposition | "all"
  readonly kind: LeftBehindKind | undefined
  readonly service: string | undefined
  readonly offboardingId: OffboardingId | undefined
  /** Only what waits for the yes of this member: within the records, or named by another member (work-167). */
  readonly offeredTo: Option.Option<Offered>
}

/** What stays behind as members see it, within their records. */
export class LeftBehindRepo extends Context.Service<LeftBehindRepo>()("svc/left-behind/LeftBehindRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const decode = Schema.decodeUnknownEffect(Schema.Array(Row))
    const columns = columnsOf(Row, "b", {
      employee_name: sql`o.employee_name`,
      service: sql`b.service_name`,
      person_key_id: sql`o.person_key_id`,
      former_identity: sql`b.identity <> o.identity`
    })
    const from = sql.literal(
      "left_behind_items b JOIN offboardings o ON o.org_id = b.org_id AND o.id = b.offboarding_id"
    )
    const rows = (statement: Statement.Statement<object>) =>
      Transaction.use(() => Effect.orDie(Effect.flatMap(statement, decode)))

    const offered = ({ address }: Offered) => sql`lower(b.new_owner_email) = lower(${address}::text)`
    /** A member who saw the case named them: naming oneself opens nothing. */
    const namedByAnother = ({ userId }: Offered) => sql`b.new_owner_named_by <> ${userId}::uuid`
    const seen = ({ offeredTo, records }: Listing) =>
      Option.match(offeredTo, {
        onNone: () => casesIn(sql, records, "o"),
        onSome: (to) =>
          sql`b.disposition = 'pending' AND b.owner_accepted_at IS NULL AND b.identity = o.identity AND ${offered(to)}
            AND (${casesIn(sql, records, "o")} OR ${namedByAnother(to)}) AND ${casesApart(sql, records, "o")}`
      })
    const listed = (listing: Listing) => {
      const { disposition, kind, offboardingId, orgId, service } = listing
      return sql`
      WHERE b.org_id = ${orgId} AND ${seen(listing)}
        AND ${disposition === "all" ? sql`true` : sql`b.disposition = ${disposition}`}
        AND ${kind === undefined ? sql`true` : sql`b.kind = ${kind}`}
        AND ${service === undefined ? sql`true` : sql`b.service_name = ${service}`}
        AND ${offboardingId === undefined ? sql`true` : sql`b.offboarding_id = ${offboardingId}::uuid`}`
    }

    const actor = (column: string) =>
      sql.literal(
        `(CASE WHEN ${column} IS NOT NULL THEN json_build_object('id', ${column}, 'full_name',
          (SELECT u.full_name FROM users u WHERE u.id = ${column})) END)`
      )
    const actsOfCase = all({
      Request: Schema.Struct({ orgId: OrgId, id: OffboardingId }),
      Result: Acts,
      execute: ({ id, orgId }) => sql`
        SELECT b.id, b.owner_accepted_at AS accepted_at, ${actor("b.owner_accepted_by")} AS accepted_by,
          ${actor("b.settled_by")} AS settled_by, ${actor("b.go_by")} AS go_by
        FROM left_behind_items b WHERE b.org_id = ${orgId} AND b.offboarding_id = ${id}`
    })

    const kept = ({ disposition, kind, orgId, service }: Listing) => sql`
      SELECT coalesce(sum(c.count), 0)::int AS total FROM left_behind_counts c
      WHERE c.org_id = ${orgId}
        AND ${disposition === "all" ? sql`true` : sql`c.disposition = ${disposition}`}
        AND ${kind === undefined ? sql`true` : sql`c.kind = ${kind}`}
        AND ${service === undefined ? sql`true` : sql`c.service_name = ${service}`}`

    return {
      count: (listing: Listing) =>
        Transaction.use(() =>
          Effect.orDie(
            sql<{ readonly total: number }>`${
              // Kept of all, by kind and app; a case has few, and those of a scope are counted.
              holdsEveryCase(listing.records) && listing.offboardingId === undefined && Option.isNone(listing.offeredTo)
                ? kept(listing)
                : sql`SELECT count(*)::int AS total FROM ${from} ${listed(listing)}`
            }`
          )
        ).pipe(Effect.map(([row]) => row?.total ?? 0)),
      /** The latest found first. */
      page: (listing: Listing, { limit, offset }: { readonly limit: number; readonly offset: number }) =>
        rows(sql`
          SELECT ${columns} FROM ${from} ${listed(listing)}
          ORDER BY b.first_seen_at DESC, b.id DESC LIMIT ${limit} OFFSET ${offset}`),
      /** What is pending first, and of that the highest risk. */
      ofCase: (orgId: OrgId, id: OffboardingId, limit: number) =>
        rows(sql`
          SELECT ${columns} FROM ${from} WHERE b.org_id = ${orgId} AND b.offboarding_id = ${id}
          ORDER BY b.disposition <> 'pending', b.stops_the_cut IS NULL,
            array_position('{high,medium,low}'::text[], b.risk), b.service_name, b.kind, b.id LIMIT ${limit}`),
      /** All of it, by app, kind and the app's id. */
      allOfCase: (orgId: OrgId, id: OffboardingId) =>
        rows(sql`
          SELECT ${columns} FROM ${from} WHERE b.org_id = ${orgId} AND b.offboarding_id = ${id}
          ORDER BY b.service_name, b.kind, b.external_id, b.id`),
      /** For each item of a case: who took it over, who resolved it, and who overrode its block. */
      actsOfCase: (orgId: OrgId, id: OffboardingId) => actsOfCase({ orgId, id }),
      /** Of a case within the scope, or offered to this member by another one. */
      find: (orgId: OrgId, records: RecordScope, id: LeftBehindId, offeredTo: Offered | null) =>
        rows(sql`
          SELECT ${columns} FROM ${from} WHERE b.org_id = ${orgId} AND b.id = ${id}
            AND (${casesIn(sql, records, "o")}
              OR ${offeredTo === null ? sql`false` : sql`${offered(offeredTo)} AND ${namedByAnother(offeredTo)}`}) AND ${casesApart(sql, records, "o")}`).pipe(
          Effect.map(([row]) => Option.fromUndefinedOr(row))
        )
    }
  })
}) {
  static readonly layer = Layer.effect(LeftBehindRepo, LeftBehindRepo.make)
}
