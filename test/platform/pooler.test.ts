import { NodeServices } from "@effect/platform-node"
import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { OrgId } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient } from "effect/sql"
import { spawnSync } from "node:child_process"
import { randomUUID } from "node:crypto"
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { databaseLayer } from "#platform/database/connections"
import { Db, ReadSql, SystemSql } from "#platform/database/db"
import { adviceFor, checkRoles, findSessions } from "#platform/database/start"
import { migrate } from "#platform/database/migrations"
import type { Sessions } from "#platform/database/session"
import { databaseReady } from "#platform/database/readiness"
import { openSnapshot } from "#platform/database/snapshot"
import { innermostMessage } from "#platform/process/start-failed"
import { builtService, childEnvironment } from "#test/support/child-environment"
import { freshDatabase } from "#test/support/database"
import { aDatabaseProxy } from "#test/support/database-proxy"
import { aPooler, pgbouncer } from "#test/support/pgbouncer"
import { asSystemCaller } from "#test/support/people"
import { aShufflingPooler } from "#test/support/shuffling-pooler"

const program = pgbouncer ?? ""
const whyNot = pgbouncer === undefined ? " (skipped: there is no pgbouncer on this machine)" : ""

// As its documentation tells those whose clients ask for more than it knows.
const ignoring = {
  ignore_startup_parameters:
    "role,statement_timeout,lock_timeout,idle_in_transaction_session_timeout,extra_float_digits"
}

const whoami = "SELECT current_user::text AS role, current_setting('statement_timeout') AS stopped_after"

const rolesOver = (url: Redacted.Redacted, sessions: Sessions = "own") =>
  Effect.gen(function* () {
    const context = yield* Layer.build(
      Layer.fresh(Db.layerNoDeps).pipe(Layer.provideMerge(databaseLayer({ url, sessions })))
    )
    const sql = Context.get(context, SqlClient.SqlClient)
    const db = Context.get(context, Db)
    const orgId = OrgId.make(randomUUID())
    return {
      statement: yield* sql.unsafe(whoami),
      reads: yield* Context.get(context, ReadSql).unsafe(whoami),
      system: yield* Context.get(context, SystemSql).unsafe(whoami),
      transaction: yield* db.transact(sql.unsafe(whoami)).pipe(asSystemCaller(orgId)),
      transactionOfTheSystem: yield* db.transactSystem(sql.unsafe(whoami)),
      snapshot: yield* openSnapshot(orgId).pipe(
        Effect.flatMap((snapshot) => snapshot.unsafe(whoami)),
        Effect.provide(context)
      )
    }
  }).pipe(Effect.scoped)

const as = (role: string) => [{ role, stopped_after: "30s" }]
const everyRole = {
  statement: as("svc_app"),
  reads: as("svc_app"),
  system: as("svc_system"),
  transaction: as("svc_app"),
  transactionOfTheSystem: as("svc_system"),
  // It is read as long as somebody takes it.
  snapshot: [{ role: "svc_app", stopped_after: "5min" }]
}

/** The service itself on this address; ends soon, for it is to be refused. */
const startOn = (url: Redacted.Redacted) =>
  spawnSync(process.execPath, ["--disable-warning=ExperimentalWarning", builtService], {
    encoding: "utf8",
    env: {
      ...childEnvironment,
      DATA_DIR: mkdtempSync(join(tmpdir(), "svc-pooler-")),
      DATABASE_URL: Redacted.value(url),
      PORT: "0"
    }
  })

describe("the roles of the service's sessions", () => {
  it.live("are set by statement, with their time-outs, on every way to the database", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase
      assert.strictEqual(yield* findSessions({ url }), "own")
      yield* checkRoles({ url })
      assert.deepStrictEqual(yield* rolesOver(url), everyRole)
    }).pipe(Effect.scoped)
  )

  it.live("travel with each transaction where sessions are shared, and stay in none", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase
      yield* checkRoles({ url, sessions: "shared" })
      assert.deepStrictEqual(yield* rolesOver(url, "shared"), everyRole)
    }).pipe(Effect.scoped)
  )

  it.live("are asserted by each new session: one that cannot have its role is refused and runs nothing", () =>
    Effect.gen(function* () {
      const server = yield* freshDatabase
      const admin = yield* PgClient.makeClient({ url: server }).pipe(Effect.provide(Reactivity.layer))
      const login = `svc_login_${randomUUID().slice(0, 8)}`
      yield* admin.unsafe(`CREATE ROLE ${login} LOGIN PASSWORD 'x'`)
      yield* Effect.addFinalizer(() => Effect.orDie(admin.unsafe(`DROP ROLE ${login}`)))
      const url = new URL(Redacted.value(server))
      url.username = login
      url.password = "x"
      const context = yield* Layer.build(databaseLayer({ url: Redacted.make(url.href) }))
      const error = yield* Effect.flip(Context.get(context, ReadSql)`SELECT 1`)
      assert.strictEqual(error.reason._tag, "AuthorizationError")
    }).pipe(Effect.scoped)
  )
})

