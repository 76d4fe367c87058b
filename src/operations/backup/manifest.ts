import { OrgId } from "@svc/contract/kernel/ids"
import { Schema } from "effect"

/** One sealed file of a backup. Hash and bytes are of what it holds, before compression and encryption. */
export const Part = Schema.Struct({
  name: Schema.String,
  bytes: Schema.Int,
  sha256: Schema.String,
  /** Bytes that it takes where it lies. */
  stored: Schema.Int,
  /** Rows of a table, or files of the storage. */
  items: Schema.Int
})
export type Part = typeof Part.Type

const TableOf = Schema.Struct({
  name: Schema.String,
  /** As COPY names them, in the order in which they were copied. */
  columns: Schema.String,
  rows: Schema.Int,
  parts: Schema.Array(Part)
})

/** One that was made while the service ran: the migrations do not. */
const PartitionOf = Schema.Struct({ name: Schema.String, of: Schema.String, bound: Schema.String })

const SequenceOf = Schema.Struct({ name: Schema.String, value: Schema.String })

/** All that a backup is, written last: without it there is none. It is sealed like the parts. */
export const Manifest = Schema.Struct({
  format: Schema.Literal("svc-backup/1"),
  id: Schema.String,
  /** The moment of the snapshot. */
  data_of: Schema.DateTimeUtcFromString,
  finished_at: Schema.DateTimeUtcFromString,
  service_version: Schema.String,
  database_version: Schema.String,
  /** The migrations that the database had, in order. */
  migrations: Schema.Array(Schema.Struct({ id: Schema.Int, name: Schema.String })),
  tables: Schema.Array(TableOf),
  partitions: Schema.Array(PartitionOf),
  sequences: Schema.Array(SequenceOf),
  files: Schema.Array(Part),
  /** Keys of files that the database named and the storage did not have. */
  missing_files: Schema.Array(Schema.String),
  organisations: Schema.Array(OrgId),
  /** Ids of the keys that it cannot be read without; the keys themselves are in no backup. */
  master_keys: Schema.Array(Schema.String),
  signing_key: Schema.NullOr(Schema.String)
})
export type Manifest = typeof Manifest.Type

export const ManifestText = Schema.fromJsonString(Schema.toCodecJson(Manifest))

export const manifestName = "manifest.bin"

/** The names of the backup's own; they sort by the moment of the snapshot. */
export const isBackupId = (text: string): boolean => /^backup-\d{8}T\d{6}Z-[0-9a-f]{8}$/.test(text)
