import { PgConnection } from "@effect/sql-pg"
import { assert, layer } from "#test/support/suite"
import { Context, Effect, Layer, Schema } from "effect"
import type { SqlError } from "effect/sql"
import { batchOn, type Query } from "#platform/database/statement-batch"
import { freshDatabase } from "#test/support/database"

const upTo = (most: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: most }))
/** A statement of a batch. `kind`: one of 200 texts, more than a session keeps by name. */
const Statement = Schema.Union([
  Schema.Struct({ what: Schema.Literals(["insert", "insert"]), key: upTo(25) }),
  Schema.Struct({ what: Schema.Literal("kind"), key: upTo(199) }),
  Schema.Struct({ what: Schema.Literals(["refused", "unwritable"]), key: upTo(9) })
])
type Statement = typeof Statement.Type
/** Batches that are sent in one tick, so in one write. */
const Batch = Schema.Array(Statement).check(Schema.isMinLength(1), Schema.isMaxLength(12))
const Ticks = Schema.Array(Schema.Array(Batch).check(Schema.isMaxLength(4))).check(Schema.isMaxLength(6))

const queryOf = ({ key, what }: Statement): Query => {
  switch (what) {
    case "insert":
      return { text: "INSERT INTO written (key) VALUES ($1::int)", params: [key], prepare: true }
    case "kind":
      return { text: `SELECT $1::int AS kind_${key}`, params: [key], prepare: true }
    case "refused":
      return { text: "SELECT 1 / $1::int AS never", params: [0], prepare: key % 2 === 0 }
    case "unwritable":
      return { text: "SELECT $1::timestamptz AS never", params: [new Date(Number.NaN)], prepare: key % 2 === 0 }
  }
}

/** What the statements answer and leave behind: all or nothing, in order, and the first refusal is the answer. */
const aModel = () => {
  let rows: ReadonlyArray<number> = []
  return {
    rows: () => rows,
    answerOf: (statements: ReadonlyArray<Statement>): string => {
      if (statements.some(({ what }) => what === "unwritable")) return "UnknownError"
      const written = [...rows]
      for (const { key, what } of statements) {
        if (what === "refused") return "UnknownError"
        if (what !== "insert") continue
        if (written.includes(key)) return "UniqueViolation"
        written.push(key)
      }
      rows = written
      return statements.at(-1)?.what === "insert" ? "INSERT 0 1" : "SELECT 1"
    }
  }
}

class Session extends Context.Service<Session, PgConnection.PgConnection>()("test/Session") {
  static readonly layer = Layer.effect(
    Session,
    Effect.gen(function* () {
      const session = yield* PgConnection.make({ url: yield* freshDatabase, multiplex: true })
      yield* session.query("CREATE TEMPORARY TABLE written (place serial, key integer UNIQUE)")
      return session
    })
  )
}

const outcome = <A>(answer: Effect.Effect<A, SqlError.SqlError>) =>
  answer.pipe(Effect.catch(({ reason }) => Effect.succeed(reason._tag)))

layer(Session.layer)("batches of statements", (it) => {
  it.effect.prop(
    "are atomic, in order, and answered by what the last did or by the first refusal, as a model says",
    { ticks: Ticks },
    ({ ticks }) =>
      Effect.gen(function* () {
        const session = yield* Session
        yield* session.query("TRUNCATE written")
        const batch = yield* batchOn(session)
        const model = aModel()
        for (const tick of ticks) {
          const expected = tick.map((statements) => model.answerOf(statements))
          const sent = tick.map((statements) => outcome(batch(statements.map(queryOf))))
          assert.deepStrictEqual(yield* Effect.all(sent, { concurrency: "unbounded" }), expected)
          const { rows } = yield* session.query("SELECT key FROM written ORDER BY place")
          assert.deepStrictEqual(
            rows.map(({ key }) => key),
            [...model.rows()]
          )
        }
      }),
    { arbitrary: { runs: 60 } }
  )

  it.effect("keep a bounded number of statements by name, however many kinds there were", function* () {
    const session = yield* Session
    const batch = yield* batchOn(session)
    for (let key = 0; key < 200; key += 1)
      yield* batch([queryOf({ what: "kind", key }), queryOf({ what: "kind", key })])
    const { rows } = yield* session.query("SELECT FROM pg_prepared_statements WHERE name LIKE 'svc%'")
    // One Close travels with the next statement; a statement that could never be encoded keeps its place.
    assert.isAtMost(rows.length, 101)
    assert.isAtLeast(rows.length, 99)
  })

  it.effect("close an evicted statement although the batch that carried its Close was refused", function* () {
    const session = yield* Session
    const batch = yield* batchOn(session)
    for (let key = 1000; key < 1150; key += 1) {
      yield* batch([queryOf({ what: "kind", key })])
      yield* outcome(batch([queryOf({ what: "refused", key: 0 }), queryOf({ what: "kind", key: key + 1000 })]))
    }
    const { rows } = yield* session.query("SELECT FROM pg_prepared_statements WHERE name LIKE 'svc%'")
    assert.isAtMost(rows.length, 101)
  })
})
