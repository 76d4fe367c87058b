import type { OrgId } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, Option, Schema, Stream } from "effect"
import { DedicatedConnection } from "#platform/database/db"
import { openSnapshot } from "#platform/database/snapshot"
import { columnsShown, type FileSource, type RecordSource } from "./catalogue.ts"

/** Rows in memory at a time. */
const rowsPerFetch = 200

const StoredFile = Schema.fromJsonString(
  Schema.Struct({ id: Schema.String, offboardingId: Schema.String, key: Schema.String, name: Schema.String })
)
export type StoredFile = typeof StoredFile.Type
const decodeStoredFile = Schema.decodeUnknownEffect(StoredFile)

interface Column {
  readonly table_name: string
  readonly name: string
  readonly type: string
  /** From 1; null outside of the primary key. */
  readonly key_position: number | null
}

export interface ReadRecord {
  /** A JSON object. */
  readonly record: string
  /** The texts of the source's revealed columns, in their order. */
  readonly sealed: ReadonlyArray<string | null>
}

/** A snapshot of an organization, read on its own connection. */
export interface Snapshot {
  /** The source's records in pages. */
  readonly records: (source: RecordSource) => Stream.Stream<ReadonlyArray<ReadRecord>>
  readonly files: (source: FileSource) => Stream.Stream<StoredFile>
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Moments as the routes write them; everything else as PostgreSQL makes JSON of it. */
const fieldOf = ({ name, type }: Column) =>
  type === "timestamp with time zone"
    ? `to_char(t.${quoted(name)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS ${quoted(name)}`
    : `t.${quoted(name)}`

const recordsQuery = (source: RecordSource, columns: ReadonlyArray<Column>) => {
  const names = columns.map(({ name }) => name)
  const shown = new Set(columnsShown(source, names))
  const fields = [
    ...columns.filter(({ name }) => shown.has(name)).map(fieldOf),
    ...Object.entries(source.fields ?? {}).map(([name, expression]) => `${expression} AS ${quoted(name)}`)
  ]
  const sealed = Object.keys(source.revealed ?? {}).map((name) => `t.${quoted(name)}`)
  const key = columns
    .filter(({ key_position }) => key_position !== null)
    .toSorted((a, b) => (a.key_position ?? 0) - (b.key_position ?? 0))
    .map(({ name }) => `t.${quoted(name)}`)
  return `SELECT row_to_json(r)::text AS record, ARRAY[${sealed.join(", ")}]::text[] AS sealed
    FROM ${quoted(source.table)} t ${source.join ?? ""} CROSS JOIN LATERAL (SELECT ${fields.join(", ")}) r
    WHERE t.${quoted(source.orgColumn ?? "org_id")} = (SELECT current_org()) ORDER BY ${source.order ?? key.join(", ")}`
}

const filesQuery = ({ id, isStored, key, name, offboardingId, suffix = "", table }: FileSource) =>
  `SELECT row_to_json(r)::text AS record, ARRAY[]::text[] AS sealed
    FROM ${quoted(table)} t CROSS JOIN LATERAL (
      SELECT t.${quoted(id)} AS id, t.${quoted(offboardingId)} AS "offboardingId", t.${quoted(key)} AS key, t.${quoted(name)} || '${suffix}' AS name
    ) r
    WHERE t.org_id = (SELECT current_org()) AND t.${quoted(key)} IS NOT NULL ${isStored === undefined ? "" : `AND t.${quoted(isStored)}`}
    ORDER BY t.${quoted(offboardingId)}, t.${quoted(id)}`

/** Reads everything of an organization in one snapshot, however long that takes. */
export class SnapshotRepo extends Context.Service<SnapshotRepo>()("svc/exports/SnapshotRepo", {
  make: Effect.gen(function* () {
    const dedicated = yield* DedicatedConnection

    const open = Effect.fn("SnapshotRepo.open")(function* (orgId: OrgId, tables: ReadonlyArray<string>) {
      const connection = yield* Effect.provideService(openSnapshot(orgId), DedicatedConnection, dedicated)
      const columns = yield* connection<Column>`
        SELECT c.relname AS table_name, a.attname AS name, format_type(a.atttypid, NULL) AS type,
          array_position(i.indkey::int2[], a.attnum) + 1 AS key_position
        FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
          LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
        WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND c.relname = ANY(${tables}::text[])
          AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
        ORDER BY a.attnum`

      const pages = (query: string) =>
        Stream.unwrap(
          Effect.as(
            connection.unsafe(`DECLARE export_records NO SCROLL CURSOR FOR ${query}`),
            Stream.paginate(0, (page) =>
              Effect.map(connection.unsafe<ReadRecord>(`FETCH FORWARD ${rowsPerFetch} FROM export_records`), (rows) => [
                [rows],
                rows.length < rowsPerFetch ? Option.none() : Option.some(page + 1)
              ])
            )
          )
        ).pipe(Stream.concat(Stream.fromEffectDrain(connection.unsafe("CLOSE export_records"))), Stream.orDie)

      const snapshot: Snapshot = {
        records: (source) =>
          pages(
            recordsQuery(
              source,
              columns.filter(({ table_name }) => table_name === source.table)
            )
          ),
        files: (source) =>
          pages(filesQuery(source)).pipe(
            Stream.flatMap(Stream.fromIterable),
            Stream.mapEffect(({ record }) => Effect.orDie(decodeStoredFile(record)))
          )
      }
      return snapshot
    }, Effect.orDie)

    return {
      /** The snapshot ends with the scope; its sources are read one after the other. */
      open
    }
  })
}) {
  static readonly layer = Layer.effect(SnapshotRepo, SnapshotRepo.make)
}