/** An empty database of a role that may log in and nothing else. */
const aPlainOwner = Effect.gen(function* () {
  const server = yield* freshDatabase
  const admin = yield* PgClient.makeClient({ url: server }).pipe(Effect.provide(Reactivity.layer))
  const name = `svc_plain_${randomUUID().slice(0, 8)}`
  const member = `${name}_member`
  for (const text of [`CREATE ROLE ${name} LOGIN PASSWORD 'x'`, `CREATE DATABASE ${name} OWNER ${name}`]) {
    yield* admin.unsafe(text)
  }
  yield* Effect.addFinalizer(() =>
    Effect.forEach(
      [`DROP DATABASE ${name} WITH (FORCE)`, `DROP ROLE IF EXISTS ${member}`, `DROP ROLE ${name}`],
      (text) => Effect.orDie(admin.unsafe(text))
    )
  )
  const url = new URL(Redacted.value(server))
  url.username = name
  url.password = "x"
  url.pathname = `/${name}`
  const grant = [
    `CREATE ROLE ${member} NOLOGIN NOINHERIT`,
    `GRANT svc_app, svc_system TO ${member}`,
    `GRANT ${member} TO ${name}`
  ]
  return {
    url: Redacted.make(url.href),
    /** What an administrator does beforehand. */
    granted: Effect.forEach(grant, (text) => admin.unsafe(text), { discard: true })
  }
})

