import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, type Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import { emptyDatabase, freshDatabase } from "#test/support/database"
import { linesOfTables, summaryOf, tablesOf } from "../../scripts/fit/distribution.ts"

const options = (url: Redacted.Redacted) => ({ url, maxConnections: 1 })

const made = `
  CREATE TABLE tenants (id uuid PRIMARY KEY);
  CREATE TABLE people (id uuid PRIMARY KEY);
  CREATE TABLE badges (id uuid PRIMARY KEY, person uuid REFERENCES people (id), org uuid REFERENCES tenants (id));
  CREATE TABLE cases (org_id uuid NOT NULL REFERENCES tenants (id), id uuid, person uuid REFERENCES people (id),
    PRIMARY KEY (org_id, id));
  CREATE TABLE notes (org_id uuid NOT NULL, case_id uuid, FOREIGN KEY (org_id, case_id) REFERENCES cases (org_id, id));
  CREATE TABLE links (org_id uuid NOT NULL, badge uuid REFERENCES badges (id));
  CREATE TABLE far (org_id uuid NOT NULL, tenant uuid REFERENCES tenants (id));
  CREATE TABLE clearing (org_id uuid NOT NULL, case_id uuid,
    FOREIGN KEY (org_id, case_id) REFERENCES cases (org_id, id) ON DELETE SET NULL (case_id));
  CREATE TABLE keys (org_id uuid, digest text);
  CREATE UNIQUE INDEX keys_digest ON keys (digest) INCLUDE (org_id);
  CREATE UNIQUE INDEX keys_lower ON keys (org_id, lower(digest));
  CREATE TABLE counted (org_id uuid NOT NULL);
  CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
  CREATE TRIGGER count AFTER INSERT ON counted EXECUTE FUNCTION nothing();
  CREATE TABLE guarded (org_id uuid NOT NULL);
  CREATE POLICY tenant ON guarded USING (org_id = (SELECT id FROM tenants));
  CREATE POLICY plain ON guarded USING (org_id IS NOT NULL);
  CREATE TABLE days (org_id uuid NOT NULL, at date) PARTITION BY RANGE (at);
  CREATE TABLE days_1 PARTITION OF days DEFAULT;
  CREATE TABLE deep (org_id uuid NOT NULL, at date) PARTITION BY RANGE (at);
  CREATE TABLE deep_1 PARTITION OF deep DEFAULT PARTITION BY RANGE (at);
  CREATE TABLE deep_1_1 PARTITION OF deep_1 DEFAULT;
  CREATE TABLE plain_days (at date) PARTITION BY RANGE (at);
  CREATE TABLE plain_days_1 PARTITION OF plain_days DEFAULT`

describe("which tables Citus could distribute", () => {
  it.live("each with its reasons, and what follows of the tables that it refers to", () =>
    Effect.gen(function* () {
      const url = yield* emptyDatabase
      const sql = yield* PgClient.make({ url })
      for (const statement of made.split(";\n")) yield* sql.unsafe(statement)
      const tables = yield* tablesOf(options(url))
      assert.deepStrictEqual(
        linesOfTables(tables).map(({ table, told, verdict }) => [table, verdict, told]),
        [
          ["badges", "no", "foreign key badges_org_fkey to tenants, which is divided by organization"],
          ["cases", "by organization", ""],
          ["clearing", "no", "foreign key clearing_org_id_case_id_fkey sets columns although it holds org_id"],
          ["counted", "no", "triggers, unless a superuser sets citus.enable_unsafe_triggers: count"],
          ["days", "by organization", ""],
          ["deep", "no", "2 levels of partitions"],
          [
            "far",
            "no",
            "foreign key far_tenant_fkey to tenants without the organization: the rows may be on different nodes"
          ],
          ["guarded", "no", "policy tenant has a sub-select"],
          ["keys", "no", "org_id may be null; keys_digest is unique by digest without org_id"],
          ["links", "no", "refers to what is not distributed: badges"],
          ["notes", "by organization", ""],
          ["people", "reference", ""],
          ["plain_days", "no", "partitions of a table without an organization"],
          ["tenants", "by organization", ""]
        ]
      )
      assert.strictEqual(
        summaryOf(tables),
        "of 14 tables Citus takes 4 by organization, 1 as reference tables; " +
          "with citus.enable_unsafe_triggers 5 by organization, 1 as reference tables"
      )
    }).pipe(Effect.scoped, Effect.provide(Reactivity.layer))
  )

  it.live("of this service's none is refused for a policy or for its partitions", () =>
    Effect.gen(function* () {
      const lines = linesOfTables(yield* tablesOf(options(yield* freshDatabase)))
      assert.isAbove(lines.length, 100)
      assert.deepStrictEqual(
        lines.filter(({ told }) => /sub-select|partitions|without the organization/.test(told)),
        []
      )
    }).pipe(Effect.scoped, Effect.provide(Reactivity.layer))
  )
})
