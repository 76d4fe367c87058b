import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"

/**
 * A chain of so many entries with real hashes, each as long as one that names a person under seal unless it is `plain`,
 * and its head. The organisation must have no entry yet.
 */
export const seedChain = Effect.fn("Bench.seedChain")(function* (
  owner: PgClient.PgClient,
  orgId: string,
  entries: number,
  { plain = false }: { readonly plain?: boolean } = {}
) {
  yield* owner.unsafe(`
    CREATE OR REPLACE FUNCTION bench_chain(org uuid, entries integer, plain boolean) RETURNS SETOF audit_entries
    LANGUAGE plpgsql AS $$
    DECLARE
      entry audit_entries;
      token text;
    BEGIN
      entry.org_id := org;
      entry.entry_hash := repeat('0', 64);
      entry.actor_id := gen_random_uuid();
      entry.action := 'offboarding_stage_changed';
      FOR n IN 1..entries LOOP
        entry.seq := n;
        entry.id := gen_random_uuid();
        entry.created_at := timestamptz '2026-01-01' + n * interval '7.013 seconds';
        token := CASE WHEN plain THEN 'Person Number ' || n ELSE '[[aps:v1:' || entry.id || ':' || repeat(substr(md5(n::text), 1, 30), 2) || ']]' END;
        entry.target := 'Offboarding of ' || token;
        entry.details := 'status: pending -> notice_period, e-mail: ' || token;
        entry.content_hash := encode(sha256(convert_to(
          E'svc-audit-content/v1\\norg_id=' || org || E'\\nid=' || entry.id ||
          E'\\ncreated_at=' || to_char(entry.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') ||
          E'\\nactor_id=' || entry.actor_id || E'\\naction=' || entry.action ||
          E'\\ntarget="' || entry.target || E'"\\ndetails="' || entry.details || E'"\\n', 'UTF8')), 'hex');
        entry.prev_hash := entry.entry_hash;
        entry.entry_hash := encode(sha256(convert_to(
          E'svc-audit-entry/v1\\norg_id=' || org || E'\\nseq=' || n || E'\\ncontent_hash=' || entry.content_hash ||
          E'\\nprev_hash=' || entry.prev_hash || E'\\n', 'UTF8')), 'hex');
        RETURN NEXT entry;
      END LOOP;
    END $$`)
  // The other indexes are built faster behind the rows than along with them.
  const indexes = yield* owner<{ name: string; definition: string }>`
    SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
    WHERE indrelid = 'audit_entries'::regclass AND NOT indisunique`
  for (const { name } of indexes) yield* owner.unsafe(`DROP INDEX ${name}`)
  yield* owner`
    INSERT INTO audit_entries (
      org_id, seq, id, created_at, actor_id, action, target, details, content_hash, prev_hash, entry_hash
    )
    SELECT org_id, seq, id, created_at, actor_id, action, target, details, content_hash, prev_hash, entry_hash
    FROM bench_chain(${orgId}::uuid, ${entries}::integer, ${plain})`
  for (const { definition } of indexes) yield* owner.unsafe(definition)
  yield* owner`
    UPDATE audit_heads h SET seq = e.seq, prev_hash = e.prev_hash, entry_hash = e.entry_hash
    FROM audit_entries e WHERE h.org_id = ${orgId} AND e.org_id = ${orgId} AND e.seq = ${entries}`
  yield* owner.unsafe("VACUUM ANALYZE audit_entries")
})
