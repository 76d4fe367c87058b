import { assert, layer } from "#test/support/suite"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Context, Deferred, Effect, Exit, Fiber, Layer, Option, Redacted } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { randomUUID } from "node:crypto"
import net from "node:net"
import { databaseLayer } from "#platform/database/connections"
import { Db, ReadSql, SystemSql, Transaction } from "#platform/database/db"
import { DatabaseAddress } from "#test/support/database"
import { listen } from "#test/support/outbound-servers"
import { TestServices } from "#test/support/TestApp"
import { anOrganisation, asSystemCaller } from "#test/support/people"

/** Counts how often the client speaks again after the server has: the round trips of everything that passes. */
const aWatchedDatabase = Effect.gen(function* () {
  const address = new URL(Redacted.value(yield* DatabaseAddress))
  let roundTrips = 0
  const server = net.createServer((client) => {
    const database = net.connect(Number(address.port), address.hostname)
    let answered = true
    client.on("data", (bytes) => {
      if (answered) roundTrips++
      answered = false
      database.write(bytes)
    })
    database.on("data", (bytes) => {
      answered = true
      client.write(bytes)
    })
    client.on("close", () => database.destroy())
    database.on("close", () => client.destroy())
    client.on("error", () => database.destroy())
    database.on("error", () => client.destroy())
  })
  const { port } = yield* listen(server)
  const watched = new URL(address)
  watched.hostname = "127.0.0.1"
  watched.port = String(port)
  const context = yield* Layer.build(
    Layer.fresh(Db.layerNoDeps).pipe(
      Layer.provideMerge(databaseLayer({ url: Redacted.make(watched.href), maxConnections: 1 }))
    )
  )
  // Each pool opens its first connection by itself: that is to be over before anything is counted.
  yield* Effect.all([Context.get(context, SystemSql)`SELECT 1`, Context.get(context, ReadSql)`SELECT 1`])
  return {
    db: Context.get(context, Db),
    sql: Context.get(context, SqlClient.SqlClient),
    /** How many round trips this takes, once the connection is open. */
    roundTripsOf: <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      Effect.gen(function* () {
        const before = roundTrips
        yield* effect
        return roundTrips - before
      })
  }
})

const named = (orgId: OrgId, email = `${randomUUID()}@acme.test`) => ({
  org_id: orgId,
  id: randomUUID(),
  email_digest: email,
  wrapped_key: "wrapped",
  created_at: new Date(0)
})

const storedKeys = (orgId: OrgId) =>
  Effect.flatMap(SystemSql, (sql) => sql`SELECT id FROM audit_person_keys WHERE org_id = ${orgId}`)

