import { OrgId, PersonKeyId } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Transaction } from "#platform/database/db"
import { containing } from "#platform/database/fragments"
import { all, send } from "#platform/database/statements"

const Range = Schema.Struct({ oldest: Schema.BigInt, through: Schema.BigInt })
/** Entries by their numbers, both ends included; empty when `oldest` is beyond `through`. */
type Range = typeof Range.Type

const Standing = Schema.Struct({
  indexed: Schema.NullOr(Range),
  /** The last entry whose text is packed; null before the first. */
  packedThrough: Schema.NullOr(Schema.BigInt),
  log: Range
})
export type Standing = typeof Standing.Type

const Texts = Schema.Struct({ seq: Schema.BigInt, target: Schema.String, details: Schema.String })
export type Texts = typeof Texts.Type

const PersonValues = Schema.Struct({ person_key_id: PersonKeyId, sealed: Schema.String })
export type PersonValues = typeof PersonValues.Type

/** A list with the key that opens it, and when either was last changed, as counted by `audit_log_indexes`. */
export interface ChangedValues extends PersonValues {
  /** Null when the person was erased. */
  readonly wrapped_key: string | null
  readonly revision: bigint
}

/** Where a value stands: the place in the list of the person's. */
export interface Place {
  readonly personKeyId: PersonKeyId
  readonly place: number
}
export interface Use extends Place {
  readonly seq: bigint
}

const columns = (places: ReadonlyArray<Place>) => ({
  keys: places.map(({ personKeyId }) => personKeyId),
  places: places.map(({ place }) => place)
})

