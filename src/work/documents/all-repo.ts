import { FoundDocument, type ListDocuments, soonDays } from "@svc/contract/documents/schema"
import { holdsEveryCase, type RecordScope } from "@svc/contract/kernel/access"
import { DocumentId, type OrgId } from "@svc/contract/kernel/ids"
import { Context, type DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { casesIn } from "#records/record-scope"
import { columnsOf } from "#platform/database/columns"
import { containingLowered } from "#platform/database/fragments"
import { all, Instant, one } from "#platform/database/statements"
import { countedByKept, sameKinds } from "./rules.ts"

const Row = Schema.Struct({ ...FoundDocument.fields, signed_at: Schema.NullOr(Instant), created_at: Instant })

const Total = Schema.Struct({ total: Schema.Int })

interface Listing {
  readonly orgId: OrgId
  readonly records: RecordScope
  readonly filters: ListDocuments
  readonly now: DateTime.Utc
}

const encodeInstant = Schema.encodeSync(Instant)

/** Documents of all cases in a scope, as they are read. */
export class AllDocumentsRepo extends Context.Service<AllDocumentsRepo>()("svc/documents/AllDocumentsRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const columns = columnsOf(Row, "d", {
      esignature_status: sql`coalesce(d.esignature_status, 'not_requested')`,
      signed_file_url: sql`d.signed_file_key`,
      certificate_file_url: sql`d.certificate_file_key`,
      employee_name: sql`o.employee_name`,
      department: sql`o.employee_department`,
      exit_date: sql`o.exit_date`,
      offboarding_status: sql`o.status`
    })
    const withCase = sql`compliance_documents d JOIN offboardings o ON o.org_id = d.org_id AND o.id = d.offboarding_id`

    const signatureIs = (asked: NonNullable<ListDocuments["signature"]>) => {
      switch (asked) {
        case "not_requested":
          return sql`coalesce(d.esignature_status, 'not_requested') = 'not_requested'`
        case "requested":
          return sql`d.esignature_status IN ('sending', 'pending')`
        default:
          return sql`d.esignature_status = ${asked}`
      }
    }

    const endsAs = (asked: NonNullable<ListDocuments["expiry"]>, { now, orgId }: Listing) => {
      // Sub-selects, as values that are found once bound an index.
      const today = sql`(SELECT (${encodeInstant(now)}::timestamptz AT TIME ZONE g.timezone)::date
        FROM organisations g WHERE g.id = ${orgId})`
      return asked === "expired"
        ? sql`d.expires_on < ${today}`
        : sql`d.expires_on >= ${today} AND d.expires_on <= ${today} + ${soonDays}::int`
    }

    const ofDocument = (listing: Listing): ReadonlyArray<Statement.Fragment> => {
      const { expiry, kind, signature, status } = listing.filters
      return [
        sql`d.org_id = ${listing.orgId}`,
        ...(status === undefined ? [] : [sql`d.status = ${status}`]),
        ...(kind === undefined
          ? []
          : [sql`lower(btrim(d.doc_type) COLLATE "und-x-icu") = ANY(${sameKinds(kind)}::text[])`]),
        ...(signature === undefined ? [] : [signatureIs(signature)]),
        ...(expiry === undefined ? [] : [endsAs(expiry, listing)])
      ]
    }

    const ofCase = ({ filters: { open, q }, records }: Listing): ReadonlyArray<Statement.Fragment> => {
      const pattern = containingLowered(sql, q ?? "")
      return [
        ...(holdsEveryCase(records) ? [] : [casesIn(sql, records, "o")]),
        ...(open === undefined
          ? []
          : [sql`o.status ${sql.literal(open ? "NOT IN" : "IN")} ('completed', 'cancelled')`]),
        ...(q === undefined
          ? []
          : [sql`(d.search_text COLLATE "C" LIKE ${pattern} OR o.sort_name COLLATE "C" LIKE ${pattern})`])
      ]
    }

    const everything = (listing: Listing) => sql.and([...ofDocument(listing), ...ofCase(listing)])
    const orderOf = ({ filters: { expiry } }: Listing) =>
      sql.literal(expiry === undefined ? "d.created_at DESC, d.id DESC" : "d.expires_on, d.id")

    const rows = (which: Statement.Fragment) =>
      all({ Request: Schema.Void, Result: Row, execute: () => sql`SELECT ${columns} FROM ${withCase} ${which}` })(
        undefined
      )

    const kept = ({ filters: { kind, signature, status }, orgId }: Listing) =>
      sql.and([
        sql`c.org_id = ${orgId}`,
        ...(status === undefined ? [] : [sql`c.status = ${status}`]),
        ...(kind === undefined ? [] : [sql`c.kind = ANY(${sameKinds(kind)}::text[])`]),
        ...(signature === undefined
          ? []
          : [sql`c.signature = ANY(${signature === "requested" ? ["sending", "pending"] : [signature]}::text[])`])
      ])

    const total = (listing: Listing) =>
      one({
        Request: Schema.Void,
        Result: Total,
        // Every document has its case: without a condition on it, it is not read.
        execute: () =>
          countedByKept(listing.records, listing.filters)
            ? sql`SELECT coalesce(sum(c.count), 0)::int AS total FROM compliance_document_counts c WHERE ${kept(listing)}`
            : sql`
              SELECT count(*)::int AS total
              FROM ${ofCase(listing).length === 0 ? sql`compliance_documents d` : withCase} WHERE ${everything(listing)}`
      })(undefined)

    /** The number of matches and the page, in one pass: no index serves a search. */
    const matching = (listing: Listing) =>
      one({
        Request: Schema.Void,
        Result: Schema.Struct({ ...Total.fields, ids: Schema.Array(DocumentId) }),
        execute: () => sql`
          WITH matching AS MATERIALIZED (
            SELECT d.id, d.created_at, d.expires_on FROM ${withCase} WHERE ${everything(listing)}
          )
          SELECT (SELECT count(*)::int FROM matching) AS total, ARRAY(
            SELECT d.id FROM matching d ORDER BY ${orderOf(listing)}
            LIMIT ${listing.filters.limit}::int OFFSET ${listing.filters.offset}::int
          ) AS ids`
      })(undefined)

    const page = (listing: Listing) =>
      Effect.all({
        rows: rows(sql`WHERE ${everything(listing)} ORDER BY ${orderOf(listing)}
          LIMIT ${listing.filters.limit}::int OFFSET ${listing.filters.offset}::int`),
        total: Effect.map(total(listing), (counted) => counted.total)
      })

    const found = (listing: Listing) =>
      Effect.flatMap(matching(listing), ({ ids, total }) =>
        Effect.map(
          rows(sql`WHERE d.org_id = ${listing.orgId} AND d.id = ANY(${ids}::uuid[]) ORDER BY ${orderOf(listing)}`),
          (rows) => ({ rows, total })
        )
      )

    return {
      /** The newest first; by their last day where that is asked for. */
      page: (listing: Listing) => (listing.filters.q === undefined ? page(listing) : found(listing))
    }
  })
}) {
  static readonly layer = Layer.effect(AllDocumentsRepo, AllDocumentsRepo.make)
}
