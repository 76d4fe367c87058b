import type { PgConnection } from "@effect/sql-pg"
import * as PgProtocol from "@effect/sql-pg/PgProtocol"
import { Deferred, Effect, Predicate, type Semaphore } from "effect"
import { SqlError } from "effect/sql"

/*
 * Statement pipelining, batching: several statements in one write with one Sync, answered in one packet. The driver can only
 * send each with its own Sync, answered in a packet that wakes a fiber: half of a change's cost (measured).
 *
 *   queries --encodeQuery--> plans --frameOf--> one frame, one Sync --pipelinePending--> written with the next flush
 *
 *   queued ---> sent ---> CommandComplete (each statement in turn) ---> ReadyForQuery: done, with the last command's tag
 *     |           `-----> ErrorResponse: the server skips the rest ---> ReadyForQuery: failed, with the first refusal
 *     `-> not encodable: nothing is sent
 *
 * Outside of BEGIN and COMMIT a batch is its own transaction: atomic, committed by its end. A connection that ends during it
 * fails it with a ConnectionError, and its outcome is unknown (`withUnknownOutcome`). Named statements are bounded by
 * `maxNamed` per session; the Close of an evicted one is sent with the next statement.
 *
 * Eight private members of the driver's session (`PgConnection` of @effect/sql-pg 4.0.5, pinned) are used, because its public
 * functions always add a Sync:
 *   encodeQuery                           types and encodes parameters; without it we would repeat 150 lines of the driver
 *   deadWith, owner                       fail on a closed session; queue behind a fiber that has pinned it
 *   pipelinePending, consumer,
 *   pipelineConsumer,
 *   schedulePipelineFlush                 join the driver's own pipeline, so that batches and queries keep their order
 *   finishPipelineEntry                   give the place in the pipeline to the next entry
 * `isDriver` checks all of them before a session is first used: a version without one fails the start.
 * `driver-members.test.ts` holds the pin and the guard; `statement-batch.test.ts` compares batches with a model.
 */

/** A statement as it is sent. */
export interface Query {
  readonly text: string
  readonly params: ReadonlyArray<unknown>
  /** Transaction control is not prepared: preparing it again behind other statements would reorder them. */
  readonly prepare: boolean
}

/** The driver's record of a named statement of a session. */
interface Named {
  readonly name: string
  readonly key: string
  ready: boolean
  parsing: boolean
  readonly description: undefined
}

/** What the driver encodes. */
interface Encoded {
  /** Ends with a Sync. */
  readonly frame: Uint8Array
  readonly parses: boolean
  readonly prepared: Named | undefined
}

interface Plan extends Encoded {
  /** Closes of evicted statements that travel ahead of it. */
  readonly closes: ReadonlyArray<Uint8Array>
}

/** The members of a parsed server message that are used here. */
interface Message {
  readonly _tag: string
  readonly commandTag?: string
  readonly fields?: unknown
}

interface Entry {
  readonly plan: Pick<Plan, "frame" | "parses">
  readonly deferred: Deferred.Deferred<string, SqlError.SqlError>
  readonly machine: { readonly readField: undefined; readonly onMessage: (message: Message) => void }
  readonly abandoned: boolean
}

/** The private members of the driver's session that a batch needs. */
interface Driver {
  readonly deadWith: SqlError.SqlError | undefined
  readonly owner: Semaphore.Semaphore
  readonly encodeQuery: (text: string, params: ReadonlyArray<unknown>, names: Names | undefined) => Encoded
  readonly pipelinePending: Array<Entry>
  readonly pipelineConsumer: object
  consumer: object | undefined
  readonly schedulePipelineFlush: () => void
  readonly finishPipelineEntry: (entry: Entry, result: Effect.Effect<string, SqlError.SqlError>) => void
}

const functions = ["encodeQuery", "schedulePipelineFlush", "finishPipelineEntry"] as const

const isDriver = (session: unknown): session is Driver =>
  Predicate.hasProperty(session, "deadWith") &&
  Predicate.hasProperty(session, "owner") &&
  Predicate.hasProperty(session, "consumer") &&
  Predicate.hasProperty(session, "pipelineConsumer") &&
  Predicate.hasProperty(session, "pipelinePending") &&
  Array.isArray(session.pipelinePending) &&
  functions.every((name) => Predicate.hasProperty(session, name) && typeof session[name] === "function")

/** Maximum named statements per session, more than the service has; the least recently used one is evicted. */
const maxNamed = 100

/** The named statements of a session's batches; the driver names others itself. */
class Names {
  readonly #known = new Map<string, Named>()
  #closes: Array<Uint8Array> = []
  #taken: ReadonlyArray<Uint8Array> = []
  #count = 0

