import { assert, layer } from "#test/support/suite"
import { OrgId } from "@svc/contract/kernel/ids"
import { Deferred, Effect, Exit, Fiber, Layer, Option, Queue, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Db, SystemSql, Transaction } from "#platform/database/db"
import { TestDatabase } from "#test/support/database"
import { asSystemCaller } from "#test/support/people"
import { asOwner } from "#test/support/tables"

const orgId = OrgId.make("6f2f5a0e-8d0f-4a52-9a3c-0f6f1d9a7b10")

const Key = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 150 }))
const Keyed = Schema.Struct({ what: Schema.Literals(["send", "last"]), key: Key })
const Asking = Schema.Struct({ what: Schema.Literals(["read", "contend"]) })
const Refused = Schema.Struct({ what: Schema.Literal("refused") })
/**
 * `send` and `last` insert a key, `last` just before the commit; `refused` sends what PostgreSQL refuses, which is rare
 * enough that many transactions commit.
 */
const Act = Schema.Union([Keyed, Keyed, Keyed, Asking, Asking, Schema.Union([Asking, Asking, Asking, Refused])])
/** In a savepoint, which is undone if an act is refused, or if it is to fail at its end. */
const Nested = Schema.Struct({
  what: Schema.Literal("savepoint"),
  acts: Schema.Array(Act).check(Schema.isMaxLength(4)),
  fails: Schema.Boolean
})
const Commit = Schema.Struct({ what: Schema.Literal("commit") })
const Fail = Schema.Struct({ what: Schema.Literal("fail") })
/** Two transactions are open at once; each step is one's. */
const Step = Schema.Struct({
  slot: Schema.Literals([0, 1]),
  act: Schema.Union([Act, Act, Act, Nested, Schema.Union([Commit, Fail])])
})
type Act = typeof Act.Type
type Nested = typeof Nested.Type
type Step = typeof Step.Type
type Slot = Step["slot"]

interface Row {
  readonly slot: Slot
  readonly key: number
}
/** What an act observes: the rows that it reads, whether others contend, whether its savepoint was kept. */
type Seen = ReadonlyArray<Row> | boolean

/** The whole mechanism without a database: statements wait unsent, and the first refusal aborts what it is in. */
class Model {
  readonly #committed: Record<Slot, ReadonlyArray<number>> = { 0: [], 1: [] }
  readonly #open: Record<Slot, ModelTransaction | undefined> = { 0: undefined, 1: undefined }

  of(slot: Slot): ModelTransaction {
    const open = this.#open[slot] ?? new ModelTransaction(this.#committed[slot])
    this.#open[slot] = open
    return open
  }
  /** Observes what the acts of one step do; false once the transaction has ended by it. */
  does(slot: Slot, act: Act | Nested, seen: Array<Seen>): boolean {
    const transaction = this.of(slot)
    const other = this.#open[slot === 0 ? 1 : 0]
    const one = (next: Act): boolean => {
      if (next.what === "send") transaction.unsent.push(next.key)
      else if (next.what === "refused") transaction.unsent.push("refused")
      else if (next.what === "last") transaction.last.push(next.key)
      else if (next.what === "contend") {
        seen.push(other?.contends ?? false)
        transaction.contends = true
      } else {
        if (!transaction.flush()) return false
        const rows = [0, 1] as const
        seen.push(
          rows.flatMap((of) => (of === slot ? transaction.rows : this.#committed[of]).map((key) => ({ slot: of, key })))
        )
      }
      return true
    }
    if (act.what !== "savepoint") return this.#endedUnless(slot, one(act))
    // Reached by a statement: what was sent before it is refused there, and the transaction goes on aborted.
    if (!transaction.flush()) {
      seen.push(false)
      return true
    }
    const undo = transaction.snapshot()
    const kept = act.acts.every(one) && !act.fails && transaction.flush()
    if (!kept) undo()
    seen.push(kept)
    return true
  }
  ends(slot: Slot, how: "commit" | "fail"): boolean {
    const transaction = this.of(slot)
    transaction.unsent.push(...transaction.last)
    const done = how === "commit" && transaction.flush()
    if (done) this.#committed[slot] = transaction.rows
    this.#open[slot] = undefined
    return done
  }
  #endedUnless(slot: Slot, goesOn: boolean): boolean {
    if (!goesOn) this.#open[slot] = undefined
    return goesOn
  }
}

class ModelTransaction {
  rows: ReadonlyArray<number>
  unsent: Array<number | "refused"> = []
  last: Array<number> = []
  contends = false
  #aborted = false

