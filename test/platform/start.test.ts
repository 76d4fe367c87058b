import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import { spawnSync } from "node:child_process"
import { createServer } from "node:net"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { builtService, childEnvironment } from "#test/support/child-environment"
import { freshDatabase } from "#test/support/database"
import { listen } from "#test/support/outbound-servers"

/** Starts the service in exactly this environment and waits for its end, which is to come soon. */
const start = (environment: Readonly<Record<string, string>>) => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), "svc-start-"))
  try {
    return spawnSync(process.execPath, ["--disable-warning=ExperimentalWarning", builtService], {
      encoding: "utf8",
      env: { ...childEnvironment, DATA_DIR, PORT: "0", ...environment }
    })
  } finally {
    rmSync(DATA_DIR, { recursive: true, force: true })
  }
}

const run = (url: Redacted.Redacted, text: string) =>
  PgClient.makeClient({ url }).pipe(
    Effect.flatMap((sql) => sql.unsafe(text)),
    Effect.scoped,
    Effect.provide(Reactivity.layer)
  )

// start-2: A start that cannot succeed says why in one line and exits 1.
describe("a start that cannot succeed says so in one line and exits 1", () => {
  // configuration-2: A bad value ends the start with one line that names the variable and what it takes.
  it.live.each([
    ["PORT", "abc", /^PORT takes /],
    ["MASTER_KEY", "short", /^MASTER_KEY takes /],
    ["JOBS", "maybe", /^JOBS takes /],
    ["ROLES", "http,mail", /^ROLES takes .*, not "http,mail"/],
    ["DATABASE_URL", "mysql://x", /^DATABASE_URL takes /],
    [
      "DATABASE_URL",
      "postgres://nobody@127.0.0.1:1/none",
      /^The database of DATABASE_URL cannot be used: connect ECONNREFUSED/
    ]
  ] as const)("%s=%s", ([name, value, line]) =>
    Effect.sync(() => {
      const { status, stderr } = start({ [name]: value })
      assert.strictEqual(status, 1)
      assert.match(stderr, line)
      assert.lengthOf(stderr.trimEnd().split("\n"), 1)
    })
  )

  // configuration-4: In production the keys must be given.
  it.live("the first key that production lacks", () =>
    Effect.sync(() => {
      const { status, stderr } = start({ NODE_ENV: "production" })
      assert.strictEqual(status, 1)
      assert.match(stderr, /^MASTER_KEY takes .* and is required when NODE_ENV=production\n$/)
    })
  )

  it.live("a database that the owner of its tables cannot reach", () =>
    Effect.gen(function* () {
      const { status, stderr } = start({
        DATABASE_URL: Redacted.value(yield* freshDatabase),
        DATABASE_MIGRATION_URL: "postgres://nobody@127.0.0.1:1/none"
      })
      assert.strictEqual(status, 1)
      assert.match(stderr, /^The database of DATABASE_MIGRATION_URL cannot be used: connect ECONNREFUSED/)
      assert.lengthOf(stderr.trimEnd().split("\n"), 1)
    }).pipe(Effect.scoped)
  )

  // configuration-5
  it.live("keys that were generated for another database than the one of DATABASE_URL", () =>
    Effect.gen(function* () {
      const database = yield* freshDatabase
      yield* run(database, "INSERT INTO platform_master_keys VALUES ('0badcafe', now())")
      const { status, stderr } = start({ DATABASE_URL: Redacted.value(database) })
      assert.strictEqual(status, 1)
      assert.match(
        stderr,
        /^MASTER_KEY is the key [0-9a-f]{8}; it was not set, so it is the one in .*0badcafe.*MASTER_KEY_PREVIOUS/
      )
      assert.lengthOf(stderr.trimEnd().split("\n"), 1)
    }).pipe(Effect.scoped)
  )

  // start-3: A database that a newer version made is not touched.
  it.live("a database that a newer version made, and that this one can no longer work with", () =>
    Effect.gen(function* () {
      const database = yield* freshDatabase
      yield* run(database, "INSERT INTO platform_migrations (migration_id, name) VALUES (9000, 'moon_colonise')")
      yield* run(database, "UPDATE platform_schema_floor SET migration_id = 9000")
      const { status, stderr } = start({ DATABASE_URL: Redacted.value(database) })
      assert.strictEqual(status, 1)
      assert.match(stderr, /^The database was created by a newer version .* 9000 \(moon_colonise\).*\n$/)
    }).pipe(Effect.scoped)
  )

  // start-2
  it.live("a port that is taken", () =>
    Effect.gen(function* () {
      const { port } = yield* listen(createServer())
      const database = yield* freshDatabase
      const { status, stderr } = start({ PORT: String(port), DATABASE_URL: Redacted.value(database) })
      assert.strictEqual(status, 1)
      assert.match(stderr, /^The service cannot listen on HOST and PORT: listen EADDRINUSE/)
    }).pipe(Effect.scoped)
  )
})
