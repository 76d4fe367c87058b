import { auditCsvColumns } from "@svc/contract/audit-log/export-schema"
import type { OrgId } from "@svc/contract/kernel/ids"
import { erasedText } from "#audit/record/text"
import { csvOf } from "#platform/files/csv"
import type { StoredRow } from "./export-repo.ts"

/** An entry with its texts as people read them. */
export interface ReadableRow extends StoredRow {
  /** The API key that acted. */
  readonly api_key_id: string | null
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

/** A time that was inserted manually may have no ISO form. */
const isoOf = (at: Date) => (Number.isNaN(at.getTime()) ? "" : at.toISOString())

const quotedOrNull = (text: string | null) => (text === null ? "null" : JSON.stringify(text))

/** One `ExportedAuditEntry`. */
const jsonRow = (orgId: OrgId, row: ReadableRow) =>
  `{"org_id":"${orgId}","seq":${row.seq},"id":"${row.id}","created_at":"${isoOf(row.created_at)}",` +
  `"actor_id":${quotedOrNull(row.actor_id)},"action":${JSON.stringify(row.action)},` +
  `"target":${JSON.stringify(row.target)},"details":${JSON.stringify(row.details)},` +
  `"content_hash":"${row.content_hash}","prev_hash":"${row.prev_hash}","entry_hash":"${row.entry_hash}",` +
  `"target_text":${JSON.stringify(row.target_text)},"details_text":${JSON.stringify(row.details_text)},` +
  `"actor_name":${quotedOrNull(row.actor_name)}${row.api_key_id === null ? "" : `,"api_key_id":"${row.api_key_id}"`}}`

/**
 * The actor, distinguished from namesakes by the account's email; if that is gone, or the person is erased, by the
 * first digits of the id.
 */
export const actorOf = ({ actor_email, actor_id, actor_name }: ReadableRow): string => {
  if (actor_id === null) return ""
  const name = actor_name ?? ""
  return actor_email === null || name === erasedText ? `${name} (${actor_id.slice(0, 8)})` : `${name} <${actor_email}>`
}

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

/** RFC 4180 in UTF-8. */
export const csvFormat = (): TextFormat => ({
  head: () => csvOf([auditCsvColumns]),
  rows: (page) =>
    csvOf(
      page.map((row) => [
        row.id,
        isoOf(row.created_at),
        actorOf(row),
        row.action,
        row.target_text,
        row.details_text,
        row.entry_hash,
        row.prev_hash
      ])
    ),
  links: () => "",
  end: () => ""
})
