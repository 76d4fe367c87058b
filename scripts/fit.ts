import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { PgClient } from "@effect/sql-pg"
import { Effect, FileSystem, Option, Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import { type DatabaseOptions, loginSettings } from "#platform/database/connections"
import { findSessions } from "#platform/database/start"
import { databaseTls } from "#platform/database/tls"
import { StartFailed } from "#platform/process/start-failed"
import { linesOfTables, summaryOf, tablesOf } from "./fit/distribution.ts"
import { quietly } from "./fit/services.ts"
import { type Line, linesOf, toldOf } from "./fit/table.ts"

/**
 * `npm run -s fit -- DATABASE_URL`: runs what the service asks of a database against an empty one, and prints what holds.
 * The address may stand in the environment instead, where nobody reads its password among the processes.
 * `--plant` asks for something that outlives a transaction, which the table is to name. `--distributed` lists which tables
 * Citus could distribute. That and the last line are information: they change no exit code.
 */
const usage =
  "npm run -s fit -- postgres://…/an-empty-database [--distributed] [--plant]; or DATABASE_URL in the environment"

const plant = process.argv.includes("--plant")
const address =
  process.argv.slice(2).find((argument) => !argument.startsWith("--")) ?? process.env["DATABASE_URL"] ?? ""

const print = (lines: ReadonlyArray<readonly [part: string, holds: string, told: string]>, widths = [12, 12]) => {
  for (const [part, holds, told] of lines) {
    process.stdout.write(`${part.padEnd(widths[0] ?? 0)} ${holds.padEnd(widths[1] ?? 0)} ${told}`.trimEnd() + "\n")
  }
}

const main = Effect.gen(function* () {
  if (!URL.canParse(address)) return yield* new StartFailed({ message: usage })
  const fs = yield* FileSystem.FileSystem
  const dataDir = yield* fs.makeTempDirectoryScoped({ prefix: "offboarding-fit-" })
  const tls = yield* databaseTls("DATABASE_URL", address).pipe(
    Effect.mapError((message) => new StartFailed({ message }))
  )
  const given: DatabaseOptions = {
    url: Redacted.make(address),
    maxConnections: 8,
    ...(Option.isSome(tls) ? { tls: tls.value } : {})
  }
  const sessions = yield* findSessions(given)
  const options = { ...given, sessions }
  const [server] = yield* PgClient.makeClient(loginSettings(options, "fit")).pipe(
    Effect.flatMap((sql) =>
      sql.unsafe<{ readonly version: string; readonly used: boolean }>(
        "SELECT version() AS version, EXISTS (SELECT FROM pg_tables WHERE tablename = 'organisations') AS used"
      )
    ),
    Effect.scoped
  )
  if (server?.used === true) {
    return yield* new StartFailed({
      message: "The database is not empty: fit writes into it, so give it one of its own, which you drop afterwards"
    })
  }
  const lines: ReadonlyArray<Line> = [
    { part: "engine", holds: "yes", told: server?.version.split(" on ")[0] ?? "" },
    ...(yield* linesOf({ ...options, dataDir, plant }))
  ]
  yield* Effect.sync(() => print(lines.map(({ holds, part, told }) => [part, holds, told])))
  if (lines.some(({ holds, part }) => part === "migrations" && holds === "yes")) {
    const tables = yield* tablesOf(options)
    print([["distributed", "-", summaryOf(tables)]])
    if (process.argv.includes("--distributed")) {
      print(
        linesOfTables(tables).map(({ table, told, verdict }) => [table, verdict, told]),
        [34, 15]
      )
    }
  }
  return lines.every(({ holds }) => holds !== "NO")
}).pipe(Effect.scoped, quietly, Effect.provide([NodeServices.layer, Reactivity.layer]))

NodeRuntime.runMain(
  main.pipe(
    Effect.catchCause((cause) =>
      Effect.sync(() => {
        process.stderr.write(`${toldOf(cause)}\n`)
        return false
      })
    ),
    Effect.tap((holds) => Effect.sync(() => void (process.exitCode = holds ? 0 : 1)))
  ),
  { teardown: (_, onExit) => onExit(Number(process.exitCode ?? 0)) }
)
