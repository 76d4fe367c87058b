import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Transaction } from "#platform/database/db"

/** Identifies an entry over all organizations. */
interface EntryKey {
  readonly orgId: string
  readonly seq: bigint
}

/** A stored entry with the name of its actor. */
export interface StoredEntry {
  readonly org_id: string
  readonly seq: bigint
  readonly id: string
  readonly created_at: Date
  readonly actor_id: string | null
  readonly action: string
  readonly target: string
  readonly details: string
  readonly prev_hash: string
  readonly entry_hash: string
  readonly offboarding_id: string | null
  /** JSON text. */
  readonly facts: string | null
  readonly actor_name: string | null
}

/** The case's current facts for the detailed events. */
export interface StoredCase {
  readonly org_id: string
  readonly id: string
  readonly employee_name: string
  readonly employee_email: string | null
  readonly exit_date: string
}

export interface StoredResult {
  readonly org_id: string
  readonly run_id: string
  readonly service_name: string
  readonly outcome: string | null
  readonly message: string | null
  readonly vendor_status: number | null
}

export interface OwnedId {
  readonly orgId: string
  readonly id: string
}

/**
 * Reads entries to send, over all organizations. Not decoded by schemas: every delivery passes here, and the tables'
 * column types are sufficient.
 */
export class EntriesRepo extends Context.Service<EntriesRepo>()("svc/siem/EntriesRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const pairs = (ids: ReadonlyArray<OwnedId>) => sql`
      unnest(${ids.map(({ orgId }) => orgId)}::uuid[], ${ids.map(({ id }) => id)}::uuid[]) AS w (org_id, id)`

    const entries = (keys: ReadonlyArray<EntryKey>) => sql<StoredEntry>`
      SELECT e.org_id, e.seq, e.id, e.created_at, e.actor_id, e.action, e.target, e.details, e.prev_hash, e.entry_hash,
        e.offboarding_id, e.facts::text AS facts,
        CASE WHEN e.actor_id IS NOT NULL THEN COALESCE(u.full_name, 'Deleted user') END AS actor_name
      FROM unnest(${keys.map(({ orgId }) => orgId)}::uuid[], ${keys.map(({ seq }) => seq)}::bigint[]) AS w (org_id, seq)
      JOIN audit_entries e ON e.org_id = w.org_id AND e.seq = w.seq
      LEFT JOIN users u ON u.id = e.actor_id`

    const cases = (ids: ReadonlyArray<OwnedId>) => sql<StoredCase>`
      SELECT o.org_id, o.id, o.employee_name, o.employee_email, o.exit_date::text AS exit_date
      FROM ${pairs(ids)} JOIN offboardings o ON o.org_id = w.org_id AND o.id = w.id`

    const results = (runs: ReadonlyArray<OwnedId>) => sql<StoredResult>`
      SELECT r.org_id, r.run_id, r.service_name, r.outcome, r.message, r.vendor_status
      FROM ${pairs(runs)} JOIN revocation_results r ON r.org_id = w.org_id AND r.run_id = w.id
      ORDER BY r.org_id, r.run_id, r.position`

    return {
      entries: (keys: ReadonlyArray<EntryKey>) =>
        keys.length === 0 ? Effect.succeed([]) : Transaction.use(() => Effect.orDie(entries(keys))),
      cases: (ids: ReadonlyArray<OwnedId>) =>
        ids.length === 0 ? Effect.succeed([]) : Transaction.use(() => Effect.orDie(cases(ids))),
      /** Of runs, each run's in the order in which it took the apps. */
      results: (runs: ReadonlyArray<OwnedId>) =>
        runs.length === 0 ? Effect.succeed([]) : Transaction.use(() => Effect.orDie(results(runs)))
    }
  })
}) {
  static readonly layer = Layer.effect(EntriesRepo, EntriesRepo.make)
}
