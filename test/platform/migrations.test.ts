import { NodeServices } from "@effect/platform-node"
import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, FileSystem, Redacted, Schedule, type Scope } from "effect"
import { Reactivity } from "effect/reactivity"
import { globSync, readFileSync } from "node:fs"
import path from "node:path"
import { pathToFileURL } from "node:url"
import { migrate, migrationState } from "#platform/database/migrations"
import { freshDatabase } from "#test/support/database"
import { aDatabaseProxy } from "#test/support/database-proxy"
import { faultsOf } from "#test/support/migration-lint"

/** Those before were applied where nothing was in use yet. */
const first = 103

const numberOf = (file: string) => Number(path.basename(file).slice(0, 4))

describe("a migration does not stop those who work meanwhile", () => {
  const files = globSync("migrations/*.sql").filter((file) => numberOf(file) >= first)

  it("each that is here", () => {
    assert.isNotEmpty(files)
    assert.deepStrictEqual(
      files.flatMap((file) => faultsOf(readFileSync(file, "utf8")).map((fault) => `${file}: ${fault}`)),
      []
    )
  })

  it.each([
    ["index-without-concurrently", "CREATE INDEX assets_by_day ON assets (org_id, due);"],
    ["column-needs-a-value", "ALTER TABLE assets ADD COLUMN colour text NOT NULL;"],
    ["rewrites-the-table", "ALTER TABLE assets ALTER COLUMN n TYPE bigint;"],
    ["rewrites-the-table", "ALTER TABLE assets ADD COLUMN token uuid DEFAULT gen_random_uuid();"],
    ["constraint-without-not-valid", "ALTER TABLE assets ADD CONSTRAINT positive CHECK (n > 0);"],
    ["constraint-without-not-valid", "ALTER TABLE assets ALTER COLUMN n SET NOT NULL;"],
    ["unique-without-index", "ALTER TABLE assets ADD CONSTRAINT one UNIQUE (org_id, n);"],
    ["takes-away", "ALTER TABLE assets DROP COLUMN n;"],
    ["takes-away", "ALTER TABLE assets RENAME COLUMN n TO m;"],
    ["takes-away", "DROP TABLE assets;"],
    ["writes-every-row", "UPDATE assets SET n = 1;"],
    ["locks", "LOCK TABLE assets;"],
    ["not-online", "CREATE INDEX CONCURRENTLY IF NOT EXISTS assets_by_day ON assets (org_id, due);"],
    ["online-and-more", "-- online\nALTER TABLE assets ADD COLUMN n int;"]
  ])("%s is found in: %s", (rule, text) => {
    assert.deepStrictEqual(
      faultsOf(text).map((fault) => fault.split(":")[0]),
      [rule]
    )
  })

  it.each([
    "ALTER TABLE assets ADD COLUMN n integer NOT NULL DEFAULT 0;",
    "ALTER TABLE assets ADD COLUMN n integer;",
    "-- online\nCREATE INDEX CONCURRENTLY IF NOT EXISTS assets_by_day ON assets (org_id, due);",
    "ALTER TABLE assets ADD CONSTRAINT positive CHECK (n > 0) NOT VALID;",
    "ALTER TABLE assets VALIDATE CONSTRAINT positive;",
    "ALTER TABLE assets ADD CONSTRAINT one UNIQUE USING INDEX assets_one;",
    "-- needs 0110\nALTER TABLE assets DROP COLUMN n;",
    "-- online\nCALL restate_things(true);",
    "CREATE TABLE things (n int);\nCREATE INDEX things_n ON things (n);\nUPDATE things SET n = 1;",
    "-- allowed writes-every-row: ten rows at most\nUPDATE plans SET n = 1;"
  ])("nothing is found in: %s", (text) => {
    assert.deepStrictEqual(faultsOf(text), [])
  })
})

/** A database in use, and a folder with the migrations that made it and more. */
const inUse = Effect.fnUntraced(function* (more: Readonly<Record<string, string>>) {
  const fs = yield* FileSystem.FileSystem
  const url = yield* freshDatabase
  const sql = yield* PgClient.makeClient({ url })
  const folder = yield* fs.makeTempDirectoryScoped({ prefix: "migrations-" })
  for (const file of globSync("migrations/*.sql")) yield* fs.copyFile(file, path.join(folder, path.basename(file)))
  for (const [name, text] of Object.entries(more)) yield* fs.writeFileString(path.join(folder, name), text)
  const applied = Effect.map(
    sql<{
      readonly id: number
    }>`SELECT migration_id AS id FROM platform_migrations WHERE migration_id > 9000 ORDER BY 1`,
    (rows) => rows.map(({ id }) => id)
  )
  return { applied, sql, url, run: migrate({ url }, { folder: pathToFileURL(`${folder}/`), lockTimeout: "100ms" }) }
})

const test = <E>(
  name: string,
  body: Effect.Effect<void, E, NodeServices.NodeServices | Reactivity.Reactivity | Scope.Scope>
) => it.live(name, () => body.pipe(Effect.scoped, Effect.provide([NodeServices.layer, Reactivity.layer])))