  /** Called by the driver. */
  get(text: string, types: ReadonlyArray<number>): Named {
    const key = types.length === 0 ? text : `${text}\0${types.join(",")}`
    const known = this.#known.get(key)
    if (known !== undefined) {
      this.#known.delete(key)
      this.#known.set(key, known)
      return known
    }
    for (const oldest of this.#known.values()) {
      if (this.#known.size < maxNamed) break
      if (oldest.ready) this.forget(oldest)
    }
    this.#count += 1
    const made = { name: `svc_${this.#count}`, key, ready: false, parsing: false, description: undefined }
    this.#known.set(key, made)
    return made
  }

  /** Called by the driver: the Closes to send before the next statement. */
  takeCloses(): { readonly frames: Uint8Array; readonly count: number } | undefined {
    if (this.#closes.length === 0) return undefined
    this.#taken = this.#closes
    this.#closes = []
    return { frames: Buffer.concat(this.#taken), count: this.#taken.length }
  }

  /** The Closes that the driver has taken since the last call. */
  takenCloses(): ReadonlyArray<Uint8Array> {
    const taken = this.#taken
    this.#taken = []
    return taken
  }

  /** Requeues Closes that were not sent, or that the server skipped. */
  returnCloses(closes: ReadonlyArray<Uint8Array>): void {
    this.#closes.push(...closes)
  }

  forget(named: Named): void {
    if (this.#known.delete(named.key))
      this.#closes.push(PgProtocol.encodeClose({ target: "statement", name: named.name }))
  }
}

const names = new WeakMap<object, Names>()

const namesOf = (session: object): Names => {
  const known = names.get(session) ?? new Names()
  names.set(session, known)
  return known
}

const text = (fields: unknown, name: string): string | undefined =>
  Predicate.hasProperty(fields, name) && Predicate.isString(fields[name]) ? fields[name] : undefined

/** A refusal in the driver's form; its own function is private. */
const refusal = (fields: unknown): SqlError.SqlError => {
  const code = text(fields, "code") ?? ""
  const message = "A statement of a transaction was refused"
  const cause = Object.assign(new Error(text(fields, "message") ?? "PostgreSQL refused a statement"), fields)
  const told = { cause, message, operation: "query" }
  const reason = () => {
    if (code.startsWith("08")) return new SqlError.ConnectionError(told)
    if (code.startsWith("28")) return new SqlError.AuthenticationError(told)
    if (code === "42501") return new SqlError.AuthorizationError(told)
    if (code.startsWith("42")) return new SqlError.SqlSyntaxError(told)
    if (code === "23505")
      return new SqlError.UniqueViolation({ ...told, constraint: text(fields, "constraint") ?? "unknown" })
    if (code.startsWith("23")) return new SqlError.ConstraintError(told)
    if (code === "40P01") return new SqlError.DeadlockError(told)
    if (code === "40001") return new SqlError.SerializationError(told)
    if (code === "55P03") return new SqlError.LockTimeoutError(told)
    if (code === "57014") return new SqlError.StatementTimeoutError(told)
    return new SqlError.UnknownError(told)
  }
  return new SqlError.SqlError({ reason: reason() })
}

const syncLength = PgProtocol.encodeSync().length

/** One frame: only the last statement keeps the driver's Sync. */
const frameOf = (plans: ReadonlyArray<Plan>): Uint8Array =>
  Buffer.concat(
    plans.map(({ frame }, index) => (index < plans.length - 1 ? frame.subarray(0, frame.length - syncLength) : frame))
  )

const encoded = (driver: Driver, queries: ReadonlyArray<Query>, known: Names): ReadonlyArray<Plan> => {
  const plans: Array<Plan> = []
  try {
    for (const { params, prepare, text } of queries) {
      const plan = driver.encodeQuery(text, params, prepare ? known : undefined)
      plans.push({ ...plan, closes: known.takenCloses() })
    }
    return plans
  } catch (cause) {
    // Nothing was sent, so no name is added and none closed.
    for (const { closes, parses, prepared } of plans) {
      known.returnCloses(closes)
      if (parses && prepared !== undefined) known.forget(prepared)
    }
    throw cause
  }
}

/** Sends the statements with one Sync after the last; returns that one's command tag (`COMMIT`). */
const send = (driver: Driver, queries: ReadonlyArray<Query>): Entry => {
  const known = namesOf(driver)
  const plans = encoded(driver, queries, known)
  let answered = 0
  let did = ""
  let failure: SqlError.SqlError | undefined
  const settled = ({ parses, prepared }: Plan, done: boolean) => {
    if (!parses || prepared === undefined) return
    prepared.parsing = false
    if (done) prepared.ready = true
    else known.forget(prepared)
  }
  const onMessage = (message: Message) => {
    switch (message._tag) {
      case "CommandComplete":
      case "EmptyQueryResponse": {
        did = message.commandTag ?? ""
        const plan = plans[answered]
        answered += 1
        if (plan !== undefined) settled(plan, true)
        return
      }
      case "ErrorResponse":
        failure ??= refusal(message.fields)
        return
      case "ReadyForQuery":
        // The server skipped everything after the refused statement, including Closes. Closing a name twice is allowed.
        for (const plan of plans.slice(answered)) {
          settled(plan, false)
          known.returnCloses(plan.closes)
        }
        driver.finishPipelineEntry(entry, failure === undefined ? Effect.succeed(did) : Effect.fail(failure))
    }
  }
  const entry: Entry = {
    plan: { frame: frameOf(plans), parses: false },
    deferred: Deferred.makeUnsafe(),
    machine: { readField: undefined, onMessage },
    abandoned: false
  }
  driver.pipelinePending.push(entry)
  driver.consumer = driver.pipelineConsumer
  driver.schedulePipelineFlush()
  return entry
}

const unwritten = (cause: unknown) =>
  new SqlError.SqlError({
    reason: new SqlError.UnknownError({ cause, message: "A statement could not be written", operation: "query" })
  })

/**
 * Sends statements whose rows are not needed as one batch on a multiplexed session, in order; returns the command tag of the
 * last one (`COMMIT`). Dies if the driver has another shape.
 */
export const batchOn = (
  session: PgConnection.PgConnection
): Effect.Effect<(queries: ReadonlyArray<Query>) => Effect.Effect<string, SqlError.SqlError>> =>
  isDriver(session)
    ? Effect.succeed((queries) =>
        Effect.flatMap(
          session.owner.withPermit(
            Effect.suspend(() => {
              if (session.deadWith !== undefined) return Effect.fail(session.deadWith)
              try {
                return Effect.succeed(send(session, queries))
              } catch (cause) {
                return Effect.fail(unwritten(cause))
              }
            })
          ),
          ({ deferred }) => Deferred.await(deferred)
        )
      )
    : Effect.die("The driver sends the statements of a session otherwise in this version")