describe("a login role that may not create roles", () => {
  // start-11: A login role that cannot create roles gets the instructions for the database administrator, and works
  //   after them.
  it.live("is told what an administrator is to do; works once it was done; and alone sees no tenant's row", () =>
    Effect.gen(function* () {
      const { granted, url } = yield* aPlainOwner
      const failure = yield* Effect.flip(migrate({ url }))
      const said = innermostMessage(failure)
      assert.match(said, /permission denied to grant role/)
      assert.match(
        adviceFor(failure, said),
        /CREATE ROLE svc_member NOLOGIN NOINHERIT; GRANT svc_app, svc_system TO svc_member/
      )

      yield* granted
      yield* migrate({ url })
      yield* checkRoles({ url })
      assert.deepStrictEqual(yield* rolesOver(url), everyRole)

      const login = yield* PgClient.makeClient({ url }).pipe(Effect.provide(Reactivity.layer))
      const context = yield* Layer.build(databaseLayer({ url }))
      yield* Context.get(context, SystemSql)`
        INSERT INTO organisations (id, name, plan, plan_status, created_at)
        VALUES (gen_random_uuid(), 'Acme', 'trial', 'trialing', now())`
      const seen = login`SELECT name FROM organisations`
      assert.lengthOf(yield* seen, 0)
      // Migrations and dumps of the owner say what they are.
      yield* login`SELECT set_config('svc.maintenance', 'on', false)`
      assert.lengthOf(yield* seen, 1)
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )
})

describe("what a start that fails is told", () => {
  it.each([
    [
      "connect ECONNREFUSED 127.0.0.1:5432",
      { code: "ECONNREFUSED" },
      /^It must be a PostgreSQL server that is running/
    ],
    ["unable to verify the first certificate", {}, /sslrootcert=FILE or NODE_EXTRA_CA_CERTS/],
    ["certificate has expired", { code: "CERT_HAS_EXPIRED" }, /^Give the server a certificate that is valid now/],
    ["password authentication failed", { code: "28P01" }, /^It needs a user who can log in/],
    ["permission denied for schema public", { code: "42501" }, /^The role must own the database/],
    ["unsupported startup parameter: options", { code: "08P01" }, /^The pooler in front of the database/],
    ["too many connections for database", { code: "53300" }, /^A node opens up to 30 connections. Raise/],
    ["permission denied to create role", { code: "42501" }, /CREATEROLE/]
  ] as const)("%s", (said, cause, advice) => {
    assert.match(adviceFor({ reason: { cause } }, said), advice)
    if (said !== "permission denied to create role")
      assert.notInclude(adviceFor({ reason: { cause } }, said), "CREATEROLE")
  })
})

const inTransactionMode = (settings: Readonly<Record<string, string>>) => (database: Redacted.Redacted) =>
  aPooler(program, database, { pool_mode: "transaction", ...settings })

/** Each gives a session for one transaction. */
const transactionPoolers = [
  { name: "of these tests", pooler: (database: Redacted.Redacted) => aShufflingPooler(database) },
  ...(pgbouncer === undefined ? [] : [{}, ignoring, { server_round_robin: "1" }]).map((settings) => ({
    name: `PgBouncer ${JSON.stringify(settings)}`,
    pooler: inTransactionMode(settings)
  }))
]

describe.each(transactionPoolers)("behind a pooler that shares sessions: $name", ({ pooler }) => {
  // start-4
  it.live("roles and time-outs travel with each transaction", () =>
    Effect.gen(function* () {
      const url = yield* pooler(yield* freshDatabase)
      assert.strictEqual(yield* findSessions({ url }), "shared")
      yield* checkRoles({ url, sessions: "shared" })
      assert.deepStrictEqual(yield* rolesOver(url, "shared"), everyRole)
      const context = yield* Layer.build(databaseLayer({ url, sessions: "shared" }))
      yield* Effect.provide(databaseReady, context)
    }).pipe(Effect.scoped)
  )

  // start-4
  it.live("a session that has lost its role since the start is never ready", () =>
    Effect.gen(function* () {
      const url = yield* pooler(yield* freshDatabase)
      const context = yield* Layer.build(databaseLayer({ url, sessions: "own" }))
      const ready = Effect.provide(databaseReady, context)
      const error = yield* Effect.flip(Effect.andThen(ready, ready))
      const said = error._tag === "SqlError" ? innermostMessage(error) : error.message
      assert.match(said, /pool_mode = session/)
    }).pipe(Effect.scoped)
  )
})

describe("behind a pooler", () => {
  // start-4
  it.live("that takes single statements and refuses those of a change in one write: a node is not ready", () =>
    Effect.gen(function* () {
      const url = yield* aShufflingPooler(yield* freshDatabase, { refusesBatches: true })
      assert.strictEqual(yield* findSessions({ url }), "shared")
      const context = yield* Layer.build(databaseLayer({ url, sessions: "shared" }))
      assert.deepStrictEqual(yield* Context.get(context, ReadSql).unsafe(whoami), as("svc_app"))
      const error = yield* Effect.flip(Effect.provide(databaseReady, context))
      assert.strictEqual(error._tag, "SqlError")
    }).pipe(Effect.scoped)
  )

  it.live("a connection that is lost while transactions are tried is no pooler without transactions", () =>
    Effect.gen(function* () {
      const pooler = new URL(Redacted.value(yield* aShufflingPooler(yield* freshDatabase)))
      const proxy = yield* aDatabaseProxy({ host: pooler.hostname, port: Number(pooler.port) })
      pooler.host = `127.0.0.1:${proxy.port}`
      proxy.cutAfter("svc.transaction")
      const error = yield* Effect.flip(findSessions({ url: Redacted.make(pooler.href) }))
      assert.strictEqual(error._tag, "SqlError")
    }).pipe(Effect.scoped)
  )
})

describe.skipIf(pgbouncer === undefined)(`behind PgBouncer${whyNot}`, () => {
  // start-4: Behind a pooler that keeps a session or a transaction together it works; behind another one it refuses to
  //   start, and names the pooler. One that begins to share sessions later is never ready.
  it.live.each([
    ["as it comes", {}],
    ["told to ignore start-up parameters", ignoring]
  ] as const)("in session mode, %s, each session has its role", ([, settings]) =>
    Effect.gen(function* () {
      const url = yield* aPooler(program, yield* freshDatabase, { pool_mode: "session", ...settings })
      assert.strictEqual(yield* findSessions({ url }), "own")
      yield* checkRoles({ url })
      assert.deepStrictEqual(yield* rolesOver(url), everyRole)
    }).pipe(Effect.scoped)
  )

  // start-4
  it.live("in statement mode the start is refused with the sentence that names the pooler", () =>
    Effect.gen(function* () {
      const url = yield* aPooler(program, yield* freshDatabase, { pool_mode: "statement", ...ignoring })
      const error = yield* Effect.flip(findSessions({ url }))
      assert.strictEqual(error._tag, "DatabaseRefused")
      assert.match(error.message, /PgBouncer with pool_mode = statement/)
    }).pipe(Effect.scoped)
  )

  it.live("in statement mode the service itself ends with that one line, and is never ready", () =>
    Effect.gen(function* () {
      const url = yield* aPooler(program, yield* freshDatabase, { pool_mode: "statement", ...ignoring })
      const { status, stderr, stdout } = startOn(url)
      assert.strictEqual(status, 1)
      assert.notInclude(stdout, "listening")
      assert.match(stderr, /^The database of DATABASE_URL supports no transactions.*pool_mode = transaction\n$/)
    }).pipe(Effect.scoped)
  )
})
