import { auditCsvColumns } from "@svc/contract/audit-log/export-schema"
import type { OrgId } from "@svc/contract/kernel/ids"
import { stringify } from "csv-stringify/sync"
import type { StoredRow } from "./export-repo.ts"

/** An entry with its texts as people read them. */
export interface ReadableRow extends StoredRow {
  readonly target_text: string
  readonly details_text: string
}

/** A file made piece by piece: the head, pages of rows, pages of links, the end. */
export interface TextFormat {
  readonly head: (rowCount: number) => string
  readonly rows: (page: ReadonlyArray<ReadableRow>) => string
  /** Links as JSON, without brackets. */
  readonly links: (json: string) => string
  readonly end: () => string
}

/** A time that somebody wrote into the table by hand may have no ISO form. */
const isoOf = (at: Date) => (Number.isNaN(at.getTime()) ? "" : at.toISOString())

const quotedOrNull = (text: string | null) => (text === null ? "null" : JSON.stringify(text))

/** One `ExportedAuditEntry`. */
const jsonRow = (orgId: OrgId, row: ReadableRow) =>
  `{"org_id":"${orgId}","seq":${row.seq},"id":"${row.id}","created_at":"${isoOf(row.created_at)}",` +
  `"actor_id":${quotedOrNull(row.actor_id)},"action":${JSON.stringify(row.action)},` +
  `"target":${JSON.stringify(row.target)},"details":${JSON.stringify(row.details)},` +
  `"content_hash":"${row.content_hash}","prev_hash":"${row.prev_hash}","entry_hash":"${row.entry_hash}",` +
  `"target_text":${JSON.stringify(row.target_text)},"details_text":${JSON.stringify(row.details_text)},` +
  `"actor_name":${quotedOrNull(row.actor_name)}}`

/** An `AuditExportFile`, one row or link to a line. */
export const jsonFormat = (orgId: OrgId, exportedAt: string): TextFormat => {
  let rows = 0
  let links = 0
  const begun = (count: number) => (count === 0 ? "\n" : ",\n")
  const skeleton = () => (links === 0 ? `\n],"skeleton":[` : "")
  return {
    head: (rowCount) => `{"exported_at":"${exportedAt}","row_count":${rowCount},"rows":[`,
    rows: (page) => {
      if (page.length === 0) return ""
      const text = begun(rows) + page.map((row) => jsonRow(orgId, row)).join(",\n")
      rows += page.length
      return text
    },
    links: (json) => {
      if (json === "") return ""
      const text = skeleton() + begun(links) + json
      links += 1
      return text
    },
    end: () => `${skeleton()}\n]}\n`
  }
}

// A formula begins with one of these in some spreadsheet; of those before them, tab and carriage return are skipped.
const dangerous = /^[=+\-@\t\r＝＋－＠]/

/** A cell that no spreadsheet takes for a formula (D2; decisions 12). */
export const neutralised = (cell: string): string => (dangerous.test(cell) ? `\t${cell}` : cell)

/**
 * RFC 4180 in UTF-8. Cells with a semicolon are quoted too: where that separates the columns, one would end inside of a
 * cell, and what follows could begin a formula.
 */
export const csvFormat = (): TextFormat => {
  const write = (records: ReadonlyArray<ReadonlyArray<string>>) =>
    stringify([...records], { record_delimiter: "\r\n", quoted_match: /[;\t\r\n]/ })
  return {
    head: () => write([auditCsvColumns]),
    rows: (page) =>
      write(
        page.map((row) =>
          [
            row.id,
            isoOf(row.created_at),
            row.actor_name ?? "",
            row.action,
            row.target_text,
            row.details_text,
            row.entry_hash,
            row.prev_hash
          ].map(neutralised)
        )
      ),
    links: () => "",
    end: () => ""
  }
}
