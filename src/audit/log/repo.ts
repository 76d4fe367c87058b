import { EmployeeId, OffboardingId, OrgId, UserId, Uuid } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { all, Instant, maybe, one } from "#platform/database/statements"
import { EntryChoice, entryConditions } from "./entry-filters-repo.ts"

const Found = Schema.Struct({ total: Schema.Int, seqs: Schema.Array(Schema.BigInt) })

const Row = Schema.Struct({
  id: Uuid,
  action: Schema.String,
  target: Schema.String,
  details: Schema.String,
  created_at: Instant,
  is_signed: Schema.Boolean,
  actor_id: Schema.NullOr(UserId),
  actor_name: Schema.NullOr(Schema.String)
})
const ChainRow = Schema.Struct({
  ...Row.fields,
  seq: Schema.BigInt,
  content_hash: Schema.String,
  prev_hash: Schema.String,
  entry_hash: Schema.String,
  offboarding_id: Schema.NullOr(OffboardingId),
  org_employee_id: Schema.NullOr(EmployeeId),
  previous_id: Schema.NullOr(Uuid),
  previous_hash: Schema.NullOr(Schema.String),
  next_id: Schema.NullOr(Uuid),
  next_hash: Schema.NullOr(Schema.String),
  anchored_at: Schema.NullOr(Instant)
})

interface LogPage extends EntryChoice {
  readonly limit: number
  readonly offset: number
}

/** Entries found and shown; appending and verifying have their own repos. */
export class ReadingRepo extends Context.Service<ReadingRepo>()("svc/audit-log/ReadingRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const conditionsOf = entryConditions(sql)
    const newest = sql.literal("ORDER BY m.created_at DESC, m.seq DESC")

    const find = one({
      Request: Schema.Struct({
        orgId: OrgId,
        ...EntryChoice.fields,
        limit: Schema.Int,
        offset: Schema.Int
      }),
      Result: Found,
      execute: ({ limit, offset, orgId, ...choice }) => {
        const narrowed = conditionsOf(orgId, choice)
        const matching = sql`SELECT e.seq, e.created_at FROM audit_entries e
          WHERE ${sql.and([sql`e.org_id = ${orgId}`, ...narrowed])}`
        // Numbers follow on each other without gaps, so the whole log needs no counting; nor does what a search found.
        const total =
          narrowed.length === 0
            ? sql`SELECT COALESCE(max(e.seq) - min(e.seq) + 1, 0)::int FROM audit_entries e WHERE e.org_id = ${orgId}`
            : choice.found !== undefined && narrowed.length === 1
              ? sql`SELECT ${choice.found.size}::int`
              : sql`SELECT count(*)::int FROM (${matching}) counted`
        return sql`SELECT (${total}) AS total,
          ARRAY(SELECT m.seq FROM (${matching}) m ${newest} LIMIT ${limit} OFFSET ${offset}) AS seqs`
      }
    })

    const load = all({
      Request: Schema.Struct({ orgId: OrgId, seqs: Schema.Array(Schema.BigInt) }),
      Result: Row,
      execute: ({ orgId, seqs }) => sql`
        SELECT e.id, e.action, e.target, e.details, e.created_at, e.entry_hash <> '' AS is_signed, e.actor_id,
          CASE WHEN e.actor_id IS NOT NULL THEN COALESCE(u.full_name, 'Deleted user') END AS actor_name
        FROM audit_entries e LEFT JOIN users u ON u.id = e.actor_id
        WHERE e.org_id = ${orgId} AND e.seq = ANY(${seqs}::bigint[])
        ORDER BY e.created_at DESC, e.seq DESC`
    })

    const inChain = maybe({
      Request: Schema.Struct({ orgId: OrgId, id: Uuid, onlooker: EntryChoice.fields.onlooker }),
      Result: ChainRow,
      execute: ({ id, onlooker, orgId }) => {
        const shown = (at: Statement.Fragment) =>
          sql.and([sql`e.org_id = ${orgId}`, at, ...conditionsOf(orgId, { filters: {}, onlooker })])
        const beside = (step: -1 | 1) => sql`n.org_id = ${orgId} AND n.seq = entry.seq + ${step}::int`
        const idBeside = (step: -1 | 1) =>
          sql`(SELECT e.id FROM audit_entries e WHERE ${shown(sql`e.seq = entry.seq + ${step}::int`)})`
        const hashBeside = (step: -1 | 1) => sql`(SELECT n.entry_hash FROM audit_entries n WHERE ${beside(step)})`
        return sql`
          SELECT entry.id, entry.action, entry.target, entry.details, entry.created_at,
            entry.entry_hash <> '' AS is_signed, entry.actor_id,
            CASE WHEN entry.actor_id IS NOT NULL THEN COALESCE(u.full_name, 'Deleted user') END AS actor_name,
            entry.seq, entry.content_hash, entry.prev_hash, entry.entry_hash, entry.offboarding_id,
            entry.org_employee_id, ${idBeside(-1)} AS previous_id, ${hashBeside(-1)} AS previous_hash,
            ${idBeside(1)} AS next_id, ${hashBeside(1)} AS next_hash,
            (SELECT a.anchored_at FROM audit_anchors a
              WHERE a.org_id = ${orgId} AND a.seq >= entry.seq ORDER BY a.seq, a.anchored_at LIMIT 1) AS anchored_at
          FROM (SELECT e.* FROM audit_entries e WHERE ${shown(sql`e.id = ${id}`)}) entry
          LEFT JOIN users u ON u.id = entry.actor_id`
      }
    })

    return {
      /** How many entries match, and the numbers of those on the page, newest first. */
      find: (orgId: OrgId, page: LogPage) => find({ orgId, ...page }),
      /** The entries of these numbers with the names of their actors, newest first. */
      load: (orgId: OrgId, seqs: ReadonlyArray<bigint>) =>
        seqs.length === 0 ? Effect.succeed([]) : load({ orgId, seqs }),
      /** The entry, if this reader may see it, and its context; only ids that they may see. */
      inChain: (orgId: OrgId, id: string, onlooker: EntryChoice["onlooker"]) => inChain({ orgId, id, onlooker })
    }
  })
}) {
  static readonly layer = Layer.effect(ReadingRepo, ReadingRepo.make)
}
