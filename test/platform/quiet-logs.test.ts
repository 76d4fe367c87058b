import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Logger } from "effect"
import { SqlError } from "effect/sql"
import { TestClock } from "effect/testing"
import { quieted } from "#platform/observability/quiet-logs"
import { CurrentRequest } from "#platform/observability/request-record"

interface Written {
  readonly line: string
  readonly withCause: boolean
}

/** What reaches the log of what is logged in here. */
const writing = <A, E, R>(use: (written: ReadonlyArray<Written>) => Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const written: Array<Written> = []
    const logger = Logger.make<unknown, void>(({ cause, message }) => {
      written.push({
        line: [message]
          .flat()
          .map((part) => (typeof part === "string" ? part : JSON.stringify(part)))
          .join(" "),
        withCause: cause.reasons.length > 0
      })
    })
    return use(written).pipe(Effect.provide(Logger.layer([quieted(logger)])))
  })

const refused = new SqlError.SqlError({
  reason: new SqlError.ConnectionError({
    cause: new AggregateError([new Error("connect ECONNREFUSED 127.0.0.1:5432")]),
    operation: "connect"
  })
})

const jobFails = (name: string, defect: unknown = refused) =>
  Effect.annotateLogs(Effect.logError("job failed, will run again", { job: name }, Cause.die(defect)), "source", "jobs")

const within = (requestId: string) =>
  Effect.provideService(CurrentRequest, {
    requestId,
    method: "GET",
    route: undefined,
    orgId: undefined,
    userId: undefined,
    keyId: undefined
  })

const requestFails = (id: string, defect: unknown = refused) =>
  Effect.logError("request failed", Cause.die(defect)).pipe(within(id))

describe("what fails again and again in the log", () => {
  // observe-10: While the database is unavailable, each source logs one line a minute.
  it.effect("while the database is away: one line a minute and source, with the reason, without a stack", () =>
    writing((written) =>
      Effect.gen(function* () {
        for (let second = 0; second < 60; second += 1) {
          for (const name of ["mail-outbox", "webhook-deliveries", "siem-deliveries"]) yield* jobFails(name)
          yield* requestFails(`request-${second}`)
          yield* Effect.logWarning("database unavailable", refused).pipe(
            Effect.annotateLogs("source", "readiness"),
            within("probe-of-readiness")
          )
          yield* TestClock.adjust("1 second")
        }
        assert.deepStrictEqual(written, [
          {
            line: 'job failed, will run again: connect ECONNREFUSED 127.0.0.1:5432 {"job":"mail-outbox"}',
            withCause: false
          },
          { line: "request failed: connect ECONNREFUSED 127.0.0.1:5432", withCause: false },
          { line: "database unavailable: connect ECONNREFUSED 127.0.0.1:5432", withCause: false },
          {
            line: 'job failed, will run again: connect ECONNREFUSED 127.0.0.1:5432 (179 times in a minute) {"job":"siem-deliveries"}',
            withCause: false
          },
          { line: "request failed: connect ECONNREFUSED 127.0.0.1:5432 (59 times in a minute)", withCause: false },
          {
            line: "database unavailable: connect ECONNREFUSED 127.0.0.1:5432 (59 times in a minute)",
            withCause: false
          }
        ])
      })
    )
  )

  it.effect("what was left out is told when the minute ends, and a failure of later gets its line at once", () =>
    writing((written) =>
      Effect.gen(function* () {
        yield* jobFails("mail-outbox")
        yield* jobFails("mail-outbox")
        yield* TestClock.adjust("3 minutes")
        assert.lengthOf(written, 2)
        yield* jobFails("mail-outbox")
        assert.lengthOf(written, 3)
      })
    )
  )

  it.effect(
    "another failure of a job: the first with its stack, then once a minute; another reason has its own line",
    () =>
      writing((written) =>
        Effect.gen(function* () {
          for (let second = 0; second < 60; second += 1) {
            yield* jobFails("mail-outbox", new Error("no such column"))
            yield* TestClock.adjust("1 second")
          }
          yield* jobFails("mail-outbox", new Error("division by zero"))
          assert.deepStrictEqual(written, [
            { line: 'job failed, will run again {"job":"mail-outbox"}', withCause: true },
            {
              line: 'job failed, will run again: no such column (59 times in a minute) {"job":"mail-outbox"}',
              withCause: false
            },
            { line: 'job failed, will run again {"job":"mail-outbox"}', withCause: true }
          ])
        })
      )
  )

  it.effect("nothing else is left out: other failures of requests, and lines without one", () =>
    writing((written) =>
      Effect.gen(function* () {
        for (const id of ["first", "second"]) yield* requestFails(id, new Error("a defect of ours"))
        for (const line of ["listening", "listening"]) yield* Effect.logInfo(line)
        for (const line of ["mails are files", "mails are files"]) yield* Effect.logWarning(line)
        assert.lengthOf(written, 6)
        assert.lengthOf(
          written.filter(({ withCause }) => withCause),
          2
        )
      })
    )
  )
})
