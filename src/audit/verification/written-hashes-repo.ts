import type { SqlClient } from "effect/sql"

/**
 * Both hashes of `audit_entries e` as the database makes them, in hex: of the lines that `contentLines` and `linkLines` write.
 * `lines` are those of the content, and null or other ones where its time has no such form.
 */
export const writtenHashes = (sql: SqlClient.SqlClient) => {
  // A time with more than milliseconds, or that JavaScript formats differently, gets an empty line, which no entry has
  // hashed. With microseconds it always has six digits, of which three are kept.
  const time = sql.literal(`
    CASE WHEN e.created_at::timestamptz(3) = e.created_at
        AND e.created_at >= '1970-01-01T00:00:00Z' AND e.created_at < '9999-01-01T00:00:00Z'
      THEN substr(to_json((e.created_at + interval '1 microsecond') AT TIME ZONE 'UTC')::text, 2, 23) || 'Z' ELSE '' END`)
  const lines = (orgId: string) => sql`
    ${`svc-audit-content/v1\norg_id=${orgId.toLowerCase()}\nid=`}::text || e.id || E'\ncreated_at=' || ${time} ||
      E'\nactor_id=' || coalesce(e.actor_id::text, '') || E'\naction=' || e.action ||
      E'\ntarget=' || to_json(e.target)::text || E'\ndetails=' || to_json(e.details)::text || E'\n'`
  const hex = (text: ReturnType<typeof lines>) => sql`encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`
  return {
    lines,
    content: (orgId: string) => hex(lines(orgId)),
    entry: (orgId: string) =>
      hex(
        sql`${`svc-audit-entry/v1\norg_id=${orgId.toLowerCase()}\nseq=`}::text || e.seq || E'\ncontent_hash=' || e.content_hash ||
          E'\nprev_hash=' || e.prev_hash || E'\n'`
      )
  }
}