describe("what the database has", () => {
  test(
    "is not taken for nothing when the connection is lost while it is asked",
    Effect.gen(function* () {
      const url = new URL(Redacted.value(yield* freshDatabase))
      const proxy = yield* aDatabaseProxy({ host: url.hostname, port: Number(url.port) })
      url.host = `127.0.0.1:${proxy.port}`
      proxy.cutAfter("FROM platform_migrations ORDER BY")
      const state = migrationState({ url: Redacted.make(url.href) })
      const lost = yield* Effect.flip(state)
      assert.strictEqual(lost._tag, "SqlError")
      const { applied, known } = yield* state
      assert.strictEqual(applied, known)
    })
  )

  test(
    "is nothing that a role may read which is no member of svc_system",
    Effect.gen(function* () {
      const url = new URL(Redacted.value(yield* freshDatabase))
      const admin = yield* PgClient.makeClient({ url: Redacted.make(url.href) })
      const login = `svc_stranger_${path.basename(url.pathname).slice(-8)}`
      yield* admin.unsafe(`CREATE ROLE ${login} LOGIN PASSWORD 'x'`)
      yield* Effect.addFinalizer(() => Effect.orDie(admin.unsafe(`DROP ROLE ${login}`)))
      url.username = login
      url.password = "x"
      assert.strictEqual((yield* migrationState({ url: Redacted.make(url.href) })).applied, 0)
    })
  )
})

describe("migrations of a database in use", () => {
  test(
    "give way to whoever holds the table, and are applied once it is free",
    Effect.gen(function* () {
      const { applied, run, sql, url } = yield* inUse({
        "9001_assets_colour.sql": "ALTER TABLE assets ADD COLUMN colour text;"
      })
      const other = yield* PgClient.makeClient({ url, applicationName: "other" })
      const migrating = yield* Effect.scoped(
        Effect.gen(function* () {
          const held = yield* other.reserve
          yield* held.executeRaw("BEGIN", [])
          yield* held.executeRaw("SELECT 1 FROM assets", [])
          const fiber = yield* Effect.forkDetach(run)
          const tried = sql<{ readonly waits: boolean }>`
            SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
              AND application_name LIKE '%migrations' AND wait_event_type = 'Lock') AS waits`
          const until = (waits: boolean) =>
            Effect.repeat(tried, { until: ([row]) => row?.waits === waits, schedule: Schedule.spaced("5 millis") })
          // It waits, and has ceased to while the table is still held: others are not kept waiting behind it.
          yield* until(true)
          yield* until(false)
          assert.deepStrictEqual(yield* applied, [])
          yield* held.executeRaw("COMMIT", [])
          return fiber
        })
      )
      yield* Fiber.join(migrating)
      assert.deepStrictEqual(yield* applied, [9001])
    })
  )

  test(
    "leave nothing behind of the one that fails, and those before it stay",
    Effect.gen(function* () {
      const { applied, run, sql } = yield* inUse({
        "9001_assets_colour.sql": "ALTER TABLE assets ADD COLUMN colour text;",
        "9002_assets_wrong.sql": "ALTER TABLE assets ADD COLUMN size text;\nALTER TABLE nowhere ADD COLUMN n int;"
      })
      const failure = yield* Effect.flip(run)
      assert.include(failure.message, "9002_assets_wrong")
      assert.deepStrictEqual(yield* applied, [9001])
      const columns = yield* sql<{ readonly name: string }>`
        SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'assets' AND column_name IN ('colour', 'size')`
      assert.deepStrictEqual(columns, [{ name: "colour" }])
    })
  )

  test(
    "build an index while others write, and anew where an attempt failed",
    Effect.gen(function* () {
      const { applied, run, sql } = yield* inUse({
        "9001_assets_by-colour.sql":
          "-- online\nCREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS assets_by_name ON assets (item_name);"
      })
      // What an attempt that failed leaves: two rows are alike.
      yield* sql.unsafe("CREATE TABLE twice (n int)")
      yield* sql.unsafe("INSERT INTO twice VALUES (1), (1)")
      yield* Effect.flip(sql.unsafe("CREATE UNIQUE INDEX CONCURRENTLY assets_by_name ON twice (n)").unprepared)
      yield* run
      assert.deepStrictEqual(yield* applied, [9001])
      const [index] = yield* sql<{ readonly on: string; readonly valid: boolean }>`
        SELECT indrelid::regclass::text AS on, indisvalid AS valid FROM pg_index WHERE indexrelid = 'assets_by_name'::regclass`
      assert.deepStrictEqual(index, { on: "assets", valid: true })
    })
  )

  test(
    "that only add can be gone back behind; those that take away say who can still work",
    Effect.gen(function* () {
      const { run, url } = yield* inUse({
        "9001_assets_colour.sql": "ALTER TABLE assets ADD COLUMN colour text;"
      })
      yield* run
      assert.deepStrictEqual(yield* migrate({ url }), [])
      const next = yield* inUse({
        "9001_assets_colour.sql": "ALTER TABLE assets ADD COLUMN colour text;",
        "9002_assets_no-notes.sql": "-- needs 9001\nALTER TABLE assets DROP COLUMN colour;"
      })
      yield* next.run
      const refused = yield* Effect.flip(migrate({ url: next.url }))
      assert.match(
        refused.message,
        /^The database was created by a newer version of this service: it has the migration 9002/
      )
    })
  )
})