  constructor(committed: ReadonlyArray<number>) {
    this.rows = committed
  }
  /** All that waits is sent; false when a statement is refused, or one was before. */
  flush(): boolean {
    for (const statement of this.unsent) {
      if (statement === "refused" || this.rows.includes(statement)) this.#aborted = true
      else this.rows = [...this.rows, statement]
    }
    this.unsent = []
    return !this.#aborted
  }
  /** Answers what goes back to the state of now. */
  snapshot(): () => void {
    const [rows, last] = [this.rows, [...this.last]]
    return () => {
      this.rows = rows
      this.last = last
      this.unsent = []
      this.#aborted = false
    }
  }
}

/** A transaction in a fiber of its own, which does one step at a time. */
const aTransaction = Effect.fnUntraced(function* (slot: Slot) {
  const sql = yield* SqlClient.SqlClient
  const db = yield* Db
  const steps = yield* Queue.unbounded<{
    readonly act: Step["act"]
    readonly seen: Array<Seen>
    readonly done: Deferred.Deferred<void>
  }>()
  const insert = (key: number) => sql`INSERT INTO written (slot, key) VALUES (${slot}::int, ${key}::int)`
  const one = Effect.fnUntraced(function* (act: Act, seen: Array<Seen>) {
    const { beforeCommit, contend, send } = yield* Transaction
    if (act.what === "send") yield* send(insert(act.key))
    else if (act.what === "refused") yield* send(sql`SELECT 1 / ${0}::int AS never`)
    else if (act.what === "last") yield* beforeCommit(send(insert(act.key)))
    else if (act.what === "contend") {
      const others = yield* contend("lock")
      seen.push(others)
      if (others) yield* send(sql`SELECT set_config('synchronous_commit', 'off', true)`)
    } else seen.push(yield* Effect.orDie(sql<Row>`SELECT slot, key FROM written ORDER BY slot, place`))
  })
  const nested = ({ acts, fails }: Nested, seen: Array<Seen>) =>
    Effect.forEach(acts, (act) => one(act, seen), { discard: true }).pipe(
      Effect.andThen(fails ? Effect.fail("asked") : Effect.void),
      (self) => db.transactUnless(self, Option.none),
      Effect.exit,
      Effect.map((exit) => void seen.push(Exit.isSuccess(exit)))
    )
  const all = Effect.gen(function* () {
    while (true) {
      const { act, done, seen } = yield* Queue.take(steps)
      if (act.what === "commit") return
      if (act.what === "fail") return yield* Effect.fail("asked")
      yield* act.what === "savepoint" ? nested(act, seen) : one(act, seen)
      yield* Deferred.succeed(done, undefined)
    }
  })
  const fiber = yield* Effect.forkChild(db.transact(all).pipe(asSystemCaller(orgId)))
  return {
    /** Answers how the transaction ended, unless it goes on. */
    does: Effect.fnUntraced(function* (act: Step["act"], seen: Array<Seen>) {
      const done = yield* Deferred.make<void>()
      yield* Queue.offer(steps, { act, seen, done })
      return yield* Effect.raceFirst(Effect.as(Deferred.await(done), undefined), Fiber.await(fiber))
    })
  }
})

const Table = Layer.effectDiscard(
  asOwner((sql) =>
    Effect.andThen(
      sql`CREATE TABLE written (place bigint GENERATED ALWAYS AS IDENTITY, slot int, key int, UNIQUE (slot, key))`,
      sql`GRANT ALL ON written TO svc_app, svc_system`
    )
  )
)

layer(Table.pipe(Layer.provideMerge(Db.layerNoDeps), Layer.provideMerge(TestDatabase)))("transactions", (it) => {
  it.effect.prop(
    "read, commit, undo and contend as a model says, whatever two of them do next to each other",
    { steps: Schema.Array(Step).check(Schema.isMinLength(40), Schema.isMaxLength(60)) },
    ({ steps }) =>
      Effect.gen(function* () {
        const system = yield* SystemSql
        yield* system`DELETE FROM written`
        const model = new Model()
        const open: Record<Slot, Effect.Success<ReturnType<typeof aTransaction>> | undefined> = {
          0: undefined,
          1: undefined
        }
        const ends = ([0, 1] as const).map((slot) => ({ slot, act: { what: "commit" as const } }))
        for (const { act, slot } of [...steps, ...ends]) {
          const transaction = (open[slot] ??= yield* aTransaction(slot))
          const [seen, expected]: [Array<Seen>, Array<Seen>] = [[], []]
          const ended = yield* transaction.does(act, seen)
          if (act.what === "commit" || act.what === "fail") {
            assert.strictEqual(ended !== undefined && Exit.isSuccess(ended), model.ends(slot, act.what), act.what)
          } else assert.strictEqual(ended === undefined, model.does(slot, act, expected), act.what)
          assert.deepStrictEqual(seen, expected)
          if (ended !== undefined) open[slot] = undefined
        }
      }),
    { arbitrary: { runs: 15 } }
  )
})
