import type { OrgId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { SqlSchema } from "effect/sql"
import { SystemSql } from "#platform/database/db"
import { Instant } from "#platform/database/statements"

const Due = Schema.Struct({ storage_key: Schema.String, needed: Schema.Boolean })

/** Files that perhaps no document needs. */
export class LeftoversRepo extends Context.Service<LeftoversRepo>()("svc/documents/LeftoversRepo", {
  make: Effect.gen(function* () {
    const system = yield* SystemSql

    // Only keys that can be documents: a writer of this table must not make the service delete other files.
    const due = SqlSchema.findAll({
      Request: Schema.Struct({
        folder: Schema.String,
        now: Instant,
        limit: Schema.Int
      }),
      Result: Due,
      execute: ({ folder, limit, now }) => system`
        SELECT DISTINCT l.storage_key, EXISTS (
          SELECT FROM compliance_documents d
          WHERE d.file_url = l.storage_key AND d.file_is_stored
            OR d.signed_file_key = l.storage_key OR d.certificate_file_key = l.storage_key
        ) AS needed
        FROM document_leftovers l WHERE l.due_at <= ${now} AND starts_with(l.storage_key, ${folder})
        ORDER BY l.storage_key LIMIT ${limit}`
    })

    return {
      /** A file is about to be stored under this key; unless a document has it by then, it is to go. */
      announce: (key: string, at: DateTime.Utc) =>
        Effect.orDie(system`
          INSERT INTO document_leftovers (storage_key, due_at) VALUES (${key}, ${DateTime.toDateUtc(at)})
          ON CONFLICT DO NOTHING`).pipe(Effect.asVoid),
      /** What is due, each with whether a document has it. */
      due: ({
        limit,
        now,
        orgId
      }: {
        readonly orgId: OrgId | undefined
        readonly now: DateTime.Utc
        readonly limit: number
      }) => Effect.orDie(due({ folder: orgId === undefined ? "documents/" : `documents/${orgId}/`, now, limit })),
      forget: (key: string, now: DateTime.Utc) =>
        Effect.orDie(system`
          DELETE FROM document_leftovers WHERE storage_key = ${key} AND due_at <= ${DateTime.toDateUtc(now)}`).pipe(
          Effect.asVoid
        )
    }
  })
}) {
  static readonly layer = Layer.effect(LeftoversRepo, LeftoversRepo.make)
}