layer(TestServices)("transactions", (it) => {
  it.effect("what is sent travels with the COMMIT, BEGIN with the first statement: one round trip each", function* () {
    const orgId = yield* anOrganisation()
    const { db, roundTripsOf, sql } = yield* aWatchedDatabase
    const send = Transaction.use((transaction) =>
      transaction.send(sql`INSERT INTO audit_person_keys ${sql.insert(named(orgId))}`)
    )
    const read = sql`SELECT id FROM audit_person_keys WHERE org_id = ${orgId}`
    yield* db.transact(Effect.andThen(read, send)).pipe(asSystemCaller(orgId))

    const takes = (work: Effect.Effect<unknown, unknown, Transaction>) =>
      roundTripsOf(Effect.exit(db.transact(work).pipe(asSystemCaller(orgId))))
    assert.strictEqual(yield* takes(Effect.void), 0)
    assert.strictEqual(yield* takes(Effect.andThen(send, Effect.fail("refused"))), 0)
    assert.strictEqual(yield* takes(Effect.andThen(send, send)), 1)
    assert.strictEqual(yield* takes(read), 2)
    assert.strictEqual(yield* takes(Effect.andThen(send, Effect.andThen(read, send))), 2)
    assert.lengthOf(yield* storedKeys(orgId), 5)
  })

  it.effect("a statement sees what was sent before it, and what is sent before the commit is last", function* () {
    const orgId = yield* anOrganisation()
    const db = yield* Db
    const sql = yield* SqlClient.SqlClient
    const seen = yield* Effect.gen(function* () {
      const { beforeCommit, send } = yield* Transaction
      yield* beforeCommit(send(sql`UPDATE audit_person_keys SET wrapped_key = 'last' WHERE org_id = ${orgId}`))
      yield* send(sql`INSERT INTO audit_person_keys ${sql.insert(named(orgId))}`)
      return yield* sql`SELECT wrapped_key FROM audit_person_keys WHERE org_id = ${orgId}`
    }).pipe(db.transact, asSystemCaller(orgId))
    assert.deepStrictEqual(seen, [{ wrapped_key: "wrapped" }])
    const system = yield* SystemSql
    assert.deepStrictEqual(yield* system`SELECT wrapped_key FROM audit_person_keys WHERE org_id = ${orgId}`, [
      { wrapped_key: "last" }
    ])
  })

  it.effect(
    "a sent statement that is refused undoes the transaction, wherever it stands, and the next one works",
    function* () {
      const orgId = yield* anOrganisation()
      const db = yield* Db
      const sql = yield* SqlClient.SqlClient
      const key = sql`INSERT INTO audit_person_keys ${sql.insert(named(orgId))}`
      const refused = {
        "by the database": sql`SELECT 1 / 0 AS never`,
        "by row-level security": sql`INSERT INTO audit_person_keys ${sql.insert({ ...named(orgId), org_id: randomUUID() })}`,
        "before it is written": sql`SELECT ${new Date(Number.NaN)}::timestamptz AS never`
      }
      for (const [how, statement] of Object.entries(refused)) {
        for (const statements of [
          [statement, key],
          [key, statement],
          [key, statement, key]
        ]) {
          const exit = yield* Effect.exit(
            db
              .transact(
                Transaction.use(({ send }) => Effect.forEach(statements, (sent) => send(sent), { discard: true }))
              )
              .pipe(asSystemCaller(orgId))
          )
          assert.isTrue(Exit.hasDies(exit), how)
        }
        assert.lengthOf(yield* storedKeys(orgId), 0, how)
      }
      yield* db.transact(Transaction.use(({ send }) => send(key))).pipe(asSystemCaller(orgId))
      assert.lengthOf(yield* storedKeys(orgId), 1)
    }
  )

  it.effect("what is refused only at the commit undoes all that was sent, without a BEGIN as with one", function* () {
    const orgId = yield* anOrganisation()
    const db = yield* Db
    const sql = yield* SqlClient.SqlClient
    const sent = [
      sql`INSERT INTO audit_person_keys ${sql.insert(named(orgId))}`,
      sql`CREATE TEMPORARY TABLE twice (id integer PRIMARY KEY DEFERRABLE INITIALLY DEFERRED) ON COMMIT DROP`,
      sql`INSERT INTO twice SELECT 1 FROM generate_series(1, 2)`
    ]
    const all = Transaction.use(({ send }) => Effect.forEach(sent, (one) => send(one), { discard: true }))
    for (const work of [all, Effect.andThen(sql`SELECT 1`, all)]) {
      const taken = yield* Effect.flip(db.transactUnless(work, Option.some).pipe(asSystemCaller(orgId)))
      assert.strictEqual(taken, "twice_pkey")
      assert.lengthOf(yield* storedKeys(orgId), 0)
    }
  })

  it.effect(
    "statements are sent by name: twice at their first time, after a refusal, and more kinds than are kept",
    function* () {
      const orgId = yield* anOrganisation()
      const { db, sql } = yield* aWatchedDatabase
      const transact = (statements: ReadonlyArray<Statement.Statement<object>>) =>
        db
          .transact(Transaction.use(({ send }) => Effect.forEach(statements, (sent) => send(sent), { discard: true })))
          .pipe(asSystemCaller(orgId))
      const key = () => sql`INSERT INTO audit_person_keys ${sql.insert(named(orgId))}`
      const halved = (by: number) => sql`SELECT 1 / ${by}::integer AS half`
      assert.isTrue(Exit.hasDies(yield* Effect.exit(transact([key(), key(), halved(0), key()]))))
      yield* transact([key(), key(), halved(2)])
      const kinds = Array.from({ length: 120 }, (_, kind) => sql`SELECT ${kind}::integer AS ${sql(`kind_${kind}`)}`)
      yield* transact([...kinds, key()])
      yield* transact([...kinds, key()])
      assert.lengthOf(yield* storedKeys(orgId), 4)
      const [kept] = yield* sql`SELECT count(*)::int AS count FROM pg_prepared_statements`.pipe(
        db.transact,
        asSystemCaller(orgId)
      )
      assert.isBelow(Number(kept?.["count"]), 200)
    }
  )

  it.effect("a transaction that a deadlock undid is done again as a whole", function* () {
    const db = yield* Db
    const sql = yield* SqlClient.SqlClient
    const [one, other] = [yield* anOrganisation(), yield* anOrganisation()]
    const held = [yield* Deferred.make<void>(), yield* Deferred.make<void>()] as const
    let attempts = 0
    const rename = (orgId: OrgId, to: string) => sql`UPDATE organisations SET name = name || ${to} WHERE id = ${orgId}`
    /** Holds its first row until the other transaction holds its own, so that each waits for the other. */
    const crosswise = (first: OrgId, second: OrgId, mine: 0 | 1, name: string) =>
      db.transactSystem(
        Effect.gen(function* () {
          attempts++
          yield* rename(first, name)
          yield* Deferred.succeed(held[mine], undefined)
          yield* Deferred.await(held[mine === 0 ? 1 : 0])
          yield* rename(second, name)
        })
      )
    yield* Effect.all([crosswise(one, other, 0, "a"), crosswise(other, one, 1, "b")], { concurrency: "unbounded" })
    assert.isAbove(attempts, 2)
    const names = yield* db.transactSystem(
      sql<{ name: string }>`SELECT name FROM organisations WHERE id IN ${sql.in([one, other])}`
    )
    // Each wrote each row once: what was undone left nothing.
    for (const { name } of names) assert.match(name, /(?:ab|ba)$/)
  })

  it.effect(
    "transactUnless: a constraint's refusal is a failure; a transaction around it goes on as before",
    function* () {
      const orgId = yield* anOrganisation()
      const db = yield* Db
      const sql = yield* SqlClient.SqlClient
      const insert = (email: string) =>
        db.transactUnless(
          Transaction.use(({ send }) => send(sql`INSERT INTO audit_person_keys ${sql.insert(named(orgId, email))}`)),
          (constraint) => (constraint === "audit_person_keys_email" ? Option.some("taken" as const) : Option.none())
        )
      yield* insert("ada").pipe(asSystemCaller(orgId))
      assert.strictEqual(yield* Effect.flip(insert("ada").pipe(asSystemCaller(orgId))), "taken")
      const within = Effect.gen(function* () {
        yield* insert("grace")
        const again = yield* Effect.flip(insert("ada"))
        yield* insert("mary")
        return again
      })
      assert.strictEqual(yield* db.transact(within).pipe(asSystemCaller(orgId)), "taken")
      assert.lengthOf(yield* storedKeys(orgId), 3)
    }
  )

  it.effect("transactUnless: what was put off until the commit goes with what was refused", function* () {
    const orgId = yield* anOrganisation()
    const db = yield* Db
    const sql = yield* SqlClient.SqlClient
    const done: Array<string> = []
    const insert = (email: string, told: string) =>
      db.transactUnless(
        Transaction.use(({ beforeCommit, send }) =>
          Effect.andThen(
            send(sql`INSERT INTO audit_person_keys ${sql.insert(named(orgId, email))}`),
            beforeCommit(Effect.sync(() => void done.push(told)))
          )
        ),
        () => Option.some("taken" as const)
      )
    const within = Effect.gen(function* () {
      yield* insert("ada", "first")
      yield* Effect.flip(insert("ada", "refused"))
      yield* insert("mary", "second")
    })
    yield* db.transact(within).pipe(asSystemCaller(orgId))
    assert.deepStrictEqual(done, ["first", "second"])
  })

  it.effect("an interrupted transaction leaves nothing, and its connection is good for the next", function* () {
    const orgId = yield* anOrganisation()
    const { db, sql } = yield* aWatchedDatabase
    const system = yield* SystemSql
    const insert = sql`INSERT INTO audit_person_keys ${sql.insert(named(orgId))}`
    const lock = "SELECT pg_advisory_xact_lock(4711)"

    const release = yield* Deferred.make<void>()
    const held = yield* Deferred.make<void>()
    const holder = yield* Effect.gen(function* () {
      const [own, other] = [yield* Db, yield* SqlClient.SqlClient]
      yield* own.transactSystem(
        other
          .unsafe(lock)
          .pipe(Effect.andThen(Deferred.succeed(held, undefined)), Effect.andThen(Deferred.await(release)))
      )
    }).pipe(Effect.forkChild)
    yield* Deferred.await(held)

    const running = yield* Effect.forkChild(
      db.transact(Effect.andThen(insert, sql.unsafe(lock))).pipe(asSystemCaller(orgId))
    )
    yield* Effect.repeat(
      system`
          SELECT 1 FROM pg_locks JOIN pg_stat_activity USING (pid)
          WHERE locktype = 'advisory' AND objid = 4711 AND NOT granted AND datname = current_database()`,
      {
        until: (waiting) => waiting.length > 0
      }
    )
    const interrupting = yield* Effect.forkChild(Fiber.interrupt(running))
    yield* Deferred.succeed(release, undefined)
    yield* Effect.andThen(Fiber.join(interrupting), Fiber.join(holder))
    assert.lengthOf(yield* storedKeys(orgId), 0)

    yield* db.transact(insert).pipe(asSystemCaller(orgId))
    assert.lengthOf(yield* storedKeys(orgId), 1)
  })
})
