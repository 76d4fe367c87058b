import { maxListRows } from "@svc/contract/audit-list-exports/schema"
import { Caller } from "@svc/contract/kernel/access"
import type { OffsetParams } from "@svc/contract/kernel/paging"
import { Context, DateTime, Effect, Option, Ref, type Scope, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { Audit } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { Db } from "#platform/database/db"
import { headOf, type ListFile, rowsOf } from "#platform/files/list-file"
import { SignedFiles, signedFileResponse } from "#platform/files/signed-file"
import { makeFairSemaphore } from "#platform/jobs/fair-semaphore"
import { layerOf } from "#platform/services/layer-of"
import { ListExportsRepo } from "./repo.ts"

/** Concurrent files, of different organizations. */
const atOnce = 2

/** Rows in memory at a time. */
const pageRows = 1_000

const purpose = "list-export-digest"

const encoder = new TextEncoder()

/** Spreadsheets read a file without it in their own encoding. */
const byteOrderMark = "\ufeff"

/**
 * CSV files of lists. The rows are read page by page from the list's own service, so its permission, record scope, and
 * filters hold. A row that moves to a later page while the file is written appears once. The file is complete and recorded in the
 * audit log before its first byte leaves; it is gone with the scope.
 */
export class ListExports extends Context.Service<
  ListExports,
  {
    open<Query extends object, Row, R>(
      file: ListFile<Row>,
      query: Query,
      list: (
        query: Query & OffsetParams
      ) => Effect.Effect<{ readonly rows: ReadonlyArray<Row>; readonly total: number }, never, R>
    ): Effect.Effect<HttpServerResponse.HttpServerResponse, never, Caller | R | Scope.Scope>
  }
>()("svc/audit-list-exports/ListExports") {
  static readonly layerNoDeps = layerOf(ListExports, function* () {
    const db = yield* Db
    const repo = yield* ListExportsRepo
    const audit = yield* Audit
    const signedFiles = yield* SignedFiles
    const turns = yield* makeFairSemaphore(atOnce)

    const record = Effect.fnUntraced(function* (list: string, details: Readonly<Record<string, string | number>>) {
      const text = Object.entries(details)
        .map(([name, value]) => `${name}: ${value}`)
        .join(", ")
      yield* audit.record({ action: "list_exported", target: auditText`${list}`, details: auditText`${text}` })
    }, db.transact)

    const open: ListExports["Service"]["open"] = Effect.fn("ListExports.open")(function* (file, query, list) {
      const { orgId, records, userId } = yield* Caller
      const make = Effect.gen(function* () {
        const now = yield* DateTime.now
        const language = yield* db.transact(repo.languageOf(userId))
        const total = yield* Ref.make(0)
        const written = new Set<string>()
        const pages = Stream.paginate(0, (offset) =>
          Effect.gen(function* () {
            const page = yield* list({ ...query, offset, limit: Math.min(pageRows, maxListRows - offset) })
            yield* Ref.set(total, page.total)
            const fresh = page.rows.filter((row) => !written.has(file.keyOf(row)))
            for (const row of fresh) written.add(file.keyOf(row))
            const next = offset + pageRows
            return [
              fresh.length === 0 ? [] : [rowsOf(file, fresh)],
              next < Math.min(page.total, maxListRows) ? Option.some(next) : Option.none()
            ] as const
          })
        )
        const signed = yield* signedFiles.write(
          purpose,
          Stream.concat(Stream.make(byteOrderMark + headOf(file, language)), pages).pipe(
            Stream.map((text) => encoder.encode(text))
          )
        )
        const isTruncated = (yield* Ref.get(total)) > maxListRows
        yield* record(file.name, {
          format: "csv",
          // Their values may be personal: a search term can be a name.
          filters: Object.keys(query).join(" ") || "none",
          rows: written.size,
          truncated: isTruncated ? "yes" : "no",
          sha256: signed.sha256,
          signing_key: Option.getOrElse(signed.keyId, () => "none"),
          scope: { All: "all", Departments: "departments", DirectReports: "direct reports" }[records._tag]
        })
        const response = signedFileResponse(signed, {
          filename: `${file.name}-${DateTime.formatIsoDateUtc(now)}.csv`,
          contentType: "text/csv; charset=utf-8"
        })
        return isTruncated ? HttpServerResponse.setHeader(response, "x-rows-truncated", "true") : response
      })
      return yield* turns(orgId, make)
    })

    return ListExports.of({ open })
  })
}