/** Which entries hold which sealed values. */
export class SealedRepo extends Context.Service<SealedRepo>()("svc/audit-log/SealedRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const log = (orgId: OrgId) => sql`
      SELECT COALESCE((SELECT e.seq FROM audit_entries e WHERE e.org_id = ${orgId} ORDER BY e.seq LIMIT 1), 1) AS oldest,
        COALESCE((SELECT e.seq FROM audit_entries e WHERE e.org_id = ${orgId} ORDER BY e.seq DESC LIMIT 1), 0) AS through`

    const Stored = Schema.Struct({
      indexed_oldest: Schema.NullOr(Schema.BigInt),
      indexed_through: Schema.NullOr(Schema.BigInt),
      texts_through: Schema.NullOr(Schema.BigInt),
      oldest: Schema.BigInt,
      through: Schema.BigInt
    })
    const findStanding = SqlSchema.findOne({
      Request: Schema.Struct({ orgId: OrgId }),
      Result: Stored,
      execute: ({ orgId }) => sql`
        SELECT i.oldest AS indexed_oldest, i.through AS indexed_through, i.texts_through, log.oldest, log.through
        FROM (${log(OrgId.make(orgId))}) log LEFT JOIN audit_log_indexes i ON i.org_id = ${orgId}`
    })
    const standing = (orgId: OrgId) =>
      Effect.map(
        Effect.orDie(findStanding({ orgId })),
        ({ indexed_oldest: oldest, indexed_through: through, texts_through: packedThrough, ...log }) => ({
          indexed: oldest === null || through === null ? null : { oldest, through },
          packedThrough,
          log
        })
      )

    const findBehind = SqlSchema.findAll({
      Request: Schema.Struct({ only: Schema.NullOr(OrgId) }),
      Result: Schema.Struct({ org_id: OrgId }),
      execute: ({ only }) => sql`
        SELECT h.org_id FROM audit_heads h LEFT JOIN audit_log_indexes i ON i.org_id = h.org_id
        WHERE ${only === null ? sql`true` : sql`h.org_id = ${only}`} AND (
          h.seq > COALESCE(i.through, 0) OR h.seq > COALESCE(i.texts_through, 0) OR
          i.oldest < (SELECT e.seq FROM audit_entries e WHERE e.org_id = h.org_id ORDER BY e.seq LIMIT 1))
        ORDER BY h.org_id`
    })

    const findEntriesAfter = all({
      Request: Schema.Struct({ orgId: OrgId, seq: Schema.BigInt, count: Schema.Int }),
      Result: Texts,
      execute: ({ count, orgId, seq }) => {
        const sealed = (column: string) => {
          const text = sql.literal(column)
          return sql`CASE WHEN strpos(${text}, '[[aps:v1:') > 0 THEN ${text} ELSE '' END`
        }
        return sql`
          SELECT e.seq, ${sealed("e.target")} AS target, ${sealed("e.details")} AS details
          FROM audit_entries e WHERE e.org_id = ${orgId} AND e.seq > ${seq} ORDER BY e.seq LIMIT ${count}`
      }
    })

    const findValues = all({
      Request: Schema.Struct({ orgId: OrgId, keys: Schema.Array(PersonKeyId) }),
      Result: PersonValues,
      execute: ({ keys, orgId }) => sql`
        SELECT person_key_id, sealed FROM audit_log_values
        WHERE org_id = ${orgId} AND person_key_id = ANY(${keys}::uuid[])`
    })

    // Not decoded by a schema: a row a person, and the column types are as good.
    const findChanged = (orgId: OrgId, after: Pick<ChangedValues, "revision" | "person_key_id">, count: number) =>
      sql<ChangedValues>`
        SELECT v.person_key_id, v.sealed, v.revision, CASE WHEN k.destroyed_at IS NULL THEN k.wrapped_key END AS wrapped_key
        FROM audit_log_values v
        JOIN audit_person_keys k ON k.org_id = v.org_id AND k.id = v.person_key_id
        WHERE v.org_id = ${orgId} AND (v.revision, v.person_key_id) > (${after.revision}::bigint, ${after.person_key_id}::uuid)
        ORDER BY v.revision, v.person_key_id LIMIT ${count}`

    const uses = (orgId: OrgId, places: ReadonlyArray<Place>) => {
      const sought = columns(places)
      return sql<{ readonly seqs: ReadonlyArray<number> }>`
        SELECT ARRAY(SELECT used.seq::float8 FROM (${usesOf(sql, orgId, sought.keys, sought.places)}) used) AS seqs`
    }

    const forget = SqlSchema.findAll({
      Request: Schema.Struct({ orgId: OrgId, seq: Schema.BigInt }),
      Result: Schema.Struct({ person_key_id: PersonKeyId }),
      execute: ({ orgId, seq }) => sql`
        WITH gone AS (
          DELETE FROM audit_log_value_uses WHERE org_id = ${orgId} AND seq < ${seq} RETURNING person_key_id
        )
        SELECT DISTINCT person_key_id FROM gone`
    })

    const findPlaces = SqlSchema.findAll({
      Request: Schema.Struct({ orgId: OrgId, keys: Schema.Array(PersonKeyId) }),
      Result: Schema.Struct({ person_key_id: PersonKeyId, place: Schema.Int }),
      execute: ({ keys, orgId }) => sql`
        SELECT DISTINCT person_key_id, place FROM audit_log_value_uses
        WHERE org_id = ${orgId} AND person_key_id = ANY(${keys}::uuid[])`
    })

    const findEntriesWith = all({
      Request: Schema.Struct({
        orgId: OrgId,
        keys: Schema.Array(PersonKeyId),
        places: Schema.Array(Schema.Int),
        besides: Schema.NullOr(Schema.Array(Schema.String)),
        before: Schema.NullOr(Schema.BigInt),
        count: Schema.Int
      }),
      Result: Texts,
      execute: ({ before, besides, count, keys, orgId, places }) => {
        const patterns = besides?.map(containing)
        return sql`
          SELECT e.seq, e.target, e.details FROM audit_entries e
          WHERE e.org_id = ${orgId} AND e.seq IN (${usesOf(sql, orgId, keys, places)})
            ${before === null ? sql`` : sql`AND e.seq < ${before}`}
            ${patterns === undefined ? sql`` : sql`AND e.search_text COLLATE "C" LIKE ANY(${patterns}::text[])`}
          ORDER BY e.seq DESC LIMIT ${count}`
      }
    })

    return {
      /** Organizations, all or this one, whose logs have entries that the index lacks, or have lost some. */
      behind: (only: OrgId | null) =>
        Transaction.use(() => Effect.map(Effect.orDie(findBehind({ only })), (rows) => rows.map((row) => row.org_id))),
      /** What the index covers, and what the log has. */
      standing: (orgId: OrgId) => Transaction.use(() => standing(orgId)),
      /** The same, with the index held until the transaction ends: one at a time brings it up to date. */
      lockIndex: (orgId: OrgId) =>
        Transaction.use(() =>
          Effect.orDie(sql`
            INSERT INTO audit_log_indexes (org_id, oldest, through)
            SELECT ${orgId}::uuid, log.oldest, log.oldest - 1 FROM (${log(orgId)}) log
            ON CONFLICT (org_id) DO UPDATE SET through = audit_log_indexes.through`).pipe(
            Effect.andThen(standing(orgId))
          )
        ),
      /** How far it follows the log now; with the texts packed as far. */
      settle: (orgId: OrgId, { oldest, through }: Range, packedThrough: bigint) =>
        send(sql`
          UPDATE audit_log_indexes SET oldest = ${oldest}, through = ${through}, texts_through = ${packedThrough}
          WHERE org_id = ${orgId}`),
      /** Entries after this number up to the limit, in order; a text without an encrypted value is empty. */
      entriesAfter: (orgId: OrgId, seq: bigint, count: number) => findEntriesAfter({ orgId, seq, count }),
      valuesOf: (orgId: OrgId, keys: ReadonlyArray<PersonKeyId>) =>
        keys.length === 0 ? Effect.succeed([]) : findValues({ orgId, keys }),
      /** A page of the values that were changed behind this one, in the order of changes. */
      changedValues: (orgId: OrgId, after: Pick<ChangedValues, "revision" | "person_key_id">, count: number) =>
        Transaction.use(() => Effect.orDie(findChanged(orgId, after, count))),
      /** The entries that use one of these values of persons who are not erased. */
      uses: (orgId: OrgId, places: ReadonlyArray<Place>) =>
        places.length === 0
          ? Effect.succeed([])
          : Transaction.use(() => Effect.orDie(uses(orgId, places))).pipe(Effect.map(([row]) => row?.seqs ?? [])),
      storeValues: (orgId: OrgId, values: ReadonlyArray<PersonValues>) =>
        send(sql`
            INSERT INTO audit_log_values (org_id, person_key_id, sealed)
            SELECT ${orgId}::uuid, * FROM unnest(
              ${values.map((value) => value.person_key_id)}::uuid[], ${values.map((value) => value.sealed)}::text[])
            ON CONFLICT (org_id, person_key_id) DO UPDATE SET sealed = excluded.sealed`),
      storeUses: (orgId: OrgId, uses: ReadonlyArray<Use>) =>
        Transaction.use(({ send }) => {
          if (uses.length === 0) return Effect.void
          const { keys, places } = columns(uses)
          return send(sql`
            INSERT INTO audit_log_value_uses (org_id, person_key_id, place, seq)
            SELECT ${orgId}::uuid, * FROM unnest(
              ${keys}::uuid[], ${places}::integer[], ${uses.map(({ seq }) => seq)}::bigint[])
            ON CONFLICT DO NOTHING`)
        }),
      /** Forgets the uses in entries before this one; answers whose values are affected. */
      forgetBefore: (orgId: OrgId, seq: bigint) =>
        Transaction.use(() =>
          Effect.map(Effect.orDie(forget({ orgId, seq })), (rows) => rows.map((row) => row.person_key_id))
        ),
      /** The places of these persons' values that entries use. */
      placesUsed: (orgId: OrgId, keys: ReadonlyArray<PersonKeyId>) =>
        keys.length === 0
          ? Effect.succeed([])
          : Transaction.use(() =>
              Effect.map(Effect.orDie(findPlaces({ orgId, keys })), (rows) =>
                rows.map(({ person_key_id: personKeyId, place }) => ({ personKeyId, place }))
              )
            ),
      removeValues: (orgId: OrgId, keys: ReadonlyArray<PersonKeyId>) =>
        keys.length === 0
          ? Effect.void
          : send(sql`DELETE FROM audit_log_values WHERE org_id = ${orgId} AND person_key_id = ANY(${keys}::uuid[])`),
      /**
       * A page of the entries that use one of these values, newest first, before this number; those with one of the
       * patterns in the readable text around encrypted values.
       */
      entriesWith: (
        orgId: OrgId,
        {
          places,
          ...sought
        }: {
          readonly places: ReadonlyArray<Place>
          readonly besides: ReadonlyArray<string> | null
          readonly before: bigint | null
          readonly count: number
        }
      ) => findEntriesWith({ orgId, ...columns(places), ...sought })
    }
  })
}) {
  static readonly layer = Layer.effect(SealedRepo, SealedRepo.make)
}

/**
 * The numbers of the entries that use one of these values. An erased person is not found, even if their values were
 * decrypted before (audit-59).
 */
const usesOf = (
  sql: SqlClient.SqlClient,
  orgId: string,
  keys: ReadonlyArray<string>,
  places: ReadonlyArray<number>
) => sql`
  SELECT u.seq FROM unnest(${keys}::uuid[], ${places}::integer[]) AS sought (person_key_id, place)
  JOIN audit_person_keys k ON k.org_id = ${orgId} AND k.id = sought.person_key_id AND k.destroyed_at IS NULL
  JOIN audit_log_value_uses u
    ON u.org_id = ${orgId} AND u.person_key_id = sought.person_key_id AND u.place = sought.place`
